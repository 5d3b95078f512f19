//! `plastica check`: what a scene will take, before anything is written.

use crate::progress::Stopwatch;
use crate::{Failure, files, machine};
use plastica::methods::Methods;
use plastica::preflight::preflight;
use plastica::run::SceneFile;
use std::path::PathBuf;

/// Reads a scene, takes steps on trial for about 1.5 s, and reports.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scene file.
    scene: PathBuf,
    /// As JSON, mistakes too.
    #[arg(long)]
    json: bool,
    /// Threads of the run to predict; without it, as many as the machine has.
    #[arg(long, value_name = "N", value_parser = machine::thread_count)]
    threads: Option<usize>,
    /// Memory that the run may take [GB]; without it, what the machine has free.
    #[arg(long, value_name = "GB")]
    memory: Option<f64>,
}

pub(crate) fn run(arguments: &Arguments, methods: Methods) -> Result<(), Failure> {
    let mut file = SceneFile::read_by(methods, &arguments.scene)
        .map_err(|d| Failure::Scene(Box::new(d), arguments.json))?;
    file.scene.memory = machine::memory_for_run(arguments.memory);
    let threads = arguments.threads.unwrap_or_else(machine::threads);
    let pool = machine::pool(threads)?;
    let watch = Stopwatch::start();
    let report = pool
        .install(|| preflight(&file.scene, &mut || watch.seconds()))
        .map_err(|error| Failure::Input(error.to_string()))?;
    if arguments.json {
        files::print(&files::pretty(&report.to_json()))
    } else {
        files::print(&report.to_text(threads))
    }
}
