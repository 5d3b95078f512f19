//! Hooke's law on Green's strain.

use super::{Isotropic, left_cauchy_green_minus_one};
use crate::moduli::{Moduli, isotropic_law};
use crate::spec::LawSpec;
use plastica_tensor::{Mat3, Real, Sym3, Vec3};

pub(super) const SPEC: LawSpec = isotropic_law(
    "st-venant-kirchhoff",
    "Hooke's law on Green's strain: stiffens in tension, collapses in strong compression (below about 58 % of the length). For comparison with textbooks.",
    "textbook law; used by [TF88] and the additive comparator of [GB09, Fig. 8]",
);

/// ψ = μ Σ Eᵢ² + ½λ (ΣEᵢ)², Eᵢ = ½(sᵢ² − 1).
#[derive(Clone, Copy, Debug)]
pub struct StVenantKirchhoff<R>(Moduli<R>);

/// Green's strain in one principal direction.
#[inline(always)]
fn green<R: Real>(s: R) -> R {
    (s - R::one()) * (s + R::one()).times(0.5)
}

impl<R: Real> Isotropic<R> for StVenantKirchhoff<R> {
    #[inline(always)]
    fn from_constants(c: &[R]) -> Self {
        StVenantKirchhoff(Moduli::from_constants(c))
    }
    #[inline(always)]
    fn moduli(&self) -> Moduli<R> {
        self.0
    }
    /// P̂ᵢ = sᵢ (2μ Eᵢ + λ ΣEⱼ).
    #[inline(always)]
    fn first_piola(&self, s: Vec3<R>) -> Vec3<R> {
        let e = Vec3([green(s[0]), green(s[1]), green(s[2])]);
        let volumetric = self.0.lame * e.sum();
        e.zip(
            s,
            #[inline(always)]
            |e, s| s * e.mul_add(self.0.shear.times(2.0), volumetric),
        )
    }
    #[inline(always)]
    fn energy(&self, s: Vec3<R>) -> Option<R> {
        let e = Vec3([green(s[0]), green(s[1]), green(s[2])]);
        let trace = e.sum();
        Some(self.0.shear * e.norm_squared() + self.0.lame.times(0.5) * trace * trace)
    }
    /// τ = F (2μE + λ tr(E) I) Fᵀ = μ(b² − b) + λ tr(E) b.
    #[inline(always)]
    fn kirchhoff(&self, f: &Mat3<R>) -> Sym3<R> {
        let b_minus_one = left_cauchy_green_minus_one(f);
        let b = b_minus_one.add_isotropic(R::one());
        b.mul_commuting(&b_minus_one).scale(self.0.shear)
            + b.scale(self.0.lame * b_minus_one.trace().times(0.5))
    }
}
