//! A scene in motion: the run loop, without files.
//!
//! [`Simulation`] owns time. It picks steps within all bounds, lands exactly on frame times, goes back
//! and takes smaller steps when one fails, and gives up with a diagnosis and a kept state. What it does
//! follows from the scene alone: files, clocks and progress bars belong to its callers.

mod clock;
mod probe;
mod saved;

pub use clock::{Flow, GiveUp, Progress};
pub use probe::{ProbeRows, ProbeTable};

use crate::build::{BuildError, Built, build};
use crate::scene::Scene;
use plastica_core::{Bound, Frame, Ledger, Method, StepBound, World};

/// A scene in motion.
pub struct Simulation {
    world: World,
    method: Box<dyn Method>,
    /// Particles of each body at the start.
    counts: Vec<usize>,
    frames_per_second: f64,
    frame_count: u64,
    max_time_step: Option<f64>,
    probes: probe::Probes,
    clock: clock::Clock,
    /// The state at the last frame, to go back to.
    kept: Vec<u8>,
}

/// What a frame's worth of time has brought.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameReport {
    /// Number of the frame that was reached.
    pub number: u64,
    /// Its time [s].
    pub time: f64,
    /// Steps taken since the frame before, those that were taken back not counted.
    pub steps: u64,
    /// Shortest step [s].
    pub shortest: f64,
    /// What limited most steps.
    pub bound: Bound,
    /// Steps that were refused or taken back.
    pub failures: u64,
    /// Rows that probes have to write.
    pub probes: Vec<ProbeRows>,
}

impl Simulation {
    /// Fills the bodies of a scene and sets the clock to 0.
    pub fn new(scene: &Scene) -> Result<Self, BuildError> {
        let Built {
            world,
            method,
            counts,
        } = build(scene)?;
        let probes = probe::Probes::new(scene, &world, &*method)?;
        let settings = &scene.settings;
        let frames = (settings.duration * settings.frames_per_second)
            .round()
            .max(1.0);
        let mut simulation = Simulation {
            world,
            method,
            counts,
            frames_per_second: settings.frames_per_second,
            frame_count: frames as u64,
            max_time_step: settings.max_time_step,
            probes,
            clock: clock::Clock::default(),
            kept: Vec::new(),
        };
        simulation.kept = simulation.save();
        Ok(simulation)
    }

    /// The present time [s].
    pub fn time(&self) -> f64 {
        self.clock.time
    }
    /// The last frame that was reached.
    pub fn frame_number(&self) -> u64 {
        self.clock.frame
    }
    /// Steps taken so far.
    pub fn steps(&self) -> u64 {
        self.clock.steps
    }
    /// How many frames follow the first.
    pub fn frame_count(&self) -> u64 {
        self.frame_count
    }
    /// Whether the last frame was reached.
    pub fn is_done(&self) -> bool {
        self.clock.frame >= self.frame_count
    }
    /// The time of a frame [s].
    pub fn time_of(&self, frame: u64) -> f64 {
        frame as f64 / self.frames_per_second
    }
    /// How many points there are.
    pub fn len(&self) -> usize {
        self.method.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.method.is_empty()
    }
    /// Particles of each body at the start, in the order of the scene.
    pub fn counts(&self) -> &[usize] {
        &self.counts
    }
    /// What surrounds the material.
    pub fn world(&self) -> &World {
        &self.world
    }
    /// The bound on the next step.
    pub fn next_bound(&mut self) -> StepBound {
        self.method.bound(&self.world, self.clock.time)
    }
    /// Sums over all material.
    pub fn ledger(&self) -> Ledger {
        self.method.ledger()
    }
    /// What there is to see now.
    pub fn frame(&self) -> Frame {
        Frame {
            number: self.clock.frame,
            time: self.clock.time,
            ..self.method.frame()
        }
    }
    /// Rows that probes have written since they were last taken.
    pub fn take_probe_rows(&mut self) -> Vec<ProbeRows> {
        let rows = self.probes.take_rows();
        // What has been taken must not come back with the last state.
        self.kept = self.save();
        rows
    }
    /// Probes with the heads of their tables.
    pub fn probe_tables(&self) -> Vec<ProbeTable> {
        self.probes.tables()
    }
}
