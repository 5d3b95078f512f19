//! `exp` and `exp_m1`.

use super::{is_single, polynomial};
use crate::Real;

/// `(r, n)` with x = n ln 2 + r, n whole, |r| ≤ ½ ln 2; x is first kept where eˣ is normal.
#[inline(always)]
fn reduce<R: Real>(x: R) -> (R, R) {
    let n;
    let r;
    if is_single::<R>() {
        let x = x.clamp(R::constant(-87.0), R::constant(88.0));
        n = x.times(std::f64::consts::LOG2_E).round();
        r = n.neg_mul_add(R::constant(0.693359375), x);
        (
            n.neg_mul_add(R::constant(-2.121944400546905827679e-4), r),
            n,
        )
    } else {
        let x = x.clamp(R::constant(-708.0), R::constant(709.0));
        n = x.times(std::f64::consts::LOG2_E).round();
        r = n.neg_mul_add(R::constant(6.93147180369123816490e-01), x);
        (n.neg_mul_add(R::constant(1.90821492927058770002e-10), r), n)
    }
}

/// `eʳ - 1` for |r| ≤ ½ ln 2.
///
/// Single precision: a polynomial of Cephes (Moshier). Double: the Taylor series, whose first
/// omitted term is below 2e-17 of the result.
#[inline(always)]
fn exp_m1_reduced<R: Real>(r: R) -> R {
    let p = if is_single::<R>() {
        polynomial(
            r,
            [
                1.9875691500e-4,
                1.3981999507e-3,
                8.3334519073e-3,
                4.1665795894e-2,
                1.6666665459e-1,
                5.0000001201e-1,
            ],
        )
    } else {
        polynomial(
            r,
            [
                1.0 / 6227020800.0,
                1.0 / 479001600.0,
                1.0 / 39916800.0,
                1.0 / 3628800.0,
                1.0 / 362880.0,
                1.0 / 40320.0,
                1.0 / 5040.0,
                1.0 / 720.0,
                1.0 / 120.0,
                1.0 / 24.0,
                1.0 / 6.0,
                0.5,
            ],
        )
    };
    p.mul_add(r * r, r)
}

/// Exponential; the argument is kept where the result is a normal number.
#[inline(always)]
pub fn exp<R: Real>(x: R) -> R {
    let (r, n) = reduce(x);
    (exp_m1_reduced(r) + R::one()).scale_exponent(n)
}

/// `exp(x) - 1` without cancellation near 0.
#[inline(always)]
pub fn exp_m1<R: Real>(x: R) -> R {
    let (r, n) = reduce(x);
    let power = R::one().scale_exponent(n);
    exp_m1_reduced(r).mul_add(power, power - R::one())
}
