//! Finite elements on small bodies.

mod bad_input;
mod common;
mod conservation;
mod contact;
mod laws;
mod robust;
mod state;
mod surfaces;
