//! Solvers for symmetric positive definite systems on a lattice.
//!
//! | solver | for |
//! |---|---|
//! | [`Solver::Cholesky`] | curves, surfaces, small solids: factored only when the matrix changes, exact |
//! | [`Solver::Profile`] | our own factor without reordering: curves, and a check on the other |
//! | [`Solver::Multigrid`] | the largest surfaces and solids, and matrices that change often: leads conjugate gradients, which mend what cuts do to a cycle |
//! | [`Solver::ConjugateGradients`] | no set-up at all; light bodies in short steps |
//! | [`Solver::Lines`] | nets, as in the paper: alternating directions |
//! | [`Solver::Relaxation`] | successive over-relaxation, for comparison |

mod block;
mod cholesky;
mod gradients;
mod lines;
mod multigrid;
mod profile;
mod relax;
mod sparse;

pub use block::Block;
pub use cholesky::{Cholesky, NoFactor};
pub use gradients::{Lead, Stop, conjugate_gradients};
pub use lines::Lines;
pub use multigrid::{Cycle, Multigrid, Smoother};
pub use profile::{NotPositive, Profile};
pub use relax::{Order, Relaxation};
pub use sparse::{Field, Sparse};
pub(crate) use sparse::{combine, dot, fill};

use crate::lattice::{Fibres, Lattice};
use plastica_tensor::Vec3;

/// How systems are solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solver {
    /// Cholesky for curves, surfaces of up to 60,000 nodes and solids of up to 3,000, else multigrid; where the matrix
    /// changes in every step, conjugate gradients.
    Automatic,
    /// Sparse Cholesky factors.
    Cholesky,
    /// Cholesky factors within the profile.
    Profile,
    /// Conjugate gradients, with or without the inverse diagonal.
    ConjugateGradients {
        /// Whether the inverse diagonal leads.
        jacobi: bool,
    },
    /// Successive over-relaxation.
    Relaxation {
        /// Its factor, between 0 and 2.
        omega: f64,
    },
    /// Alternating directions.
    Lines,
    /// Conjugate gradients led by a multigrid cycle.
    Multigrid,
}

impl Solver {
    /// Short name.
    pub fn name(self) -> &'static str {
        match self {
            Solver::Automatic => "automatic",
            Solver::Cholesky => "cholesky",
            Solver::Profile => "profile",
            Solver::ConjugateGradients { .. } => "conjugate gradients",
            Solver::Relaxation { .. } => "relaxation",
            Solver::Lines => "lines",
            Solver::Multigrid => "multigrid",
        }
    }

    /// What `Automatic` stands for. At 23,000 nodes of a surface a factor costs as much as two multigrid solutions and serves
    /// for many steps; those of solids fill in sooner. Blocks belong to the primary formulation, whose matrix changes in
    /// every step.
    pub(crate) fn resolved<B: Block>(self, lattice: &Lattice) -> Solver {
        let dimensions = (0..3).filter(|&axis| lattice.counts[axis] > 1).count();
        let most = match dimensions {
            0 | 1 => usize::MAX,
            2 => 60_000,
            _ => 3000,
        };
        match self {
            Solver::Automatic if B::ROWS == 3 && dimensions > 1 => {
                Solver::ConjugateGradients { jacobi: true }
            }
            Solver::Automatic if lattice.len() <= most => Solver::Cholesky,
            Solver::Automatic => Solver::Multigrid,
            chosen => chosen,
        }
    }
}

/// How a solution went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Iterations; 1 for direct solvers.
    pub iterations: usize,
    /// Size of the residual that is left.
    pub residual: f64,
    /// Whether it is as small as asked.
    pub converged: bool,
}

impl Report {
    pub(crate) fn new(iterations: usize, residual: f64, aim: f64) -> Self {
        Report {
            iterations,
            residual,
            converged: residual <= aim,
        }
    }
}

/// Improves x until the residual is small.
pub(crate) fn iterate<B: Block>(
    matrix: &Sparse<B>,
    b: &[Vec3<f64>],
    x: &mut Field,
    stop: Stop,
    mut improve: impl FnMut(&mut Field),
) -> Report {
    let aim = stop.aim(b);
    let mut scratch = Field::new();
    let mut size = lines::size(matrix, b, x, &mut scratch);
    let mut iterations = 0;
    while size > aim && iterations < stop.most {
        improve(x);
        size = lines::size(matrix, b, x, &mut scratch);
        iterations += 1;
    }
    Report::new(iterations, size, aim)
}

