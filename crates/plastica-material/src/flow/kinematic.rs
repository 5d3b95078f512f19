//! Kinematic hardening: the yield surface moves with the flow and keeps its size. [TF88, Fig. 4]

use super::von_mises::{PLASTIC_STRAIN, YIELD_ALTERNATIVES, YIELD_PARAMETERS, equivalent};
use super::{Returned, StressFlow, keep_tensor, tensor_at};
use crate::moduli::Moduli;
use crate::spec::{History, LawSpec, Parameter, Quantity, Range, Slot, Timing, no_further_conditions};
use plastica_tensor::{Mat3, Real, Sym3};

pub(super) const SPEC: LawSpec = LawSpec {
    name: "kinematic-hardening",
    slot: Slot::Flow,
    doc: "Von Mises flow whose elastic range moves along with the flow: after loading to B the elastic range on unloading is still twice the first yield stress, and a closed cycle closes. For plastic shears up to about 1: beyond, the turning back stress makes the stress oscillate.",
    source: "[TF88, Fig. 4] in three dimensions, Prager's rule",
    timing: Timing::RateIndependent { order: 1 },
    parameters: &[
        YIELD_PARAMETERS[0],
        YIELD_PARAMETERS[1],
        Parameter::new("kinematic_modulus", Quantity::Pressure, Range::NOT_NEGATIVE, "Stress by which the elastic range moves per unit of plastic strain, in tension."),
    ],
    choices: &[],
    alternatives: YIELD_ALTERNATIVES,
    history: &[
        PLASTIC_STRAIN,
        History { name: "back_stress", quantity: Quantity::Pressure, components: 6, initial: 0.0, doc: "Centre of the elastic range (deviatoric)." },
    ],
    check: no_further_conditions,
    derive: |v, _| vec![v[0] * 3f64.sqrt(), v[1], v[2]],
};

/// f = √(3/2)‖s − β‖ − (σ_y + H ε̄_p), β̇ = ⅔ C ε̇_p.
#[derive(Clone, Copy, Debug)]
pub struct KinematicHardening<R> {
    yield_stress: R,
    hardening: R,
    /// C [Pa].
    kinematic: R,
}

/// Where the back stress stands in the history, after the plastic strain.
const BACK_STRESS: usize = 1;

impl<R: Real> StressFlow<R> for KinematicHardening<R> {
    #[inline(always)]
    fn from_constants(c: &[R], _: &[usize]) -> Self {
        KinematicHardening { yield_stress: c[0], hardening: c[1], kinematic: c[2] }
    }
    /// Rate-independent; the result of a proportional path does not depend on its steps.
    #[inline(always)]
    fn advance(&self, moduli: &Moduli<R>, trial: Sym3<R>, _: Sym3<R>, _: R, history: &mut [R]) -> Returned<Sym3<R>, R> {
        let back = tensor_at(history, BACK_STRESS);
        let relative = trial.deviator() - back;
        let trial_stress = equivalent(&relative);
        let limit = self.hardening.mul_add(history[0], self.yield_stress);
        let three_shear = moduli.shear.times(3.0);
        let flow = ((trial_stress - limit) / (three_shear + self.hardening + self.kinematic)).max(R::zero());
        // Flow direction n = √(3/2)(s − β)/σ̄; Δs = −2G·√(3/2)Δε̄ n and Δβ = ⅔C·√(3/2)Δε̄ n.
        let per_stress = flow / trial_stress.max(R::tiny());
        let moved = back + relative.scale(self.kinematic * per_stress);
        history[0] += flow;
        keep_tensor(history, BACK_STRESS, &moved);
        Returned {
            to: trial - relative.scale(three_shear * per_stress),
            dissipation: self.hardening.times(0.5).mul_add(flow, limit) * flow,
        }
    }
    #[inline(always)]
    fn excess(&self, stress: &Sym3<R>, history: &[R]) -> R {
        equivalent(&(stress.deviator() - tensor_at(history, BACK_STRESS))) - self.hardening.mul_add(history[0], self.yield_stress)
    }
    #[inline(always)]
    fn turn_history(&self, rotation: &Mat3<R>, history: &mut [R]) {
        let turned = tensor_at(history, BACK_STRESS).conjugate(rotation);
        keep_tensor(history, BACK_STRESS, &turned);
    }
    /// ‖β‖² / (2·⅔C): what the moved elastic range gives back in a closed cycle.
    #[inline(always)]
    fn hardening_energy(&self, _: &Moduli<R>, history: &[R]) -> R {
        let stored = tensor_at(history, BACK_STRESS).norm_squared().times(0.75);
        R::select(self.kinematic.gt(R::zero()), stored / self.kinematic.max(R::tiny()), R::zero())
    }
}
