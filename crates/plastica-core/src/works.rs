//! What has given energy to the material since the start, and what has taken it.
//!
//! The work of a force in a step is the force times the way that the material really goes in it: what is held goes with its
//! holder, what rests does no work. Summed over all forces that is the change of the kinetic energy, but for ½ Σ m |Δv|², which an
//! explicit step gives back as elastic energy where motion is smooth, and which is lost where something stops dead.

use crate::bytes::{Reader, RestoreError, Writer};

/// Sums since the start [J]. What a method cannot tell is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Works {
    /// Kinetic and elastic energy at the start; absent where a law has no energy, or one that changes with time.
    pub start: Option<f64>,
    /// Work of gravity and of accelerations of bodies on the material.
    pub gravity: Option<f64>,
    /// Work that obstacles do by moving: their force times their own velocity.
    pub obstacles: Option<f64>,
    /// Work of grips on the material.
    pub grips: Option<f64>,
    /// Work of springs and pinches on the material.
    pub springs: Option<f64>,
    /// Energy that emitters brought in.
    pub emitted: Option<f64>,
    /// Lost by friction at obstacles and between bodies; not negative.
    pub friction: Option<f64>,
    /// Lost by a method's damping of all motion; not negative.
    pub damping: Option<f64>,
    /// Energy of what left the domain.
    pub left: Option<f64>,
}

/// How many of them, in their order, tell what was there and what came in.
const CAME: usize = 6;

impl Works {
    /// Nothing has done any work yet.
    pub fn none(start: Option<f64>) -> Self {
        let mut works = Works {
            start,
            ..Works::default()
        };
        let [_, rest @ ..] = works.all_mut();
        rest.into_iter().for_each(|work| *work = Some(0.0));
        works
    }

    fn all_mut(&mut self) -> [&mut Option<f64>; 9] {
        let Works {
            start,
            gravity,
            obstacles,
            grips,
            springs,
            emitted,
            friction,
            damping,
            left,
        } = self;
        [
            start, gravity, obstacles, grips, springs, emitted, friction, damping, left,
        ]
    }

    /// All of them in the order of the ledger: what was there and what came in, then what went.
    pub fn all(mut self) -> [Option<f64>; 9] {
        self.all_mut().map(|work| *work)
    }

    /// Those of other material, or of another step, as well. A sum with what is absent is absent.
    pub fn add(&mut self, other: &Works) {
        for (mine, theirs) in self.all_mut().into_iter().zip(other.all()) {
            *mine = mine.zip(theirs).map(|(a, b)| a + b);
        }
    }

    /// What was there and came in, less what went [J]: what the material should have, with what it has turned into heat.
    pub fn balance(&self) -> Option<f64> {
        let all = self.all();
        let (came, went) = all.split_at(CAME);
        Some(total(came)? - total(went)?)
    }

    /// Energy turned over [J]: what was there, and all works by size.
    pub fn turned_over(&self) -> Option<f64> {
        total(&self.all().map(|work| work.map(f64::abs)))
    }

    /// Writes them to a state.
    pub fn save(&self, to: &mut Writer) {
        to.bools(&self.all().map(|work| work.is_some()));
        for work in self.all() {
            to.f64(work.unwrap_or(0.0));
        }
    }

    /// Takes them from a state.
    pub fn restore(from: &mut Reader<'_>) -> Result<Self, RestoreError> {
        let known = from.bools()?;
        let mut works = Works::default();
        let all = works.all_mut();
        RestoreError::unless(known.len() == all.len(), "how many works it has")?;
        for (work, is_known) in all.into_iter().zip(known) {
            let value = from.f64()?;
            *work = is_known.then_some(value);
        }
        Ok(works)
    }
}

/// Adds to a work that is told; one that is absent stays so.
pub fn add_work(work: &mut Option<f64>, more: f64) {
    if let Some(sum) = work {
        *sum += more;
    }
}

fn total(works: &[Option<f64>]) -> Option<f64> {
    works.iter().copied().sum()
}
