//! Corotated shear with a determinant-based resistance to volume change. [SSC13]

use super::Isotropic;
use crate::moduli::{Moduli, isotropic_law};
use crate::spec::LawSpec;
use plastica_tensor::{Mat3, Real, Sym3, Vec3, polar};

pub(super) const SPEC: LawSpec = isotropic_law(
    "fixed-corotated",
    "Corotated shear resistance with a volume term in det F: better under large compression than corotated. The law of snow.",
    "[SSC13]",
);

/// ψ = μ Σ(sᵢ − 1)² + ½λ (J − 1)², J = s₁s₂s₃.
#[derive(Clone, Copy, Debug)]
pub struct FixedCorotated<R>(Moduli<R>);

impl<R: Real> Isotropic<R> for FixedCorotated<R> {
    #[inline(always)]
    fn from_constants(c: &[R]) -> Self {
        FixedCorotated(Moduli::from_constants(c))
    }
    #[inline(always)]
    fn moduli(&self) -> Moduli<R> {
        self.0
    }
    /// P̂ᵢ = 2μ(sᵢ − 1) + λ(J − 1) ∂J/∂sᵢ.
    #[inline(always)]
    fn first_piola(&self, s: Vec3<R>) -> Vec3<R> {
        let volumetric = self.0.lame * (s.product() - R::one());
        let two_shear = self.0.shear.times(2.0);
        let cofactor = Vec3([s[1] * s[2], s[2] * s[0], s[0] * s[1]]);
        s.zip(
            cofactor,
            #[inline(always)]
            |s, c| two_shear * (s - R::one()) + volumetric * c,
        )
    }
    #[inline(always)]
    fn energy(&self, s: Vec3<R>) -> Option<R> {
        let volume = s.product() - R::one();
        let strain = s.map(|s| s - R::one());
        Some(self.0.shear * strain.norm_squared() + self.0.lame.times(0.5) * volume * volume)
    }
    /// τ = 2μ(b − V) + λ(J − 1)J I with the left stretch V = F Qᵀ.
    #[inline(always)]
    fn kirchhoff(&self, f: &Mat3<R>) -> Sym3<R> {
        let (rotation, _) = polar(f);
        let left = f.mul_transpose(&rotation).symmetric();
        let j = f.determinant();
        (f.mul_transpose_self() - left)
            .scale(self.0.shear.times(2.0))
            .add_isotropic(self.0.lame * (j - R::one()) * j)
    }
}
