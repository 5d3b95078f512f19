//! The `plastica` program with one more method: its file, and one line in the list.
//!
//! `cargo run --example own_method -- run SCENE.toml` knows `method = "hail"`; so do `check`, `schema`, `render` and the rest.

mod hail;

use plastica_scene::method::MethodKind;
use std::process::ExitCode;

static METHODS: &[&MethodKind] = &[
    &plastica_mpm::KIND,
    &plastica_points::KIND,
    &plastica_spline::KIND,
    &hail::KIND,
];

fn main() -> ExitCode {
    plastica_cli::program(METHODS)
}
