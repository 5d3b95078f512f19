//! Forces that follow from the energy of the deformation.
//!
//! Weights are poly6 of ξ = F⁻¹x, so that they do not fade across a gap that opens, and the force is that of the
//! energy V ψ(F), −V w τ A⁻¹ y with A = Σ w yyᵀ: no moment. What the fits miss of the mean motion is law_state as a
//! displacement q, q̇ = Σ c v with c = w/Σw − w yᵀA⁻¹m and m = Σ w y/Σw, and bears −κ (ρc²V/d²) c q: Σ c y = 0.

use crate::force::Relative;
use crate::increment::{PairForce, Responding, poly6};
use crate::options::Options;
use plastica_particles::ColumnsMut;
use plastica_tensor::{Mat3, Real, Vec3};

/// The weight of a neighbour at an offset.
#[inline(always)]
pub(crate) fn weight<R: Real>(x: Vec3<R>, back: &Mat3<R>, closer: R) -> R {
    poly6(back.mul_vec(x).norm_squared() * closer)
}

/// The force of a register of particles on their neighbours.
pub(crate) struct Force<R: Real> {
    /// −V τ A⁻¹/d [N].
    stress: Mat3<R>,
    /// −κ (ρc²V/d²) q [N].
    restoring: Vec3<R>,
    /// A⁻¹m
    slope: Vec3<R>,
    share: R,
    gradient: Mat3<R>,
    /// Damping per weight [kg/s].
    damping: R,
    valid: R::Mask,
}

impl<R: Real> Force<R> {
    /// Moves the missed displacement, in the first three columns of the scheme, by the step [s per spacing].
    #[inline(always)]
    pub(crate) fn new(
        options: &Options,
        responding: &Responding<R>,
        (law_state, own, at): (&mut ColumnsMut<'_, R::Scalar>, usize, usize),
        step: R,
    ) -> Self {
        let &Responding {
            ref output,
            valid,
            ref gradient,
            ref inverse,
            mean_offset,
            mean_velocity,
            volume,
            ..
        } = responding;
        let d = options.spacing;
        let stress = output.kirchhoff.to_mat() * inverse.to_mat();
        let stress = stress.scale(volume * R::constant(-1.0 / d));
        let mut missed: Vec3<R> = law_state.read().vector(own, at);
        let spin = gradient.antisymmetric().mul_vec(missed);
        let more = (mean_velocity - gradient.mul_vec(mean_offset) + spin).scale(step);
        missed = (missed + more).scale(R::one() - output.plastic_fraction);
        missed = Vec3::select(valid, missed, Vec3::zero());
        law_state.store_vector(own, at, missed);
        let stiffness = output.modulus * volume * R::constant(options.hourglass_stiffness / d);
        Force {
            stress: Mat3::select(valid, &stress, &Mat3::zero()),
            restoring: missed.scale(-stiffness),
            slope: inverse.mul_vec(mean_offset),
            share: responding.share,
            gradient: *gradient,
            damping: responding.impedance.times(options.hourglass_damping),
            valid,
        }
    }
}

impl<R: Real> PairForce<R> for Force<R> {
    #[inline(always)]
    fn force(&self, &Relative { x: y, v, w }: &Relative<R>, _: R) -> Vec3<R> {
        let c = w * (self.share - y.dot(self.slope));
        let unexplained = v - self.gradient.mul_vec(y);
        let damping = R::select(self.valid, self.damping * w, R::zero());
        self.stress.mul_vec(y).scale(w) + self.restoring.scale(c) - unexplained.scale(damping)
    }
}
