//! Small tensors for solid mechanics: [`Vec3`], [`Mat3`] and [`Sym3`] over one number trait,
//! [`Real`].
//!
//! `Real` is `f32`, `f64` or a register of several of them ("lanes"), so a formula written once is
//! the double-precision reference in a test and eight or sixteen material points at a time in a
//! solver. Lanes reach the machine through [`dispatch`], which picks the widest instruction set at
//! run time: no compiler flags are needed.
//!
//! ```
//! use plastica_tensor::{Mat3, Real};
//!
//! /// Green's strain, for one point or for a register of points.
//! fn green<R: Real>(f: Mat3<R>) -> plastica_tensor::Sym3<R> {
//!     (f.transpose_mul_self() - plastica_tensor::Sym3::identity()).scale(R::constant(0.5))
//! }
//! let f = Mat3::<f64>::from_rows([[1.1, 0.2, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 0.9]]);
//! assert!((green(f).xy - 0.11).abs() < 1e-15);
//! ```
//!
//! This crate knows no physics.

mod counted;
pub mod decompose;
pub mod elementary;
pub mod kernel;
mod matrix;
pub mod random;
mod real;
pub mod simd;
mod symmetric;
mod vector;

pub use counted::{Counted, count};
pub use decompose::{Svd, eigen, polar, svd};
pub use matrix::Mat3;
pub use real::{Mask, Real, Scalar};
pub use simd::dispatch;
pub use symmetric::Sym3;
pub use vector::Vec3;
