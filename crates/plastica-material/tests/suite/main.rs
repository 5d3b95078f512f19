//! The laws, held to what every law must satisfy.

mod common;
mod conformance;
mod crushing;
mod lanes;
mod packing;
mod rules;
mod viscous;
