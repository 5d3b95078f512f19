//! Deformable curves, surfaces and solids. Names that begin with a letter and two digits are reference cases.

mod common;
mod frames;
mod hard;
mod memory;
mod nets;
mod solvers;
mod state;
mod static_shapes;
mod vibration;
mod world;
