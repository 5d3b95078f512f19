//! Prints what solvers cost: one step of the paper's bust-sized surface, multigrid from 10 thousand to a million nodes, and
//! iterations against stiffness in both formulations. Each table is CSV on stdout; give its name to print only one:
//! `cargo run --release -p plastica-spline --example solvers -- step`.

use plastica_core::{Method, World};
use plastica_spline::solve::{Cycle, Field, Multigrid, Smoother, Solver};
use plastica_spline::{
    Body, Creep, Fibres, Formulation, Lattice, Options, Tensors, Weights, build, hold, shape,
    stiffness,
};
use plastica_tensor::Vec3;
use std::time::Instant;

fn main() {
    let wanted = std::env::args().nth(1);
    let all: [(&str, fn()); 4] = [
        ("curve", curve),
        ("step", step),
        ("grow", grow),
        ("stiff", stiff),
    ];
    for (name, table) in all {
        if wanted.as_deref().is_none_or(|w| w == name) {
            println!("# {name}");
            table();
        }
    }
}

/// The closed curve of 50 nodes.
fn curve() {
    let lattice = Lattice::new(&[(50, true)]).expect("a ring");
    let places = shape::circle(&lattice, [0.0, 1.0, 0.0], 0.2);
    let weights = Weights::uniform([100.0, 2.0, 0.02]);
    let mut ball = Body::new("ball", lattice, places, Formulation::hybrid(weights));
    ball.creep = Some(Creep::maxwell(0.2));
    let mut method = build(vec![ball], vec![], vec![], Options::default()).expect("a ball");
    let world = World::empty([0.0, -9.81, 0.0]);
    let start = Instant::now();
    for k in 0..1000 {
        method
            .step(&world, f64::from(k) * 1e-3, 1e-3)
            .expect("a step");
    }
    println!("nodes,ms_per_step\n50,{:.4}", start.elapsed().as_secs_f64());
}

/// A vase of 180 × 127 nodes that creeps, hit from the side: 68,580 equations.
fn bust() -> Body {
    let lattice =
        Lattice::with_lengths(&[(180, true), (127, false)], &[1.0, 0.7]).expect("a surface");
    let places = shape::lathed(&lattice, |t| [0.15 + 0.05 * (7.0 * t).sin(), 0.6 * t]);
    let weights = Weights::uniform([20.0, 5.0, 1e-3]);
    let mut body = Body::new("bust", lattice, places, Formulation::hybrid(weights));
    body.creep = Some(Creep::maxwell(1.0));
    body.velocities = (body.shape.iter())
        .map(|x| Vec3::new(2.0 * (-40.0 * (x[1] - 0.4).powi(2)).exp(), 0.0, 0.5 * x[0]))
        .collect();
    body
}

fn step() {
    println!("solver,first_step_ms,ms_per_step,steps_per_second,iterations,converged");
    for (name, solver, steps) in [
        ("multigrid", Solver::Multigrid, 20),
        (
            "conjugate gradients",
            Solver::ConjugateGradients { jacobi: false },
            5,
        ),
        (
            "conjugate gradients by diagonal",
            Solver::ConjugateGradients { jacobi: true },
            5,
        ),
        ("cholesky", Solver::Cholesky, 20),
        ("lines", Solver::Lines, 2),
        ("relaxation", Solver::Relaxation { omega: 1.5 }, 1),
    ] {
        let options = Options {
            solver,
            ..Options::default()
        };
        let mut method = build(vec![bust()], vec![], vec![], options).expect("a bust");
        let world = World::empty([0.0; 3]);
        let dt = 1.0 / 120.0;
        let start = Instant::now();
        method.step(&world, 0.0, dt).expect("a step");
        let first = start.elapsed().as_secs_f64();
        let start = Instant::now();
        for k in 1..=steps {
            method.step(&world, f64::from(k) * dt, dt).expect("a step");
        }
        let each = start.elapsed().as_secs_f64() / f64::from(steps);
        let report = method.solution(0).expect("a body");
        println!(
            "{name},{:.1},{:.2},{:.1},{},{}",
            1e3 * first,
            1e3 * each,
            1.0 / each,
            report.iterations,
            report.converged
        );
    }
}

