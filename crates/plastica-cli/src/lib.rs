//! The `plastica` program as a library: a program with methods of its own is [`program`] with a longer list. Results go to
//! stdout, talk to stderr.

mod bench;
mod check;
mod demo;
mod export;
mod failure;
mod files;
mod lab;
mod lab_sheet;
mod machine;
mod materials;
mod mesh;
mod mesh_picture;
mod progress;
mod render;
mod run;
mod session;
mod talk;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use failure::Failure;
use plastica::methods::Methods;
use std::process::ExitCode;

/// Animates solids that bend, flow, tear and pile up.
#[derive(Parser)]
#[command(
    name = "plastica",
    version,
    about,
    after_help = failure::EXIT_CODES
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Simulate a built-in scene and draw it: a first look.
    Demo(demo::Arguments),
    /// Simulate a scene and write frames, ledger, probes and pictures.
    Run(run::Arguments),
    /// Draw the frames of a run: pictures, GIF, MP4.
    Render(render::Arguments),
    /// Write the frames of a run in the formats of other programs.
    Export(export::Arguments),
    /// Fill a body or a closed surface with tetrahedra.
    Mesh(mesh::Arguments),
    /// Test a material in the virtual lab: what was asked beside what it does.
    Lab(lab::Arguments),
    /// List the ready-made materials, or show one with the origin of its numbers.
    Materials(materials::Arguments),
    /// Read a scene and report every mistake, or what it will take to run.
    Check(check::Arguments),
    /// Measure the speed of a method.
    Bench(bench::Arguments),
    /// Print the JSON Schema of scene files, for editors.
    Schema,
}

/// Does what the command line says, with these methods; gives the exit code.
pub fn program(methods: Methods) -> ExitCode {
    let command = Arguments::command();
    let command = command.mut_subcommand("bench", |bench| bench::with_methods(bench, methods));
    let arguments = Arguments::from_arg_matches(&command.get_matches());
    let arguments = arguments.unwrap_or_else(|error| error.exit());
    let result = match arguments.command {
        Command::Demo(arguments) => demo::run(&arguments, methods),
        Command::Run(arguments) => run::run(&arguments, methods),
        Command::Render(arguments) => render::run(&arguments, methods),
        Command::Export(arguments) => export::run(&arguments),
        Command::Mesh(arguments) => mesh::run(&arguments, methods),
        Command::Lab(arguments) => lab::run(&arguments, methods),
        Command::Materials(arguments) => materials::run(&arguments),
        Command::Check(arguments) => check::run(&arguments, methods),
        Command::Bench(arguments) => bench::run(&arguments, methods),
        Command::Schema => files::print(&files::pretty(&plastica::json_schema(methods))),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
