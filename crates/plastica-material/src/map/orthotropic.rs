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
    /// Logarithmic volume per mean stress of the fictitious space [1/Pa].
    pub(super) softness: R,
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

/// 1/x, 1/y and 1/z by one division, which costs as much as a dozen products.
#[inline(always)]
fn inverses<R: Real>(v: Vec3<R>) -> Vec3<R> {
    let [x, y, z] = v.0;
    let (yz, xy) = (y * z, x * y);
    let inverse = (x * yz).recip();
    Vec3([yz * inverse, x * z * inverse, xy * inverse])
}

/// Of all entries.
#[inline(always)]
fn sum<R: Real>(m: &Mat3<R>) -> R {
    m.mul_vec(Vec3::splat(R::one())).sum()
}

impl<R: Real> OrthotropicMap<R> {
    /// For a stiffness C in the material's axes and fragilities a.
    #[inline(always)]
    pub(crate) fn new(stiffness: &OrthotropicStiffness<R>, a: Vec3<R>) -> Self {
        let (stress, stress_inverse) = factors(a);
        let off = Vec3([stress.yz, stress.zx, stress.xy]);
        let shear = off.zip(stiffness.shear, |a, mu| a * mu.times(2.0));
        let compliance = stiffness
            .normal_inverse
            .scale_columns(stress_inverse.diagonal_entries());
        OrthotropicMap {
            softness: sum(&compliance),
            stiffness: BlockMap {
                normal: Mat3::from_fn(|i, j| a[i] * a[i] * stiffness.normal[(i, j)]),
                shear,
            },
            compliance: BlockMap {
                normal: compliance,
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
        let one = R::one();
        let e = Vec3([young[0].sqrt(), young[1].sqrt(), young[2].sqrt()]);
        let [x, y, z] = mean.0;
        let soft = Vec3([one + x.abs(), one + y.abs(), one + z.abs()]);
        let (e_inverse, a_inverse, stiff) = (inverses(e), inverses(a), inverses(soft));
        let n = Sym3 {
            xx: one,
            yy: one,
            zz: one,
            yz: -x,
            zx: -y,
            xy: -z,
        };
        let (inverse, n) = (n.inverse().to_mat(), n.to_mat());
        let (mut normal, mut normal_inverse) = (Mat3::zero(), Mat3::zero());
        for i in 0..3 {
            let left = a[i] * a[i] * e[i];
            let right = a_inverse[i] * a_inverse[i] * e_inverse[i];
            for j in 0..3 {
                normal[(i, j)] = inverse[(i, j)] * left * e[j];
                normal_inverse[(j, i)] = n[(j, i)] * right * e_inverse[j];
            }
        }
        let (mut shear, mut shear_inverse) = (Vec3::zero(), Vec3::zero());
        for k in 0..3 {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            shear[k] = a[i] * a[j] * (e[i] * e[j]) * stiff[k];
            shear_inverse[k] =
                a_inverse[i] * a_inverse[j] * (e_inverse[i] * e_inverse[j]) * soft[k];
        }
        OrthotropicMap {
            stiffness: BlockMap { normal, shear },
            compliance: BlockMap {
                normal: normal_inverse,
                shear: shear_inverse,
            },
            stress_inverse: Sym3::from_fn(
                #[inline(always)]
                |i, j| a_inverse[i] * a_inverse[j],
            ),
            softness: sum(&normal_inverse),
        }
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
