//! Deformable curves, surfaces and solids. Reference cases are in plastica-verify.

mod common;
mod contact;
mod frames;
mod hard;
mod inelastic;
mod nets;
mod solvers;
mod state;
mod values;
mod world;
