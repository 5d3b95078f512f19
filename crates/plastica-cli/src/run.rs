//! `plastica run`: the main job.

use crate::progress::{Bar, Stopwatch};
use crate::{Failure, files, machine};
use clap::ValueHint;
use plastica::expect::ExpectationResult;
use plastica::methods::Methods;
use plastica::pictures::{KeptFrames, RunRenderer, preview_frames};
use plastica::run::{Run, SceneFile};
use plastica::simulation::Progress;
use plastica_core::Frame;
use plastica_draw::sheet::gif;
use plastica_io::Existing;
use plastica_io::run::{Outcome, RunInfo};
use serde_json::json;
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Seconds between checkpoints: what a kill may cost.
const CHECKPOINT_EVERY: f64 = 20.0;
/// About how many checkpoints stay, for `--from-frame`.
const MILESTONES: u64 = 8;

/// Simulates a scene.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scene file.
    #[arg(value_hint = ValueHint::FilePath)]
    scene: PathBuf,
    /// Directory of the run; without it, `runs/` and the name of the scene.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads; without it, as many as the machine has. The result does not depend on it.
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Go on with a run that was stopped or killed.
    #[arg(long, conflicts_with_all = ["from_frame", "overwrite"])]
    resume: bool,
    /// Go on from a frame of a run; the scene may have new numbers, motions and gravity.
    #[arg(long, value_name = "N", conflicts_with = "overwrite")]
    from_frame: Option<u64>,
    /// Replace a run that is already there.
    #[arg(long)]
    overwrite: bool,
    /// Stop at this frame; `--resume` goes on from it.
    #[arg(long, value_name = "N")]
    last_frame: Option<u64>,
    /// Draw no pictures at the end.
    #[arg(long)]
    no_preview: bool,
    /// Print what was done as JSON.
    #[arg(long)]
    json: bool,
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
            no_preview: false,
            json: false,
        }
    }
}

/// Set by Ctrl-C: the step in hand is finished, then the state is written.
static STOP: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(arguments: &Arguments, methods: Methods) -> Result<(), Failure> {
    let scene = SceneFile::read_by(methods, &arguments.scene)
        .map_err(|problems| Failure::Scene(Box::new(problems), arguments.json))?;
    if let Some(warnings) = &scene.scene.warnings {
        let colour = std::io::stderr().is_terminal();
        eprintln!("{}", warnings.render(colour).trim_end());
    }
    simulate(arguments, &scene)
}

/// Runs a scene that was read.
pub(crate) fn simulate(arguments: &Arguments, scene: &SceneFile) -> Result<(), Failure> {
    let threads = arguments.threads.unwrap_or_else(machine::threads).max(1);
    let out = arguments
        .out
        .clone()
        .unwrap_or_else(|| default_out(&arguments.scene));
    // A second handler cannot be set; the first does the same.
    let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::SeqCst));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| Failure::Work(format!("cannot start {threads} threads: {error}")))?;
    pool.install(|| Session::new(arguments, scene, &out, threads)?.work())
}

fn default_out(scene: &Path) -> PathBuf {
    Path::new("runs").join(scene.file_stem().unwrap_or("scene".as_ref()))
}

/// One session of a run.
struct Session<'a> {
    arguments: &'a Arguments,
    out: &'a Path,
    run: Run,
    info: RunInfo,
    title: String,
    watch: Stopwatch,
}

