//! The eigenvector of a symmetric matrix whose eigenvalue is farthest from the others, in closed
//! form.
//!
//! Let D be the deviator of the matrix divided by √(tr D²/6). Its characteristic equation is
//! β³ - 3β = 2r with r = det D / 2 in [-1, 1], solved by β = 2 cos(acos(r)/3). The root of largest
//! magnitude, with the sign of r, is at least √3 away from one of the others and farther from the
//! second, so it and its eigenvector are found to rounding, however close the other two are to each
//! other. The eigenvector is a column of the cofactors of D - βI, which are a multiple of n nᵀ: no
//! iteration is needed.

use crate::{Real, Scalar, Sym3, Vec3};

/// A unit eigenvector of the largest or the smallest eigenvalue, whichever is farther from the
/// middle one; any unit vector if all are equal.
///
/// The entries of the matrix should be of size about 1. The angle between the result and the exact
/// eigenvector is a few rounding errors times the largest entry over the distance of eigenvalues.
#[inline(always)]
pub(super) fn isolated_axis<R: Real>(a: &Sym3<R>) -> Vec3<R> {
    let d = a.deviator();
    let mean_square = d.norm_squared().times(1.0 / 6.0);
    let d = d.scale(mean_square.max(R::tiny()).rsqrt());
    let cofactor = d.cofactor();
    let twice_r =
        d.xx.mul_add(cofactor.xx, d.xy.mul_add(cofactor.xy, d.zx * cofactor.zx));
    let beta = largest_root(twice_r.abs().times(0.5).min(R::one())).flip_sign(twice_r);
    // Cofactors of D - βI, for tr D = 0.
    let c = d.scale_add(beta, cofactor).add_isotropic(beta * beta);

    // The column with the largest diagonal entry is the longest.
    let second = c.yy.gt(c.xx);
    let column = Vec3::select(second, Vec3([c.xy, c.yy, c.yz]), Vec3([c.xx, c.xy, c.zx]));
    let third = c.zz.gt(c.xx.max(c.yy));
    let column = Vec3::select(third, Vec3([c.zx, c.yz, c.zz]), column);
    column.scale(column.norm_squared().rsqrt())
}

/// 2 cos(acos(r)/3) for r in [0, 1]: the largest root of β³ - 3β = 2r.
#[inline(always)]
fn largest_root<R: Real>(r: R) -> R {
    let mut root = R::constant(ROOT[0]);
    for &next in &ROOT[1..] {
        root = root.mul_add(r, R::constant(next));
    }
    if R::Scalar::EPSILON < 1e-10 {
        // One step of Newton's method squares the error of the fit.
        let square = root * root;
        let three = R::constant(3.0);
        let value = root.mul_add(square - three, r.times(-2.0));
        root -= value / square.mul_add(three, -three);
    }
    root
}

/// Chebyshev fit of 2 cos(acos(r)/3) on [0, 1], within 3.5e-9.
const ROOT: [f64; 9] = [
    -0.0006057084029017254,
    0.003529713746233797,
    -0.009859382344859495,
    0.018766661141410217,
    -0.030214550322433507,
    0.04920859358465821,
    -0.09620888290586696,
    0.33333274228899734,
    1.7320508111991304,
];
