//! Linear stress in the stretches, rotation taken out. [BW07, Eq. 3] [GB09, Eq. 9] [ITF04]

use super::Isotropic;
use crate::moduli::{Moduli, isotropic_law};
use crate::spec::LawSpec;
use plastica_tensor::{Mat3, Real, Sym3, Vec3, polar};

pub(super) const SPEC: LawSpec = isotropic_law(
    "corotated",
    "Stress linear in the stretches with the rotation taken out. Uniaxial response is exactly linear; recovers from inversion; softens under strong compression.",
    "[BW07, Eq. 3] [GB09, Eq. 9] [ITF04]",
);

/// ψ = μ Σ(sᵢ − 1)² + ½λ (Σ(sᵢ − 1))².
#[derive(Clone, Copy, Debug)]
pub struct Corotated<R>(Moduli<R>);

impl<R: Real> Isotropic<R> for Corotated<R> {
    #[inline(always)]
    fn from_constants(c: &[R]) -> Self {
        Corotated(Moduli::from_constants(c))
    }
    #[inline(always)]
    fn moduli(&self) -> Moduli<R> {
        self.0
    }
    /// P̂ = 2μ(Σ − I) + λ tr(Σ − I) I. [BW07, Eq. 3]
    #[inline(always)]
    fn first_piola(&self, s: Vec3<R>) -> Vec3<R> {
        let strain = s.map(|s| s - R::one());
        let volumetric = self.0.lame * strain.sum();
        strain.map(|e| e.mul_add(self.0.shear.times(2.0), volumetric))
    }
    #[inline(always)]
    fn energy(&self, s: Vec3<R>) -> Option<R> {
        let strain = s.map(|s| s - R::one());
        let trace = strain.sum();
        Some(self.0.shear * strain.norm_squared() + self.0.lame.times(0.5) * trace * trace)
    }
    /// τ = 2μ(b − V) + λ tr(V − I) V with the left stretch V = F Qᵀ: a polar decomposition suffices.
    #[inline(always)]
    fn kirchhoff(&self, f: &Mat3<R>) -> Sym3<R> {
        let (rotation, _) = polar(f);
        let left = f.mul_transpose(&rotation).symmetric();
        let volumetric = self.0.lame * (left.trace() - R::constant(3.0));
        let b = f.mul_transpose_self();
        (b - left).scale(self.0.shear.times(2.0)) + left.scale(volumetric)
    }
}