impl<'a> Session<'a> {
    fn new(
        arguments: &'a Arguments,
        scene: &SceneFile,
        out: &'a Path,
        threads: usize,
    ) -> Result<Self, Failure> {
        let fail = |error| Failure::of_run(error, arguments.json);
        let watch = Stopwatch::start();
        let mut earlier = RunInfo::default();
        let run = if arguments.resume || arguments.from_frame.is_some() {
            earlier = plastica_io::RunFiles::open(out)
                .and_then(|files| files.read_info())
                .unwrap_or_default();
            earlier.resumed += 1;
            match arguments.from_frame {
                None => {
                    let (run, notes) = Run::resume(scene, out).map_err(fail)?;
                    notes.iter().for_each(|note| eprintln!("note: {note}"));
                    eprintln!(
                        "resuming at frame {}, {:.4} s",
                        run.simulation().frame_number(),
                        run.simulation().time()
                    );
                    run
                }
                Some(frame) => {
                    eprintln!("finding the state at frame {frame} …");
                    let mut see = |_: &Progress| {
                        if STOP.load(Ordering::SeqCst) {
                            ControlFlow::Break(())
                        } else {
                            ControlFlow::Continue(())
                        }
                    };
                    Run::branch(scene, out, frame, &mut see)
                        .map_err(fail)?
                        .ok_or(Failure::Stopped)?
                }
            }
        } else {
            let existing = if arguments.overwrite {
                Existing::Overwrite
            } else {
                Existing::Refuse
            };
            Run::start(scene, out, existing).map_err(fail)?
        };
        let settings = &scene.scene.settings;
        let title = settings
            .title
            .clone()
            .unwrap_or_else(|| file_name(&arguments.scene));
        let info = RunInfo {
            version: env!("CARGO_PKG_VERSION").into(),
            scene: arguments.scene.display().to_string(),
            scene_digest: format!("{:016x}", scene.digest()),
            title: title.clone(),
            seed: settings.seed,
            precision: format!("{:?}", settings.precision).to_lowercase(),
            threads,
            processor: machine::processor(),
            instruction_set: machine::instruction_set(),
            started: machine::now(),
            finished: None,
            outcome: Outcome::Running,
            ..earlier
        };
        Ok(Session {
            arguments,
            out,
            run,
            info,
            title,
            watch,
        })
    }