/// Multigrid cycles of a plate on springs, held at its border.
fn grow() {
    println!("nodes,setup_ms,cycle_ms,ns_per_node_and_cycle,factor");
    for n in [100usize, 200, 316, 500, 1000] {
        let lattice = Lattice::new(&[(n, false), (n, false)]).expect("a sheet");
        let fibres = Fibres::all(&lattice);
        let places = vec![Vec3::zero(); lattice.len()];
        let weights = Weights::uniform([0.0, 1.0, 0.0]);
        let mut matrix = stiffness(&lattice, &fibres, &weights, &places);
        let held: Vec<bool> = (0..lattice.len())
            .map(|i| lattice.place(i)[..2].iter().any(|&k| k == 0 || k + 1 == n))
            .collect();
        hold(&mut matrix, &held);
        let start = Instant::now();
        let mut levels = Multigrid::new(&lattice, &fibres, &held, &matrix).expect("levels");
        let setup = start.elapsed().as_secs_f64();
        let zero = vec![Vec3::zero(); lattice.len()];
        let mut x: Field = (0..lattice.len())
            .map(|i| Vec3::splat(if held[i] { 0.0 } else { (i as f64 * 0.7).sin() }))
            .collect();
        let cycle = Cycle {
            smoother: Smoother::Colours,
            ..Cycle::default()
        };
        let size = |x: &Field| x.iter().map(|v| v.norm_squared()).sum::<f64>().sqrt();
        levels.cycle(&matrix, &zero, &mut x, cycle);
        let (before, start) = (size(&x), Instant::now());
        for _ in 0..6 {
            levels.cycle(&matrix, &zero, &mut x, cycle);
        }
        let each = start.elapsed().as_secs_f64() / 6.0;
        let factor = (size(&x) / before).powf(1.0 / 6.0);
        println!(
            "{},{:.1},{:.2},{:.1},{factor:.4}",
            lattice.len(),
            1e3 * setup,
            1e3 * each,
            1e9 * each / lattice.len() as f64
        );
    }
}

/// Plain conjugate gradients for one step of a bent sheet, in both formulations, to the same accuracy of places: 1e-8 of the body.
fn stiff() {
    println!("stiffness,hybrid_iterations,primary_iterations");
    for power in 0..9 {
        let k = 10f64.powi(power);
        let run = |formulation: Formulation| {
            let lattice = Lattice::new(&[(30, false), (30, false)]).expect("a sheet");
            let places = shape::height_field(&lattice, [0.0; 2], [1.0; 2], |x, y| {
                0.2 * (3.0 * x).sin() * y
            });
            let mut body = Body::new("sheet", lattice, places, formulation);
            body.velocities = (body.shape.iter())
                .map(|x| Vec3::new(x[1], -x[0], 0.3 * (4.0 * x[0]).sin()))
                .collect();
            let options = Options {
                solver: Solver::ConjugateGradients { jacobi: false },
                place_tolerance: 1e-8,
                tolerance: 1e-16,
                iterations: 100_000,
                ..Options::default()
            };
            let mut method = build(vec![body], vec![], vec![], options).expect("a sheet");
            let world = World::empty([0.0; 3]);
            (0..3)
                .map(|step| {
                    method
                        .step(&world, f64::from(step) * 1e-3, 1e-3)
                        .expect("a step");
                    method.solution(0).expect("a body").iterations
                })
                .max()
                .unwrap_or(0)
        };
        let hybrid = run(Formulation::hybrid(Weights::uniform([0.0, k, 0.0])));
        let primary = run(Formulation::Primary(Box::new(Tensors::sheet(
            0.25 * k,
            0.0,
        ))));
        println!("{k:e},{hybrid},{primary}");
    }
}
