//! What a solver is, and what all of them share.

use crate::block::Block;
use crate::field::{Field, norm};
use crate::matrix::SparseMatrix;
use crate::tolerance::{Report, Tolerance};
use plastica_tensor::{Mat3, Vec3};
use std::fmt;

/// A way to solve A x = b for one symmetric positive definite matrix after the other.
pub trait Solver<B: Block>: fmt::Debug + Send + Sync {
    /// Takes a matrix over: factors, colours, inverse diagonal. What follows from its pattern alone is kept as long as the pattern
    /// stays.
    fn prepare(&mut self, matrix: &SparseMatrix<B>) -> Result<(), NotPositiveDefinite>;

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

/// An entry in a list of solvers.
#[derive(Debug)]
pub struct SolverKind {
    /// The word for it in scenes.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub doc: &'static str,
    /// Makes one for matrices of numbers.
    pub scalar: fn() -> Box<dyn Solver<f64>>,
    /// Makes one for matrices of 3×3 blocks.
    pub blocks: fn() -> Box<dyn Solver<Mat3<f64>>>,
}

impl SolverKind {
    /// A solver that has no matrix yet.
    pub fn build<B: Block>(&self) -> Box<dyn Solver<B>> {
        B::solver(self)
    }
}

/// The matrix is not positive definite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotPositiveDefinite {
    /// The node at which it was found.
    pub node: usize,
    /// What should have been a positive pivot.
    pub pivot: f64,
}

impl fmt::Display for NotPositiveDefinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotPositiveDefinite { node, pivot } = self;
        write!(
            f,
            "the matrix is not positive definite: pivot {pivot:e} at node {node}"
        )
    }
}

impl std::error::Error for NotPositiveDefinite {}

/// Improves x until the residual of A x = b is within a tolerance.
pub fn iterate<B: Block>(
    matrix: &SparseMatrix<B>,
    b: &[Vec3<f64>],
    x: &mut Field,
    tolerance: Tolerance,
    mut improve: impl FnMut(&mut Field),
) -> Report {
    let wanted = tolerance.residual(b);
    let mut residual = Field::new();
    matrix.residual(x, b, &mut residual);
    let mut iterations = 0;
    while norm(&residual) > wanted && iterations < tolerance.max_iterations {
        improve(x);
        matrix.residual(x, b, &mut residual);
        iterations += 1;
    }
    Report::iterative(iterations, norm(&residual), wanted)
}
