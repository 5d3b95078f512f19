//! Deformable curves, surfaces and solids. Reference cases are in plastica-verify.

mod common;
mod frames;
mod hard;
mod inelastic;
mod nets;
mod solvers;
mod state;
mod world;
