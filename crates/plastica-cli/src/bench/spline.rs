//! `plastica bench spline`: what a step of a curve and of the paper's surface costs by each solver, and how multigrid grows.

use super::Arguments;
use crate::progress::Stopwatch;
use crate::{Failure, files};
use plastica_core::{Method, Step, World};
use plastica_linear::{Field, SparseMatrix, Tolerance};
use plastica_spline::solve::{Cycle, LatticeMatrix, Multigrid, SOLVERS, Smoother, SolverChoice};
use plastica_spline::{
    Body, Creep, Fibres, Formulation, Lattice, Options, Splines, Weights, build, hold, shape,
    stiffness,
};
use plastica_tensor::Vec3;
use serde_json::json;
use std::fmt::Write;

/// [s].
const STEP: f64 = 1.0 / 120.0;
/// Sides of the square sheets that multigrid is measured on: 10 thousand to a million nodes.
const SIDES: [usize; 5] = [100, 200, 316, 500, 1000];

/// One step of the surface by one solver.
struct Stepped {
    solver: &'static str,
    /// The first step, in which the matrix is prepared [ms].
    first: f64,
    /// Any later one [ms].
    step: f64,
    iterations: usize,
    /// ‖b − A x‖/‖b‖ of a step's system, solved as it is in a step.
    residual: f64,
}

/// Multigrid on a square sheet.
struct Grown {
    nodes: usize,
    /// [ms].
    setup: f64,
    /// [ms].
    cycle: f64,
    /// Of the error, per cycle.
    factor: f64,
}

impl Grown {
    /// Nanoseconds per node and cycle.
    fn per_node(&self) -> f64 {
        1e6 * self.cycle / self.nodes as f64
    }
}

pub(super) fn run(arguments: &Arguments, threads: usize) -> Result<(), Failure> {
    if arguments.roofline.is_some() {
        let reason = "there is no roofline of method spline: leave out --roofline";
        return Err(Failure::Input(reason.into()));
    }
    let repeats = arguments.repeats;
    let curve = curve(repeats)?;
    let surface = SOLVERS
        .into_iter()
        .filter(|solver| *solver != SolverChoice::Automatic)
        .map(|solver| surface(solver, arguments.steps, repeats))
        .collect::<Result<Vec<_>, _>>()?;
    let growth = (SIDES.iter())
        .map(|&side| grow(side, repeats))
        .collect::<Result<Vec<_>, _>>()?;
    files::print(&match arguments.json {
        true => files::pretty(&json!({
            "method": "spline", "threads": threads, "repeats": repeats,
            "curve": { "nodes": 50, "ms_per_step": curve },
            "surface": surface.iter().map(|s| json!({
                "solver": s.solver, "nodes": 180 * 127, "first_step_ms": s.first, "ms_per_step": s.step,
                "iterations": s.iterations, "residual": s.residual,
            })).collect::<Vec<_>>(),
            "multigrid": growth.iter().map(|g| json!({
                "nodes": g.nodes, "setup_ms": g.setup, "cycle_ms": g.cycle,
                "ns_per_node_and_cycle": g.per_node(), "factor": g.factor,
            })).collect::<Vec<_>>(),
        })),
        false => text(threads, curve, &surface, &growth),
    })
}

fn text(threads: usize, curve: f64, surface: &[Stepped], growth: &[Grown]) -> String {
    let mut out = format!(
        "a curve of 50 nodes that creeps, {threads} threads: {curve:.4} ms per step\n\n\
         a surface of 180 × 127 nodes that creeps, 68,580 equations, steps of 1/120 s\n\
         {:<30} {:>10} {:>8} {:>10} {:>9}\n",
        "solver", "first [ms]", "ms", "iterations", "residual"
    );
    for s in surface {
        let _ = writeln!(
            out,
            "{:<30} {:>10.1} {:>8.2} {:>10} {:>9.1e}",
            s.solver, s.first, s.step, s.iterations, s.residual
        );
    }
    let _ = writeln!(
        out,
        "\nmultigrid on square sheets\n{:>9} {:>12} {:>11} {:>18} {:>17}",
        "nodes", "set-up [ms]", "cycle [ms]", "ns/node and cycle", "factor per cycle"
    );
    for g in growth {
        let _ = writeln!(
            out,
            "{:>9} {:>12.1} {:>11.2} {:>18.1} {:>17.3}",
            g.nodes,
            g.setup,
            g.cycle,
            g.per_node(),
            g.factor
        );
    }
    out
}

