//! B23: how far the middle of a unit square sags under a load q = 1.
//!
//! A membrane (w10 = w01 = 1) and a simply supported plate (w20 = w02 = w11 = 1; free edges have no moment without being told),
//! both with a fixed border; the references are sums of series. A clamped plate would sag by 0.00126532.

use crate::lattices::Square;
use crate::{Case, Row, Size};
use plastica_linear::{Tolerance, cholesky};
use plastica_spline::Weights;
use plastica_tensor::Vec3;

pub(super) const CASE: Case = Case {
    id: "B23",
    title: "Centre deflection of a membrane and a plate",
    source: "derived (series)",
    runs: &[("spline", spline)],
};

/// Deflection of the middle of a square of n × n cells.
fn middle(n: usize, weights: &Weights, rings: usize) -> f64 {
    let Square {
        lattice,
        held,
        matrix,
        ..
    } = Square::new(n, weights, rings);
    let load: Vec<Vec3<f64>> = (0..lattice.len())
        .map(|i| Vec3::new(0.0, 0.0, if held[i] { 0.0 } else { lattice.measure(i) }))
        .collect();
    let mut solver = cholesky::KIND.build();
    solver.prepare(&matrix).expect("a positive definite matrix");
    let mut x = vec![Vec3::zero(); lattice.len()];
    solver.solve(&matrix, &load, &mut x, Tolerance::relative(1e-12));
    x[lattice.index([n / 2, n / 2, 0])][2]
}

fn spline(size: Size) -> Vec<Row> {
    let plate = Weights::uniform([0.0, 0.0, 1.0]);
    let membrane = Weights::uniform([0.0, 1.0, 0.0]);
    let finest = match size {
        Size::Small => 32,
        Size::Full => 64,
    };
    let mut rows = Vec::new();
    for (name, weights, wanted) in [
        ("membrane", &membrane, 0.0736714),
        ("plate", &plate, 0.00406235),
    ] {
        let found = [16, 32, finest].map(|n| middle(n, weights, 1));
        rows.push(Row::relative(
            format!("deflection of the {name}, 32 × 32"),
            wanted,
            found[1],
            0.01,
        ));
        let error = |k: usize| (found[k] / wanted - 1.0).abs();
        rows.push(Row::absolute(
            format!("order of the {name}, 16 to 32"),
            2.0,
            (error(0) / error(1)).log2(),
            0.2,
        ));
        if finest > 32 {
            rows.push(Row::absolute(
                format!("order of the {name}, 32 to {finest}"),
                2.0,
                (error(1) / error(2)).log2(),
                0.2,
            ));
        }
    }
    rows.push(Row::at_most(
        "control: deflection of a clamped plate / supported",
        0.5,
        middle(32, &plate, 2) / 0.00406235,
    ));
    rows
}
