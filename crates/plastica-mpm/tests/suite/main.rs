//! The material point method on small bodies.

mod common;
mod conservation;
mod directions;
mod going_on;
mod walls;
