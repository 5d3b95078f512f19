//! Lanes as plain arrays: what the compiler makes of short loops, on architectures for which there
//! are no registers here.

use crate::{Mask, Real, Scalar, elementary};
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

/// `N` numbers side by side.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Array<S, const N: usize>([S; N]);

/// `N` answers side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArrayMask<const N: usize>([bool; N]);

impl<S: Scalar, const N: usize> Array<S, N> {
    #[inline(always)]
    fn each(mut f: impl FnMut(usize) -> S) -> Self {
        let mut lanes = [S::default(); N];
        for i in 0..N {
            lanes[i] = f(i);
        }
        Array(lanes)
    }
    #[inline(always)]
    fn map(self, f: impl Fn(S) -> S) -> Self {
        Self::each(|i| f(self.0[i]))
    }
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(S, S) -> S) -> Self {
        Self::each(|i| f(self.0[i], other.0[i]))
    }
    #[inline(always)]
    fn compare(self, other: Self, f: impl Fn(S, S) -> bool) -> ArrayMask<N> {
        ArrayMask::each(|i| f(self.0[i], other.0[i]))
    }
}

impl<const N: usize> ArrayMask<N> {
    #[inline(always)]
    fn each(f: impl Fn(usize) -> bool) -> Self {
        let mut lanes = [false; N];
        for i in 0..N {
            lanes[i] = f(i);
        }
        ArrayMask(lanes)
    }
}

impl<const N: usize> Mask for ArrayMask<N> {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        ArrayMask([value; N])
    }
    #[inline(always)]
    fn any(self) -> bool {
        self.0.iter().fold(false, |any, &lane| any | lane)
    }
    #[inline(always)]
    fn all(self) -> bool {
        self.0.iter().fold(true, |all, &lane| all & lane)
    }
    #[inline(always)]
    fn lane(self, index: usize) -> bool {
        self.0[index]
    }
}

impl<const N: usize> BitAnd for ArrayMask<N> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self::each(|i| self.0[i] & other.0[i])
    }
}
impl<const N: usize> BitOr for ArrayMask<N> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self::each(|i| self.0[i] | other.0[i])
    }
}
impl<const N: usize> Not for ArrayMask<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self::each(|i| !self.0[i])
    }
}

impl<S: Scalar, const N: usize> Default for Array<S, N> {
    #[inline(always)]
    fn default() -> Self {
        Array([S::default(); N])
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<S: Scalar, const N: usize> $trait for Array<S, N> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |a, b| a $op b)
            }
        }
    };
}
operator!(Add, add, +);
operator!(Sub, sub, -);
operator!(Mul, mul, *);
operator!(Div, div, /);

impl<S: Scalar, const N: usize> Neg for Array<S, N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}
impl<S: Scalar, const N: usize> AddAssign for Array<S, N> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl<S: Scalar, const N: usize> SubAssign for Array<S, N> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<S: Scalar, const N: usize> Real for Array<S, N> {
    type Scalar = S;
    type Mask = ArrayMask<N>;
    const LANES: usize = N;