fn fail(error: &dyn std::fmt::Display) -> Failure {
    Failure::Work(error.to_string())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Milliseconds per step, the median of some repeats.
fn timed(method: &mut Splines, dt: f64, steps: u32, repeats: u32) -> Result<f64, Failure> {
    let (world, mut time) = (World::empty([0.0; 3]), 0.0);
    let mut each = Vec::new();
    for _ in 0..repeats {
        let watch = Stopwatch::start();
        for _ in 0..steps {
            let step = method.step(&world, Step::new(time, dt));
            step.map_err(|error| Failure::Work(format!("{error:?}")))?;
            time += dt;
        }
        each.push(1e3 * watch.seconds() / f64::from(steps));
    }
    Ok(median(each))
}

/// The closed curve of 50 nodes [TF88, Fig. 1]: milliseconds per step.
fn curve(repeats: u32) -> Result<f64, Failure> {
    let lattice = Lattice::new(&[(50, true)]).map_err(|e| fail(&e))?;
    let places = shape::circle(&lattice, [0.0, 1.0, 0.0], 0.2);
    let weights = Weights::uniform([100.0, 2.0, 0.02]);
    let mut ball = Body::new("ball", lattice, places, Formulation::hybrid(weights));
    ball.creep = Some(Creep::maxwell(0.2));
    ball.velocities = (ball.shape.iter())
        .map(|x| Vec3::new(x[1], 0.0, 0.0))
        .collect();
    let mut method = build(vec![ball], vec![], vec![], Options::default()).map_err(|e| fail(&e))?;
    timed(&mut method, 1e-3, 1000, repeats)
}

/// A vase of 180 × 127 nodes, the size of the paper's bust, that creeps, hit from the side. It bends stiffly: the diagonal
/// of K is 1,500 times that of M/h².
fn vase() -> Result<Body, Failure> {
    let lattice = Lattice::with_lengths(&[(180, true), (127, false)], &[1.0, 0.7]);
    let lattice = lattice.map_err(|e| fail(&e))?;
    let places = shape::lathed(&lattice, |t| [0.15 + 0.05 * (7.0 * t).sin(), 0.6 * t]);
    let mut body = Body::new("vase", lattice, places, Formulation::hybrid(vase_weights()));
    body.creep = Some(Creep::maxwell(1.0));
    body.velocities = (body.shape.iter())
        .map(|x| Vec3::new(2.0 * (-40.0 * (x[1] - 0.4).powi(2)).exp(), 0.0, 0.5 * x[0]))
        .collect();
    Ok(body)
}

fn vase_weights() -> Weights {
    Weights::uniform([20.0, 5.0, 1e-3])
}

/// A solver that takes longer than this for the first step [ms] takes few more; one that takes ten times as long none.
const SLOW: f64 = 150.0;
/// Most iterations: those that need more show by the residual that is left.
const ITERATIONS: usize = 600;

fn surface(solver: SolverChoice, steps: Option<u32>, repeats: u32) -> Result<Stepped, Failure> {
    let options = Options {
        solver,
        iterations: ITERATIONS,
        ..Options::default()
    };
    let body = vase()?;
    let residual = residual(&body, &options)?;
    let mut method = build(vec![body], vec![], vec![], options).map_err(|e| fail(&e))?;
    let first = timed(&mut method, STEP, 1, 1)?;
    let usual = if first > SLOW { 4 } else { 20 };
    let step = if first > 10.0 * SLOW {
        first
    } else {
        timed(&mut method, STEP, steps.unwrap_or(usual), repeats)?
    };
    let iterations = method.solution(0).map_or(0, |report| report.iterations);
    Ok(Stepped {
        solver: solver.name(),
        first,
        step,
        iterations,
        residual,
    })
}

/// What is left of M/h² x₀ in A x = M/h² x₀ for the velocities of a body as x₀.
fn residual(body: &Body, options: &Options) -> Result<f64, Failure> {
    let lattice = &body.lattice;
    let fibres = Fibres::all(lattice);
    let mut matrix = stiffness(lattice, &fibres, &vase_weights(), &body.shape);
    let inertia = |i: usize| lattice.measure(i) / (STEP * STEP);
    add_to_diagonal(&mut matrix, inertia);
    let b: Field = (body.velocities.iter().enumerate())
        .map(|(i, v)| v.scale(inertia(i)))
        .collect();
    let held = vec![false; lattice.len()];
    let mut solver = options.solver.build(lattice);
    solver
        .prepare(LatticeMatrix {
            lattice,
            fibres: &fibres,
            held: &held,
            matrix: &matrix,
        })
        .map_err(|e| fail(&e))?;
    let mut x = vec![Vec3::zero(); b.len()];
    let tolerance = Tolerance {
        relative: options.tolerance,
        absolute: 0.0,
        max_iterations: options.iterations,
    };
    solver.solve(&matrix, &b, &mut x, tolerance);
    let mut left = Field::new();
    matrix.residual(&x, &b, &mut left);
    Ok(size(&left) / size(&b))
}

fn add_to_diagonal(matrix: &mut SparseMatrix<f64>, value: impl Fn(usize) -> f64) {
    for i in 0..matrix.len() {
        for k in matrix.first[i]..matrix.first[i + 1] {
            if matrix.columns[k] as usize == i {
                matrix.values[k] += value(i);
            }
        }
    }
}

fn size(field: &[Vec3<f64>]) -> f64 {
    field.iter().map(|v| v.norm_squared()).sum::<f64>().sqrt()
}

/// Cycles on a square membrane that is held at its border.
fn grow(side: usize, repeats: u32) -> Result<Grown, Failure> {
    let lattice = Lattice::new(&[(side, false); 2]).map_err(|e| fail(&e))?;
    let fibres = Fibres::all(&lattice);
    let places = vec![Vec3::zero(); lattice.len()];
    let mut matrix = stiffness(
        &lattice,
        &fibres,
        &Weights::uniform([0.0, 1.0, 0.0]),
        &places,
    );
    let outside = |k: &usize| *k == 0 || *k + 1 == side;
    let held: Vec<bool> = (0..lattice.len())
        .map(|i| lattice.place(i)[..2].iter().any(outside))
        .collect();
    hold(&mut matrix, &held);
    let watch = Stopwatch::start();
    let mut levels = Multigrid::new(&lattice, &fibres, &held, &matrix).map_err(|e| fail(&e))?;
    let setup = 1e3 * watch.seconds();
    let zero = vec![Vec3::zero(); lattice.len()];
    let mut x: Field = (0..lattice.len())
        .map(|i| Vec3::splat(if held[i] { 0.0 } else { (i as f64 * 0.7).sin() }))
        .collect();
    let cycle = Cycle {
        smoother: Smoother::Colours,
        ..Cycle::default()
    };
    levels.cycle(&matrix, &zero, &mut x, cycle);
    let before = size(&x);
    let count = repeats.max(6);
    let mut each = Vec::new();
    for _ in 0..count {
        let watch = Stopwatch::start();
        levels.cycle(&matrix, &zero, &mut x, cycle);
        each.push(1e3 * watch.seconds());
    }
    Ok(Grown {
        nodes: lattice.len(),
        setup,
        cycle: median(each),
        factor: (size(&x) / before).powf(1.0 / f64::from(count)),
    })
}
