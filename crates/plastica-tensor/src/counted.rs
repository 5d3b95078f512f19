//! Numbers that count what is done to them: how much arithmetic a formula takes.

use crate::{Mask, Real, elementary};
use std::cell::Cell;
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// Runs `work` and counts the operations on [`Counted`] registers: one for each sum, difference, product,
/// quotient, root, comparison, minimum and maximum of a lane, two for a product and a sum in one. Signs,
/// choices, and loading and storing are free.
pub fn count<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = COUNT.get();
    let result = work();
    (result, COUNT.get() - before)
}

fn add(operations: u64) {
    COUNT.set(COUNT.get() + LANES as u64 * operations);
}

const LANES: usize = 4;

/// Four numbers in single precision; see [`count`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Counted([f32; LANES]);

/// Four answers.
#[derive(Clone, Copy, Debug)]
pub struct CountedMask([bool; LANES]);

impl Counted {
    fn map(self, cost: u64, f: impl Fn(f32) -> f32) -> Self {
        add(cost);
        Counted(self.0.map(f))
    }
    fn zip(self, other: Self, cost: u64, f: impl Fn(f32, f32) -> f32) -> Self {
        add(cost);
        Counted(std::array::from_fn(|k| f(self.0[k], other.0[k])))
    }
    fn compare(self, other: Self, f: impl Fn(&f32, &f32) -> bool) -> CountedMask {
        add(1);
        CountedMask(std::array::from_fn(|k| f(&self.0[k], &other.0[k])))
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for Counted {
            type Output = Self;
            fn $method(self, other: Self) -> Self {
                self.zip(other, 1, |a, b| a $op b)
            }
        }
    };
}
operator!(Add, add, +);
operator!(Sub, sub, -);
operator!(Mul, mul, *);
operator!(Div, div, /);

impl Neg for Counted {
    type Output = Self;
    fn neg(self) -> Self {
        self.map(0, |a| -a)
    }
}
impl AddAssign for Counted {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}
impl SubAssign for Counted {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl BitAnd for CountedMask {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        CountedMask(std::array::from_fn(|k| self.0[k] & other.0[k]))
    }
}
impl BitOr for CountedMask {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        CountedMask(std::array::from_fn(|k| self.0[k] | other.0[k]))
    }
}
impl Not for CountedMask {
    type Output = Self;
    fn not(self) -> Self {
        CountedMask(self.0.map(|lane| !lane))
    }
}
impl Mask for CountedMask {
    fn splat(value: bool) -> Self {
        CountedMask([value; LANES])
    }
    fn any(self) -> bool {
        self.0.contains(&true)
    }
    fn all(self) -> bool {
        !self.0.contains(&false)
    }
    fn lane(self, index: usize) -> bool {
        self.0[index]
    }
}

impl Real for Counted {
    type Scalar = f32;
    type Mask = CountedMask;
    const LANES: usize = LANES;

    fn splat(value: f32) -> Self {
        Counted([value; LANES])
    }
    fn from_fn(f: impl FnMut(usize) -> f32) -> Self {
        Counted(std::array::from_fn(f))
    }
    fn lane(self, index: usize) -> f32 {
        self.0[index]
    }
    fn load(from: &[f32]) -> Self {
        Counted(std::array::from_fn(|k| from[k]))
    }
    fn store(self, to: &mut [f32]) {
        to[..LANES].copy_from_slice(&self.0);
    }
    fn mul_add(self, b: Self, c: Self) -> Self {
        add(2);
        Counted(std::array::from_fn(|k| self.0[k].mul_add(b.0[k], c.0[k])))
    }
    fn neg_mul_add(self, b: Self, c: Self) -> Self {
        (-self).mul_add(b, c)
    }
    fn sqrt(self) -> Self {
        self.map(1, f32::sqrt)
    }
    fn rsqrt(self) -> Self {
        self.map(1, |a| a.sqrt().recip())
    }
    fn abs(self) -> Self {
        self.map(0, f32::abs)
    }
    fn min(self, other: Self) -> Self {
        self.zip(other, 1, Real::min)
    }
    fn max(self, other: Self) -> Self {
        self.zip(other, 1, Real::max)
    }
    fn flip_sign(self, by: Self) -> Self {
        self.zip(by, 0, |a, b| a.flip_sign(b))
    }
    fn round(self) -> Self {
        self.map(1, Real::round)
    }
    fn lt(self, other: Self) -> CountedMask {
        self.compare(other, |a, b| a < b)
    }
    fn le(self, other: Self) -> CountedMask {
        self.compare(other, |a, b| a <= b)
    }
    fn select(mask: CountedMask, yes: Self, no: Self) -> Self {
        Counted(std::array::from_fn(|k| match mask.0[k] {
            true => yes.0[k],
            false => no.0[k],
        }))
    }
    fn split_exponent(self) -> (Self, Self) {
        let parts = self.0.map(Real::split_exponent);
        (Counted(parts.map(|p| p.0)), Counted(parts.map(|p| p.1)))
    }
    fn scale_exponent(self, e: Self) -> Self {
        self.zip(e, 0, Real::scale_exponent)
    }
    elementary::of_lanes!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mat3;

    #[test]
    fn a_product_of_matrices_is_known() {
        let m = Mat3::from_fn(|i, j| Counted::splat((i + 2 * j) as f32));
        let (product, operations) = count(|| m * m);
        // Nine entries of a product and two products with a sum each, four lanes.
        assert_eq!(operations, 4 * 9 * 5);
        let plain = Mat3::<f32>::from_fn(|i, j| (i + 2 * j) as f32);
        assert_eq!(product.lane(3)[(2, 1)], f64::from((plain * plain)[(2, 1)]));
    }
}