    #[inline(always)]
    fn splat(value: S) -> Self {
        Array([value; N])
    }
    #[inline(always)]
    fn from_fn(f: impl FnMut(usize) -> S) -> Self {
        Self::each(f)
    }
    #[inline(always)]
    fn lane(self, index: usize) -> S {
        self.0[index]
    }
    #[inline(always)]
    fn load(from: &[S]) -> Self {
        let from = &from[..N];
        Self::each(|i| from[i])
    }
    #[inline(always)]
    fn store(self, to: &mut [S]) {
        to[..N].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        Self::each(|i| self.0[i].mul_add(b.0[i], c.0[i]))
    }
    #[inline(always)]
    fn neg_mul_add(self, b: Self, c: Self) -> Self {
        Self::each(|i| self.0[i].neg_mul_add(b.0[i], c.0[i]))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        self.map(S::sqrt)
    }
    #[inline(always)]
    fn rsqrt(self) -> Self {
        self.map(S::rsqrt)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.map(S::abs)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, S::min)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, S::max)
    }
    #[inline(always)]
    fn flip_sign(self, by: Self) -> Self {
        self.zip(by, S::flip_sign)
    }
    #[inline(always)]
    fn round(self) -> Self {
        self.map(S::round)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> ArrayMask<N> {
        self.compare(other, |a, b| a < b)
    }
    #[inline(always)]
    fn le(self, other: Self) -> ArrayMask<N> {
        self.compare(other, |a, b| a <= b)
    }
    #[inline(always)]
    fn select(mask: ArrayMask<N>, yes: Self, no: Self) -> Self {
        Self::each(|i| if mask.0[i] { yes.0[i] } else { no.0[i] })
    }
    #[inline(always)]
    fn split_exponent(self) -> (Self, Self) {
        (
            self.map(|x| x.split_exponent().0),
            self.map(|x| x.split_exponent().1),
        )
    }
    #[inline(always)]
    fn scale_exponent(self, e: Self) -> Self {
        self.zip(e, S::scale_exponent)
    }
    elementary::of_lanes!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decompose::ln_1p_symmetric;
    use crate::{Mat3, Sym3};

    /// Arrays do to each lane what the scalar does.
    fn check<S: Scalar, const N: usize>() {
        let x = Array::<S, N>::from_fn(|i| S::from_f64(0.3 + i as f64));
        let y = Array::<S, N>::from_fn(|i| S::from_f64(2.5 - i as f64));
        let (m, e) = x.split_exponent();
        let choice = Array::select(x.lt(y) | !x.le(y.abs()), x.min(y), y.max(-x));
        let all = [
            x + y,
            x - y,
            x * y,
            x / y,
            x.mul_add(y, m),
            x.neg_mul_add(y, e),
            x.sqrt(),
            x.rsqrt(),
            x.flip_sign(y),
            y.round(),
            m.scale_exponent(e),
            choice,
        ];
        for i in 0..N {
            let (x, y) = (x.lane(i), y.lane(i));
            let (m, e) = x.split_exponent();
            let choice = if x < y || x > y.abs() {
                x.min(y)
            } else {
                y.max(-x)
            };
            let expected = [
                x + y,
                x - y,
                x * y,
                x / y,
                x.mul_add(y, m),
                x.neg_mul_add(y, e),
                x.sqrt(),
                x.rsqrt(),
                x.flip_sign(y),
                y.round(),
                x,
                choice,
            ];
            for (lanes, expected) in all.iter().zip(expected) {
                assert_eq!(lanes.lane(i).to_f64(), expected.to_f64());
            }
        }
        let few = x.lt(Array::splat(S::from_f64(1.0)));
        assert!(few.any() && !few.all() && few.lane(0) && !few.lane(1));

        let mut sum = Array::<S, N>::load(&[S::from_f64(1.0); 16]);
        sum += x;
        sum -= y;
        let mut out = [S::default(); 16];
        sum.store(&mut out);
        assert_eq!(out[N - 1].to_f64(), sum.lane(N - 1).to_f64());

        let strain = Sym3::splat(&Sym3::from_array([0.1, 0.05, -0.1, 0.02, 0.01, -0.03]));
        let lanes: Mat3<Array<S, N>> = ln_1p_symmetric(&strain).to_mat();
        let scalar: Mat3<S> = ln_1p_symmetric(&Sym3::splat(&strain.lane(0))).to_mat();
        assert_eq!(lanes.lane(N - 1), scalar.lane(0));
        let near = (x.ln().exp() - x).abs().max((x.ln_1p().exp_m1() - x).abs());
        let (sine, cosine) = x.sin_cos();
        let unit = (sine * sine + cosine * cosine - Array::one()).abs();
        assert!(near.le(x * Array::epsilon().times(16.0)).all());
        assert!(unit.le(Array::epsilon().times(4.0)).all());
    }

    #[test]
    fn arrays_equal_scalars() {
        check::<f32, 8>();
        check::<f64, 4>();
    }
}
