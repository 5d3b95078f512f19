//! `plastica run`: the main job.

use crate::session::Session;
use crate::{Failure, machine, talk};
use clap::ValueHint;
use plastica::methods::Methods;
use plastica::run::SceneFile;
use std::path::{Path, PathBuf};

/// Simulates a scene.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scene file.
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) scene: PathBuf,
    /// Directory of the run; without it, `runs/` and the name of the scene.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Threads; without it, as many as the machine has. The result does not depend on it.
    #[arg(long, value_name = "N", value_parser = machine::thread_count)]
    pub(crate) threads: Option<usize>,
    /// Go on with a run that was stopped or killed.
    #[arg(long, conflicts_with_all = ["from_frame", "overwrite"])]
    pub(crate) resume: bool,
    /// Go on from a frame of a run; the scene may have new numbers, motions and gravity.
    #[arg(long, value_name = "N", conflicts_with = "overwrite")]
    pub(crate) from_frame: Option<u64>,
    /// Replace a run that is already there.
    #[arg(long)]
    pub(crate) overwrite: bool,
    /// Stop at this frame; `--resume` goes on from it.
    #[arg(long, value_name = "N")]
    pub(crate) last_frame: Option<u64>,
    /// Memory that the run may take [GB]; without it, what the machine has free.
    #[arg(long, value_name = "GB")]
    pub(crate) memory: Option<f64>,
    /// Draw no pictures at the end.
    #[arg(long)]
    pub(crate) no_preview: bool,
    /// Print what was done as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Arguments {
    /// A run of a scene with everything else as usual.
    pub(crate) fn of(scene: PathBuf, out: PathBuf, last_frame: Option<u64>) -> Self {
        Arguments {
            scene,
            out: Some(out),
            threads: None,
            resume: false,
            from_frame: None,
            overwrite: true,
            last_frame,
            memory: None,
            no_preview: false,
            json: false,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, methods: Methods) -> Result<(), Failure> {
    let mut scene = SceneFile::read_by(methods, &arguments.scene)
        .map_err(|problems| Failure::Scene(Box::new(problems), arguments.json))?;
    scene.scene.memory = machine::memory_for_run(arguments.memory);
    if let Some(warnings) = &scene.scene.warnings {
        talk::diagnostics(warnings);
    }
    simulate(arguments, &scene)
}

/// Runs a scene that was read.
pub(crate) fn simulate(arguments: &Arguments, scene: &SceneFile) -> Result<(), Failure> {
    let threads = arguments.threads.unwrap_or_else(machine::threads);
    let out = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_out(&arguments.scene));
    machine::heed_stop_requests();
    let pool = machine::pool(threads)?;
    pool.install(|| match Session::new(arguments, scene, &out, threads)? {
        Some(session) => session.work(),
        None => Err(Failure::Stopped),
    })
}

fn default_out(scene: &Path) -> PathBuf {
    Path::new("runs").join(scene.file_stem().unwrap_or("scene".as_ref()))
}
