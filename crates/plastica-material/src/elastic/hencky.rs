//! Hooke's law on logarithmic strain. [KGP16, section 4.1]

use super::{Isotropic, direct_where_sound, left_cauchy_green_minus_one, upright};
use crate::moduli::{Moduli, isotropic_law};
use crate::spec::LawSpec;
use plastica_tensor::decompose::ln_1p_symmetric;
use plastica_tensor::{Mat3, Real, Sym3, Vec3};

pub(super) const SPEC: LawSpec = isotropic_law(
    "hencky",
    "Hooke's law between Kirchhoff stress and logarithmic strain: the home of metal and sand plasticity, since returns to a yield surface are exact and keep volume.",
    "[KGP16]",
);

/// ψ = μ Σ hᵢ² + ½λ (Σhᵢ)², hᵢ = ln sᵢ.
#[derive(Clone, Copy, Debug)]
pub struct Hencky<R>(Moduli<R>);

impl<R: Real> Isotropic<R> for Hencky<R> {
    #[inline(always)]
    fn from_constants(c: &[R]) -> Self {
        Hencky(Moduli::from_constants(c))
    }
    #[inline(always)]
    fn moduli(&self) -> Moduli<R> {
        self.0
    }
    #[inline(always)]
    fn resists_crushing(&self) -> bool {
        true
    }
    /// P̂ᵢ = (2μ hᵢ + λ Σhⱼ) / sᵢ, inverted ones as [`upright`] ones.
    #[inline(always)]
    fn first_piola(&self, s: Vec3<R>) -> Vec3<R> {
        let s = s.map(upright);
        let h = s.ln();
        let volumetric = self.0.lame * h.sum();
        h.zip(
            s,
            #[inline(always)]
            |h, s| h.mul_add(self.0.shear.times(2.0), volumetric) / s,
        )
    }
    #[inline(always)]
    fn energy(&self, s: Vec3<R>) -> Option<R> {
        let h = s.map(upright).ln();
        let trace = h.sum();
        Some(self.0.shear * h.norm_squared() + self.0.lame.times(0.5) * trace * trace)
    }
    /// τ = 2μ h + λ tr(h) I, h = ½ ln(F Fᵀ): a matrix logarithm suffices.
    #[inline(always)]
    fn kirchhoff(&self, f: &Mat3<R>) -> Sym3<R> {
        direct_where_sound(
            self,
            f,
            #[inline(always)]
            |f| self.0.stress(&hencky_strain(f)),
        )
    }
}

/// Spatial logarithmic strain ½ ln(F Fᵀ).
#[inline(always)]
pub fn hencky_strain<R: Real>(f: &Mat3<R>) -> Sym3<R> {
    ln_1p_symmetric(&left_cauchy_green_minus_one(f)).scale(R::constant(0.5))
}
