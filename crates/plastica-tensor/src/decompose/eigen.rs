//! Eigenvalues and eigenvectors of a symmetric matrix.

use super::frame::{perpendicular, power_of_two_scale, rotate, rotation};
use super::isolated::isolated_axis;
use crate::{Mask, Mat3, Real, Sym3, Vec3};

/// Eigenvalues in descending order and eigenvectors as the columns of a rotation:
/// `s = q diag(values) qᵀ`.
///
/// One eigenvector in closed form, the other two by one plane rotation. The errors of the values
/// are a few rounding errors of the largest.
#[inline(always)]
pub fn eigen<R: Real>(s: &Sym3<R>) -> (Vec3<R>, Mat3<R>) {
    let largest = s.max_abs();
    let comfortable = largest.gt(R::constant(1e-3)) & largest.lt(R::constant(1e3));
    if comfortable.all() {
        eigen_scaled(s)
    } else {
        let (shrink, grow) = power_of_two_scale(largest);
        let (values, q) = eigen_scaled(&s.scale(shrink));
        (values.scale(grow), q)
    }
}

/// [`eigen`] for entries of size about 1.
#[inline(always)]
fn eigen_scaled<R: Real>(s: &Sym3<R>) -> (Vec3<R>, Mat3<R>) {
    let n = isolated_axis(s);
    let (u, w) = perpendicular(n);
    let (su, sw) = (s.mul_vec(u), s.mul_vec(w));
    let (a, b, d) = (su.dot(u), su.dot(w), sw.dot(w));
    let (c, s_, t) = rotation(a, b, d);
    let (a, d) = (t.neg_mul_add(b, a), t.mul_add(b, d));
    // A quarter turn more where the first is the smaller.
    let swap = a.lt(d);
    let (c, s_) = (R::select(swap, s_, c), R::select(swap, -c, s_));
    let (high, low) = (a.max(d), a.min(d));
    let (u, w) = rotate(u, w, c, s_);
    let alone = s.mul_vec(n).dot(n);
    // The lone value is the largest or the smallest, but for rounding.
    let first = (alone + alone).ge(high + low);
    let middle = R::select(first, high, low);
    let values = Vec3([
        R::select(first, alone, high).max(middle),
        middle,
        R::select(first, low, alone).min(middle),
    ]);
    // (n, u, w) and (u, w, n) are both right-handed.
    let q = Mat3::from_columns([
        Vec3::select(first, n, u),
        Vec3::select(first, u, w),
        Vec3::select(first, w, n),
    ]);
    (values, q)
}
