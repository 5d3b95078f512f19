//! Maxwell's viscoelastic liquid: a spring and a dashpot in series. [TF88, section 2.1]

use super::relaxation::{SHORT_STEP, heat, mean_decay};
use super::{Returned, StressFlow};
use crate::moduli::Moduli;
use crate::spec::{LawSpec, Parameter, Quantity, Range, Slot, Timing, as_given, no_further_conditions};
use plastica_tensor::{Real, Sym3};

pub(super) const SPEC: LawSpec = LawSpec {
    name: "maxwell",
    slot: Slot::Flow,
    doc: "Shear stress fades with the relaxation time η/G, volume change stays elastic: bounces in a short time, flows in a long one.",
    source: "[TF88, Eq. 1 and section 2.1]",
    timing: Timing::RateDependent { order: 1 },
    parameters: &[Parameter::new("viscosity", Quantity::Viscosity, Range::POSITIVE, "Shear viscosity η of the dashpot; the relaxation time is η/G.")],
    choices: &[],
    alternatives: &[],
    history: &[],
    check: no_further_conditions,
    derive: as_given,
};

/// ṡ = 2G dev ε̇ − (G/η) s.
#[derive(Clone, Copy, Debug)]
pub struct Maxwell<R> {
    viscosity: R,
}

impl<R: Real> StressFlow<R> for Maxwell<R> {
    #[inline(always)]
    fn from_constants(c: &[R], _: &[usize]) -> Self {
        Maxwell { viscosity: c[0] }
    }
    /// Exact for a held strain and for a constant strain rate along fixed principal axes; where the
    /// axes turn, first order with a factor of the elastic strain squared.
    #[inline(always)]
    fn advance(&self, moduli: &Moduli<R>, trial: Sym3<R>, drive: Sym3<R>, dt: R, _: &mut [R]) -> Returned<Sym3<R>, R> {
        let x = moduli.shear * dt / self.viscosity;
        let (trial_deviator, drive) = (trial.deviator(), drive.deviator());
        let start = trial_deviator - drive;
        let decay = mean_decay(x);
        let end = start.scale((-x).exp()) + drive.scale(decay);
        // Heat is the work less what the spring gained; for short steps, where that cancels, the heat
        // of the dashpot under a stress that goes straight.
        let mean = start.scale(decay) + drive.scale((R::one() - decay) / x.max(R::tiny()));
        let work = mean.dot(&drive).times(0.5) / moduli.shear;
        let stored = (end.norm_squared() - start.norm_squared()).times(0.25) / moduli.shear;
        let short = x.lt(R::constant(SHORT_STEP));
        let dashpot = heat(&start, &end, dt, self.viscosity);
        Returned {
            to: trial - (trial_deviator - end),
            dissipation: R::select(short, dashpot, (work - stored).max(R::zero())),
        }
    }
    /// There is no elastic domain to be outside of; the stress itself drives the flow.
    #[inline(always)]
    fn excess(&self, stress: &Sym3<R>, _: &[R]) -> R {
        stress.deviator().norm()
    }
}
