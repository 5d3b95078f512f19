//! When an iteration ends, and how it went.

use crate::field::norm;
use plastica_tensor::Vec3;

/// When an iteration may end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Residual over the right-hand side.
    pub relative: f64,
    /// Or residual, whatever the right-hand side.
    pub absolute: f64,
    /// Or after so many iterations.
    pub max_iterations: usize,
}

impl Tolerance {
    /// Residual over the right-hand side, however many iterations it takes.
    pub fn relative(relative: f64) -> Self {
        Tolerance {
            relative,
            absolute: 0.0,
            max_iterations: usize::MAX,
        }
    }

    /// The residual to reach for a right-hand side.
    pub fn residual(&self, b: &[Vec3<f64>]) -> f64 {
        (self.relative * norm(b)).max(self.absolute)
    }
}

/// How a solution went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Report {
    /// Iterations; 1 for direct solvers.
    pub iterations: usize,
    /// Size of the residual that is left; direct solvers do not measure it.
    pub residual: f64,
    /// Whether it is as small as asked.
    pub converged: bool,
}

impl Report {
    /// Of an iteration that was to bring the residual down to `wanted`.
    pub fn iterative(iterations: usize, residual: f64, wanted: f64) -> Self {
        Report {
            iterations,
            residual,
            converged: residual <= wanted,
        }
    }

    /// Of a solution by factors, exact but for rounding.
    pub fn direct() -> Self {
        Report::iterative(1, 0.0, 0.0)
    }
}
