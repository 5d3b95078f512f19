//! The point-based method on small bodies.

mod bounds;
mod cloud;
// Materials, blocks of particles and a plain run loop are those of the other method's tests.
#[path = "../../../plastica-mpm/tests/suite/common/mod.rs"]
mod common;
mod conservation;
mod elastic;
mod everyday;
mod hard;
mod laws;
mod schemes;
mod state;
mod symmetry;
mod walls;
