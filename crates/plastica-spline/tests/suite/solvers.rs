//! Solvers on the model problem: the membrane with a fixed border is the five-point Laplacian.

use crate::common::{noise, norm, square};
use plastica_spline::solve::{
    Cycle, Field, Multigrid, Order, Profile, Ready, Relaxation, Smoother, Solver, Sparse, Stop,
    conjugate_gradients,
};
use plastica_spline::{Fibres, Weights};
use plastica_tensor::Vec3;
use std::f64::consts::PI;

fn membrane() -> Weights {
    Weights::uniform([0.0, 1.0, 0.0])
}

/// −ln of the factor per sweep, between two numbers of sweeps.
fn rate(from: usize, to: usize, seed: u64, n: usize, mut sweep: impl FnMut(&mut Field)) -> f64 {
    let (_, _, held, _) = square(n, &membrane());
    let mut x = noise(&held, seed);
    let mut size = 0.0;
    for k in 0..to {
        if k == from {
            size = norm(&x);
        }
        sweep(&mut x);
    }
    -(norm(&x) / size).ln() / (to - from) as f64
}

#[test]
fn f01_relaxation_converges_at_its_rates() {
    for n in [32, 64] {
        let (_, _, _, matrix) = square(n, &membrane());
        let relaxation = Relaxation::new(&matrix);
        let zero = vec![Vec3::zero(); matrix.len()];
        let h = PI / n as f64;
        // As many sweeps as it takes until the slowest mode is alone.
        let many = 3 * n * n / 2;
        let mut scratch = Field::new();
        // Plain Jacobi has a second slowest mode of the opposite sign; its factor is the same.
        let jacobi = rate(many, 2 * many, 1, n, |x| {
            relaxation.jacobi(&matrix, &zero, x, 1.0, &mut scratch);
        });
        let wanted = -h.cos().ln();
        assert!(
            (jacobi / wanted - 1.0).abs() < 0.01,
            "{n}: Jacobi {jacobi} {wanted}"
        );
        for order in [Order::Rising, Order::Colours] {
            let gauss = rate(many / 2, many, 2, n, |x| {
                relaxation.sweep(&matrix, &zero, x, 1.0, order);
            });
            assert!(
                (gauss / (2.0 * wanted) - 1.0).abs() < 0.01,
                "{n}: {order:?} {gauss}"
            );
        }
        let omega = 2.0 / (1.0 + h.sin());
        // At the best factor two eigenvectors fall together: errors go like k ρ^k, so the fit takes out ln k.
        let (from, to) = (8 * n, 14 * n);
        let sor = rate(from, to, 3, n, |x| {
            relaxation.sweep(&matrix, &zero, x, omega, Order::Rising);
        }) + (to as f64 / from as f64).ln() / (to - from) as f64;
        let wanted = -(omega - 1.0).ln();
        assert!((sor / wanted - 1.0).abs() < 0.01, "{n}: SOR {sor} {wanted}");
    }
}

fn iterations(matrix: &Sparse<f64>, b: &Field) -> usize {
    let stop = Stop {
        relative: 1e-6,
        absolute: 0.0,
        most: 100_000,
    };
    let mut x = vec![Vec3::zero(); b.len()];
    let report = conjugate_gradients(matrix, b, &mut x, stop, None);
    assert!(report.converged);
    report.iterations
}

#[test]
fn f02_conjugate_gradients_take_as_many_steps_as_they_should() {
    for (n, wanted) in [(16, 41.0), (32, 82.0), (64, 162.0), (128, 317.0)] {
        let (_, _, held, matrix) = square(n, &membrane());
        let taken = iterations(&matrix, &noise(&held, 7)) as f64;
        assert!(
            (taken / wanted - 1.0).abs() <= 0.1,
            "{n}: {taken} for {wanted}"
        );
    }
    for (n, wanted) in [(16, 128.0), (32, 513.0), (64, 2039.0)] {
        let (_, _, held, matrix) = square(n, &membrane());
        let taken = iterations(&squared(&matrix), &noise(&held, 7)) as f64;
        assert!(
            (taken / wanted - 1.0).abs() <= 0.1,
            "{n} squared: {taken} for {wanted}"
        );
    }
}

/// A².
fn squared(a: &Sparse<f64>) -> Sparse<f64> {
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
    Sparse::from_rows((0..a.len()).map(row).collect())
}

/// Factor per cycle, late in the iteration.
fn cycle_factor(n: usize, cycle: Cycle) -> f64 {
    let (lattice, fibres, held, matrix) = square(n, &membrane());
    let mut levels = Multigrid::new(&lattice, &fibres, &held, &matrix).unwrap();
    let zero = vec![Vec3::zero(); matrix.len()];
    let mut x = noise(&held, 5);
    let mut residual = Field::new();
    let mut sizes = Vec::new();
    for _ in 0..14 {
        levels.cycle(&matrix, &zero, &mut x, cycle);
        matrix.residual(&x, &zero, &mut residual);
        sizes.push(norm(&residual));
    }
    (sizes[13] / sizes[7]).powf(1.0 / 6.0)
}

