//! One session of a run: from its start or where it was left to its end or a stop.

mod summary;

use crate::progress::{Bar, Stopwatch};
use crate::run::Arguments;
use crate::{Failure, machine, say};
use plastica::diagnostics::{brief, harmless};
use plastica::pictures::{KeptFrames, preview_frames};
use plastica::run::{EnergyNote, Run, RunError, SceneFile};
use plastica::simulation::{FrameReport, Progress};
use plastica_core::Frame;
use plastica_io::Existing;
use plastica_io::run::{Outcome, RunInfo};
use std::ops::ControlFlow;
use std::path::Path;

/// Seconds between checkpoints: what a kill may cost.
const CHECKPOINT_EVERY: f64 = 20.0;
/// About how many checkpoints stay, for `--from-frame`.
const MILESTONES: u64 = 8;

/// One session of a run.
pub(crate) struct Session<'a> {
    arguments: &'a Arguments,
    out: &'a Path,
    run: Run,
    info: RunInfo,
    title: String,
    watch: Stopwatch,
}

/// Goes on until the user asks to stop.
fn until_stopped(_: &Progress) -> ControlFlow<()> {
    match machine::stop_requested() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    }
}

/// The run that the arguments ask for; `None` if the user stopped it on the way there.
fn open(arguments: &Arguments, scene: &SceneFile, out: &Path) -> Result<Option<Run>, RunError> {
    if let Some(frame) = arguments.from_frame {
        say!("finding the state at frame {frame} …");
        return Run::branch(scene, out, frame, &mut until_stopped);
    }
    if arguments.resume {
        let mut tell = |note: String| say!("note: {note}");
        let run = Run::resume_by(scene, out, &mut tell, &mut until_stopped)?;
        if let Some(run) = &run {
            let (frame, time) = (run.frame().number, run.simulation().time());
            say!("resuming after frame {frame}, {time:.4} s");
        }
        return Ok(run);
    }
    let existing = match arguments.overwrite {
        true => Existing::Overwrite,
        false => Existing::Refuse,
    };
    Run::start(scene, out, existing).map(Some)
}

impl<'a> Session<'a> {
    /// Starts or takes up a run; `None` if the user stopped it on the way there.
    pub(crate) fn new(
        arguments: &'a Arguments,
        scene: &SceneFile,
        out: &'a Path,
        threads: usize,
    ) -> Result<Option<Self>, Failure> {
        let watch = Stopwatch::start();
        let mut earlier = RunInfo::default();
        if arguments.resume || arguments.from_frame.is_some() {
            earlier = plastica_io::RunFiles::open(out)
                .and_then(|files| files.read_info())
                .unwrap_or_default();
            earlier.resumed += 1;
        }
        let opened = open(arguments, scene, out);
        let Some(run) = opened.map_err(|error| Failure::of_run(error, arguments.json))? else {
            return Ok(None);
        };
        let settings = &scene.scene.settings;
        let title = settings.title.clone();
        let title = title.unwrap_or_else(|| file_name(&arguments.scene));
        let info = RunInfo {
            version: env!("CARGO_PKG_VERSION").into(),
            scene: arguments.scene.display().to_string(),
            scene_digest: format!("{:016x}", scene.digest()),
            title: title.clone(),
            seed: settings.seed,
            precision: run.frame().precision().name().into(),
            threads,
            processor: machine::processor(),
            instruction_set: machine::instruction_set(),
            started: machine::now(),
            finished: None,
            outcome: Outcome::Running,
            ..earlier
        };
        Ok(Some(Session {
            arguments,
            out,
            run,
            info,
            title: harmless(&brief(&title)).into_owned(),
            watch,
        }))
    }

    pub(crate) fn work(mut self) -> Result<(), Failure> {
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
        while self.run.frame().number < last {
            let mut see = |progress: &Progress| {
                bar.step(progress);
                until_stopped(progress)
            };
            let before = self.run.frame().positions.len();
            let report = match self.run.next_frame(&mut see) {
                Ok(Some(report)) => report,
                Ok(None) => {
                    bar.end();
                    return self.stop();
                }
                Err(error) => {
                    bar.end();
                    return Err(self.fail(error));
                }
            };
            self.info.rejected_steps += report.failures;
            bar.frame(&report);
            self.notice_emptiness(before, &report);
            keep(self.run.frame());
            let milestone = report.number % every == 0;
            if milestone || self.watch.seconds() - saved > CHECKPOINT_EVERY {
                self.checkpoint(milestone)?;
                self.note(Outcome::Running)?;
                saved = self.watch.seconds();
            }
        }
        bar.end();
        self.checkpoint(false)?;
        self.notice_gain();
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

    fn checkpoint(&mut self, milestone: bool) -> Result<(), Failure> {
        let written = self.run.write_checkpoint(milestone);
        written.map_err(|error| Failure::of_run(error, self.arguments.json))
    }

    /// What went wrong with the run. Its state is worth keeping, whatever it was.
    fn fail(&mut self, error: RunError) -> Failure {
        let kept = self.run.write_checkpoint(false).is_ok();
        // The first failure is the one to tell.
        let _ = self.note(Outcome::Failed(error.to_string()));
        let frame = self.run.simulation().frame_number();
        if kept && self.run.owes_frame() {
            say!(
                "The state at frame {frame} is kept in {}; --resume writes the frame.",
                self.out.display()
            );
        } else if kept {
            say!(
                "The state at frame {frame} is kept in {}.",
                self.out.display()
            );
        }
        Failure::of_run(error, self.arguments.json)
    }

    /// Says once when there is nothing left to simulate.
    fn notice_emptiness(&mut self, before: usize, report: &FrameReport) {
        if before == 0 || !self.run.frame().positions.is_empty() {
            return;
        }
        let warning = format!(
            "at {:.4} s all material has left the domain of the scene",
            report.time
        );
        say!("warning: {warning}");
        self.info.warnings.push(warning);
    }

    /// Energy that has appeared from nothing stands in what is known of the run.
    fn notice_gain(&mut self) {
        let note = EnergyNote::of(&self.run.simulation().ledger());
        let Some(EnergyNote::Gain(warning)) = note else {
            return;
        };
        if !self.info.warnings.contains(&warning) {
            self.info.warnings.push(warning);
        }
    }

    /// Ctrl-C or SIGTERM: the state is written, and how to go on is said.
    fn stop(mut self) -> Result<(), Failure> {
        self.checkpoint(false)?;
        self.note(Outcome::Stopped)?;
        say!(
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
        self.info.frames = self.run.frame().number;
        self.info.steps = simulation.steps();
        self.info.points = simulation.len() as u64;
        self.info.simulated_seconds = simulation.time();
        self.info.wall_seconds += self.watch.lap();
        self.run
            .directory()
            .write_info(&self.info)
            .map_err(|error| Failure::Work(error.to_string()))
    }
}

fn file_name(path: &Path) -> String {
    path.file_stem()
        .map_or("scene".into(), |name| name.to_string_lossy().into_owned())
}
