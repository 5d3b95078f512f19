//! P02: a bar that is stretched to twice its length and released returns.

use super::p_bar::Bar;
use crate::{Case, Row, Size};

pub(super) const CASE: Case = Case {
    id: "P02",
    title: "A bar stretched to twice its length and released",
    source: "closed form: an elastic body has its shape back",
    runs: &[("points", points)],
};

fn points(size: Size) -> Vec<Row> {
    let (across, long) = match size {
        Size::Small => (4.0, 12.0),
        Size::Full => (10.0, 30.0),
    };
    let mut rows = Vec::new();
    for (law, jitter) in [("neo-hookean", 0.0), ("neo-hookean", 0.1), ("hencky", 0.1)] {
        let bar = Bar {
            across,
            long,
            jitter,
            law,
        };
        let stretched = bar.pull(1.0, 5.0, f64::INFINITY, 8.0);
        let back = bar.pull(1.0, 5.0, 6.0, 16.0);
        let name = format!("{law}, {across} across, {} % jitter", 100.0 * jitter);
        rows.extend([
            Row::at_least(
                format!("control: stretch of the middle before, {name}"),
                1.5,
                stretched.stretch,
            ),
            Row::relative(
                format!("length after / before, {name}"),
                1.0,
                back.length,
                0.01,
            ),
            Row::relative(
                format!("width after / before, {name}"),
                1.0,
                back.width,
                0.01,
            ),
        ]);
    }
    rows
}
