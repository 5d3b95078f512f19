//! A scene in motion: the run loop, without files.
//!
//! [`Simulation`] owns time. It picks steps within all bounds, lands exactly on frame times, goes back
//! and takes smaller steps when one fails, and gives up with a diagnosis and a kept state. What it does
//! follows from the scene alone: files, clocks and progress bars belong to its callers.

mod clock;
mod finite;
mod probe;
mod saved;
mod timeline;

pub use clock::{DivergedRun, Progress};
pub use probe::{ProbeRows, ProbeTable};
pub use timeline::Timeline;

use crate::build::{BuildError, Built, build};
use crate::methods::Methods;
use crate::scene::Scene;
use plastica_core::{Bound, Frame, Ledger, Method, Observe, StepBound, World};
use plastica_scene::formulas::Formulas;

/// A scene in motion.
pub struct Simulation {
    world: World,
    method: Box<dyn Method>,
    /// The methods that the scene could name.
    methods: Methods,
    timeline: Timeline,
    max_time_step: Option<f64>,
    probes: probe::Probes,
    /// Formulas of the scene, to name the one that went wrong.
    formulas: Formulas,
    clock: clock::Clock,
    /// The state at the last frame, to go back to.
    kept: Vec<u8>,
    /// What changes the world before each step.
    driver: Option<Driver>,
}

/// Changes the world as time goes on.
type Driver = Box<dyn FnMut(f64, &mut World) + Send>;

/// What a frame's worth of time has brought.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
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
        let Built { world, method } = build(scene)?;
        let start = method.observe().expect("no step has been taken");
        let probes = probe::Probes::new(scene, &world, start)?;
        let settings = &scene.settings;
        let mut simulation = Simulation {
            world,
            method,
            methods: scene.kinds,
            timeline: Timeline::new(settings.duration, settings.frames_per_second),
            max_time_step: settings.max_time_step,
            probes,
            formulas: scene.formulas.clone(),
            clock: clock::Clock::default(),
            kept: Vec::new(),
            driver: None,
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
        self.timeline.count()
    }
    /// Whether the last frame was reached.
    pub fn is_done(&self) -> bool {
        self.clock.frame >= self.timeline.count()
    }
    /// The time of a frame [s]; the last one comes when the scene ends.
    pub fn time_of(&self, frame: u64) -> f64 {
        self.timeline.time_of(frame)
    }
    /// How long after the one before the last frame comes [s], if earlier than its turn.
    pub fn last_interval(&self) -> Option<f64> {
        self.timeline.last_interval()
    }
    /// How many points there are.
    pub fn len(&self) -> usize {
        self.method.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.method.is_empty()
    }
    /// What surrounds the material.
    pub fn world(&self) -> &World {
        &self.world
    }
    /// What surrounds the material, to change between frames: gravity, motions and friction of colliders, grips. Such changes
    /// are no part of a saved state.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }
    /// Lets a function change the world before each step, given the time [s]. A step that is taken back is
    /// driven again, so what it does must follow from the time alone.
    pub fn drive(&mut self, driver: impl FnMut(f64, &mut World) + Send + 'static) {
        self.driver = Some(Box::new(driver));
    }
    /// The bound on the next step.
    pub fn next_bound(&self) -> StepBound {
        self.method.stable_step(&self.world, self.clock.time)
    }
    /// What can be observed now. Between calls of a simulation no step is ever half taken.
    fn observe(&self) -> &dyn Observe {
        (self.method.observe()).expect("frames end with a step that is not fused with another")
    }
    /// Sums over all material.
    pub fn ledger(&self) -> Ledger {
        self.observe().ledger()
    }
    /// What there is to see now.
    pub fn frame(&self) -> Frame {
        let snapshot = self.observe().snapshot();
        snapshot.into_frame(self.clock.frame, self.clock.time)
    }
    /// Rows that probes have written since they were last taken.
    pub fn take_probe_rows(&mut self) -> Vec<ProbeRows> {
        let rows = self.probes.take_rows();
        // What has been taken must not come back with the last state.
        self.kept = self.save();
        rows
    }
    /// What frame 0 brings: no steps, and the first rows of probes.
    #[cfg(feature = "files")]
    pub(crate) fn start_report(&mut self) -> FrameReport {
        FrameReport {
            number: 0,
            time: 0.0,
            steps: 0,
            shortest: 0.0,
            bound: Bound::Frame,
            failures: 0,
            probes: self.take_probe_rows(),
        }
    }
    /// Probes with the heads of their tables.
    pub fn probe_tables(&self) -> Vec<ProbeTable> {
        self.probes.tables()
    }
}
