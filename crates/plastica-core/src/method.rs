//! The one small trait of all methods.

use crate::bound::StepBound;
use crate::bytes::{Reader, RestoreError, Writer};
use crate::frame::Frame;
use crate::ledger::Ledger;
use crate::point::{Point, Selection};
use crate::world::World;
use std::fmt;

/// A way to simulate bodies.
pub trait Method: Send {
    /// The largest stable step from here, and what limits it.
    fn bound(&mut self, world: &World, time: f64) -> StepBound;

    /// Moves everything from `time` to `time + dt`. A refused step has changed nothing; a broken one
    /// may have, and the caller goes back to a saved state.
    fn step(&mut self, world: &World, time: f64, dt: f64) -> Result<StepReport, StepError>;

    /// The same, when it is already known that a step of length `then` follows at once and that nobody
    /// looks in between: a method may leave out what only observers need, and begin the next step. Until
    /// a plain `step` has been taken, only `bound`, `step`, `step_on` and `len` are of use, and the next
    /// step must have that length.
    fn step_on(
        &mut self,
        world: &World,
        time: f64,
        dt: f64,
        then: f64,
    ) -> Result<StepReport, StepError> {
        let _ = then;
        self.step(world, time, dt)
    }

    /// What there is to see, in the order of ids. `number` and `time` are left at 0.
    fn frame(&self) -> Frame;

    /// Sums over all material.
    fn ledger(&self) -> Ledger;

    /// Shows points one by one, in an order that does not depend on the number of threads.
    fn visit(&self, selection: Selection, see: &mut dyn FnMut(&Point));

    /// How many points there are.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the complete state: a method restored from it goes on with the same bits.
    fn save(&self, to: &mut Writer);

    /// Takes on a state written by [`Method::save`] of a method built from the same bodies.
    fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), RestoreError>;
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

/// Why a step was not taken.
#[derive(Clone, Debug, PartialEq)]
pub enum StepError {
    /// It would have been too long; nothing has changed.
    Refused(Refusal),
    /// Numbers went wrong; the state is of no use.
    Broken(Refusal),
}

/// Where and why a step failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// What was found.
    pub reason: String,
    /// Where [m], if it is known.
    pub position: Option<[f64; 3]>,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        match self.position {
            Some([x, y, z]) => write!(f, " at ({x:.6}, {y:.6}, {z:.6})"),
            None => Ok(()),
        }
    }
}
