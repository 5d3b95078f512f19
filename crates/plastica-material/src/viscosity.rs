//! How a solid resists rates of deformation: a dashpot beside everything else. [TF88, section 2.1]

use crate::spec::{
    LawSpec, Parameter, Quantity, Range, Slot, Timing, as_given, no_further_conditions,
};
use plastica_tensor::{Real, Sym3};

/// The descriptions of the viscosities.
pub(crate) const VISCOSITIES: &[&LawSpec] = &[&KELVIN_VOIGT];

const KELVIN_VOIGT: LawSpec = LawSpec {
    name: "kelvin-voigt",
    slot: Slot::Viscosity,
    doc: "Stress proportional to the rate of deformation, beside the elastic one: damps motion, never flows.",
    source: "[TF88, section 2.1]",
    timing: Timing::Exact,
    parameters: &[
        Parameter::new(
            "shear_viscosity",
            Quantity::Viscosity,
            Range::NOT_NEGATIVE,
            "η: stress 2η dev D.",
        ),
        Parameter::new(
            "bulk_viscosity",
            Quantity::Viscosity,
            Range::NOT_NEGATIVE,
            "ζ: stress ζ tr(D) I.",
        )
        .or(0.0),
    ],
    choices: &[],
    alternatives: &[],
    history: &[],
    check: no_further_conditions,
    derive: as_given,
};

/// τ_v = 2η dev D + ζ tr(D) I with the rate of deformation D.
#[derive(Clone, Copy, Debug)]
pub struct KelvinVoigt<R> {
    shear: R,
    bulk: R,
}

impl<R: Real> KelvinVoigt<R> {
    /// From the constants of the description.
    #[inline(always)]
    pub(crate) fn from_constants(c: &[R]) -> Self {
        KelvinVoigt {
            shear: c[0],
            bulk: c[1],
        }
    }
    /// Viscous stress at a rate of deformation [1/s].
    #[inline(always)]
    pub fn stress(&self, rate: &Sym3<R>) -> Sym3<R> {
        rate.deviator()
            .scale(self.shear.times(2.0))
            .add_isotropic(self.bulk * rate.trace())
    }
    /// ζ + 4/3 η [Pa s]: what limits an explicit time step.
    #[inline(always)]
    pub fn longitudinal(&self) -> R {
        self.shear.mul_add(R::constant(4.0 / 3.0), self.bulk)
    }
}
