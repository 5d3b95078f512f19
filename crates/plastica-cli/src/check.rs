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
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

pub(crate) fn run(arguments: &Arguments, methods: Methods) -> Result<(), Failure> {
    let file = SceneFile::read_by(methods, &arguments.scene)
        .map_err(|d| Failure::Scene(Box::new(d), arguments.json))?;
    let threads = arguments.threads.unwrap_or_else(machine::threads).max(1);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::Work(format!("cannot start {threads} threads: {error}")))?;
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
