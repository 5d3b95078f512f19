//! The one small trait of all methods.

use crate::bound::StepBound;
use crate::bytes::{Reader, RestoreError, Writer};
use crate::failure::StepError;
use crate::ledger::Ledger;
use crate::point::{Point, Selection};
use crate::points;
use crate::snapshot::{Part, Snapshot};
use crate::world::World;

/// A way to simulate bodies.
pub trait Method: Send {
    /// What scenes call it.
    fn name(&self) -> &'static str;

    /// The largest stable step from here, and what limits it.
    fn stable_step(&self, world: &World, time: f64) -> StepBound;

    /// Moves everything from `step.time` to `step.time + step.dt`. A step that was too long has changed
    /// nothing; one that diverged may have, and the caller goes back to a saved state.
    fn step(&mut self, world: &World, step: Step) -> Result<StepReport, StepError>;

    /// The state between steps; `None` after a step that was fused with the next one ([`Step::next`]), until
    /// that one has been taken.
    fn observe(&self) -> Option<&dyn Observe>;

    /// The same for callers that never fuse steps.
    ///
    /// # Panics
    /// After a fused step.
    fn observed(&self) -> &dyn Observe {
        (self.observe()).expect("nothing can be observed between fused steps")
    }

    /// How many points there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes on a state written by [`Observe::save`] of a method built from the same bodies.
    fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), RestoreError>;
}

/// What can be observed of a method between steps.
pub trait Observe {
    /// Points, cells and their attributes; by default what can be read off the points.
    fn snapshot(&self) -> Snapshot {
        points::snapshot(self)
    }

    /// The bodies and emitters, by the body's number in points and snapshots.
    fn parts(&self) -> Vec<Part>;

    /// Sums over all material; by default what can be read off the points, without energies that are stored or lost.
    fn ledger(&self) -> Ledger {
        points::ledger(self)
    }

    /// Visits points one by one, in an order that does not depend on the number of threads.
    fn visit(&self, selection: Selection, visit: &mut dyn FnMut(&Point));

    /// Writes the complete state: a method restored from it goes on with the same bits.
    fn save(&self, to: &mut Writer);
}

/// A step to take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// When it starts [s].
    pub time: f64,
    /// Its length [s].
    pub dt: f64,
    /// The length of the step that follows at once [s], if nothing is observed in between: a method may leave out
    /// what only observers need and fuse the two. The next step must then have this length.
    pub next: Option<f64>,
}

impl Step {
    /// A step after which the method can be observed.
    pub fn new(time: f64, dt: f64) -> Self {
        Step {
            time,
            dt,
            next: None,
        }
    }
    /// When it ends [s].
    pub fn end(&self) -> f64 {
        self.time + self.dt
    }
}

/// What a step did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Impulse of the material on each collider of the world [N s].
    pub collider_impulses: Vec<[f64; 3]>,
    /// Impulse of the material on each grip of the world [N s].
    pub grip_impulses: Vec<[f64; 3]>,
    /// Points that left the domain and were dropped.
    pub dropped: u64,
    /// Points that were added.
    pub emitted: u64,
}

impl StepReport {
    /// Impulses as colliders and grips bear them. Motion was slowed by exp(−damping Δt) before it met anything, what the
    /// forces of this step gave it as well; colliders and grips bear those forces in full.
    pub fn undamped(mut self, damping: f64, dt: f64) -> Self {
        let full = (damping * dt).exp();
        for impulse in self
            .collider_impulses
            .iter_mut()
            .chain(&mut self.grip_impulses)
        {
            *impulse = impulse.map(|component| component * full);
        }
        self
    }
    /// What another step, or another method in the same step, did as well.
    pub fn add(&mut self, other: &StepReport) {
        add_impulses(&mut self.collider_impulses, &other.collider_impulses);
        add_impulses(&mut self.grip_impulses, &other.grip_impulses);
        self.dropped += other.dropped;
        self.emitted += other.emitted;
    }
}

fn add_impulses(sums: &mut Vec<[f64; 3]>, impulses: &[[f64; 3]]) {
    sums.resize(sums.len().max(impulses.len()), [0.0; 3]);
    for (sum, impulse) in sums.iter_mut().zip(impulses) {
        *sum = std::array::from_fn(|k| sum[k] + impulse[k]);
    }
}
