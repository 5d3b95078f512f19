//! Energy that appears.
//!
//! Forces within bodies give back no more than bodies have stored. Their work on the motion, Σ f·½(v + v')Δt, is added up
//! from a moment on at which the stored energy U was known; once it is more than U and a part of what moves, the step
//! is not one of the material. Work of gravity, grips and obstacles does not enter, so nothing needs to be known of them.

use crate::integrate::Motion;
use crate::options::Scheme;
use crate::particles::EMPTY;
use crate::step::{NAME, Points};
use plastica_core::{Cause, Observe, Step, StepError, StepFailure};
use plastica_tensor::Scalar;

/// After how many steps the stored energy is looked at again.
const LOOK_AGAIN: u64 = 512;
/// What may appear, as a part of the energy that is there: steps that are stable exchange up to ½ωΔt of it too much or too
/// little within an oscillation.
const PART: f64 = 0.2;
/// And as a part of Σ ρc²V, what a strain of 1e-4 stores: below it is rounding.
const ROUNDING: f64 = 1e-8;

/// The account since the stored energy was last looked at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EnergyGuard {
    /// What was stored then [J]; none where it cannot be told.
    pub(crate) stored: Option<f64>,
    /// What forces within bodies have done since [J].
    pub(crate) work: f64,
    /// What does not count [J].
    pub(crate) rounding: f64,
    /// Steps since.
    pub(crate) steps: u64,
}

impl<S: Scalar> Points<S> {
    /// Begins a new account if the last one is old.
    pub(crate) fn look_at_energy(&mut self) {
        self.guard.steps += 1;
        if self.guard.steps >= LOOK_AGAIN {
            self.guard = self.new_account();
        }
    }

    /// Looks at the energy that is stored. It cannot be told where laws have none or change with time, where surface
    /// tension can be released without end, and by the schemes that follow a paper into its gains.
    pub(crate) fn new_account(&self) -> EnergyGuard {
        let knows = |group: &crate::particles::Group| {
            let recipe = &group.body.recipe;
            let material = recipe.material_at::<f64>([0.0; 3], self.now);
            !recipe.varies_in_time() && material.is_ok_and(|m| m.energy(&m.rest()).is_some())
        };
        let can_tell = self.options.scheme == Scheme::Pairs
            && self.options.surface_tension == 0.0
            && self.groups.iter().all(knows);
        let particles = &self.particles;
        let stiffness = |place: usize| match particles.ids[place] {
            EMPTY => 0.0,
            _ => particles.moduli[place].to_f64() * particles.volumes[place].to_f64(),
        };
        EnergyGuard {
            stored: can_tell.then(|| self.ledger().elastic_energy),
            work: 0.0,
            rounding: ROUNDING * (0..particles.places()).map(stiffness).sum::<f64>(),
            steps: 0,
        }
    }

    /// Refuses motion that has more energy from within bodies than was there.
    pub(crate) fn check_energy(&mut self, motion: &Motion<S>, step: Step) -> Result<(), StepError> {
        let guard = &mut self.guard;
        guard.work += motion.work;
        let Some(stored) = guard.stored else {
            return Ok(());
        };
        let allowed = stored + PART * (stored + motion.kinetic) + guard.rounding;
        if guard.work <= allowed {
            return Ok(());
        }
        let cause = Cause::Energy {
            given: guard.work,
            stored,
        };
        let [x, y, z, _] = self.particles.positions[motion.place];
        let failure = StepFailure::new(NAME, (step.time, step.dt), cause);
        Err(failure
            .of_point(self.particles.ids[motion.place])
            .at(Some([x, y, z]))
            .diverged())
    }
}
