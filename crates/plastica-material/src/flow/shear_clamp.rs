//! A bound on shear strain. (The tissue law in the table of [SW20].)

use super::{Returned, StretchFlow};
use crate::elastic::{Elastic, Isotropic};
use crate::spec::{LawSpec, Parameter, Quantity, Range, Slot, Timing, as_given, no_further_conditions};
use plastica_tensor::{Real, Vec3};

pub(super) const SPEC: LawSpec = LawSpec {
    name: "shear-clamp",
    slot: Slot::Flow,
    doc: "Flows so that the norm of the deviatoric logarithmic strain never passes a limit; volume change stays elastic. Fibres and soft tissue.",
    source: "[SW20, Table 2, tissue]",
    timing: Timing::RateIndependent { order: 1 },
    parameters: &[Parameter::new("strain_limit", Quantity::Number, Range::POSITIVE, "Largest norm of the deviatoric logarithmic strain.")],
    choices: &[],
    alternatives: &[],
    history: &[],
    check: no_further_conditions,
    derive: as_given,
};

/// ‖dev h‖ ≤ limit, by scaling the deviator.
#[derive(Clone, Copy, Debug)]
pub struct ShearClamp<R> {
    limit: R,
}

/// Heat of a flow from trial to final strains: the mean of the two stresses times the difference.
#[inline(always)]
pub(super) fn mean_stress_work<R: Real>(elastic: &Elastic<R>, trial: Vec3<R>, to: Vec3<R>) -> R {
    let kirchhoff = |h: Vec3<R>| {
        let s = h.map(R::exp);
        s.zip(elastic.first_piola(s), |s, p| s * p)
    };
    (kirchhoff(trial) + kirchhoff(to)).dot(trial - to).times(0.5)
}

impl<R: Real> StretchFlow<R> for ShearClamp<R> {
    #[inline(always)]
    fn from_constants(c: &[R], _: &[usize]) -> Self {
        ShearClamp { limit: c[0] }
    }
    /// Rate-independent; the result of a proportional path does not depend on its steps.
    #[inline(always)]
    fn advance(&self, elastic: &Elastic<R>, trial: Vec3<R>, _: Vec3<R>, _: R, _: &mut [R]) -> Returned<Vec3<R>, R> {
        let deviator = trial.deviator();
        let norm = deviator.norm();
        let removed = ((norm - self.limit) / norm.max(R::tiny())).max(R::zero());
        let to = trial - deviator.scale(removed);
        Returned { to, dissipation: mean_stress_work(elastic, trial, to) }
    }
    #[inline(always)]
    fn excess(&self, _: &Elastic<R>, strain: Vec3<R>, _: &[R]) -> R {
        strain.deviator().norm() - self.limit
    }
}
