//! Symmetric positive definite systems A x = b for any implicit method: sparse matrices of [`Block`]s (one number, or 3×3), and
//! solvers for them.
//!
//! ```
//! use plastica_linear::{SparseMatrix, Tolerance, cholesky};
//! use plastica_tensor::Vec3;
//! // Two nodes on springs, one of them tied to the ground.
//! let matrix = SparseMatrix::from_rows(vec![vec![(0, 2.0), (1, -1.0)], vec![(0, -1.0), (1, 1.0)]]);
//! let b = [Vec3::splat(0.0), Vec3::splat(1.0)];
//! let mut solver = cholesky::KIND.build::<f64>();
//! solver.prepare(&matrix)?;
//! let mut x = vec![Vec3::zero(); 2];
//! assert!(solver.solve(&matrix, &b, &mut x, Tolerance::relative(1e-9)).converged);
//! assert!((x[1][0] - 2.0).abs() < 1e-12);
//! # Ok::<(), plastica_linear::NotPositiveDefinite>(())
//! ```
//!
//! A solver is one file with a [`Solver`] and its [`SolverKind`], and one line in [`SOLVERS`]; scene words, bench and tests follow
//! from the list (`docs/howto/add-a-solver.md`). What needs the regular numbering of a lattice (multigrid, line Gauss–Seidel) stands
//! beside the lattice, in `plastica-spline`. Sums are taken in an order that does not depend on threads.

mod block;
pub mod cholesky;
pub mod conjugate_gradients;
mod field;
mod matrix;
pub mod skyline;
mod solver;
pub mod sor;
mod tolerance;

pub use block::Block;
pub use cholesky::Cholesky;
pub use conjugate_gradients::{Preconditioner, conjugate_gradients};
pub use field::{Field, combine, dot, fill, norm};
pub use matrix::SparseMatrix;
pub use skyline::SkylineCholesky;
pub use solver::{NotPositiveDefinite, Solver, SolverKind, iterate};
pub use sor::{Order, Sor};
pub use tolerance::{Report, Tolerance};

/// All solvers that need nothing but the matrix.
pub const SOLVERS: &[&SolverKind] = &[
    cholesky::KIND,
    skyline::KIND,
    conjugate_gradients::JACOBI,
    conjugate_gradients::PLAIN,
    sor::KIND,
];
