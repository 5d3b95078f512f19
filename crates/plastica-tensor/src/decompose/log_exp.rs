//! Logarithm and exponential of symmetric matrices, precise near the identity.
//!
//! Near the identity both are polynomials of the matrix, and by the theorem of Cayley and Hamilton
//! a polynomial of a 3×3 matrix is a quadratic one: Horner's rule runs on its three coefficients
//! and costs three multiplications per term, whatever the number of terms.

use super::eigen;
use crate::{Mask, Real, Scalar, Sym3};

/// The polynomial that fits the precision.
macro_rules! fitted {
    ($powers:expr, $single:expr, $double:expr) => {
        if R::Scalar::EPSILON > 1e-10 {
            $powers.times_polynomial($single)
        } else {
            $powers.times_polynomial($double)
        }
    };
}

/// `log(I + b)` without cancellation near b = 0; I + b must be positive definite.
#[inline(always)]
pub fn ln_1p_symmetric<R: Real>(b: &Sym3<R>) -> Sym3<R> {
    let near = b.norm_squared().le(R::constant(RADIUS * RADIUS));
    let powers = Powers::of(b);
    let by_polynomial = fitted!(powers, LOG_SINGLE, LOG_DOUBLE);
    if near.all() {
        return by_polynomial;
    }
    // Each lane by the way that suits it, so that its result does not depend on its neighbours.
    let (values, q) = eigen(b);
    let by_values = q.conjugate_diagonal(values.map(R::ln_1p));
    Sym3::select(near, by_polynomial, by_values)
}

/// `log(I + b)` and `(I + b)^-½ - I` without cancellation near b = 0; I + b must be positive definite.
#[inline(always)]
pub fn ln_and_inverse_root_1p<R: Real>(b: &Sym3<R>) -> (Sym3<R>, Sym3<R>) {
    let near = b.norm_squared().le(R::constant(RADIUS * RADIUS));
    let powers = Powers::of(b);
    let ln = fitted!(powers, LOG_SINGLE, LOG_DOUBLE);
    let root = fitted!(powers, ROOT_SINGLE, ROOT_DOUBLE);
    if near.all() {
        return (ln, root);
    }
    let (values, q) = eigen(b);
    let ln_by_values = q.conjugate_diagonal(values.map(R::ln_1p));
    let root_by_values = q.conjugate_diagonal(values.map(|x| (R::one() + x).rsqrt() - R::one()));
    (
        Sym3::select(near, ln, ln_by_values),
        Sym3::select(near, root, root_by_values),
    )
}

/// `exp(h) - I` without cancellation near h = 0.
#[inline(always)]
pub fn exp_m1_symmetric<R: Real>(h: &Sym3<R>) -> Sym3<R> {
    let near = h.norm_squared().le(R::constant(EXP_RADIUS * EXP_RADIUS));
    let by_polynomial = fitted!(Powers::of(h), EXP_SINGLE, EXP_DOUBLE);
    if near.all() {
        return by_polynomial;
    }
    let (values, q) = eigen(h);
    let by_values = q.conjugate_diagonal(values.map(R::exp_m1));
    Sym3::select(near, by_polynomial, by_values)
}

/// Frobenius norm up to which the polynomials of the logarithm and the root hold.
const RADIUS: f64 = 0.36;
/// Frobenius norm up to which the polynomials of the exponential hold.
const EXP_RADIUS: f64 = 0.75;

/// A matrix a with what its polynomials are made of.
struct Powers<R> {
    a: Sym3<R>,
    square: Sym3<R>,
    /// The invariants I₁, I₂, I₃.
    invariants: [R; 3],
}

impl<R: Real> Powers<R> {
    #[inline(always)]
    fn of(a: &Sym3<R>) -> Self {
        let cofactor = a.cofactor();
        let i3 =
            a.xx.mul_add(cofactor.xx, a.xy.mul_add(cofactor.xy, a.zx * cofactor.zx));
        Powers {
            a: *a,
            square: a.mul_commuting(a),
            invariants: [a.trace(), cofactor.trace(), i3],
        }
    }

