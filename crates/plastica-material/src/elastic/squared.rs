//! The squared-stretch variant of GB09. [GB09, Fig. 5]

use super::Isotropic;
use crate::moduli::{Moduli, isotropic_law};
use crate::spec::LawSpec;
use plastica_tensor::{Real, Vec3};

pub(super) const SPEC: LawSpec = isotropic_law(
    "squared",
    "GB09's variant with squared stretches: stiffens in tension. It has no energy, and it is twice as stiff at small strain as the E it is given. For replicating that figure.",
    "[GB09, Fig. 5]",
);

/// P̂ = 2μ(Σ² − I) + λ tr(Σ² − I) I. ∂P̂ᵢ/∂sⱼ ≠ ∂P̂ⱼ/∂sᵢ: no energy exists.
#[derive(Clone, Copy, Debug)]
pub struct Squared<R>(Moduli<R>);

impl<R: Real> Isotropic<R> for Squared<R> {
    #[inline(always)]
    fn from_constants(c: &[R]) -> Self {
        Squared(Moduli::from_constants(c))
    }
    #[inline(always)]
    fn moduli(&self) -> Moduli<R> {
        // s² − 1 ≈ 2(s − 1): twice as stiff at rest as its constants say.
        Moduli {
            shear: self.0.shear.times(2.0),
            lame: self.0.lame.times(2.0),
        }
    }
    #[inline(always)]
    fn first_piola(&self, s: Vec3<R>) -> Vec3<R> {
        let strain = s.map(|s| (s - R::one()) * (s + R::one()));
        let volumetric = self.0.lame * strain.sum();
        strain.map(|e| e.mul_add(self.0.shear.times(2.0), volumetric))
    }
    #[inline(always)]
    fn energy(&self, _: Vec3<R>) -> Option<R> {
        None
    }
}
