//! Small functions of exponential relaxation, shared by the viscous rules.

use plastica_tensor::Real;

/// (1 − e^−z)/z: the mean of e^−zu over u in [0, 1]; 1 at z = 0.
#[inline(always)]
pub(super) fn mean_decay<R: Real>(z: R) -> R {
    let guarded = z.max(R::epsilon());
    -(-guarded).exp_m1() / guarded
}

/// Work of a stress that goes linearly from `a` to `b` against a flow of its own rate,
/// as a factor: ∫₀¹ |a + (b − a)u|² du from |a|², a·b and |b|².
#[inline(always)]
pub(super) fn mean_square<R: Real>(aa: R, ab: R, bb: R) -> R {
    (aa + ab + bb).times(1.0 / 3.0)
}