/// Whether x already solves A x = b well enough.
pub(crate) fn solved<B: Block>(
    matrix: &Sparse<B>,
    b: &[Vec3<f64>],
    x: &[Vec3<f64>],
    stop: Stop,
) -> bool {
    lines::size(matrix, b, x, &mut Field::new()) <= stop.aim(b)
}

/// A matrix made ready for a solver.
#[derive(Clone, Debug)]
pub enum Ready<B> {
    /// Sparse factors.
    Cholesky(Box<Cholesky>),
    /// Factors within the profile.
    Profile(Profile),
    /// Nothing but perhaps the inverse diagonal.
    Gradients(Option<Relaxation<B>>),
    /// Colours and a factor.
    Relaxation(Relaxation<B>, f64),
    /// Factors of lines.
    Lines(Lines),
    /// Levels.
    Multigrid(Box<Multigrid<B>>),
}

impl<B: Block> Ready<B> {
    /// Prepares a matrix; the order of an older factor of the same pattern is used again.
    pub fn new(
        solver: Solver,
        lattice: &Lattice,
        fibres: &Fibres,
        held: &[bool],
        matrix: &Sparse<B>,
        old: Option<Ready<B>>,
    ) -> Result<Self, NotPositive> {
        let failed = |_: NoFactor| NotPositive(0);
        Ok(match solver.resolved::<B>(lattice) {
            Solver::Cholesky | Solver::Automatic => {
                let mut factor = match old {
                    Some(Ready::Cholesky(factor)) => factor,
                    _ => Box::new(Cholesky::new(matrix).map_err(failed)?),
                };
                factor.factor(matrix).map_err(failed)?;
                Ready::Cholesky(factor)
            }
            Solver::Profile => {
                let all: Vec<u32> = (0..matrix.len() as u32).collect();
                Ready::Profile(Profile::of(matrix, &all)?)
            }
            Solver::ConjugateGradients { jacobi } => {
                Ready::Gradients(jacobi.then(|| Relaxation::new(matrix)))
            }
            Solver::Relaxation { omega } => Ready::Relaxation(Relaxation::new(matrix), omega),
            Solver::Lines => Ready::Lines(Lines::new(lattice, matrix)?),
            Solver::Multigrid => {
                Ready::Multigrid(Box::new(Multigrid::new(lattice, fibres, held, matrix)?))
            }
        })
    }

    /// Whether a solution does not depend on where it starts.
    pub fn is_direct(&self) -> bool {
        matches!(self, Ready::Cholesky(_) | Ready::Profile(_))
    }

    /// Solves A x = b from the x given.
    pub fn solve(
        &mut self,
        matrix: &Sparse<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        stop: Stop,
    ) -> Report {
        match self {
            Ready::Cholesky(factor) => {
                factor.solve::<B>(b, x);
                Report::new(1, 0.0, 0.0)
            }
            Ready::Profile(factor) => {
                factor.solve_field::<B>(b, x);
                Report::new(1, 0.0, 0.0)
            }
            Ready::Gradients(None) => conjugate_gradients(matrix, b, x, stop, None),
            Ready::Gradients(Some(jacobi)) => {
                let mut lead = |b: &[Vec3<f64>], x: &mut Field| {
                    fill(x, b.len(), |i| jacobi.inverse(i).apply(b[i]));
                };
                conjugate_gradients(matrix, b, x, stop, Some(&mut lead))
            }
            Ready::Relaxation(relaxation, omega) => iterate(matrix, b, x, stop, |x| {
                relaxation.sweep(matrix, b, x, *omega, Order::Colours);
            }),
            Ready::Lines(lines) => lines.solve(matrix, b, x, stop),
            Ready::Multigrid(levels) => {
                let mut lead = |b: &[Vec3<f64>], x: &mut Field| {
                    levels.lead(matrix, b, x, Cycle::default());
                };
                conjugate_gradients(matrix, b, x, stop, Some(&mut lead))
            }
        }
    }
}
