//! F02: how many iterations conjugate gradients take, without help, from a random right-hand side to a residual of 1e-6.
//!
//! The five-point Laplacian has κ = cot²(πh/2): twice the iterations with half the spacing; its square four times.

use crate::lattices::Square;
use crate::{Case, Row, Size};
use plastica_linear::{Field, SparseMatrix, Tolerance, conjugate_gradients};
use plastica_tensor::Vec3;

pub(super) const CASE: Case = Case {
    id: "F02",
    title: "Growth of conjugate gradients",
    source: "derived",
    runs: &[("solvers", solvers)],
};

const TOLERANCE: f64 = 0.1;

fn iterations(matrix: &SparseMatrix<f64>, b: &Field) -> f64 {
    let tolerance = Tolerance {
        relative: 1e-6,
        absolute: 0.0,
        max_iterations: 100_000,
    };
    let mut x = vec![Vec3::zero(); b.len()];
    let report = conjugate_gradients(matrix, b, &mut x, tolerance, None);
    match report.converged {
        true => report.iterations as f64,
        false => f64::NAN,
    }
}

/// A².
fn squared(a: &SparseMatrix<f64>) -> SparseMatrix<f64> {
    let row = |i: usize| {
        let mut row: Vec<(u32, f64)> = Vec::new();
        for (j, p) in a.row(i) {
            for (k, q) in a.row(j) {
                match row.iter_mut().find(|e| e.0 == k as u32) {
                    Some(entry) => entry.1 += p * q,
                    None => row.push((k as u32, p * q)),
                }
            }
        }
        row.sort_unstable_by_key(|e| e.0);
        row
    };
    SparseMatrix::from_rows((0..a.len()).map(row).collect())
}

fn solvers(_: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut finest = [f64::NAN; 2];
    for (n, wanted) in [(16, 41.0), (32, 82.0), (64, 162.0), (128, 317.0)] {
        let square = Square::laplacian(n);
        let taken = iterations(&square.matrix, &square.noise(7));
        finest[0] = if n == 64 { taken } else { finest[0] };
        let quantity = format!("iterations, Laplacian, n = {n}");
        rows.push(Row::relative(quantity, wanted, taken, TOLERANCE));
    }
    for (n, wanted) in [(16, 128.0), (32, 513.0), (64, 2039.0)] {
        let square = Square::laplacian(n);
        let taken = iterations(&squared(&square.matrix), &square.noise(7));
        finest[1] = taken;
        let quantity = format!("iterations, its square, n = {n}");
        rows.push(Row::relative(quantity, wanted, taken, TOLERANCE));
    }
    rows.push(Row::at_least(
        "control: square over Laplacian, n = 64",
        10.0,
        finest[1] / finest[0],
    ));
    rows
}