    /// `a p(a)`, for a polynomial given from its highest coefficient down.
    ///
    /// With p(a) = g₀ + g₁ a + g₂ a² and a³ = I₁ a² - I₂ a + I₃, one step of Horner's rule is
    /// (g₀, g₁, g₂) ← (I₃ g₂ + c, g₀ - I₂ g₂, g₁ + I₁ g₂).
    #[inline(always)]
    fn times_polynomial<const N: usize>(&self, c: [f64; N]) -> Sym3<R> {
        let [i1, i2, i3] = self.invariants;
        let mut g = [R::constant(c[2]), R::constant(c[1]), R::constant(c[0])];
        for &next in &c[3..] {
            g = [
                i3.mul_add(g[2], R::constant(next)),
                i2.neg_mul_add(g[2], g[0]),
                i1.mul_add(g[2], g[1]),
            ];
        }
        // One more step of the same rule, without a constant, multiplies by a.
        let isotropic = i3 * g[2];
        let linear = i2.neg_mul_add(g[2], g[0]);
        let quadratic = i1.mul_add(g[2], g[1]);
        self.a
            .scale(linear)
            .add_isotropic(isotropic)
            .zip(self.square, |sum, x| x.mul_add(quadratic, sum))
    }
}

/// Chebyshev fit of ln(1 + x)/x on |x| ≤ 0.36, within 1.3e-8.
const LOG_SINGLE: [f64; 10] = [
    -0.13273786024399448,
    0.14673497881250844,
    -0.1210641448175475,
    0.13857738341508785,
    -0.16685365910872182,
    0.20020326720990686,
    -0.2499969347688219,
    0.333330001794128,
    -0.5000000079628784,
    1.0000000086544636,
];
/// Chebyshev fit of ln(1 + x)/x on |x| ≤ 0.36, within 1.1e-17.
const LOG_DOUBLE: [f64; 22] = [
    -0.09031317338766412,
    0.09436042971142464,
    -0.03441443338946519,
    0.036397845851139005,
    -0.0584318710072407,
    0.06181893406338029,
    -0.062178320956531585,
    0.06633170394975528,
    -0.07145139802525872,
    0.07694684452910046,
    -0.08333230063744104,
    0.0909080156908427,
    -0.10000002898709716,
    0.11111114129081177,
    -0.12499999952696614,
    0.14285714236465805,
    -0.166666666670615,
    0.20000000000411064,
    -0.24999999999998718,
    0.33333333333332,
    -0.5,
    1.0,
];
/// Chebyshev fit of ((1 + x)^-½ - 1)/x on |x| ≤ 0.36, within 2.5e-8.
const ROOT_SINGLE: [f64; 10] = [
    0.24057032115527585,
    -0.2525538938656301,
    0.18860515522507107,
    -0.2013728532609118,
    0.22595611552726247,
    -0.24647930674392274,
    0.2734314262771718,
    -0.31249367441234055,
    0.3750000157811362,
    -0.5000000164353209,
];
/// Chebyshev fit of ((1 + x)^-½ - 1)/x on |x| ≤ 0.36, within 3.1e-17.
const ROOT_DOUBLE: [f64; 22] = [
    0.24523040984152542,
    -0.25058973366286563,
    0.08151839463455014,
    -0.08384152126464708,
    0.1401718971141066,
    -0.14410921715712424,
    0.13904157207111859,
    -0.14353775113850453,
    0.14951049521879572,
    -0.15504683148536394,
    0.16117733736009537,
    -0.16818511587975798,
    0.17619713401085366,
    -0.1854706647127116,
    0.19638061389570763,
    -0.20947265488442854,
    0.2255859375111757,
    -0.24609375001140021,
    0.2734374999999637,
    -0.312499999999963,
    0.375,
    -0.5,
];
/// Chebyshev fit of (exp(x) - 1)/x on |x| ≤ 0.75, within 2.4e-9.
const EXP_SINGLE: [f64; 8] = [
    2.5113430317431466e-05,
    0.00020153478825857106,
    0.0013887790581337911,
    0.008332233340171826,
    0.04166667903149761,
    0.1666667905224569,
    0.49999999978262055,
    0.9999999978225005,
];
/// Chebyshev fit of (exp(x) - 1)/x on |x| ≤ 0.75, within 1.8e-18.
const EXP_DOUBLE: [f64; 14] = [
    1.156521003382576e-11,
    1.6210260812877196e-10,
    2.0876025433715686e-09,
    2.505093714055246e-08,
    2.75573220313723e-07,
    2.7557323719055684e-06,
    2.48015872960584e-05,
    0.0001984126983241682,
    0.0013888888888894074,
    0.008333333333341636,
    0.04166666666666665,
    0.16666666666666638,
    0.5,
    1.0,
];
