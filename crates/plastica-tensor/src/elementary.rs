//! Logarithm, exponential, sine and cosine of lanes, from arithmetic alone.
//!
//! Every function reduces its argument to a short interval and evaluates a polynomial there. Each
//! comes in two precisions, chosen when the code is compiled by the scalar of the register.
//! Scalars use the standard library instead.
//!
//! Largest errors found by `tests/suite/elementary.rs`, in units in the last place, with and without
//! fused multiplication; the test allows 3:
//!
//! | | `ln` | `ln_1p` | `exp` | `exp_m1` | sine | cosine |
//! |---|---|---|---|---|---|---|
//! | `f32` | 0.8 | 0.7 | 1.0 | 1.4 | 2.3 | 1.6 |
//! | `f64` | 1 | 1 | 1 | 2 | 2 | 1 |

mod exponential;
mod logarithm;
mod trigonometric;

pub use exponential::{exp, exp_m1};
pub use logarithm::{ln, ln_1p};
pub use trigonometric::sin_cos;

use crate::{Real, Scalar};

/// Whether lanes hold single precision; known when the code is compiled.
#[inline(always)]
fn is_single<R: Real>() -> bool {
    R::Scalar::EPSILON > 1e-10
}

/// `c[0] xⁿ + c[1] xⁿ⁻¹ + … + c[n]` by Horner's rule.
#[inline(always)]
fn polynomial<R: Real, const N: usize>(x: R, c: [f64; N]) -> R {
    let mut sum = R::constant(c[0]);
    for &next in &c[1..] {
        sum = sum.mul_add(x, R::constant(next));
    }
    sum
}

/// The elementary functions of [`Real`] for a type of lanes.
macro_rules! of_lanes {
    () => {
        #[inline(always)]
        fn ln(self) -> Self {
            crate::elementary::ln(self)
        }
        #[inline(always)]
        fn exp(self) -> Self {
            crate::elementary::exp(self)
        }
        #[inline(always)]
        fn exp_m1(self) -> Self {
            crate::elementary::exp_m1(self)
        }
        #[inline(always)]
        fn ln_1p(self) -> Self {
            crate::elementary::ln_1p(self)
        }
        #[inline(always)]
        fn sin_cos(self) -> (Self, Self) {
            crate::elementary::sin_cos(self)
        }
    };
}
pub(crate) use of_lanes;
