//! Deformable curves, surfaces and solids.

mod common;
mod frames;
mod memory;
mod solvers;
mod static_shapes;
mod vibration;
