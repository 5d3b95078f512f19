//! The map with three planes of symmetry: element-wise on stress. [SW20, section 6.2]

use super::OrthotropicStiffness;
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

/// Factors aᵢaⱼ on stress, a block and three factors on strain.
#[derive(Clone, Copy, Debug)]
pub struct OrthotropicMap<R> {
    /// A^σ : C.
    pub(super) stiffness: BlockMap<R>,
    /// Its inverse.
    pub(super) compliance: BlockMap<R>,
    /// (A^σ)⁻¹.
    pub(super) stress_inverse: Sym3<R>,
}

/// aᵢaⱼ and their inverses: (A^σ : S)ᵢⱼ = aᵢ aⱼ Sᵢⱼ. [SW20, Eq. 6]
#[inline(always)]
fn factors<R: Real>(a: Vec3<R>) -> (Sym3<R>, Sym3<R>) {
    let inverse = a.map(R::recip);
    (
        Sym3::from_fn(|i, j| a[i] * a[j]),
        Sym3::from_fn(|i, j| inverse[i] * inverse[j]),
    )
}

impl<R: Real> OrthotropicMap<R> {
    /// For a stiffness C in the material's axes and fragilities a.
    #[inline(always)]
    pub(crate) fn new(stiffness: &OrthotropicStiffness<R>, a: Vec3<R>) -> Self {
        let (stress, stress_inverse) = factors(a);
        let off = Vec3([stress.yz, stress.zx, stress.xy]);
        let shear = off.zip(stiffness.shear, |a, mu| a * mu.times(2.0));
        OrthotropicMap {
            stiffness: BlockMap {
                normal: Mat3::from_fn(|i, j| a[i] * a[i] * stiffness.normal[(i, j)]),
                shear,
            },
            compliance: BlockMap {
                normal: stiffness
                    .normal_inverse
                    .scale_columns(stress_inverse.diagonal_entries()),
                shear: shear.map(R::recip),
            },
            stress_inverse,
        }
    }

    /// For Young's moduli Eᵢ, means √(ν_ij ν_ji) in the planes across each axis, and fragilities; shear moduli
    /// √(EᵢEⱼ)/(2(1 + mean)) [LB15].
    ///
    /// With e = √E the compliance is Nᵢⱼ/(eᵢeⱼ) with Nᵢᵢ = 1 and Nᵢⱼ minus the mean; the stiffness is
    /// eᵢeⱼ N⁻¹ᵢⱼ.
    #[inline(always)]
    pub(crate) fn from_means(young: Vec3<R>, mean: Vec3<R>, a: Vec3<R>) -> Self {
        let e = young.map(R::sqrt);
        let (e_inverse, a_inverse) = (e.map(R::recip), a.map(R::recip));
        let one = R::one();
        let n = Sym3 {
            xx: one,
            yy: one,
            zz: one,
            yz: -mean[0],
            zx: -mean[1],
            xy: -mean[2],
        };
        let (n, n_inverse) = (n.to_mat(), n.inverse().to_mat());
        let soft = mean.map(|mean| one + mean.abs());
        let (ae, ae_inverse) = (
            a.zip(e, |a, e| a * e),
            a_inverse.zip(e_inverse, |a, e| a * e),
        );
        let pairs = |v: Vec3<R>| Vec3([v[1] * v[2], v[2] * v[0], v[0] * v[1]]);
        OrthotropicMap {
            stiffness: BlockMap {
                normal: Mat3::from_fn(|i, j| n_inverse[(i, j)] * (a[i] * ae[i] * e[j])),
                shear: pairs(ae).zip(soft, |stiff, soft| stiff / soft),
            },
            compliance: BlockMap {
                normal: Mat3::from_fn(|i, j| {
                    n[(i, j)] * (e_inverse[i] * ae_inverse[j] * a_inverse[j])
                }),
                shear: pairs(ae_inverse).zip(soft, |inverse, soft| inverse * soft),
            },
            stress_inverse: Sym3::from_fn(|i, j| a_inverse[i] * a_inverse[j]),
        }
    }

    /// An upper bound of the P-wave modulus in any direction [Pa], seen in the fictitious space.
    pub(super) fn stiffest(&self) -> R {
        let BlockMap { normal, shear } = &self.stiffness;
        let row = |i: usize| normal.row(i).map(R::abs).sum();
        let shear = shear[0].max(shear[1]).max(shear[2]);
        row(0).max(row(1)).max(row(2)).max(shear)
    }

    /// With the stiffness that follows from the fragilities, so that σ̃ : Ẽ = σ̂ : Ê.
    pub(crate) fn consistent(a: Vec3<R>, moduli: &Moduli<R>) -> Self {
        Self::new(&Self::consistent_stiffness(a, moduli), a)
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
