//! Steps up to the next frame.

use super::{FrameReport, Simulation, finite};
use crate::methods::named;
use plastica_core::{Bound, Cause, Step, StepBound, StepError, StepFailure, World};
use plastica_scene::formulas::NotFinite;
use std::fmt;
use std::ops::ControlFlow;

/// How often a frame is tried again after numbers went wrong.
const RETRIES: u32 = 6;
/// How often a refused step is halved before giving up.
const HALVINGS: u32 = 24;
/// Good steps after which caution eases.
const EASE_AFTER: u32 = 16;

/// Where a run is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    pub(super) time: f64,
    pub(super) frame: u64,
    pub(super) steps: u64,
    /// Share of the bound that steps may take: 1, less after failures.
    pub(super) caution: f64,
    /// Good steps since caution changed.
    pub(super) good: u32,
    /// The next step, if it was planned with the last one.
    pub(super) planned: Option<StepBound>,
    /// What happened since the last frame.
    pub(super) tally: Tally,
}

/// What happened since the last frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tally {
    pub(super) steps: u64,
    pub(super) shortest: f64,
    /// Steps by what limited them, in the order of [`Bound::ALL`].
    pub(super) limits: [u64; Bound::ALL.len()],
    /// Steps that were refused or taken back.
    pub(super) failures: u64,
}

impl Default for Tally {
    fn default() -> Self {
        Tally {
            steps: 0,
            shortest: f64::INFINITY,
            limits: [0; Bound::ALL.len()],
            failures: 0,
        }
    }
}

impl Tally {
    /// What limited most steps.
    fn bound(&self) -> Bound {
        let most = (0..self.limits.len()).max_by_key(|k| self.limits[*k]);
        Bound::ALL[most.unwrap_or(0)]
    }
}

impl Default for Clock {
    fn default() -> Self {
        Clock {
            time: 0.0,
            frame: 0,
            steps: 0,
            caution: 1.0,
            good: 0,
            planned: None,
            tally: Tally::default(),
        }
    }
}

/// What a caller may see after each step.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The present time [s].
    pub time: f64,
    /// The frame that is worked on.
    pub frame: u64,
    /// Steps taken so far.
    pub steps: u64,
    /// The last step [s].
    pub dt: f64,
    /// What limited it.
    pub bound: Bound,
    /// How many points there are.
    pub points: usize,
}

/// Why a run cannot go on.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DivergedRun {
    /// When [s].
    pub time: f64,
    /// What was found.
    pub failure: Box<StepFailure>,
    /// The step that was tried last [s].
    pub dt: f64,
    /// What limited it.
    pub bound: Bound,
    /// What helps when steps of this method fail.
    pub advice: &'static str,
    /// The formula of the scene that had no finite value in the last try, if one had none.
    pub formula: Option<NotFinite>,
}

impl fmt::Display for DivergedRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DivergedRun { time, failure, .. } = self;
        if let Some(formula) = &self.formula {
            return write!(
                f,
                "the run stops at {time:.6} s: {formula}, and so {failure}. What helps: a formula that is finite at all times and places where there is material, by max(), min() or another range"
            );
        }
        if let Cause::Value(_) = failure.cause {
            return write!(
                f,
                "the run stops at {time:.6} s: {failure}: write it so that it has a value at all places and times that the run reaches"
            );
        }
        write!(
            f,
            "the run stops at {time:.6} s: {failure}. Steps down to {:.3e} s (limited by {}) did not help. What may: {}",
            self.dt, self.bound, self.advice
        )
    }
}

impl std::error::Error for DivergedRun {}

