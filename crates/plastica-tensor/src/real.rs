//! The one number trait. Everything above it is written once for scalars and for lanes.

use crate::simd::{Kernel, Level, Width};
use std::fmt::Debug;
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

/// A plain floating-point number: what one lane of a [`Real`] holds.
pub trait Scalar: Real<Scalar = Self> + PartialOrd + std::fmt::Display {
    /// The nearest representable number.
    fn from_f64(value: f64) -> Self;
    /// The same number in double precision.
    fn to_f64(self) -> f64;
    /// Distance from 1 to the next larger number.
    const EPSILON: f64;
    /// Smallest positive normal number.
    const TINY: f64;
    /// Runs a kernel on registers of this scalar. Call it as [`dispatch`](crate::dispatch).
    #[doc(hidden)]
    fn dispatch<K: Kernel<Self>>(level: Level, width: Width, kernel: K) -> K::Output;
    /// The same, as [`dispatch_native`](crate::simd::dispatch_native).
    #[doc(hidden)]
    fn dispatch_native<K: Kernel<Self>>(level: Level, kernel: K) -> K::Output;
}

/// One yes or no per lane.
pub trait Mask:
    Copy + Debug + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The same answer in every lane.
    fn splat(value: bool) -> Self;
    /// Whether any lane says yes.
    fn any(self) -> bool;
    /// Whether every lane says yes.
    fn all(self) -> bool;
    /// The answer of one lane.
    fn lane(self, index: usize) -> bool;
}

