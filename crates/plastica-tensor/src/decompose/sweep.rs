//! One sweep of plane rotations towards the diagonal.

use super::frame::rotate;
use crate::{Mat3, Real, Sym3, Vec3};

/// `(t, q)` with `s = q t qᵀ` and t nearer to diagonal than s, by one rotation of at most 45° in each
/// coordinate plane: axes keep their names, and where s is diagonal nothing turns. A matrix that
/// changes little from call to call is followed closely. Differences of values well below `floor` count
/// as none: where directions mean nothing, rounding does not turn them.
#[inline(always)]
pub fn sweep<R: Real>(s: &Sym3<R>, floor: R) -> (Sym3<R>, Mat3<R>) {
    let mut t = *s;
    let (zero, one) = (R::zero(), R::one());
    let z = Vec3([zero, zero, one]);

    let [c, s] = turn(&mut t.xx, &mut t.yy, &mut t.xy, floor);
    (t.zx, t.yz) = (s.neg_mul_add(t.yz, c * t.zx), s.mul_add(t.zx, c * t.yz));
    let (x, y) = (Vec3([c, -s, zero]), Vec3([s, c, zero]));

    let [c, s] = turn(&mut t.yy, &mut t.zz, &mut t.yz, floor);
    (t.xy, t.zx) = (s.neg_mul_add(t.zx, c * t.xy), s.mul_add(t.xy, c * t.zx));
    let (y, z) = rotate(y, z, c, s);

    let [c, s] = turn(&mut t.zz, &mut t.xx, &mut t.zx, floor);
    (t.yz, t.xy) = (s.neg_mul_add(t.xy, c * t.yz), s.mul_add(t.yz, c * t.xy));
    let (z, x) = rotate(z, x, c, s);
    (t, Mat3::from_columns([x, y, z]))
}

/// Turns [[p, r], [r, q]] towards the diagonal; returns the cosine and sine.
#[inline(always)]
fn turn<R: Real>(p: &mut R, q: &mut R, r: &mut R, floor: R) -> [R; 2] {
    // tan φ = 2r/(δ ± √(δ² + 4r²)) with the sign of δ = q - p: the smaller of the two angles.
    let (gap, twice) = (*q - *p, *r + *r);
    let root = gap.mul_add(gap, twice * twice).sqrt();
    let tan = twice / (gap.abs() + root + floor).flip_sign(gap);
    let cos = tan.mul_add(tan, R::one()).rsqrt();
    let sin = tan * cos;
    let change = sin * sin.neg_mul_add(gap, cos * twice);
    // Nothing, but for the floor.
    let rest = cos * (cos * *r - sin * gap) - sin * sin * *r;
    (*p, *q, *r) = (*p - change, *q + change, rest);
    [cos, sin]
}
