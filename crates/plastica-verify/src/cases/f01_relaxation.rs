//! F01: how fast relaxation converges on the five-point Laplacian.
//!
//! Unit square, h = 1/n: ρ of Jacobi is cos πh, of Gauss–Seidel its square, of SOR at ω = 2/(1 + sin πh) it is ω − 1. What is compared
//! is −ln ρ, once the slowest mode is alone.

use crate::lattices::{Square, norm};
use crate::{Case, Row, Size};
use plastica_linear::{Field, Order, Sor};
use plastica_tensor::Vec3;
use std::f64::consts::PI;

pub(super) const CASE: Case = Case {
    id: "F01",
    title: "Relaxation rates, five-point Laplacian",
    source: "derived",
    runs: &[("solvers", solvers)],
};

const TOLERANCE: f64 = 0.01;

/// −ln of the factor per sweep, between two numbers of sweeps.
fn rate(
    square: &Square,
    seed: u64,
    [from, to]: [usize; 2],
    mut sweep: impl FnMut(&mut Field),
) -> f64 {
    let mut x = square.noise(seed);
    let mut size = 0.0;
    for k in 0..to {
        if k == from {
            size = norm(&x);
        }
        sweep(&mut x);
    }
    -(norm(&x) / size).ln() / (to - from) as f64
}

fn solvers(_: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for (n, printed) in [
        (32, [0.995185, 0.990393, 0.821465]),
        (64, [0.998795, 0.997592, 0.906455]),
    ] {
        let square = Square::laplacian(n);
        let matrix = &square.matrix;
        let sor = Sor::new(matrix);
        let zero = vec![Vec3::zero(); matrix.len()];
        let h = PI / n as f64;
        let omega = 2.0 / (1.0 + h.sin());
        let exact = [h.cos(), h.cos().powi(2), omega - 1.0];
        let digits = (0..3).map(|k| (exact[k] - printed[k]).abs());
        rows.push(Row::at_most(
            format!("n = {n}: the closed forms are off the printed digits by"),
            6e-7,
            digits.fold(0.0, f64::max),
        ));
        // As many sweeps as it takes until the slowest mode is alone.
        let many = 3 * n * n / 2;
        let mut scratch = Field::new();
        let jacobi = rate(&square, 1, [many, 2 * many], |x| {
            sor.jacobi(matrix, &zero, x, 1.0, &mut scratch);
        });
        let gauss = |order| {
            rate(&square, 2, [many / 2, many], |x| {
                sor.sweep(matrix, &zero, x, 1.0, order);
            })
        };
        let found = [
            ("Jacobi", jacobi, exact[0]),
            ("Gauss–Seidel by number", gauss(Order::Rising), exact[1]),
            ("Gauss–Seidel by colours", gauss(Order::Colours), exact[1]),
        ];
        for (name, rate, rho) in found {
            rows.push(Row::relative(
                format!("n = {n}: −ln ρ of {name}"),
                -rho.ln(),
                rate,
                TOLERANCE,
            ));
        }
        // At the best factor two eigenvectors fall together: errors go like k ρ^k, so the fit takes out ln k.
        let sweeps = [8 * n, 14 * n];
        let grown = (14f64 / 8.0).ln() / (sweeps[1] - sweeps[0]) as f64;
        let over = |omega: f64| {
            rate(&square, 3, sweeps, |x| {
                sor.sweep(matrix, &zero, x, omega, Order::Rising);
            })
        };
        rows.push(Row::relative(
            format!("n = {n}: −ln ρ of SOR at ω = {omega:.6}"),
            -exact[2].ln(),
            over(omega) + grown,
            TOLERANCE,
        ));
        rows.push(Row::at_most(
            format!("n = {n}: control: −ln ρ at ω = 1.5 over that"),
            0.5,
            over(1.5) / -exact[2].ln(),
        ));
    }
    rows
}
