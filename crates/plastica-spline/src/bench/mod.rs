//! What the method is measured on: steps of a curve, steps of the paper's surface by each solver, cycles of multigrid.

mod bodies;
mod multigrid;

use crate::body::Body;
use crate::build::build;
use crate::hybrid::stiffness;
use crate::lattice::Fibres;
use crate::options::Options;
use crate::solve::{LatticeMatrix, SOLVERS, SolverChoice};
use crate::step::Splines;
use bodies::{curve, vase, vase_weights};
use multigrid::{SIDES, Sheet};
use plastica_core::{Method, Step, World};
use plastica_linear::{Field, SparseMatrix, Tolerance};
use plastica_scene::method::bench::{Bench, Case, Effort, Measurable};
use plastica_tensor::Vec3;

pub(crate) const BENCHES: &[Bench] = &[
    Bench {
        name: "curve",
        doc: "A closed curve of 50 nodes that creeps, in steps of 1 ms.",
        options: &[],
        roofline: None,
        cases: |_, _| {
            let build = || Stepped::new(curve()?, Options::default(), 1e-3, CURVE);
            Ok(vec![Case::new("closed curve", build)])
        },
    },
    Bench {
        name: "surface",
        doc: "A surface of 180 × 127 nodes, 68,580 equations, that creeps and bends stiffly, in steps of 1/120 s by each solver. The first step prepares the matrix.",
        options: &[],
        roofline: None,
        cases: |_, _| Ok(solvers().map(surface).collect()),
    },
    Bench {
        name: "multigrid",
        doc: "Cycles of multigrid as steps, on square sheets that are held at their borders. The first one sets the levels up.",
        options: &[],
        roofline: None,
        cases: |_, _| {
            let sheet = |side| Case::new(format!("{side} × {side}"), move || Sheet::new(side));
            Ok(SIDES.into_iter().map(sheet).collect())
        },
    },
];

/// Step of the surface [s].
const STEP: f64 = 1.0 / 120.0;
/// Most iterations of a solver: those that need more show by the residual that is left.
const ITERATIONS: usize = 600;

const CURVE: Effort = Effort {
    warm_up: Some(1),
    ..Effort::steps(1000)
};
const SURFACE: Effort = Effort {
    warm_up: Some(1),
    steps: 20,
    longest: 3.0,
};

fn solvers() -> impl Iterator<Item = SolverChoice> {
    let all = SOLVERS.into_iter();
    all.filter(|solver| *solver != SolverChoice::Automatic)
}

fn surface(solver: SolverChoice) -> Case {
    let options = Options {
        solver,
        iterations: ITERATIONS,
        ..Options::default()
    };
    Case::new(solver.name(), move || {
        let body = vase()?;
        Ok(Stepped {
            residual: Some(residual(&body, &options)?),
            ..Stepped::new(body, options, STEP, SURFACE)?
        })
    })
}

/// A body in steps of fixed length.
struct Stepped {
    method: Splines,
    world: World,
    time: f64,
    dt: f64,
    effort: Effort,
    /// ‖b − A x‖/‖b‖ of a step's system, solved as it is in a step.
    residual: Option<f64>,
}

impl Stepped {
    fn new(body: Body, options: Options, dt: f64, effort: Effort) -> Result<Self, String> {
        let method = build(vec![body], vec![], vec![], options);
        Ok(Stepped {
            method: method.map_err(|error| error.to_string())?,
            world: World::empty([0.0; 3]),
            time: 0.0,
            dt,
            effort,
            residual: None,
        })
    }
}

impl Measurable for Stepped {
    fn point(&self) -> &'static str {
        "node"
    }

    fn points(&self) -> usize {
        self.method.len()
    }

    fn effort(&self) -> Effort {
        self.effort
    }

    fn advance(&mut self, steps: u32) -> Result<(), String> {
        for _ in 0..steps {
            let step = self.method.step(&self.world, Step::new(self.time, self.dt));
            step.map_err(|error| format!("{error:?}"))?;
            self.time += self.dt;
        }
        Ok(())
    }

    fn findings(&self) -> Vec<(&'static str, Vec<f64>)> {
        let Some(residual) = self.residual else {
            return Vec::new();
        };
        let solution = self.method.solution(0);
        let iterations = solution.map_or(0, |report| report.iterations);
        vec![
            ("iterations", vec![iterations as f64]),
            ("residual", vec![residual]),
        ]
    }
}

/// What is left of M/h² x₀ in A x = M/h² x₀ for the velocities of a body as x₀.
fn residual(body: &Body, options: &Options) -> Result<f64, String> {
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
    let prepared = solver.prepare(LatticeMatrix {
        lattice,
        fibres: &fibres,
        held: &held,
        matrix: &matrix,
    });
    prepared.map_err(|error| error.to_string())?;
    let mut x = vec![Vec3::zero(); b.len()];
    let tolerance = Tolerance {
        relative: options.tolerance,
        absolute: 0.0,
        max_iterations: options.iterations,
    };
    solver.solve(&matrix, &b, &mut x, tolerance);
    let mut left = Field::new();
    matrix.residual(&x, &b, &mut left);
    Ok(norm(&left) / norm(&b))
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

fn norm(field: &[Vec3<f64>]) -> f64 {
    field.iter().map(|v| v.norm_squared()).sum::<f64>().sqrt()
}
