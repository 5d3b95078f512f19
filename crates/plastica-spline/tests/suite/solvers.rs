//! Solvers on the model problem: the membrane with a fixed border is the five-point Laplacian.

use crate::common::{noise, norm, square};
use plastica_spline::solve::{Field, Ready, Solver, Stop};
use plastica_spline::{Fibres, Weights};
use plastica_tensor::Vec3;

fn membrane() -> Weights {
    Weights::uniform([0.0, 1.0, 0.0])
}

#[test]
fn multigrid_keeps_working_when_fibres_are_cut() {
    let n = 64;
    let (lattice, mut fibres, held, _) = square(n, &membrane());
    // A slit through most of the sheet, and every seventh fibre elsewhere.
    for i in 0..lattice.len() {
        let [a, b, _] = lattice.place(i);
        if a == n / 2 + 1 && b < n - 3 || i % 7 == 0 {
            fibres.intact[0][i] = false;
        }
    }
    let weights = Weights::uniform([0.0, 1.0, 1e-4]);
    let places = vec![Vec3::zero(); lattice.len()];
    let mut matrix = plastica_spline::stiffness(&lattice, &fibres, &weights, &places);
    for i in 0..matrix.len() {
        for k in matrix.first[i]..matrix.first[i + 1] {
            if matrix.columns[k] as usize == i {
                matrix.values[k] += 1e-6;
            }
        }
    }
    plastica_spline::hold(&mut matrix, &held);
    let b = noise(&held, 3);
    let stop = Stop {
        relative: 1e-9,
        absolute: 0.0,
        most: 2000,
    };
    let solve = |solver| {
        let mut ready = Ready::new(solver, &lattice, &fibres, &held, &matrix, None).unwrap();
        let mut x = vec![Vec3::zero(); b.len()];
        let report = ready.solve(&matrix, &b, &mut x, stop);
        (report, x)
    };
    let (plain, _) = solve(Solver::ConjugateGradients { jacobi: true });
    let (led, x) = solve(Solver::Multigrid);
    let (_, exact) = solve(Solver::Cholesky);
    println!(
        "cut sheet: {} iterations led by multigrid, {} by the diagonal",
        led.iterations, plain.iterations
    );
    assert!(
        led.converged && led.iterations * 4 < plain.iterations,
        "{led:?} {plain:?}"
    );
    let wrong: Field = x.iter().zip(&exact).map(|(a, b)| *a - *b).collect();
    assert!(norm(&wrong) < 1e-6 * norm(&exact));
}

#[test]
fn all_solvers_agree() {
    agree(&[(17, false), (13, true)]);
    agree(&[(9, false), (8, false), (7, true)]);
}

fn agree(axes: &[(usize, bool)]) {
    let weights = Weights::uniform([1.0, 0.01, 1e-5]);
    let lattice = plastica_spline::Lattice::new(axes).unwrap();
    let fibres = Fibres::all(&lattice);
    let places = vec![Vec3::zero(); lattice.len()];
    let matrix = plastica_spline::stiffness(&lattice, &fibres, &weights, &places);
    let held = vec![false; lattice.len()];
    let b = noise(&held, 11);
    let stop = Stop {
        relative: 1e-11,
        absolute: 0.0,
        most: 20_000,
    };
    let mut found: Vec<Field> = Vec::new();
    for solver in [
        Solver::Cholesky,
        Solver::Profile,
        Solver::ConjugateGradients { jacobi: false },
        Solver::ConjugateGradients { jacobi: true },
        Solver::Relaxation { omega: 1.5 },
        Solver::Lines,
        Solver::Multigrid,
    ] {
        let mut ready = Ready::new(solver, &lattice, &fibres, &held, &matrix, None).unwrap();
        let mut x = vec![Vec3::zero(); b.len()];
        let report = ready.solve(&matrix, &b, &mut x, stop);
        assert!(report.converged, "{solver:?}: {report:?}");
        let first = found.first().unwrap_or(&x);
        let wrong: Field = x.iter().zip(first).map(|(a, b)| *a - *b).collect();
        assert!(norm(&wrong) < 1e-8 * norm(&x), "{solver:?} {report:?}");
        found.push(x);
    }
}
