//! Two registers side by side: twice the lanes, and two independent chains of operations.

use crate::{Mask, Real, elementary};
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

/// The lower and the upper half of the lanes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pair<T>(T, T);

/// The answers of the lower and the upper half.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairMask<T: Real>(T::Mask, T::Mask);

impl<T: Real> Mask for PairMask<T> {
    #[inline(always)]
    fn splat(value: bool) -> Self {
        PairMask(T::Mask::splat(value), T::Mask::splat(value))
    }
    #[inline(always)]
    fn any(self) -> bool {
        (self.0 | self.1).any()
    }
    #[inline(always)]
    fn all(self) -> bool {
        (self.0 & self.1).all()
    }
    #[inline(always)]
    fn lane(self, index: usize) -> bool {
        if index < T::LANES {
            self.0.lane(index)
        } else {
            self.1.lane(index - T::LANES)
        }
    }
}

impl<T: Real> BitAnd for PairMask<T> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        PairMask(self.0 & other.0, self.1 & other.1)
    }
}
impl<T: Real> BitOr for PairMask<T> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        PairMask(self.0 | other.0, self.1 | other.1)
    }
}
impl<T: Real> Not for PairMask<T> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        PairMask(!self.0, !self.1)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl<T: Real> $trait for Pair<T> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Pair(self.0.$method(other.0), self.1.$method(other.1))
            }
        }
    };
}
operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl<T: Real> Neg for Pair<T> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Pair(-self.0, -self.1)
    }
}
impl<T: Real> AddAssign for Pair<T> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl<T: Real> SubAssign for Pair<T> {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

macro_rules! halves {
    ($($method:ident($($other:ident),*);)*) => {$(
        #[inline(always)]
        fn $method(self $(, $other: Self)*) -> Self {
            Pair(self.0.$method($($other.0),*), self.1.$method($($other.1),*))
        }
    )*};
}

impl<T: Real> Real for Pair<T> {
    type Scalar = T::Scalar;
    type Mask = PairMask<T>;
    const LANES: usize = 2 * T::LANES;

    #[inline(always)]
    fn outline<O>(work: impl FnOnce() -> O) -> O {
        T::outline(work)
    }
    #[inline(always)]
    fn fuse(a: T::Scalar, b: T::Scalar, c: T::Scalar) -> T::Scalar {
        T::fuse(a, b, c)
    }
    #[inline(always)]
    fn splat(value: T::Scalar) -> Self {
        Pair(T::splat(value), T::splat(value))
    }
    #[inline(always)]
    fn from_fn(mut f: impl FnMut(usize) -> T::Scalar) -> Self {
        Pair(T::from_fn(&mut f), T::from_fn(|i| f(i + T::LANES)))
    }
    #[inline(always)]
    fn lane(self, index: usize) -> T::Scalar {
        if index < T::LANES {
            self.0.lane(index)
        } else {
            self.1.lane(index - T::LANES)
        }
    }
    #[inline(always)]
    fn load(from: &[T::Scalar]) -> Self {
        Pair(T::load(from), T::load(&from[T::LANES..]))
    }
    #[inline(always)]
    fn store(self, to: &mut [T::Scalar]) {
        self.0.store(to);
        self.1.store(&mut to[T::LANES..]);
    }
    halves! {
        mul_add(b, c);
        neg_mul_add(b, c);
        sqrt();
        rsqrt();
        abs();
        min(other);
        max(other);
        flip_sign(by);
        round();
        scale_exponent(e);
    }
    #[inline(always)]
    fn lt(self, other: Self) -> PairMask<T> {
        PairMask(self.0.lt(other.0), self.1.lt(other.1))
    }
    #[inline(always)]
    fn le(self, other: Self) -> PairMask<T> {
        PairMask(self.0.le(other.0), self.1.le(other.1))
    }
    #[inline(always)]
    fn select(mask: PairMask<T>, yes: Self, no: Self) -> Self {
        Pair(
            T::select(mask.0, yes.0, no.0),
            T::select(mask.1, yes.1, no.1),
        )
    }
    #[inline(always)]
    fn split_exponent(self) -> (Self, Self) {
        let (low, high) = (self.0.split_exponent(), self.1.split_exponent());
        (Pair(low.0, high.0), Pair(low.1, high.1))
    }
    elementary::of_lanes!();
}