    fn work(mut self) -> Result<(), Failure> {
        let total = self.run.simulation().frame_count();
        let last = self.arguments.last_frame.unwrap_or(total).min(total);
        let every = (total / MILESTONES).max(1);
        self.note(Outcome::Running)?;
        let mut kept = KeptFrames::new(self.run.directory().files().clone());
        let shown = preview_frames(&(0..=last).collect::<Vec<u64>>());
        let mut keep = |frame: &Frame| {
            if !self.arguments.no_preview && shown.contains(&frame.number) {
                kept.keep(frame);
            }
        };
        keep(self.run.frame());
        let mut bar = Bar::new(&self.title, self.run.simulation(), self.arguments.json);
        let mut saved = self.watch.seconds();
        while self.run.simulation().frame_number() < last {
            let mut see = |progress: &Progress| {
                bar.step(progress);
                if STOP.load(Ordering::SeqCst) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let outcome = self.run.next_frame(&mut see);
            let arrived = match outcome {
                Ok(arrived) => arrived,
                Err(error) => {
                    bar.end();
                    let reason = error.to_string();
                    // The state is that of the last frame: worth keeping, whatever went wrong.
                    let kept = self.run.write_checkpoint(false).is_ok();
                    let _ = self.note(Outcome::Failed(reason));
                    if kept {
                        eprintln!(
                            "The state at frame {} is kept in {}.",
                            self.run.simulation().frame_number(),
                            self.out.display()
                        );
                    }
                    return Err(Failure::of_run(error, self.arguments.json));
                }
            };
            let Some(report) = arrived else {
                bar.end();
                return self.stop();
            };
            self.info.rejected_steps += report.failures;
            bar.frame(&report);
            keep(self.run.frame());
            let milestone = report.number % every == 0;
            if milestone || self.watch.seconds() - saved > CHECKPOINT_EVERY {
                self.run
                    .write_checkpoint(milestone)
                    .map_err(|error| Failure::of_run(error, self.arguments.json))?;
                self.note(Outcome::Running)?;
                saved = self.watch.seconds();
            }
        }
        bar.end();
        self.run
            .write_checkpoint(false)
            .map_err(|error| Failure::of_run(error, self.arguments.json))?;
        self.info.finished = Some(machine::now());
        self.note(if last < total {
            Outcome::Stopped
        } else {
            Outcome::Finished
        })?;
        let pictures = if self.arguments.no_preview {
            Vec::new()
        } else {
            self.preview(&kept)?
        };
        self.report(&bar, &pictures)
    }

    /// Writes the contact sheet and the moving picture.
    fn preview(&self, kept: &KeptFrames) -> Result<Vec<PathBuf>, Failure> {
        let (scene, world) = (
            self.run.scene().clone(),
            self.run.simulation().world().clone(),
        );
        let mut renderer = RunRenderer::new(scene, world, Box::new(kept), None)?;
        let preview = renderer.preview(&mut |what, k, of| eprint!("\r{what} {k}/{of} "))?;
        eprintln!();
        let files = self.run.directory().files();
        let (sheet, film) = (files.preview_png(), files.preview_gif());
        let told = |error: plastica_draw::DrawError| Failure::Work(format!("cannot draw: {error}"));
        plastica_io::write_bytes(&sheet, &preview.sheet.png().map_err(told)?)?;
        let moving = gif(&preview.moving, preview.frames_per_second).map_err(told)?;
        plastica_io::write_bytes(&film, &moving)?;
        Ok(vec![sheet, film])
    }

    /// Ctrl-C: the state is written, and how to go on is said.
    fn stop(mut self) -> Result<(), Failure> {
        self.run
            .write_checkpoint(false)
            .map_err(|error| Failure::of_run(error, self.arguments.json))?;
        self.note(Outcome::Stopped)?;
        eprintln!(
            "Stopped at {:.4} s. Go on with:\n  plastica run {} --out {} --resume",
            self.run.simulation().time(),
            self.arguments.scene.display(),
            self.out.display()
        );
        Err(Failure::Stopped)
    }

    /// Writes what is known of the run.
    fn note(&mut self, outcome: Outcome) -> Result<(), Failure> {
        let simulation = self.run.simulation();
        self.info.outcome = outcome;
        self.info.frames = simulation.frame_number();
        self.info.steps = simulation.steps();
        self.info.points = simulation.len() as u64;
        self.info.simulated_seconds = simulation.time();
        self.info.wall_seconds += self.watch.lap();
        self.run
            .directory()
            .write_info(&self.info)
            .map_err(|error| Failure::Work(error.to_string()))
    }

    fn report(&self, bar: &Bar, pictures: &[PathBuf]) -> Result<(), Failure> {
        let per_step = bar.nanoseconds_per_particle_step();
        let results = self.run.expectations();
        if self.arguments.json {
            files::print(&files::pretty(&json!({
                "out": self.out, "frames": self.info.frames, "steps": self.info.steps, "points": self.info.points,
                "simulated_s": self.info.simulated_seconds, "wall_s": self.info.wall_seconds,
                "ns_per_particle_step": per_step, "pictures": pictures,
                "expectations": results.iter().map(ExpectationResult::to_json).collect::<Vec<_>>(),
            })))?;
            return Failure::if_missed(&results);
        }
        let mut text = format!(
            "{}: {} frames, {} steps, {} particles, {:.1} s ({:.1} ns per particle and step)\n  {}/frames      open in ParaView, pyvista or h5py\n  {}/ledger.csv  energies, momentum, volume by frame\n",
            self.title,
            self.info.frames,
            self.info.steps,
            self.info.points,
            self.info.wall_seconds,
            per_step,
            self.out.display(),
            self.out.display(),
        );
        for picture in pictures {
            text.push_str(&format!("  {}\n", picture.display()));
        }
        for result in &results {
            text.push_str(&format!("{result}\n"));
        }
        files::print(&text)?;
        Failure::if_missed(&results)
    }
}

fn file_name(path: &Path) -> String {
    path.file_stem()
        .map_or("scene".into(), |name| name.to_string_lossy().into_owned())
}
