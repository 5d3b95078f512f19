//! Exponential of a general matrix.

use crate::{Mask, Mat3, Real, Scalar};

/// Exponential of a matrix of Frobenius norm up to about 80 (`f32`) or 700 (`f64`), beyond which
/// entries may overflow.
///
/// Scaling and squaring: the Taylor series of exp(m / 2ᵏ) - I, where k is the least number that
/// brings every lane of the register below ½, then k times E ← E (E + 2I).
#[inline(always)]
pub fn exp_matrix<R: Real>(m: &Mat3<R>) -> Mat3<R> {
    let half = R::constant(0.5);
    let mut norm = m.norm();
    let mut scale = R::one();
    let mut squarings = 0;
    while squarings < MOST_SQUARINGS && norm.gt(half).any() {
        norm = norm * half;
        scale = scale * half;
        squarings += 1;
    }
    let mut e = series(&m.scale(scale));
    let two = R::constant(2.0);
    for _ in 0..squarings {
        e = e * Mat3::from_fn(|i, j| if i == j { e[(i, j)] + two } else { e[(i, j)] });
    }
    e + Mat3::identity()
}

/// Enough for any argument whose exponential is finite; stops on those that are not numbers.
const MOST_SQUARINGS: u32 = 12;

/// exp(m) - I for norms up to ½, from the Taylor series.
///
/// The quadratic polynomial of m that equals the series is found as in `log_exp`: by the theorem of
/// Cayley and Hamilton, m³ = I₁ m² - I₂ m + I₃.
#[inline(always)]
fn series<R: Real>(m: &Mat3<R>) -> Mat3<R> {
    // (½)ⁿ/n! is below half a rounding error of the result.
    let terms = if R::Scalar::EPSILON > 1e-10 { 9 } else { 15 };
    let cofactor = m.cofactor();
    let (i1, i2) = (m.trace(), cofactor.trace());
    let i3 = m.row(0).dot(cofactor.row(0));
    let mut g = [R::one(), R::zero(), R::zero()];
    for n in (2..=terms).rev() {
        // g ← 1 + m g / n
        let by = R::constant(1.0 / n as f64);
        let top = g[2] * by;
        g = [
            i3.mul_add(top, R::one()),
            i2.neg_mul_add(top, g[0] * by),
            i1.mul_add(top, g[1] * by),
        ];
    }
    let isotropic = i3 * g[2];
    let linear = i2.neg_mul_add(g[2], g[0]);
    let quadratic = i1.mul_add(g[2], g[1]);
    let square = *m * *m;
    Mat3::from_fn(|i, j| {
        let sum = square[(i, j)].mul_add(quadratic, m[(i, j)] * linear);
        if i == j { sum + isotropic } else { sum }
    })
}
