//! F03: smoothing and convergence factors of multigrid on the five-point Laplacian.
//!
//! A smoothing factor is what a sweep leaves of an error that the next coarser grid cannot hold; a cycle's factor is that of the
//! residual, late in the iteration, and does not depend on h.

use crate::lattices::{Square, norm};
use crate::{Case, Row, Size};
use plastica_linear::{Field, Order, Sor};
use plastica_spline::solve::{Cycle, Multigrid, Smoother};
use plastica_tensor::Vec3;
use std::f64::consts::PI;

pub(super) const CASE: Case = Case {
    id: "F03",
    title: "Multigrid factors",
    source: "derived (measured and local Fourier analysis)",
    runs: &[("solvers", solvers)],
};

/// What factors may have more than the reference.
const TOLERANCE: f64 = 0.03;

fn row(quantity: String, reference: f64, factor: f64) -> Row {
    Row {
        quantity,
        reference: reference.to_string(),
        measured: factor,
        tolerance: format!("+ {TOLERANCE}"),
        holds: factor <= reference + TOLERANCE,
    }
}

/// The factor per cycle from the 8th to the 14th.
fn cycle_factor(n: usize, cycle: Cycle) -> f64 {
    let square = Square::laplacian(n);
    let Square {
        lattice,
        fibres,
        held,
        matrix,
    } = &square;
    let mut levels = Multigrid::new(lattice, fibres, held, matrix).expect("levels");
    let zero = vec![Vec3::zero(); matrix.len()];
    let (mut x, mut residual) = (square.noise(5), Field::new());
    let mut sizes = Vec::new();
    for _ in 0..14 {
        levels.cycle(matrix, &zero, &mut x, cycle);
        matrix.residual(&x, &zero, &mut residual);
        sizes.push(norm(&residual));
    }
    (sizes[13] / sizes[7]).powf(1.0 / 6.0)
}

fn sine(n: usize, k: usize, i: usize) -> f64 {
    (PI * (k * i) as f64 / n as f64).sin()
}

/// What ω-Jacobi leaves of the worst of the modes with an index of n/2 or more: it keeps modes apart.
fn jacobi_smoothing(n: usize, omega: f64) -> f64 {
    let square = Square::laplacian(n);
    let sor = Sor::new(&square.matrix);
    let zero = vec![Vec3::zero(); square.matrix.len()];
    let mut worst = 0f64;
    for k in (1..n).step_by(3) {
        for l in (1..n).step_by(3).filter(|l| k >= n / 2 || *l >= n / 2) {
            let mut x: Field = (0..square.held.len())
                .map(|i| {
                    let [a, b, _] = square.lattice.place(i);
                    Vec3::new(0.0, 0.0, sine(n, k, a) * sine(n, l, b))
                })
                .collect();
            let before = norm(&x);
            sor.jacobi(&square.matrix, &zero, &mut x, omega, &mut Field::new());
            worst = worst.max(norm(&x) / before);
        }
    }
    worst
}

/// Takes all modes out that a grid of twice the spacing can hold.
fn high_only(n: usize, x: &mut Field) {
    let at = |i: usize, j: usize| i + (n + 1) * j;
    for k in 1..n / 2 {
        let along: Vec<f64> = (0..=n)
            .map(|j| (1..n).map(|i| x[at(i, j)][2] * sine(n, k, i)).sum())
            .collect();
        for l in 1..n / 2 {
            let part: f64 = (1..n).map(|j| along[j] * sine(n, l, j)).sum();
            let size = 4.0 * part / (n * n) as f64;
            for (i, j) in (1..n).flat_map(|i| (1..n).map(move |j| (i, j))) {
                x[at(i, j)][2] -= size * sine(n, k, i) * sine(n, l, j);
            }
        }
    }
}

/// What a sweep leaves of high frequencies, asymptotically.
fn gauss_smoothing(n: usize, order: Order) -> f64 {
    let square = Square::laplacian(n);
    let sor = Sor::new(&square.matrix);
    let zero = vec![Vec3::zero(); square.matrix.len()];
    let mut x = square.noise(9);
    let mut sizes = Vec::new();
    for _ in 0..25 {
        high_only(n, &mut x);
        sizes.push(norm(&x));
        sor.sweep(&square.matrix, &zero, &mut x, 1.0, order);
    }
    (sizes[24] / sizes[12]).powf(1.0 / 12.0)
}

fn solvers(_: Size) -> Vec<Row> {
    let smoothing = |name: &str| format!("smoothing factor of {name}");
    let mut rows = vec![
        row(smoothing("Jacobi at 0.8"), 0.6, jacobi_smoothing(64, 0.8)),
        row(
            smoothing("Gauss–Seidel by number"),
            0.5,
            gauss_smoothing(32, Order::Rising),
        ),
        row(
            smoothing("Gauss–Seidel by colours"),
            0.25,
            gauss_smoothing(32, Order::Colours),
        ),
    ];
    let v11 = Cycle {
        smoother: Smoother::Colours,
        ..Cycle::default()
    };
    let jacobi = |omega| Cycle {
        smoother: Smoother::Jacobi(omega),
        ..v11
    };
    for (name, cycle, wanted) in [
        ("V(1,1) by colours", v11, 0.113),
        ("W(1,1) by colours", Cycle { visits: 2, ..v11 }, 0.071),
        ("V(2,1) by colours", Cycle { before: 2, ..v11 }, 0.078),
        ("V(1,1) by Jacobi at 0.8", jacobi(0.8), 0.356),
    ] {
        for n in [32, 64, 128] {
            let factor = cycle_factor(n, cycle);
            rows.push(row(format!("{name}, n = {n}"), wanted, factor));
        }
    }
    rows.push(Row::at_least(
        "control: V(1,1) by Jacobi at 0.1, n = 64",
        0.5,
        cycle_factor(64, jacobi(0.1)),
    ));
    rows
}
