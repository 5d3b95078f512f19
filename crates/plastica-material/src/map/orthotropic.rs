//! The map with three planes of symmetry: element-wise on stress. [SW20, section 6.2]

use super::{OrthotropicStiffness, isotropic_blocks};
use crate::moduli::Moduli;
use plastica_tensor::{Mat3, Real, Sym3, Vec3};

/// A linear map of symmetric tensors that mixes the normal components and scales the shear ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockMap<R> {
    normal: Mat3<R>,
    /// Factors of the 23, 31 and 12 components.
    shear: Vec3<R>,
}

impl<R: Real> BlockMap<R> {
    /// The mapped tensor.
    #[inline(always)]
    pub(super) fn apply(&self, t: &Sym3<R>) -> Sym3<R> {
        let n = self.normal.mul_vec(t.diagonal_entries());
        Sym3 {
            xx: n[0],
            yy: n[1],
            zz: n[2],
            yz: t.yz * self.shear[0],
            zx: t.zx * self.shear[1],
            xy: t.xy * self.shear[2],
        }
    }
}

/// A^σ as factors aᵢaⱼ, A^E as a block and three factors, and their inverses.
#[derive(Clone, Copy, Debug)]
pub struct OrthotropicMap<R> {
    pub(super) stress: Sym3<R>,
    pub(super) stress_inverse: Sym3<R>,
    pub(super) strain: BlockMap<R>,
    pub(super) strain_inverse: BlockMap<R>,
}

/// aᵢaⱼ: (A^σ : S)ᵢⱼ = aᵢ aⱼ Sᵢⱼ. [SW20, Eq. 6]
#[inline(always)]
fn factors<R: Real>(a: Vec3<R>) -> (Sym3<R>, Sym3<R>) {
    let stress = Sym3::from_fn(|i, j| a[i] * a[j]);
    (stress, stress.map(R::recip))
}

impl<R: Real> OrthotropicMap<R> {
    /// For a stiffness C in the material's axes and fragilities a: A^E = C̃⁻¹ : A^σ : C. [SW20, Eq. 5]
    pub(crate) fn new(stiffness: &OrthotropicStiffness<R>, a: Vec3<R>) -> Self {
        let (stress, stress_inverse) = factors(a);
        let (soft, soft_inverse) = isotropic_blocks(&stiffness.fictitious);
        let squared = Mat3::diagonal(stress.diagonal_entries());
        let squared_inverse = Mat3::diagonal(stress_inverse.diagonal_entries());
        let off = Vec3([stress.yz, stress.zx, stress.xy]);
        let shear = off.zip(stiffness.shear, |a, mu| a * mu / stiffness.fictitious.shear);
        OrthotropicMap {
            stress,
            stress_inverse,
            strain: BlockMap {
                normal: soft_inverse * squared * stiffness.normal,
                shear,
            },
            strain_inverse: BlockMap {
                normal: stiffness.normal_inverse * squared_inverse * soft,
                shear: shear.map(R::recip),
            },
        }
    }

    /// With the stiffness that follows from the fragilities: A^E = (A^σ)⁻ᵀ, so that σ̃ : Ẽ = σ̂ : Ê.
    pub(crate) fn consistent(a: Vec3<R>) -> Self {
        let (stress, stress_inverse) = factors(a);
        let block = |t: &Sym3<R>| BlockMap {
            normal: Mat3::diagonal(t.diagonal_entries()),
            shear: Vec3([t.yz, t.zx, t.xy]),
        };
        OrthotropicMap {
            stress,
            stress_inverse,
            strain: block(&stress_inverse),
            strain_inverse: block(&stress),
        }
    }

    /// The stiffness in the material's axes that `consistent` implies: C = (A^σ)⁻¹ : C̃ : (A^σ)⁻ᵀ.
    pub(crate) fn consistent_stiffness(a: Vec3<R>, moduli: &Moduli<R>) -> OrthotropicStiffness<R> {
        let isotropic = OrthotropicStiffness::isotropic(moduli);
        let (stress, inverse) = factors(a);
        let d = |t: &Sym3<R>| Mat3::diagonal(t.diagonal_entries());
        OrthotropicStiffness {
            normal: d(&inverse) * isotropic.normal * d(&inverse),
            normal_inverse: d(&stress) * isotropic.normal_inverse * d(&stress),
            shear: Vec3([inverse.yz, inverse.zx, inverse.xy]).map(|f| f * f * moduli.shear),
            fictitious: *moduli,
        }
    }
}
