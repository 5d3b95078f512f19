//! A simulation with its directory: frames, ledger, probes and checkpoints.
//!
//! [`Run`] starts, resumes or branches a run and writes what each frame brings. A frame that could not be written stays
//! owed: it is the next to be written, now or after a checkpoint and [`Run::resume`]. It reads no clock: when to write a
//! checkpoint is for the caller to say.

mod branch;
mod energy;
mod error;
mod holes;
mod resume;
mod saved;
mod scene_file;
mod tables;

pub use energy::EnergyNote;
pub use error::RunError;
pub use scene_file::SceneFile;

use crate::expect::{Energies, ExpectationResult, Measurement};
use crate::scene::Scene;
use crate::simulation::{FrameReport, Progress, Simulation};
use plastica_core::Frame;
use plastica_io::run::{AssetCopy, TableStart};
use plastica_io::{Existing, RunDirectory, read_frame};
use saved::Saved;
use std::ops::ControlFlow;
use std::path::Path;
use tables::Tables;

/// A simulation with its directory.
pub struct Run {
    scene: Scene,
    simulation: Simulation,
    directory: RunDirectory,
    digest: u64,
    /// What the scene expects, if anything, measured as frames come.
    measurement: Option<Measurement>,
    /// The frame that was written last.
    frame: Frame,
    tables: Tables,
    /// The frame that was reached and is not written yet, and where the scene comes from.
    saved: Saved,
}

/// Called after each step; may ask to stop.
pub type Watch<'a> = dyn FnMut(&Progress) -> ControlFlow<()> + 'a;

impl Run {
    /// Starts a run: frame 0 and the first rows are written.
    pub fn start(scene: &SceneFile, out: &Path, existing: Existing) -> Result<Self, RunError> {
        // The scene is filled before the directory is touched: a scene that cannot run leaves no trace.
        let mut simulation = Simulation::new(&scene.scene)?;
        let copies = AssetCopy::read_all(&scene.files)?;
        let directory = RunDirectory::create(out, &scene.text, existing)?;
        directory.keep_assets(&copies)?;
        let tables = Tables::open(&directory, &simulation, |_| Some(TableStart::New))?;
        let saved = Saved {
            owed: Some(simulation.start_report()),
            ..Saved::default()
        };
        let mut run = Run::with(simulation, directory, scene, tables, saved);
        run.write_owed()?;
        Ok(run)
    }

    fn with(
        simulation: Simulation,
        directory: RunDirectory,
        scene: &SceneFile,
        tables: Tables,
        saved: Saved,
    ) -> Self {
        Run {
            scene: scene.scene.clone(),
            simulation,
            directory,
            digest: scene.digest(),
            measurement: Measurement::of(&scene.scene),
            frame: Frame::default(),
            tables,
            saved,
        }
    }

    /// Takes up a run whose newest frame on the disk is `number`.
    fn after(mut self, number: u64) -> Result<Self, RunError> {
        let files = self.directory.files();
        self.frame = read_frame(files.frame(number))?;
        if let Some(measurement) = &mut self.measurement {
            measurement.observe_files(files, &self.scene, self.simulation.world())?;
        }
        Ok(self)
    }

    /// The scene that runs.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The frame that was written last.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Whether a frame was reached that could not be written: [`Run::next_frame`] tries again.
    pub fn owes_frame(&self) -> bool {
        self.saved.owed.is_some()
    }

    /// What came of the scene's expectations so far.
    pub fn expectations(&self) -> Vec<ExpectationResult> {
        let measured = self.measurement.as_ref();
        measured.map(Measurement::results).unwrap_or_default()
    }

    /// What runs.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Where it is written.
    pub fn directory(&self) -> &RunDirectory {
        &self.directory
    }

    /// Whether the last frame was written.
    pub fn is_done(&self) -> bool {
        self.frame.number >= self.simulation.frame_count()
    }

    /// Goes on to the next frame and writes it, or writes the one that is owed. `None` if `watch` asked to stop before.
    pub fn next_frame(&mut self, watch: &mut Watch<'_>) -> Result<Option<FrameReport>, RunError> {
        if self.saved.owed.is_none() {
            self.saved.owed = self.simulation.next_frame(watch)?;
        }
        self.write_owed()
    }

    /// Writes the frame that was reached with its rows: all of it, or it stays owed.
    fn write_owed(&mut self) -> Result<Option<FrameReport>, RunError> {
        let Some(report) = &self.saved.owed else {
            return Ok(None);
        };
        let frame = self.simulation.frame().rounded();
        let before = self.tables.positions();
        let sums = self.simulation.ledger();
        self.tables.write(report, &sums)?;
        if let Err(error) = self.directory.write_frame(&frame) {
            self.tables.go_back(before);
            return Err(error.into());
        }
        if let Some(measurement) = &mut self.measurement {
            measurement.observe_energies(frame.time, &Energies::from(&sums));
            measurement.observe_probes(&report.probes);
            measurement.observe_frame(frame.clone(), self.simulation.world());
        }
        self.frame = frame;
        Ok(self.saved.owed.take())
    }

    /// Writes the complete state. A milestone stays for good; others make room for the next.
    pub fn write_checkpoint(&mut self, milestone: bool) -> Result<(), RunError> {
        self.tables.sync()?;
        self.saved.marks = self.tables.marks();
        let number = self.frame.number;
        let checkpoint = self.saved.checkpoint(&self.simulation, self.digest, number);
        if milestone {
            self.directory.write_milestone(&checkpoint)?;
        }
        Ok(self.directory.write_checkpoint(&checkpoint)?)
    }
}
