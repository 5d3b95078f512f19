//! The point-based method on small bodies.

mod common;
mod conservation;
mod elastic;
mod hard;
mod laws;
mod schemes;
mod state;
mod walls;
