//! Plane rotations, perpendicular vectors and scaling: what the decompositions share.

use crate::{Real, Scalar, Vec3};

/// The rotation that diagonalises [[a, b], [b, d]] with the larger value first: its cosine and
/// sine, and the two values. With p' = c p - s q, q' = s p + c q the off-diagonal entry vanishes.
///
/// With δ = d - a and φ ≤ 45°: cos 2φ = |δ| / √(δ² + 4b²), c² = (1 + cos 2φ) / 2, s = sin 2φ / 2c;
/// then a quarter turn more if d is the larger. The guard added to |δ| gives c = 1, s = 0 when both
/// δ and b vanish; it is below the rounding of entries of size 1, to which matrices are scaled
/// first.
#[inline(always)]
pub(super) fn rotation<R: Real>(a: R, b: R, d: R) -> (R, R, [R; 2]) {
    let half = R::constant(0.5);
    let delta = d - a;
    let guarded = delta.abs() + R::constant(2.0 * R::Scalar::TINY.sqrt());
    let twice = b + b;
    let inverse = guarded.mul_add(guarded, twice * twice).rsqrt();
    let c2 = (guarded * inverse).mul_add(half, half);
    let inverse_c = c2.rsqrt();
    let c = c2 * inverse_c;
    let s = b * inverse * inverse_c;
    // The larger grows by b tan φ, the smaller shrinks.
    let growth = (s * inverse_c * b).abs();
    let values = [a.max(d) + growth, a.min(d) - growth];
    let swap = a.lt(d);
    (R::select(swap, s, c), R::select(swap, -c, -s), values)
}

/// `c p - s q` and `s p + c q`.
#[inline(always)]
pub(super) fn rotate<R: Real>(p: Vec3<R>, q: Vec3<R>, c: R, s: R) -> (Vec3<R>, Vec3<R>) {
    (
        p.zip(q, |x, y| s.neg_mul_add(y, c * x)),
        p.zip(q, |x, y| s.mul_add(x, c * y)),
    )
}

/// (n, p, q) where n comes first, (p, q, n) elsewhere: both right-handed or both not.
#[inline(always)]
pub(super) fn in_order<R: Real>(first: R::Mask, [n, p, q]: [Vec3<R>; 3]) -> [Vec3<R>; 3] {
    [
        Vec3::select(first, n, p),
        Vec3::select(first, p, q),
        Vec3::select(first, q, n),
    ]
}

/// Unit vectors u and w such that (n, u, w) is right-handed and orthonormal, for a unit vector n;
/// without branches and without loss of digits anywhere on the sphere (Duff et al. 2017).
#[inline(always)]
pub(super) fn perpendicular<R: Real>(n: Vec3<R>) -> (Vec3<R>, Vec3<R>) {
    let [x, y, z] = n.0;
    let one = R::one();
    let sign = one.flip_sign(z);
    let a = -(sign + z).recip();
    let b = x * y * a;
    let xa = x * a;
    (
        Vec3([(xa * x).flip_sign(z) + one, b.flip_sign(z), -x.flip_sign(z)]),
        Vec3([b, (y * a).mul_add(y, sign), -y]),
    )
}

/// A power of two that brings numbers of magnitude up to `largest` to about 1, and its inverse.
#[inline(always)]
pub(super) fn power_of_two_scale<R: Real>(largest: R) -> (R, R) {
    let (_, e) = largest.max(R::tiny()).split_exponent();
    // Both powers must be normal numbers.
    let e = e.min(R::constant(-R::Scalar::TINY.log2()));
    (R::one().scale_exponent(-e), R::one().scale_exponent(e))
}
