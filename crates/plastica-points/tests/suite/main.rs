//! The point-based method on small bodies.

mod common;
mod conservation;
mod elastic;
mod state;
