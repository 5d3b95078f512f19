//! Eigenvalues and eigenvectors of a symmetric matrix.

use super::frame::{in_order, perpendicular, power_of_two_scale, rotate, rotation};
use super::isolated::isolated_axis;
use crate::{Mask, Mat3, Real, Sym3, Vec3};

/// Eigenvalues in descending order and eigenvectors as the columns of a rotation:
/// `s = q diag(values) qᵀ`.
///
/// One eigenvector in closed form, the other two by one plane rotation. The errors of the values
/// are a few rounding errors of the largest.
#[inline(always)]
pub fn eigen<R: Real>(s: &Sym3<R>) -> (Vec3<R>, Mat3<R>) {
    R::outline(
        #[inline(always)]
        || eigen_of_any_size(s),
    )
}

#[inline(always)]
fn eigen_of_any_size<R: Real>(s: &Sym3<R>) -> (Vec3<R>, Mat3<R>) {
    let mut a = *s;
    let mut grow = R::one();
    let largest = a.max_abs();
    let comfortable = largest.gt(R::constant(1e-3)) & largest.lt(R::constant(1e3));
    if !comfortable.all() {
        let shrink;
        (shrink, grow) = power_of_two_scale(largest);
        a = a.scale(shrink);
    }

    let n = isolated_axis(&a);
    let (p, q) = perpendicular(n);
    let (ap, aq) = (a.mul_vec(p), a.mul_vec(q));
    let (c, s, [high, low]) = rotation(ap.dot(p), ap.dot(q), aq.dot(q));
    let (p, q) = rotate(p, q, c, s);

    // The lone value is the largest or the smallest, but for rounding.
    let alone = a.mul_vec(n).dot(n);
    let first = (alone + alone).ge(high + low);
    let middle = R::select(first, high, low);
    let values = Vec3([
        R::select(first, alone, high).max(middle),
        middle,
        R::select(first, low, alone).min(middle),
    ]);
    let vectors = Mat3::from_columns(in_order(first, [n, p, q]));
    (values.scale(grow), vectors)
}
