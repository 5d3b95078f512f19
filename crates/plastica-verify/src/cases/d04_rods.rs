//! D04: the aluminium rods of Bui et al. (2008), a = 0.5.
//!
//! A block of rods 200 mm wide and 100 mm high, φ = 19.8°, is let go. Published runs agree that it keeps
//! an undisturbed core, its height at the wall unchanged, and that a block of 100 mm × 100 mm collapses
//! altogether. The run-out is between 0.36 and 0.44 m: 0.38 by Lajeunesse's constants, 0.42 by
//! Lagrée's. The front is where the deposit is 5 mm thick.

use super::d_collapse::{Column, Deposit, grains};
use crate::specimen::run_until;
use crate::{Case, Row, Size};

pub(super) const CASE: Case = Case {
    id: "D04",
    title: "Collapse of rods, a = 0.5",
    source: "set-up of Bui et al. 2008 and Nguyen et al. 2017; Feng et al. 2021",
    runs: &[("mpm", run)],
};

fn collapse(width: f64, cell: f64, end: f64) -> Deposit {
    let column = Column::new([width, 0.1], cell);
    let (mut mpm, world) = column.of(&grains(19.8));
    run_until(&mut *mpm, &world, [0.0, end], |_, _| true);
    column.deposit(&*mpm)
}

fn run(size: Size) -> Vec<Row> {
    // The limits are those of the reference; the small run is as coarse as the coarsest of the published.
    let (cell, end) = match size {
        Size::Small => (10e-3, 1.0),
        Size::Full => (4e-3, 1.5),
    };
    let low = collapse(0.2, cell, end);
    let high = collapse(0.1, cell, end);
    vec![
        Row::relative(
            "a = 0.5: height at the wall [mm]",
            100.0,
            1e3 * low.at_wall(),
            0.03,
        ),
        Row::within("a = 0.5: run-out [m]", 0.36, 0.44, low.reach(5e-3)),
        Row::at_most("a = 1: height at the wall [mm]", 97.0, 1e3 * high.at_wall()),
    ]
}
