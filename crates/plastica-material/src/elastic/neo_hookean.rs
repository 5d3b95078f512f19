//! Compressible neo-Hookean rubber.

use super::{Isotropic, direct_where_sound, left_cauchy_green_minus_one, upright};
use crate::moduli::{Moduli, isotropic_law};
use crate::spec::LawSpec;
use plastica_tensor::{Mat3, Real, Sym3, Vec3};

pub(super) const SPEC: LawSpec = isotropic_law(
    "neo-hookean",
    "Rubber: entropic shear resistance, and ln J against volume change. Needs no decomposition, hence the cheapest.",
    "compressible form with ½λ ln²J, as in finite-strain textbooks (Bonet & Wood)",
);

/// ψ = ½μ(Σsᵢ² − 3) − μ ln J + ½λ ln²J.
#[derive(Clone, Copy, Debug)]
pub struct NeoHookean<R>(Moduli<R>);

impl<R: Real> Isotropic<R> for NeoHookean<R> {
    #[inline(always)]
    fn from_constants(c: &[R]) -> Self {
        NeoHookean(Moduli::from_constants(c))
    }
    #[inline(always)]
    fn moduli(&self) -> Moduli<R> {
        self.0
    }
    #[inline(always)]
    fn resists_crushing(&self) -> bool {
        true
    }
    /// P̂ᵢ = μ(sᵢ − 1/sᵢ) + λ ln J / sᵢ, inverted ones as [`upright`] ones.
    #[inline(always)]
    fn first_piola(&self, s: Vec3<R>) -> Vec3<R> {
        let s = s.map(upright);
        let ln_j = s.product().ln();
        let per_stretch = self.0.lame * ln_j - self.0.shear;
        s.map(
            #[inline(always)]
            |s| self.0.shear.mul_add(s, per_stretch / s),
        )
    }
    #[inline(always)]
    fn energy(&self, s: Vec3<R>) -> Option<R> {
        let s = s.map(upright);
        let ln_j = s.product().ln();
        // ½(s² − 1) − ln s per axis, written so that it keeps its digits near rest.
        let shear = s.map(|s| (s - R::one()) * (s + R::one())).sum().times(0.5) - ln_j;
        Some(self.0.shear * shear + self.0.lame.times(0.5) * ln_j * ln_j)
    }
    /// τ = μ(b − I) + λ ln J I.
    #[inline(always)]
    fn kirchhoff(&self, f: &Mat3<R>) -> Sym3<R> {
        direct_where_sound(
            self,
            f,
            #[inline(always)]
            |f| {
                left_cauchy_green_minus_one(f)
                    .scale(self.0.shear)
                    .add_isotropic(self.0.lame * f.determinant().ln())
            },
        )
    }
}