impl Simulation {
    /// Goes on to the next frame. `watch` is called after each step. `None` if it asked to stop before
    /// the frame was reached; the state is then that after the last whole step.
    pub fn next_frame(
        &mut self,
        watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Option<FrameReport>, Box<DivergedRun>> {
        let mut tries = 0;
        loop {
            match self.try_frame(watch) {
                Ok(Some(report)) => {
                    self.kept = self.save();
                    return Ok(Some(report));
                }
                Ok(None) => return Ok(None),
                Err((StepError::Diverged(_), _)) if tries < RETRIES => {
                    tries += 1;
                    let caution = 0.5f64.powi(tries as i32);
                    let failures = self.clock.tally.failures + 1;
                    self.go_back();
                    self.clock.tally.failures = failures;
                    self.clock.caution = self.clock.caution.min(1.0) * caution;
                    self.clock.good = 0;
                }
                Err((error, bound)) => {
                    let time = self.clock.time;
                    let failure = blame(error, &self.world);
                    let formula = self.formulas.not_finite();
                    self.go_back();
                    return Err(Box::new(DivergedRun {
                        time,
                        formula,
                        advice: named(self.methods, failure.method).map_or("", |kind| kind.advice),
                        failure,
                        dt: bound.dt,
                        bound: bound.by,
                    }));
                }
            }
        }
    }

    /// Returns to the last frame.
    fn go_back(&mut self) {
        let kept = std::mem::take(&mut self.kept);
        self.restore(&kept)
            .expect("a state that this run has saved");
        self.kept = kept;
    }

    fn try_frame(
        &mut self,
        watch: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<Option<FrameReport>, (StepError, StepBound)> {
        let goal = self.clock.frame + 1;
        let end = self.time_of(goal);
        self.formulas.forget();
        let mut stopping = false;
        loop {
            if let Some(driver) = &mut self.driver {
                driver(self.clock.time, &mut self.world);
            }
            let target = self.probes.next_time(self.clock.time).min(end);
            let bound = self.bound();
            let plan = self.clock.planned.take();
            let plan = plan.unwrap_or_else(|| cut(bound, target - self.clock.time));
            // The step after this one is planned with it, from what is known now: a method that need not
            // show itself in between may do both in one go.
            let left = target - (self.clock.time + plan.dt);
            let next = (left > 1e-9 * plan.dt).then(|| cut(bound, left));
            let unseen = next.filter(|_| !stopping && self.clock.caution >= 1.0);
            let (dt, lands) = self.take(plan, unseen, target)?;
            let whole = dt == plan.dt;
            self.clock.planned = next.filter(|_| whole && !lands);
            self.clock.time = if lands { target } else { self.clock.time + dt };
            self.clock.steps += 1;
            let tally = &mut self.clock.tally;
            tally.steps += 1;
            tally.shortest = tally.shortest.min(dt);
            tally.limits[plan.by as usize] += 1;
            let arrived = lands && target == end;
            if arrived {
                self.clock.frame = goal;
            }
            self.probes.record(self.clock.time, arrived, &*self.method);
            let progress = Progress {
                time: self.clock.time,
                frame: goal,
                steps: self.clock.steps,
                dt,
                bound: plan.by,
                points: self.method.len(),
            };
            let flow = watch(&progress);
            if arrived {
                let tally = std::mem::take(&mut self.clock.tally);
                return Ok(Some(FrameReport {
                    number: goal,
                    time: end,
                    steps: tally.steps,
                    shortest: tally.shortest,
                    bound: tally.bound(),
                    failures: tally.failures,
                    probes: self.probes.take_rows(),
                }));
            }
            if flow.is_break() {
                if !(whole && unseen.is_some()) {
                    return Ok(None);
                }
                // One more step, after which there is something to see and to save.
                stopping = true;
            }
        }
    }

    /// The tightest bound.
    fn bound(&self) -> StepBound {
        let mut bound = self.method.stable_step(&self.world, self.clock.time);
        if let Some(asked) = self.max_time_step {
            bound = bound.tighter(StepBound::new(asked, Bound::UserLimit));
        }
        if self.clock.caution < 1.0 {
            bound = StepBound::new(bound.dt * self.clock.caution, Bound::SafetyFactor);
        }
        bound
    }

    /// Takes a step, halving it while it is refused. Says whether it ends at the target. Nobody looks
    /// before the step after it, if that is given.
    fn take(
        &mut self,
        plan: StepBound,
        mut next: Option<StepBound>,
        target: f64,
    ) -> Result<(f64, bool), (StepError, StepBound)> {
        let mut dt = plan.dt;
        finite::world(&self.world, self.clock.time, dt).map_err(|error| (error, plan))?;
        for _ in 0..HALVINGS {
            let step = Step {
                time: self.clock.time,
                dt,
                next: next.take().map(|next| next.dt),
            };
            match self.method.step(&self.world, step) {
                Ok(report) => {
                    self.probes.add_impulses(&report);
                    self.ease(dt < plan.dt);
                    // The last step of a plan ends at the target up to rounding.
                    let lands = target - (self.clock.time + dt) <= 1e-9 * dt;
                    return Ok((dt, lands));
                }
                Err(StepError::TooLong(_)) => {
                    self.clock.tally.failures += 1;
                    dt *= 0.5;
                }
                Err(error) => return Err((error, StepBound { dt, ..plan })),
            }
        }
        let last = (self.method).step(&self.world, Step::new(self.clock.time, dt));
        match last {
            Err(error) => Err((error, StepBound { dt, ..plan })),
            Ok(report) => {
                self.probes.add_impulses(&report);
                self.ease(true);
                Ok((dt, false))
            }
        }
    }

    /// More care after a refusal, less after a while without one.
    fn ease(&mut self, refused: bool) {
        let clock = &mut self.clock;
        if refused {
            clock.caution = (0.5 * clock.caution).max(1e-6);
            clock.good = 0;
        } else if clock.caution < 1.0 {
            clock.good += 1;
            if clock.good >= EASE_AFTER {
                clock.caution = (1.25 * clock.caution).min(1.0);
                clock.good = 0;
            }
        }
    }
}

/// A failure, or what the scene says of gravity where it was found, if that is the reason.
fn blame(error: StepError, world: &World) -> Box<StepFailure> {
    let failure = error.failure();
    let (time, dt) = (failure.time, failure.dt);
    match failure.position.map(|x| world.gravity_at(x, time)) {
        Some(Err(bad)) => bad.refuses(failure.method, (time, dt)).into_failure(),
        _ => error.into_failure(),
    }
}

/// A step within a bound that is a whole share of the time left.
fn cut(bound: StepBound, left: f64) -> StepBound {
    if bound.dt >= left {
        return StepBound::new(left, Bound::Frame);
    }
    StepBound::new(left / (left / bound.dt).ceil(), bound.by)
}
