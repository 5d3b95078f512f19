//! P04: a bar that does not yield does not break at 30 % tension.
//!
//! Stretched by 30 %, at rest, a bar between grips bears E ln λ/λ (Hencky's law) at the stretch λ of its middle, and
//! no gap between particles behind one another there is far from the mean.

use super::p_bar::Bar;
use crate::{Case, Row, Size};

pub(super) const CASE: Case = Case {
    id: "P04",
    title: "No fracture at 30 % tension",
    source: "closed form",
    runs: &[("points", points)],
};

fn points(size: Size) -> Vec<Row> {
    let (across, long) = match size {
        Size::Small => (5.0, 15.0),
        Size::Full => (10.0, 40.0),
    };
    let mut rows = Vec::new();
    for jitter in [0.0, 0.1] {
        let bar = Bar {
            across,
            long,
            jitter,
            law: "hencky",
        };
        let pulled = bar.pull(0.3, 5.0, f64::INFINITY, 12.0);
        let name = format!("{across} across, {} % jitter", 100.0 * jitter);
        let theory = pulled.stretch.ln() / pulled.stretch;
        // Gaps of places off the lattice by 10 % differ by up to 20 % from the start.
        let limit = 1.2 + 2.0 * jitter;
        rows.extend([
            Row::at_least(
                format!("stretch of the middle, {name}"),
                1.28,
                pulled.stretch,
            ),
            Row::at_most(format!("largest gap / mean gap, {name}"), limit, pulled.gap),
            Row::relative(format!("stress / E, {name}"), theory, pulled.stress, 0.05),
        ]);
    }
    rows
}
