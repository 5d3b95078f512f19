//! Lanes as plain arrays: what the compiler makes of short loops, on any architecture.

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
