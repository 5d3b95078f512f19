//! How the systems of a lattice are solved: every solver of [`plastica_linear`], and those that need the lattice itself.
//!
//! | solver | for |
//! |---|---|
//! | `cholesky` | curves, surfaces, small solids: factored only when the matrix changes, exact |
//! | `skyline` | factors without reordering: curves, and a check on the other |
//! | `multigrid` | the largest surfaces and solids, and matrices that change often: preconditions conjugate gradients, which mend what cuts do to a cycle |
//! | `conjugate-gradients` | no set-up at all; light bodies in short steps |
//! | `adi` | nets, as in the paper: alternating directions |
//! | `sor` | successive over-relaxation, for comparison |

mod choice;
mod line_gauss_seidel;
mod multigrid;

pub use choice::{SOLVERS, SolverChoice};
pub use line_gauss_seidel::LineGaussSeidel;
pub use multigrid::{Cycle, Multigrid, Smoother};

use crate::lattice::{Fibres, Lattice};
use plastica_linear::{
    Block, Field, NotPositiveDefinite, Report, Solver, SolverKind, SparseMatrix, Tolerance,
};
use plastica_tensor::{Mat3, Vec3};
use std::fmt;

/// All solvers that need the lattice.
pub const LATTICE_SOLVERS: &[&LatticeSolverKind] = &[line_gauss_seidel::KIND, multigrid::KIND];

/// A matrix and the lattice whose nodes it couples.
#[derive(Clone, Copy, Debug)]
pub struct LatticeMatrix<'a, B> {
    /// The nodes.
    pub lattice: &'a Lattice,
    /// What holds them together.
    pub fibres: &'a Fibres,
    /// Nodes whose rows and columns are those of the identity.
    pub held: &'a [bool],
    /// The matrix.
    pub matrix: &'a SparseMatrix<B>,
}

/// A [`Solver`] that may use the lattice.
pub trait LatticeSolver<B: Block>: fmt::Debug + Send + Sync {
    /// Takes a matrix over.
    fn prepare(&mut self, system: LatticeMatrix<'_, B>) -> Result<(), NotPositiveDefinite>;

    /// Solves A x = b for the matrix that was prepared; an iteration starts from the x given.
    fn solve(
        &mut self,
        matrix: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        tolerance: Tolerance,
    ) -> Report;

    /// Whether a solution does not depend on the initial guess.
    fn is_direct(&self) -> bool {
        false
    }
}

/// An entry in the list of solvers that need the lattice.
#[derive(Debug)]
pub struct LatticeSolverKind {
    /// The word for it in scenes.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub doc: &'static str,
    /// Makes one for matrices of numbers.
    pub scalar: fn() -> Box<dyn LatticeSolver<f64>>,
    /// Makes one for matrices of 3×3 blocks.
    pub blocks: fn() -> Box<dyn LatticeSolver<Mat3<f64>>>,
}

/// Blocks of which matrices on lattices are made.
pub trait LatticeBlock: Block {
    /// A solver for matrices of such blocks.
    fn lattice_solver(kind: &LatticeSolverKind) -> Box<dyn LatticeSolver<Self>>;
}

impl LatticeBlock for f64 {
    fn lattice_solver(kind: &LatticeSolverKind) -> Box<dyn LatticeSolver<f64>> {
        (kind.scalar)()
    }
}

impl LatticeBlock for Mat3<f64> {
    fn lattice_solver(kind: &LatticeSolverKind) -> Box<dyn LatticeSolver<Self>> {
        (kind.blocks)()
    }
}

/// A solver that needs no lattice.
#[derive(Debug)]
struct General<B>(Box<dyn Solver<B>>);

impl<B: Block> General<B> {
    fn new(kind: &SolverKind) -> Self {
        General(kind.build())
    }
}

impl<B: Block> LatticeSolver<B> for General<B> {
    fn prepare(&mut self, system: LatticeMatrix<'_, B>) -> Result<(), NotPositiveDefinite> {
        self.0.prepare(system.matrix)
    }

    fn solve(
        &mut self,
        matrix: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        tolerance: Tolerance,
    ) -> Report {
        self.0.solve(matrix, b, x, tolerance)
    }

    fn is_direct(&self) -> bool {
        self.0.is_direct()
    }
}
