//! Decompositions and functions of 3×3 matrices, without branches on the value of a lane.
//!
//! Where a cheap method covers the usual case and a dear one the rest, the choice is made for the
//! whole register: the cheap one runs only if it is right for every lane.

mod eigen;
mod exp_matrix;
mod frame;
mod isolated;
mod log_exp;
mod polar;
mod svd;
mod sweep;

pub use eigen::eigen;
pub use exp_matrix::exp_matrix;
pub use log_exp::{exp_m1_symmetric, ln_1p_symmetric, ln_and_inverse_root_1p};
pub use polar::polar;
pub use svd::{Svd, svd};
pub use sweep::sweep;
