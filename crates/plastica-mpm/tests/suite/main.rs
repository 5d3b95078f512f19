//! The material point method on small bodies.

mod bounds;
mod common;
mod conservation;
mod directions;
mod far_away;
mod fused_steps;
mod grips;
mod rolling;
mod splitting;
mod state;
mod walls;
