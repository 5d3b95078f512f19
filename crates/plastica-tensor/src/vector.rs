//! Three numbers.

use crate::Real;
use std::ops::{Add, Index, IndexMut, Neg, Sub};

/// A vector, or three principal values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3<R>(pub [R; 3]);

impl<R: Real> Vec3<R> {
    /// From its components.
    #[inline(always)]
    pub fn new(x: R, y: R, z: R) -> Self {
        Vec3([x, y, z])
    }
    /// Component `k` is `f(k)`. Not by `array::from_fn` or `map`: these are calls of their own, which kernels compiled for
    /// wider instructions do not take in.
    #[inline(always)]
    pub fn from_fn(mut f: impl FnMut(usize) -> R) -> Self {
        Vec3([f(0), f(1), f(2)])
    }
    /// The same component three times.
    #[inline(always)]
    pub fn splat(value: R) -> Self {
        Vec3([value; 3])
    }
    /// Zero.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::splat(R::zero())
    }
    /// Applies `f` to each component.
    #[inline(always)]
    pub fn map(self, mut f: impl FnMut(R) -> R) -> Self {
        Vec3([f(self[0]), f(self[1]), f(self[2])])
    }
    /// Combines two vectors component by component.
    #[inline(always)]
    pub fn zip(self, other: Self, mut f: impl FnMut(R, R) -> R) -> Self {
        Vec3([
            f(self[0], other[0]),
            f(self[1], other[1]),
            f(self[2], other[2]),
        ])
    }
    /// Scalar product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> R {
        self[0].mul_add(other[0], self[1].mul_add(other[1], self[2] * other[2]))
    }
    /// Vector product.
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        let [a, b, c] = self.0;
        let [x, y, z] = other.0;
        Vec3([
            c.neg_mul_add(y, b * z),
            a.neg_mul_add(z, c * x),
            b.neg_mul_add(x, a * y),
        ])
    }
    /// Every component times `factor`.
    #[inline(always)]
    pub fn scale(self, factor: R) -> Self {
        self.map(|x| x * factor)
    }
    /// Natural logarithm of each component.
    #[inline(always)]
    pub fn ln(self) -> Self {
        Vec3([self[0].ln(), self[1].ln(), self[2].ln()])
    }
    /// Exponential of each component.
    #[inline(always)]
    pub fn exp(self) -> Self {
        Vec3([self[0].exp(), self[1].exp(), self[2].exp()])
    }
    /// Sum of the components: the trace, for principal values.
    #[inline(always)]
    pub fn sum(self) -> R {
        self[0] + self[1] + self[2]
    }
    /// Product of the components: the determinant, for principal values.
    #[inline(always)]
    pub fn product(self) -> R {
        self[0] * self[1] * self[2]
    }
    /// Squared Euclidean length.
    #[inline(always)]
    pub fn norm_squared(self) -> R {
        self.dot(self)
    }
    /// Euclidean length.
    #[inline(always)]
    pub fn norm(self) -> R {
        self.norm_squared().sqrt()
    }
    /// Components less their mean: the deviator, for principal values.
    #[inline(always)]
    pub fn deviator(self) -> Self {
        let mean = self.sum().times(1.0 / 3.0);
        self.map(|x| x - mean)
    }
    /// `yes` in the lanes where the mask holds, `no` in the others.
    #[inline(always)]
    pub fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        yes.zip(no, |a, b| R::select(mask, a, b))
    }
}

impl<R: Real> Add for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}
impl<R: Real> Sub for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}
impl<R: Real> Neg for Vec3<R> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}
impl<R> Index<usize> for Vec3<R> {
    type Output = R;
    #[inline(always)]
    fn index(&self, i: usize) -> &R {
        &self.0[i]
    }
}
impl<R> IndexMut<usize> for Vec3<R> {
    #[inline(always)]
    fn index_mut(&mut self, i: usize) -> &mut R {
        &mut self.0[i]
    }
}
