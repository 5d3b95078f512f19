//! Reference numbers that the methods must reproduce.
//!
//! A [`Case`] sets up an experiment with a known answer, does it by one or several methods and gives [`Row`]s:
//! reference, measured, tolerance, verdict. The tests run every case small; `cargo xtask verify` runs them at full
//! resolution and writes the table `docs/verification.md`. Beside them, [`torture`] throws every preset at the floor.

mod case;
mod cases;
mod lattices;
pub mod method_under_test;
pub mod specimen;
pub mod torture;

pub use case::{Case, Experiment, Row, Size, table};
pub use cases::{case, cases};
