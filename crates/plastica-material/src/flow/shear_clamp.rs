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

/// Principal Kirchhoff stresses at principal logarithmic strains.
#[inline(always)]
pub(super) fn kirchhoff_at<R: Real>(elastic: &Elastic<R>, strain: Vec3<R>) -> Vec3<R> {
    let s = strain.exp();
    s.zip(elastic.first_piola(s), |s, p| s * p)
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
        Returned {
            to,
            // It flows at the stress it ends with. Pressure does no work and is left out, for it
            // would leave its rounding errors.
            dissipation: kirchhoff_at(elastic, to).deviator().dot(trial - to),
        }
    }
    #[inline(always)]
    fn excess(&self, _: &Elastic<R>, strain: Vec3<R>, _: &[R]) -> R {
        strain.deviator().norm() - self.limit
    }
}
