//! The laws, held to what every law must satisfy.

mod common;
mod conformance;
mod lanes;
mod rules;
mod viscous;
