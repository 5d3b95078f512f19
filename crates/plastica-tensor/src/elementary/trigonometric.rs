//! `sin_cos`.

use super::{is_single, polynomial};
use crate::Real;

/// π/2 in parts short enough that a part times a whole number below 2¹³ is exact; the last part is
/// the rest.
const HALF_PI_SINGLE: [f64; 4] = [
    1.5703125,
    0.0004837512969970703,
    7.549533620476723e-08,
    2.563344151594519e-12,
];
/// The same for double precision.
const HALF_PI_DOUBLE: [f64; 4] = [
    1.5707963267341256,
    6.077100506303966e-11,
    2.0222662487111665e-21,
    8.4784276603689e-32,
];

/// x less n times π/2.
#[inline(always)]
fn reduce<R: Real>(x: R, n: R) -> R {
    let parts = if is_single::<R>() {
        HALF_PI_SINGLE
    } else {
        HALF_PI_DOUBLE
    };
    let mut r = x;
    for part in parts {
        r = n.neg_mul_add(R::constant(part), r);
    }
    r
}

/// Sine and cosine on [-π/4, π/4], by the polynomials of Cephes (single) and fdlibm (double).
#[inline(always)]
fn reduced<R: Real>(r: R) -> (R, R) {
    let z = r * r;
    let (s, c) = if is_single::<R>() {
        (
            polynomial(z, [-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1]),
            polynomial(
                z,
                [
                    2.443315711809948e-5,
                    -1.388731625493765e-3,
                    4.166664568298827e-2,
                ],
            ),
        )
    } else {
        (
            polynomial(
                z,
                [
                    1.58969099521155010221e-10,
                    -2.50507602534068634195e-08,
                    2.75573137070700676789e-06,
                    -1.98412698298579493134e-04,
                    8.33333333332248946124e-03,
                    -1.66666666666666324348e-01,
                ],
            ),
            polynomial(
                z,
                [
                    -1.13596475577881948265e-11,
                    2.08757232129817482790e-09,
                    -2.75573143513906633035e-07,
                    2.48015872894767294178e-05,
                    -1.38888888888741095749e-03,
                    4.16666666666666019037e-02,
                ],
            ),
        )
    };
    let sine = (s * z).mul_add(r, r);
    let cosine = z.mul_add(R::constant(-0.5), R::one()) + c * (z * z);
    (sine, cosine)
}

/// Sine and cosine, for magnitudes below 10⁴ radians.
#[inline(always)]
pub fn sin_cos<R: Real>(x: R) -> (R, R) {
    let n = x.times(std::f64::consts::FRAC_2_PI).round();
    let (s, c) = reduced(reduce(x, n));
    // Quarter turns modulo four, as -2, -1, 0, 1 or 2; both ±2 are half a turn.
    let quarter = n - n.times(0.25).round().times(4.0);
    let half_turn = quarter.abs().gt(R::constant(1.5));
    let odd = quarter.abs().gt(R::constant(0.5)) & !half_turn;
    let (sine, cosine) = (R::select(odd, c, s), R::select(odd, s, c));
    let sine_negative = half_turn | quarter.lt(R::constant(-0.5));
    let cosine_negative = half_turn | quarter.gt(R::constant(0.5));
    (
        R::select(sine_negative, -sine, sine),
        R::select(cosine_negative, -cosine, cosine),
    )
}
