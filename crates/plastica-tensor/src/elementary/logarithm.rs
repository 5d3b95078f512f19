//! `ln` and `ln_1p`.

use super::{is_single, polynomial};
use crate::Real;

/// ln 2 with its lowest bits cleared, so that its product with an exponent is exact, and the rest.
#[inline(always)]
fn ln_2_parts<R: Real>() -> (R, R) {
    if is_single::<R>() {
        (
            R::constant(0.693359375),
            R::constant(-2.121944400546905827679e-4),
        )
    } else {
        (
            R::constant(6.93147180369123816490e-01),
            R::constant(1.90821492927058770002e-10),
        )
    }
}

/// `ln(1 + f) - f` for `1 + f` in [√½, √2].
///
/// Single precision: a polynomial of Cephes (Moshier). Double: with s = f / (2 + f),
/// ln(1 + f) = 2 artanh s, whose odd series is shortened to the coefficients of fdlibm (Sun).
#[inline(always)]
fn ln_1p_less_argument<R: Real>(f: R) -> R {
    let f2 = f * f;
    if is_single::<R>() {
        let p = polynomial(
            f,
            [
                7.0376836292e-2,
                -1.1514610310e-1,
                1.1676998740e-1,
                -1.2420140846e-1,
                1.4249322787e-1,
                -1.6668057665e-1,
                2.0000714765e-1,
                -2.4999993993e-1,
                3.3333331174e-1,
            ],
        );
        f2 * p.mul_add(f, R::constant(-0.5))
    } else {
        let s = f / (f + R::constant(2.0));
        let z = s * s;
        let p = polynomial(
            z,
            [
                1.479819860511658591e-01,
                1.531383769920937332e-01,
                1.818357216161805012e-01,
                2.222219843214978396e-01,
                2.857142874366239149e-01,
                3.999999999940941908e-01,
                6.666666666666735130e-01,
            ],
        );
        let half_f2 = f2.times(0.5);
        s * p.mul_add(z, half_f2) - half_f2
    }
}

/// Natural logarithm of a normal positive number.
#[inline(always)]
pub fn ln<R: Real>(x: R) -> R {
    let (m, e) = x.split_exponent();
    let (high, low) = ln_2_parts();
    let f = m - R::one();
    let small = e.mul_add(low, ln_1p_less_argument(f));
    e.mul_add(high, f + small)
}

/// `ln(1 + x)` without cancellation near 0; `x > -1`.
#[inline(always)]
pub fn ln_1p<R: Real>(x: R) -> R {
    let one = R::one();
    let u = one + x;
    // What rounding 1 + x lost (Knuth's two-sum), as a correction to the logarithm.
    let x_in_u = u - one;
    let lost = (one - (u - x_in_u)) + (x - x_in_u);
    let (m, e) = u.split_exponent();
    let near_one = e.abs().lt(R::constant(0.5));
    let f = R::select(near_one, x, m - one);
    let correction = R::select(near_one, R::zero(), lost / u);
    let (high, low) = ln_2_parts();
    let small = e.mul_add(low, ln_1p_less_argument(f) + correction);
    e.mul_add(high, f + small)
}
