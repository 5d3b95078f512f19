//! D07: the slope of a collapsed pile follows the friction angle.
//!
//! Columns of aspect 0.8 with φ = 20, 30 and 40° come to rest with a slope that grows with φ and lies in
//! [φ − 12°, φ + 1°]: inertia carries the front beyond the angle of repose, never above it. The slope is
//! that of a line through the heights between 30 and 70 % of the greatest.
//!
//! The cone of [JY17, Eq. 18] agrees with Mohr–Coulomb's φ for a flow that dilates. Without dilatancy
//! the middle principal stress is the mean of the others, and in plane strain the cone acts like
//! sin φ' = 3α: φ' = 19.6, 28.7 and 37.1° for φ = 20, 30 and 40°.

use super::d_collapse::{Column, grains, mean_speed};
use crate::specimen::run_until;
use crate::{Case, Row, Size};

pub(super) const CASE: Case = Case {
    id: "D07",
    title: "Angle of repose of a collapsed pile",
    source: "friction angle as angle of repose",
    runs: &[("mpm", run)],
};

fn run(size: Size) -> Vec<Row> {
    // Grains in the last cell above a rough floor sink through it at about g Δt, which in the small run
    // is some mm/s: there only the mean speed can be that of rest.
    let (cells, end, angles): (f64, f64, &[f64]) = match size {
        Size::Small => (12.5, 1.0, &[20.0, 40.0]),
        Size::Full => (40.0, 1.5, &[20.0, 30.0, 40.0]),
    };
    let column = Column::new([0.1, 0.08], 0.1 / cells);
    let mut rows = Vec::new();
    let mut slopes = Vec::new();
    for &angle in angles {
        let (mut mpm, world) = column.of(&grains(angle));
        run_until(&mut *mpm, &world, [0.0, end], |_, _| true);
        let slope = column.deposit(&*mpm).slope(0.3, 0.7);
        let (name, speed) = match size {
            Size::Small => ("mean speed", mean_speed(&mpm.observed().ledger())),
            Size::Full => ("fastest particle", mpm.observed().ledger().fastest),
        };
        rows.extend([
            Row::within(
                format!("slope for φ = {angle}° [degrees]"),
                angle - 12.0,
                angle + 1.0,
                slope,
            ),
            Row::at_most(
                format!("{name} at rest for φ = {angle}° [mm/s]"),
                1.0,
                1e3 * speed,
            ),
        ]);
        slopes.push(slope);
    }
    let rise = slopes
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .fold(f64::INFINITY, f64::min);
    rows.push(Row::at_least(
        "smallest rise of the slope from one φ to the next [degrees]",
        0.0,
        rise,
    ));
    rows
}
