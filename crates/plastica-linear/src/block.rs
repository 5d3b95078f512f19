//! What stands at one place of a matrix: one number for all three coordinates, or a 3×3 block that mixes them.

use crate::solver::{Solver, SolverKind};
use plastica_tensor::{Mat3, Vec3};

/// How one node acts on another.
pub trait Block: Copy + std::fmt::Debug + Send + Sync + PartialEq + 'static {
    /// Scalar equations per node: coordinates that share a matrix are columns of one right-hand side.
    const ROWS: usize;
    /// No action.
    const ZERO: Self;
    /// The vector itself.
    const ONE: Self;
    /// Sum of two actions.
    fn add(self, other: Self) -> Self;
    /// A multiple.
    fn scale(self, factor: f64) -> Self;
    /// The transposed action.
    fn transposed(self) -> Self;
    /// What becomes of a vector.
    fn apply(self, v: Vec3<f64>) -> Vec3<f64>;
    /// The opposite action, for diagonals of positive definite matrices.
    fn inverse(self) -> Self;
    /// One number of it.
    fn entry(self, row: usize, column: usize) -> f64;
    /// A solver for matrices of such blocks.
    fn solver(kind: &SolverKind) -> Box<dyn Solver<Self>>;
}

impl Block for f64 {
    const ROWS: usize = 1;
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
    fn add(self, other: f64) -> f64 {
        self + other
    }
    fn scale(self, factor: f64) -> f64 {
        self * factor
    }
    fn transposed(self) -> f64 {
        self
    }
    #[inline(always)]
    fn apply(self, v: Vec3<f64>) -> Vec3<f64> {
        v.scale(self)
    }
    fn inverse(self) -> f64 {
        1.0 / self
    }
    fn entry(self, _: usize, _: usize) -> f64 {
        self
    }
    fn solver(kind: &SolverKind) -> Box<dyn Solver<f64>> {
        (kind.scalar)()
    }
}

impl Block for Mat3<f64> {
    const ROWS: usize = 3;
    const ZERO: Self = Mat3([[0.0; 3]; 3]);
    const ONE: Self = Mat3([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    fn add(self, other: Self) -> Self {
        self + other
    }
    fn scale(self, factor: f64) -> Self {
        Mat3::scale(self, factor)
    }
    fn transposed(self) -> Self {
        self.transpose()
    }
    #[inline(always)]
    fn apply(self, v: Vec3<f64>) -> Vec3<f64> {
        self.mul_vec(v)
    }
    fn inverse(self) -> Self {
        Mat3::inverse(&self)
    }
    fn entry(self, row: usize, column: usize) -> f64 {
        self[(row, column)]
    }
    fn solver(kind: &SolverKind) -> Box<dyn Solver<Self>> {
        (kind.blocks)()
    }
}
