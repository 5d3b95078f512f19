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
    // The angle wanted has tan 2φ = 2ρ, ρ = r/δ, δ = q - p, and at most 45°. A rational function of ρ comes
    // near u = tan ½φ: right to third order where ρ is small, and tan 22.5° where it is not. By
    // cos φ = (1 - u²)/(1 + u²) and sin φ = 2u/(1 + u²) it is a rotation to rounding, for one division.
    let (gap, twice) = (*q - *p, *r + *r);
    let (wide, off) = (gap.abs(), r.abs());
    let above = *r * off.mul_add(R::constant(1.0355), wide).flip_sign(gap);
    let below = wide.mul_add(
        wide + wide,
        off.mul_add(
            wide.mul_add(R::constant(2.071), off.times(2.5)),
            floor * floor,
        ),
    );
    let (square, other) = (below * below, above * above);
    let inverse = (square + other).recip();
    let cos = (square - other) * inverse;
    let sin = (above + above) * below * inverse;
    let change = sin * sin.neg_mul_add(gap, cos * twice);
    let rest = cos * (cos * *r - sin * gap) - sin * sin * *r;
    (*p, *q, *r) = (*p - change, *q + change, rest);
    [cos, sin]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sweeps_lead_to_the_diagonal_by_rotations() {
        // Equal values with an entry between them want the largest turn.
        for s in [
            [1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0, 0.0, 0.1],
            [0.2, 0.3, 0.5, 0.05, -0.04, 0.02],
            [0.4, 0.4, 0.2, 0.1, 0.1, -0.2],
            [0.0, 0.5, 0.5, 0.3, 0.0, 0.0],
        ] {
            let s = Sym3::from_array(s);
            let (mut t, mut turn) = (s, Mat3::<f64>::identity());
            for _ in 0..6 {
                let (nearer, q) = sweep(&t, 1e-3);
                (t, turn) = (nearer, turn * q);
            }
            let off = t.yz.abs().max(t.zx.abs()).max(t.xy.abs());
            assert!(off < 1e-6, "{s:?}: {t:?}");
            let back = t.conjugate(&turn) - s;
            assert!(back.max_abs() < 1e-14, "{s:?}: {back:?}");
            let skew = turn.transpose() * turn - Mat3::identity();
            assert!(skew.dot(&skew).sqrt() < 1e-14, "{s:?}: {skew:?}");
        }
    }

    #[test]
    fn what_is_diagonal_stays() {
        let s = Sym3::<f64>::diagonal(Vec3([0.2, 0.7, 0.1]));
        let (t, q) = sweep(&s, 1e-3);
        assert_eq!((t, q), (s, Mat3::identity()));
    }
}
