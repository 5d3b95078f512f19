//! The `plastica` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    plastica_cli::program(plastica::methods::METHODS)
}
