//! Snow: stretches clamped to a small elastic range, stiffer when packed. [SSC13, section 5]

use super::shear_clamp::kirchhoff_at;
use super::{Returned, StretchFlow};
use crate::elastic::Elastic;
use crate::opening::IN_PIECES;
use crate::spec::{History, LawSpec, Parameter, Quantity, Range, Slot, Timing, as_given, no_further_conditions};
use plastica_tensor::{Real, Vec3};

pub(super) const SPEC: LawSpec = LawSpec {
    name: "snow",
    slot: Slot::Flow,
    doc: "Breaks beyond a small compression or stretch; packing makes it stiffer, pulling apart makes it softer.",
    source: "[SSC13, Eqs. 1–2 and section 5]",
    timing: Timing::RateIndependent { order: 1 },
    parameters: &[
        Parameter::new("critical_compression", Quantity::Number, Range { low: 0.0, high: 1.0, low_open: false, high_open: true }, "θ_c: principal stretches never fall below 1 − θ_c."),
        Parameter::new("critical_stretch", Quantity::Number, Range::NOT_NEGATIVE, "θ_s: principal stretches never rise above 1 + θ_s."),
        Parameter::new("hardening", Quantity::Number, Range::NOT_NEGATIVE, "ξ: stiffness is multiplied by exp(ξ(1 − J_p)).").or(10.0),
        Parameter::new("stiffness_limit", Quantity::Number, Range { low: 1.0, high: f64::INFINITY, low_open: false, high_open: true }, "Bound on that multiplier, and on its inverse.").or(100.0),
    ],
    choices: &[],
    alternatives: &[],
    history: &[History { name: "plastic_volume", quantity: Quantity::Number, components: 1, initial: 1.0, doc: "J_p: plastic volume over rest volume; below 1 when packed." }],
    check: no_further_conditions,
    derive: as_given,
};

/// 1 − θ_c ≤ sᵢ ≤ 1 + θ_s; what is cut off goes to the plastic part.
#[derive(Clone, Copy, Debug)]
pub struct Snow<R> {
    compression: R,
    stretch: R,
    hardening: R,
    stiffness_limit: R,
}

impl<R: Real> Snow<R> {
    /// The elastic range of ln s.
    #[inline(always)]
    fn bounds(&self) -> (R, R) {
        ((-self.compression).ln_1p(), self.stretch.ln_1p())
    }
}

impl<R: Real> StretchFlow<R> for Snow<R> {
    #[inline(always)]
    fn from_constants(c: &[R], _: &[usize]) -> Self {
        Snow { compression: c[0], stretch: c[1], hardening: c[2], stiffness_limit: c[3] }
    }
    /// Rate-independent; the result of a proportional path does not depend on its steps, but for
    /// the stiffness, which is taken at the end of the step.
    #[inline(always)]
    fn advance(&self, elastic: &Elastic<R>, trial: Vec3<R>, _: Vec3<R>, _: R, history: &mut [R]) -> Returned<Vec3<R>, R> {
        let (low, high) = self.bounds();
        let to = trial.map(|h| h.clamp(low, high));
        // It flows at the stress it ends with.
        let stress = kirchhoff_at(elastic, to).scale(self.stiffness(history));
        let dissipation = stress.dot(trial - to);
        history[0] = (history[0] * (trial - to).sum().exp()).min(R::constant(IN_PIECES));
        Returned { to, dissipation }
    }
    #[inline(always)]
    fn excess(&self, _: &Elastic<R>, strain: Vec3<R>, _: &[R]) -> R {
        let (low, high) = self.bounds();
        let outside = strain.map(|h| (h - high).max(low - h));
        outside[0].max(outside[1]).max(outside[2])
    }
    #[inline(always)]
    fn plastic_volume(&self, history: &[R]) -> Option<R> {
        Some(history[0])
    }
    #[inline(always)]
    fn stiffness(&self, history: &[R]) -> R {
        let limit = self.stiffness_limit.ln();
        (self.hardening * (R::one() - history[0])).clamp(-limit, limit).exp()
    }
}
