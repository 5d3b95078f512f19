//! The material point method on small bodies.

mod common;
mod conservation;
mod directions;
mod fused_steps;
mod walls;