/// A number, or a register of [`Real::LANES`] independent numbers.
///
/// Operations act on each lane alone. Decisions are [`Mask`]s and [`Real::select`], never branches
/// on the value. The implementations agree to rounding: [`Real::mul_add`] is fused where the
/// instruction set has it and rounds twice elsewhere.
pub trait Real:
    Copy
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
{
    /// What one lane holds.
    type Scalar: Scalar;
    /// The result of a comparison.
    type Mask: Mask;
    /// How many numbers the register holds; 1 for scalars.
    const LANES: usize;

    /// The same number in every lane.
    fn splat(value: Self::Scalar) -> Self;
    /// Lane `i` set to `f(i)`.
    fn from_fn(f: impl FnMut(usize) -> Self::Scalar) -> Self;
    /// The number in one lane.
    fn lane(self, index: usize) -> Self::Scalar;
    /// The first `LANES` numbers of a slice.
    fn load(from: &[Self::Scalar]) -> Self;
    /// Writes the lanes to the first `LANES` places of a slice.
    fn store(self, to: &mut [Self::Scalar]);

    /// `self * b + c`.
    fn mul_add(self, b: Self, c: Self) -> Self;
    /// `c - self * b`.
    fn neg_mul_add(self, b: Self, c: Self) -> Self;
    /// Square root; NaN below zero.
    fn sqrt(self) -> Self;
    /// `1 / sqrt(self)` to within 2 ulp, for normal positive numbers.
    fn rsqrt(self) -> Self;
    /// Magnitude.
    fn abs(self) -> Self;
    /// The smaller; `other` if either is NaN.
    fn min(self, other: Self) -> Self;
    /// The larger; `other` if either is NaN.
    fn max(self, other: Self) -> Self;
    /// `self` with its sign flipped in the lanes where `by` has its sign bit set.
    fn flip_sign(self, by: Self) -> Self;
    /// Nearest whole number, ties to even; for magnitudes below 2²².
    fn round(self) -> Self;

    /// `self < other`; no where either is NaN.
    fn lt(self, other: Self) -> Self::Mask;
    /// `self <= other`; no where either is NaN.
    fn le(self, other: Self) -> Self::Mask;
    /// `self > other`; no where either is NaN.
    fn gt(self, other: Self) -> Self::Mask {
        other.lt(self)
    }
    /// `self >= other`; no where either is NaN.
    fn ge(self, other: Self) -> Self::Mask {
        other.le(self)
    }
    /// `yes` in the lanes where the mask holds, `no` in the others.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// `(m, e)` with `self = m 2^e`, e whole, m in [√½, √2). For normal positive numbers.
    fn split_exponent(self) -> (Self, Self);
    /// `self 2^e` for a whole `e` for which 2^e is a normal number.
    fn scale_exponent(self, e: Self) -> Self;

    /// Natural logarithm of a normal positive number, to a few ulp.
    fn ln(self) -> Self;
    /// Exponential, to a few ulp; arguments are kept where the result is a normal number.
    fn exp(self) -> Self;
    /// `exp(self) - 1` without cancellation near 0.
    fn exp_m1(self) -> Self;
    /// `ln(1 + self)` without cancellation near 0; `self > -1`.
    fn ln_1p(self) -> Self;
    /// Sine and cosine, for magnitudes below 10⁴ radians.
    fn sin_cos(self) -> (Self, Self);

    /// `a * b + c` of plain numbers, fused exactly where [`Real::mul_add`] of this register is: for the
    /// parts of a kernel that work on one number, or a few side by side, at a time.
    #[inline(always)]
    fn fuse(a: Self::Scalar, b: Self::Scalar, c: Self::Scalar) -> Self::Scalar {
        a * b + c
    }

    /// The register as groups of four: the `k`-th group holds `numbers[k]` four times. For registers of
    /// four lanes and more, as all that follow here.
    #[inline(always)]
    fn spread(numbers: [Self::Scalar; 4]) -> Self {
        Self::from_fn(|lane| numbers[lane / 4])
    }
    /// The same four numbers in every group.
    #[inline(always)]
    fn repeat(four: [Self::Scalar; 4]) -> Self {
        Self::from_fn(|lane| four[lane % 4])
    }
    /// Writes whole numbers between 0 and 2²² as integers.
    #[inline(always)]
    fn store_whole(self, to: &mut [u32]) {
        let to = &mut to[..Self::LANES];
        for lane in 0..Self::LANES {
            to[lane] = self.lane(lane).to_f64() as u32;
        }
    }
    /// The sum of the groups.
    #[inline(always)]
    fn fold(self) -> [Self::Scalar; 4] {
        let mut lanes = [<Self::Scalar as Real>::zero(); MOST_LANES];
        self.store(&mut lanes);
        let mut sum = [lanes[0], lanes[1], lanes[2], lanes[3]];
        for lane in 4..Self::LANES {
            sum[lane % 4] += lanes[lane];
        }
        sum
    }
    /// The four columns of a table of `LANES` rows.
    #[inline(always)]
    fn columns(rows: &[[Self::Scalar; 4]]) -> [Self; 4] {
        let rows = &rows[..Self::LANES];
        [
            Self::from_fn(|lane| rows[lane][0]),
            Self::from_fn(|lane| rows[lane][1]),
            Self::from_fn(|lane| rows[lane][2]),
            Self::from_fn(|lane| rows[lane][3]),
        ]
    }
    /// Writes a table of `LANES` rows, given its four columns.
    #[inline(always)]
    fn store_columns(columns: [Self; 4], rows: &mut [[Self::Scalar; 4]]) {
        let rows = &mut rows[..Self::LANES];
        let mut lanes = [<Self::Scalar as Real>::zero(); MOST_LANES];
        for k in 0..4 {
            columns[k].store(&mut lanes);
            for lane in 0..Self::LANES {
                rows[lane][k] = lanes[lane];
            }
        }
    }

    /// Runs `work` as a function of its own, compiled for the instructions of this register.
    ///
    /// Everything else over lanes is inlined, which multiplies code; what is large and stands in
    /// many places (a decomposition, a law) goes through here. Write it as
    /// `R::outline(#[inline(always)] || …)`: a closure that is not inlined into the outlined function
    /// would miss its instructions.
    #[inline(always)]
    fn outline<T>(work: impl FnOnce() -> T) -> T {
        out_of_line(work)
    }

    /// A constant of a formula, rounded to the precision at hand, in every lane.
    #[inline(always)]
    fn constant(value: f64) -> Self {
        Self::splat(<Self::Scalar as Scalar>::from_f64(value))
    }
    /// 0 in every lane.
    #[inline(always)]
    fn zero() -> Self {
        Self::constant(0.0)
    }
    /// 1 in every lane.
    #[inline(always)]
    fn one() -> Self {
        Self::constant(1.0)
    }
    /// `1 / self`.
    #[inline(always)]
    fn recip(self) -> Self {
        Self::one() / self
    }
    /// `self * factor` for a constant of a formula.
    #[inline(always)]
    fn times(self, factor: f64) -> Self {
        self * Self::constant(factor)
    }
    /// `self^exponent` for positive `self`.
    #[inline(always)]
    fn powf(self, exponent: Self) -> Self {
        (self.ln() * exponent).exp()
    }
    /// Keeps `self` within `[low, high]`.
    #[inline(always)]
    fn clamp(self, low: Self, high: Self) -> Self {
        self.max(low).min(high)
    }
    /// Distance from 1 to the next larger number.
    #[inline(always)]
    fn epsilon() -> Self {
        Self::constant(<Self::Scalar as Scalar>::EPSILON)
    }
    /// Smallest positive normal number.
    #[inline(always)]
    fn tiny() -> Self {
        Self::constant(<Self::Scalar as Scalar>::TINY)
    }
}

/// Lanes of the widest register.
const MOST_LANES: usize = 16;

#[inline(never)]
fn out_of_line<T>(work: impl FnOnce() -> T) -> T {
    work()
}

impl Mask for bool {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        value
    }
    #[inline(always)]
    fn any(self) -> bool {
        self
    }
    #[inline(always)]
    fn all(self) -> bool {
        self
    }
    #[inline(always)]
    fn lane(self, _: usize) -> bool {
        self
    }
}