#[test]
fn f03_multigrid_gains_its_factor_at_any_size() {
    let v11 = Cycle {
        smoother: Smoother::Colours,
        ..Cycle::default()
    };
    let cases = [
        ("V(1,1) by colours", v11, 0.113),
        ("W(1,1) by colours", Cycle { visits: 2, ..v11 }, 0.071),
        ("V(2,1) by colours", Cycle { before: 2, ..v11 }, 0.078),
        (
            "V(1,1) by Jacobi",
            Cycle {
                smoother: Smoother::Jacobi(0.8),
                ..v11
            },
            0.356,
        ),
    ];
    let mut failures = Vec::new();
    for (name, cycle, wanted) in cases {
        for n in [32, 64, 128] {
            let factor = cycle_factor(n, cycle);
            println!("F03 {name} n = {n}: {factor:.4} (at most {wanted} + 0.03)");
            if factor > wanted + 0.03 {
                failures.push(format!("{name}, {n}: {factor}"));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:?}");
}

/// How much of the high frequencies a sweep leaves: the slowest mode with |θ| ≥ π/2, measured on an oscillating error.
#[test]
fn f03_smoothers_damp_what_coarse_levels_cannot_see() {
    let n = 64;
    let (lattice, _, held, matrix) = square(n, &membrane());
    let relaxation = Relaxation::new(&matrix);
    let zero = vec![Vec3::zero(); matrix.len()];
    let high = |i: usize, k: usize, l: usize| {
        let [a, b, _] = lattice.place(i);
        let z = (PI * (k * a) as f64 / n as f64).sin() * (PI * (l * b) as f64 / n as f64).sin();
        Vec3::new(0.0, 0.0, z)
    };
    // ω-Jacobi keeps modes, so its smoothing factor is exactly the worst of theirs.
    let mut worst = 0f64;
    for k in (1..n).step_by(3) {
        for l in (1..n).step_by(3).filter(|l| k >= n / 2 || *l >= n / 2) {
            let mut x: Field = (0..held.len()).map(|i| high(i, k, l)).collect();
            let before = norm(&x);
            relaxation.jacobi(&matrix, &zero, &mut x, 0.8, &mut Field::new());
            worst = worst.max(norm(&x) / before);
        }
    }
    assert!((worst - 0.6).abs() < 0.03, "{worst}");
}

/// Takes all modes out that a grid of twice the spacing can hold.
fn high_only(n: usize, x: &mut Field) {
    let sine = |k: usize, i: usize| (PI * (k * i) as f64 / n as f64).sin();
    let at = |i: usize, j: usize| i + (n + 1) * j;
    let low = 1..n / 2;
    for k in low.clone() {
        let along: Vec<f64> = (0..=n)
            .map(|j| (1..n).map(|i| x[at(i, j)][2] * sine(k, i)).sum())
            .collect();
        for l in low.clone() {
            let part: f64 = (1..n).map(|j| along[j] * sine(l, j)).sum();
            let size = 4.0 * part / (n * n) as f64;
            for (i, j) in (1..n).flat_map(|i| (1..n).map(move |j| (i, j))) {
                x[at(i, j)][2] -= size * sine(k, i) * sine(l, j);
            }
        }
    }
}

#[test]
fn f03_gauss_seidel_smooths_at_its_rates() {
    let n = 32;
    let (_, _, held, matrix) = square(n, &membrane());
    let relaxation = Relaxation::new(&matrix);
    let zero = vec![Vec3::zero(); matrix.len()];
    for (order, wanted) in [(Order::Rising, 0.5), (Order::Colours, 0.25)] {
        let mut x = noise(&held, 9);
        let mut sizes = Vec::new();
        for _ in 0..25 {
            high_only(n, &mut x);
            sizes.push(norm(&x));
            relaxation.sweep(&matrix, &zero, &mut x, 1.0, order);
        }
        let factor = (sizes[24] / sizes[12]).powf(1.0 / 12.0);
        println!("F03 smoothing, {order:?}: {factor:.3} (at most {wanted} + 0.03)");
        assert!(factor < wanted + 0.03, "{order:?}: {factor}");
    }
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

#[test]
fn f06_profile_cholesky_keeps_to_its_profile() {
    let (n, band) = (1000, 20);
    let entry = |r: usize, c: usize| match r - c {
        0 => 2.0 * band as f64,
        d => -((1 + (r * 31 + c * 17) % 7) as f64) / 7.0 / d as f64,
    };
    let row = |r: usize, give: &mut dyn FnMut(usize, f64)| {
        (r.saturating_sub(band)..=r).for_each(|c| give(c, entry(r, c)));
    };
    let factor = Profile::factor(n, row).unwrap();
    assert!(factor.size() <= n * (band + 1), "fill outside the profile");
    let flops = factor.flops() as f64;
    let wanted = (n * band * band) as f64 / 2.0;
    println!("F06: {flops} multiplications; n b²/2 = {wanted}, with as many additions n b²");
    assert!((flops / wanted - 1.0).abs() < 0.15);
    let b: Vec<f64> = (0..n)
        .map(|k| ((k * 7919) % 1000) as f64 / 500.0 - 1.0)
        .collect();
    let mut x = b.clone();
    factor.solve(&mut x);
    let mut product = vec![0.0; n];
    let mut largest = 0f64;
    let mut sums = vec![0.0; n];
    for r in 0..n {
        for c in r.saturating_sub(band)..=r {
            product[r] += entry(r, c) * x[c];
            sums[r] += entry(r, c).abs();
            if c != r {
                product[c] += entry(r, c) * x[r];
                sums[c] += entry(r, c).abs();
            }
        }
    }
    largest = sums.iter().fold(largest, |a, b| a.max(*b));
    let size = |v: &[f64]| v.iter().fold(0f64, |a, b| a.max(b.abs()));
    let residual: Vec<f64> = product.iter().zip(&b).map(|(a, b)| a - b).collect();
    let relative = size(&residual) / (largest * size(&x));
    println!("F06: residual {relative:.1e} of |A||x|");
    assert!(relative <= 1e-13, "{relative}");
}
