//! A push against crushing, beside laws that would let matter vanish.
//!
//! Where stress per rest area stays finite as a point is pressed flat, as in `corotated`, an impact faster than
//! waves finds nothing that stops it: by the jump of momentum across a shock the wall must bear P = ρ₀v²/(1 − J), and the law
//! has no more than its modulus to give. The body then loses its volume for good, since a method in space sees
//! τ = Jσ, which vanishes with J. Moduli at small strain ask for no particular behaviour there, so it is ours to
//! choose: nothing down to half the volume, without bound below.

use plastica_tensor::{Mask, Real};

/// Volume over rest volume below which matter pushes back.
pub const CRUSHED: f64 = 0.5;

/// From here on an inverted point is pushed back by the same stress per rest area [ITF04, section 5].
const FLOOR: f64 = 0.05;

/// ψ = ⅓κL³ per rest volume, L = max(0, ln(J₀/J)): twice differentiable, so stress and its slope have no
/// step at J₀.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CrushBarrier<R> {
    /// κ [Pa].
    stiffness: R,
}

impl<R: Real> CrushBarrier<R> {
    /// Beside a law of that P-wave modulus at rest [Pa].
    pub(crate) fn new(modulus: R) -> Self {
        CrushBarrier { stiffness: modulus }
    }

    /// Whether any lane is pressed so much that it matters; the others get zero from all that follows.
    #[inline(always)]
    pub(crate) fn acts(volume: R) -> bool {
        volume.lt(R::constant(CRUSHED)).any()
    }

    /// L of points that are not inverted.
    #[inline(always)]
    fn logarithm(volume: R) -> R {
        let held = volume.max(R::tiny()).min(R::constant(CRUSHED));
        -(held.times(1.0 / CRUSHED).ln())
    }

    /// ψ' = −κL²/J at the floor, over κ.
    fn floor_slope() -> f64 {
        -(CRUSHED / FLOOR).ln().powi(2) / FLOOR
    }

    /// Isotropic Kirchhoff stress J ψ' = −κL² [Pa]; of inverted points that of a constant slope ψ'.
    #[inline(always)]
    pub(crate) fn kirchhoff(&self, volume: R) -> R {
        let l = Self::logarithm(volume);
        let inverted = volume.times(Self::floor_slope());
        self.stiffness * R::select(volume.gt(R::zero()), -(l * l), inverted)
    }

    /// Energy per rest volume [J/m³].
    #[inline(always)]
    pub(crate) fn energy(&self, volume: R) -> R {
        let l = Self::logarithm(volume);
        let at_floor = (CRUSHED / FLOOR).ln().powi(3) / 3.0;
        let inverted = (volume - R::constant(FLOOR))
            .mul_add(R::constant(Self::floor_slope()), R::constant(at_floor));
        let upright = (l * l * l).times(1.0 / 3.0);
        self.stiffness * R::select(volume.gt(R::zero()), upright, inverted)
    }

    /// What it adds to the modulus by which waves travel in space: s² dP/ds = 2κL + κL² along one axis, of which κL² is
    /// the stress itself.
    #[inline(always)]
    pub(crate) fn modulus(&self, volume: R) -> R {
        self.stiffness * Self::logarithm(volume).times(2.0)
    }
}