macro_rules! scalar {
    ($t:ident, $int:ident, $bits:ident) => {
        const _: () = {
            const FRACTION_BITS: u32 = $t::MANTISSA_DIGITS - 1;
            const SQRT_HALF: $t = std::$t::consts::FRAC_1_SQRT_2;
            /// 1.5 · 2^FRACTION_BITS: numbers near it are spaced by one.
            const ROUNDER: $t = (3u64 << (FRACTION_BITS - 1)) as $t;
            const BIAS: $t = ROUNDER + ($t::MAX_EXP - 1) as $t;

            impl Scalar for $t {
                const EPSILON: f64 = $t::EPSILON as f64;
                const TINY: f64 = $t::MIN_POSITIVE as f64;
                #[inline(always)]
                fn from_f64(value: f64) -> Self {
                    value as $t
                }
                #[inline(always)]
                fn to_f64(self) -> f64 {
                    self as f64
                }
                #[inline]
                fn dispatch<K: Kernel<Self>>(level: Level, width: Width, kernel: K) -> K::Output {
                    crate::simd::$t::dispatch(level, width, kernel)
                }
                #[inline]
                fn dispatch_native<K: Kernel<Self>>(level: Level, kernel: K) -> K::Output {
                    crate::simd::$t::dispatch_native(level, kernel)
                }
            }

            impl Real for $t {
                type Scalar = $t;
                type Mask = bool;
                const LANES: usize = 1;

                #[inline(always)]
                fn splat(value: $t) -> Self {
                    value
                }
                #[inline(always)]
                fn from_fn(mut f: impl FnMut(usize) -> $t) -> Self {
                    f(0)
                }
                #[inline(always)]
                fn lane(self, _: usize) -> $t {
                    self
                }
                #[inline(always)]
                fn load(from: &[$t]) -> Self {
                    from[0]
                }
                #[inline(always)]
                fn store(self, to: &mut [$t]) {
                    to[0] = self;
                }
                #[inline(always)]
                fn mul_add(self, b: Self, c: Self) -> Self {
                    self * b + c
                }
                #[inline(always)]
                fn neg_mul_add(self, b: Self, c: Self) -> Self {
                    c - self * b
                }
                #[inline(always)]
                fn sqrt(self) -> Self {
                    $t::sqrt(self)
                }
                #[inline(always)]
                fn rsqrt(self) -> Self {
                    1.0 / $t::sqrt(self)
                }
                #[inline(always)]
                fn abs(self) -> Self {
                    $t::abs(self)
                }
                #[inline(always)]
                fn min(self, other: Self) -> Self {
                    if self < other { self } else { other }
                }
                #[inline(always)]
                fn max(self, other: Self) -> Self {
                    if self > other { self } else { other }
                }
                #[inline(always)]
                fn flip_sign(self, by: Self) -> Self {
                    if by.is_sign_negative() { -self } else { self }
                }
                #[inline(always)]
                fn round(self) -> Self {
                    // The sum has no bits below one, so adding rounds; baseline x86-64 has no
                    // instruction for it and would call libm.
                    (self + ROUNDER) - ROUNDER
                }
                #[inline(always)]
                fn lt(self, other: Self) -> bool {
                    self < other
                }
                #[inline(always)]
                fn le(self, other: Self) -> bool {
                    self <= other
                }
                #[inline(always)]
                fn select(mask: bool, yes: Self, no: Self) -> Self {
                    if mask { yes } else { no }
                }
                #[inline(always)]
                fn split_exponent(self) -> (Self, Self) {
                    // The exponent field of x / √½, taken as an integer, is e.
                    let e =
                        self.to_bits().wrapping_sub(SQRT_HALF.to_bits()) as $int >> FRACTION_BITS;
                    let m = self.to_bits().wrapping_sub((e << FRACTION_BITS) as $bits);
                    ($t::from_bits(m), e as $t)
                }
                #[inline(always)]
                fn scale_exponent(self, e: Self) -> Self {
                    // Adding BIAS puts e + the exponent bias into the lowest bits, whatever its sign.
                    self * $t::from_bits((e + BIAS).to_bits() << FRACTION_BITS)
                }
                #[inline(always)]
                fn ln(self) -> Self {
                    $t::ln(self)
                }
                #[inline(always)]
                fn exp(self) -> Self {
                    $t::exp(self)
                }
                #[inline(always)]
                fn exp_m1(self) -> Self {
                    $t::exp_m1(self)
                }
                #[inline(always)]
                fn ln_1p(self) -> Self {
                    $t::ln_1p(self)
                }
                #[inline(always)]
                fn sin_cos(self) -> (Self, Self) {
                    $t::sin_cos(self)
                }
            }
        };
    };
}
scalar!(f32, i32, u32);
scalar!(f64, i64, u64);
