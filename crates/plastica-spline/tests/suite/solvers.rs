//! Solvers on the model problem: the membrane with a fixed border is the five-point Laplacian.

use crate::common::{noise, norm, square};
use plastica_linear::{Field, Report, Tolerance};
use plastica_spline::solve::{LatticeMatrix, SOLVERS, SolverChoice};
use plastica_spline::{Fibres, Weights};
use plastica_tensor::Vec3;

fn membrane() -> Weights {
    Weights::uniform([0.0, 1.0, 0.0])
}

fn solution(
    choice: SolverChoice,
    system: LatticeMatrix<'_, f64>,
    b: &[Vec3<f64>],
    tolerance: Tolerance,
) -> (Report, Field) {
    let mut solver = choice.build(system.lattice);
    solver.prepare(system).unwrap();
    let mut x = vec![Vec3::zero(); b.len()];
    let report = solver.solve(system.matrix, b, &mut x, tolerance);
    (report, x)
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
    let tolerance = Tolerance {
        relative: 1e-9,
        absolute: 0.0,
        max_iterations: 2000,
    };
    let system = LatticeMatrix {
        lattice: &lattice,
        fibres: &fibres,
        held: &held,
        matrix: &matrix,
    };
    let solve = |name| solution(SolverChoice::named(name).unwrap(), system, &b, tolerance);
    let (plain, _) = solve("conjugate-gradients");
    let (cycle, x) = solve("multigrid");
    let (_, exact) = solve("cholesky");
    println!(
        "cut sheet: {} iterations preconditioned by multigrid, {} by the diagonal",
        cycle.iterations, plain.iterations
    );
    assert!(
        cycle.converged && cycle.iterations * 4 < plain.iterations,
        "{cycle:?} {plain:?}"
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
    let tolerance = Tolerance {
        relative: 1e-11,
        absolute: 0.0,
        max_iterations: 20_000,
    };
    let mut found: Vec<Field> = Vec::new();
    let system = LatticeMatrix {
        lattice: &lattice,
        fibres: &fibres,
        held: &held,
        matrix: &matrix,
    };
    for solver in SOLVERS {
        let (report, x) = solution(solver, system, &b, tolerance);
        assert!(report.converged, "{solver:?}: {report:?}");
        let first = found.first().unwrap_or(&x);
        let wrong: Field = x.iter().zip(first).map(|(a, b)| *a - *b).collect();
        assert!(norm(&wrong) < 1e-8 * norm(&x), "{solver:?} {report:?}");
        found.push(x);
    }
}
