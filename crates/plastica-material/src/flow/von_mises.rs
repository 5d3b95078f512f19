//! Metal plasticity: von Mises' criterion, radial return, linear isotropic hardening.
//! [JY17, Eqs. 9–13]

use super::{Returned, StressFlow};
use crate::moduli::Moduli;
use crate::spec::{Alternative, History, LawSpec, Parameter, Quantity, Range, Slot, Timing, no_further_conditions};
use plastica_tensor::{Real, Sym3};

/// Either way of giving the yield stress, and isotropic hardening.
pub(super) const YIELD_PARAMETERS: [Parameter; 2] = [
    Parameter::new("shear_yield", Quantity::Pressure, Range::POSITIVE, "Yield stress Y in pure shear; in tension it yields at √3 Y."),
    Parameter::new("hardening_modulus", Quantity::Pressure, Range::NOT_NEGATIVE, "Rise of the tensile yield stress per unit of equivalent plastic strain.").or(0.0),
];

/// The tensile yield stress in place of the one in shear.
pub(super) const YIELD_ALTERNATIVES: &[Alternative] = &[Alternative {
    names: &[Parameter::new("yield_stress", Quantity::Pressure, Range::POSITIVE, "Yield stress in uniaxial tension, instead of shear_yield: σ_y = √3 Y.")],
    replaces: &["shear_yield"],
    convert: |v| vec![v[0] / 3f64.sqrt()],
}];

/// What a metal remembers first.
pub(super) const PLASTIC_STRAIN: History = History {
    name: "equivalent_plastic_strain",
    quantity: Quantity::Number,
    components: 1,
    initial: 0.0,
    doc: "Accumulated ∫√(2/3)‖ε̇_p‖dt.",
};

pub(super) const SPEC: LawSpec = LawSpec {
    name: "von-mises",
    slot: Slot::Flow,
    doc: "Metals and clays that flow at a fixed shear strength, independent of pressure. Radial return, exact for linear hardening.",
    source: "[JY17, Eqs. 9–13] with the return of Eq. 12 corrected to s·Y/√J2 (docs/errata.md)",
    timing: Timing::RateIndependent { order: 1 },
    parameters: &YIELD_PARAMETERS,
    choices: &[],
    alternatives: YIELD_ALTERNATIVES,
    history: &[PLASTIC_STRAIN],
    check: no_further_conditions,
    derive: |v, _| vec![v[0] * 3f64.sqrt(), v[1]],
};

/// f = √(3/2)‖s‖ − (σ_y + H ε̄_p) ≤ 0, which is √J2 ≤ Y with σ_y = √3 Y.
#[derive(Clone, Copy, Debug)]
pub struct VonMises<R> {
    /// Initial yield stress in tension [Pa].
    yield_stress: R,
    /// H [Pa].
    hardening: R,
}

/// Tensile stress that is as close to yield as the deviator `s`: √(3/2)‖s‖.
#[inline(always)]
pub(super) fn equivalent<R: Real>(s: &Sym3<R>) -> R {
    s.norm_squared().times(1.5).sqrt()
}

impl<R: Real> StressFlow<R> for VonMises<R> {
    #[inline(always)]
    fn from_constants(c: &[R], _: &[usize]) -> Self {
        VonMises { yield_stress: c[0], hardening: c[1] }
    }
    /// Rate-independent; the result of a proportional path does not depend on its steps.
    #[inline(always)]
    fn advance(&self, moduli: &Moduli<R>, trial: Sym3<R>, _: Sym3<R>, _: R, history: &mut [R]) -> Returned<Sym3<R>, R> {
        let deviator = trial.deviator();
        let trial_stress = equivalent(&deviator);
        let limit = self.hardening.mul_add(history[0], self.yield_stress);
        let three_shear = moduli.shear.times(3.0);
        let flow = ((trial_stress - limit) / (three_shear + self.hardening)).max(R::zero());
        history[0] += flow;
        // ŝ = s (1 − 3G Δε̄/σ̄); without flow the factor is exactly 0 and the trial is kept bit for bit.
        let removed = three_shear * flow / trial_stress.max(R::tiny());
        Returned {
            to: trial - deviator.scale(removed),
            dissipation: self.hardening.times(0.5).mul_add(flow, limit) * flow,
        }
    }
    #[inline(always)]
    fn excess(&self, stress: &Sym3<R>, history: &[R]) -> R {
        equivalent(&stress.deviator()) - self.hardening.mul_add(history[0], self.yield_stress)
    }
}
