//! Forces as in the paper: with ξ = F⁻¹y and P = τF⁻ᵀ the force on a neighbour is V_i V_j P ∇W(ξ) [GB09, Eqs. 10–13
//! without the factor 2 and the second F̂, for the two of a pair add up; the gradient points inward, so tension pulls].
//! It has a moment: angular momentum drifts. Pressure acts where the number density is higher than at the start.

use crate::force::Relative;
use crate::increment::{PairForce, Responding, poly6};
use crate::options::Options;
use plastica_tensor::kernel::Cosine;
use plastica_tensor::{Mat3, Real, Vec3};

/// The weight of a neighbour at an offset.
#[inline(always)]
pub(crate) fn weight<R: Real>(x: Vec3<R>, closer: R) -> R {
    let kernel = poly6(x.norm_squared() * closer);
    kernel * kernel
}

/// The force of a register of particles on their neighbours.
pub(crate) struct Force<R: Real> {
    kernel: Cosine,
    /// F⁻¹
    back: Mat3<R>,
    /// P = τF⁻ᵀ [Pa].
    piola: Mat3<R>,
    /// Viscosity per weight [kg/s].
    viscosity: R,
    valid: R::Mask,
}

impl<R: Real> Force<R> {
    #[inline(always)]
    pub(crate) fn new(options: &Options, responding: &Responding<R>) -> Self {
        let Responding { output, valid, .. } = responding;
        let elastic = Mat3::select(*valid, &output.deformation, &Mat3::identity());
        let back = elastic.inverse();
        Force {
            kernel: Cosine::new(options.support_radius),
            piola: output.kirchhoff.mul_mat(&back.transpose()),
            back,
            viscosity: responding.impedance.times(options.viscosity),
            valid: *valid,
        }
    }
}

impl<R: Real> PairForce<R> for Force<R> {
    #[inline(always)]
    fn force(&self, &Relative { x: y, v, w }: &Relative<R>, pair: R) -> Vec3<R> {
        let xi = self.back.mul_vec(y);
        let r = xi.norm_squared().max(R::tiny()).sqrt();
        // V_i V_j P ∇W(ξ): slope of W times the unit vector along ξ.
        let steep = R::select(self.valid, pair * self.kernel.slope(r) / r, R::zero());
        self.piola.mul_vec(xi).scale(steep) - v.scale(self.viscosity * w)
    }
}
