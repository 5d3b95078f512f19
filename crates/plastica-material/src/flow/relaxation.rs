//! Small functions of exponential relaxation, shared by the viscous rules.

use plastica_tensor::{Real, Sym3};

/// (1 − e^−z)/z: the mean of e^−zu over u in [0, 1]; 1 at z = 0.
#[inline(always)]
pub(super) fn mean_decay<R: Real>(z: R) -> R {
    let guarded = z.max(R::epsilon());
    -(-guarded).exp_m1() / guarded
}

/// Steps shorter than this part of a relaxation time take their heat from [`heat`], longer ones from
/// the balance of energy: the first is off by the square of it, the second by rounding over it.
pub(super) const SHORT_STEP: f64 = 0.01;

/// Heat of a dashpot under a stress deviator that goes straight from a to b: ∫|s|²/2η dt.
#[inline(always)]
pub(super) fn heat<R: Real>(a: &Sym3<R>, b: &Sym3<R>, dt: R, viscosity: R) -> R {
    let mean_square = (a.norm_squared() + a.dot(b) + b.norm_squared()).times(1.0 / 3.0);
    mean_square * dt.times(0.5) / viscosity
}
