//! Which way grains lie: the orientation tensor Π, trace 1, and how shear turns it.
//! [SW20, section 6.4, Eq. 8]

use plastica_tensor::decompose::exp_matrix;
use plastica_tensor::{Mat3, Real, Sym3};

/// l = (r² − 1)/(r² + 1) for grains of length over width r: 1 for fibres, 0 for spheres, −1 for
/// discs.
#[inline(always)]
pub fn shape_factor<R: Real>(aspect_ratio: R) -> R {
    let squared = aspect_ratio * aspect_ratio;
    (squared - R::one()) / (squared + R::one())
}

/// Π after a step with displacement gradient Δt∇v, under the quadratic closure
/// Π̇ = WΠ − ΠW + l(DΠ + ΠD − 2(D:Π)Π).
///
/// The nonlinear term only keeps the trace, so for a constant gradient the solution is that of the
/// linear part, normalised: Π = EΠ₀Eᵀ/tr(EΠ₀Eᵀ) with E = exp(W + lD). Trace 1 and positivity hold
/// for any step.
#[inline(always)]
pub fn evolve<R: Real>(orientation: &Sym3<R>, gradient: &Mat3<R>, shape: R) -> Sym3<R> {
    let generator = gradient.antisymmetric() + gradient.symmetric().to_mat().scale(shape);
    let grown = orientation.conjugate(&exp_matrix(&generator));
    grown.scale(grown.trace().recip())
}
