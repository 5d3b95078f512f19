//! General 3×3 matrices.

use crate::{Real, Sym3, Vec3};
use std::ops::{Add, Index, IndexMut, Mul, Neg, Sub};

/// A 3×3 matrix, stored by rows: `m[(i, j)]` is row i, column j.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mat3<R>(pub [[R; 3]; 3]);

impl<R: Real> Mat3<R> {
    /// Entry (i, j) set to `f(i, j)`.
    #[inline(always)]
    pub fn from_fn(mut f: impl FnMut(usize, usize) -> R) -> Self {
        Mat3([
            [f(0, 0), f(0, 1), f(0, 2)],
            [f(1, 0), f(1, 1), f(1, 2)],
            [f(2, 0), f(2, 1), f(2, 2)],
        ])
    }
    /// From three rows.
    #[inline(always)]
    pub fn from_rows(rows: [[R; 3]; 3]) -> Self {
        Mat3(rows)
    }
    /// From three columns.
    #[inline(always)]
    pub fn from_columns(c: [Vec3<R>; 3]) -> Self {
        Self::from_fn(|i, j| c[j][i])
    }
    /// Column j.
    #[inline(always)]
    pub fn column(&self, j: usize) -> Vec3<R> {
        Vec3([self[(0, j)], self[(1, j)], self[(2, j)]])
    }
    /// Row i.
    #[inline(always)]
    pub fn row(&self, i: usize) -> Vec3<R> {
        Vec3(self.0[i])
    }
    /// All zeros.
    #[inline(always)]
    pub fn zero() -> Self {
        Mat3([[R::zero(); 3]; 3])
    }
    /// The identity.
    #[inline(always)]
    pub fn identity() -> Self {
        Self::diagonal(Vec3::splat(R::one()))
    }
    /// A diagonal matrix.
    #[inline(always)]
    pub fn diagonal(d: Vec3<R>) -> Self {
        let o = R::zero();
        Mat3([[d[0], o, o], [o, d[1], o], [o, o, d[2]]])
    }
    /// Every entry times `factor`.
    #[inline(always)]
    pub fn scale(self, factor: R) -> Self {
        self.map(|x| x * factor)
    }
    /// Applies `f` to each entry.
    #[inline(always)]
    pub fn map(self, mut f: impl FnMut(R) -> R) -> Self {
        Self::from_fn(
            #[inline(always)]
            |i, j| f(self[(i, j)]),
        )
    }
    /// The transpose.
    #[inline(always)]
    pub fn transpose(self) -> Self {
        Self::from_fn(|i, j| self[(j, i)])
    }
    /// Sum of the diagonal.
    #[inline(always)]
    pub fn trace(&self) -> R {
        self[(0, 0)] + self[(1, 1)] + self[(2, 2)]
    }
    /// Determinant.
    #[inline(always)]
    pub fn determinant(&self) -> R {
        self.row(0).dot(self.row(1).cross(self.row(2)))
    }
    /// Matrix of cofactors: `det(self)` times the transposed inverse.
    #[inline(always)]
    pub fn cofactor(&self) -> Self {
        let (a, b, c) = (self.row(0), self.row(1), self.row(2));
        Mat3([b.cross(c).0, c.cross(a).0, a.cross(b).0])
    }
    /// Inverse; not finite when singular.
    #[inline(always)]
    pub fn inverse(&self) -> Self {
        let cofactor = self.cofactor();
        let det = self.row(0).dot(cofactor.row(0));
        cofactor.transpose().scale(det.recip())
    }
    /// Sum of the products of corresponding entries.
    #[inline(always)]
    pub fn dot(&self, other: &Self) -> R {
        self.row(0).dot(other.row(0))
            + self.row(1).dot(other.row(1))
            + self.row(2).dot(other.row(2))
    }
    /// Largest magnitude of an entry.
    #[inline(always)]
    pub fn max_abs(&self) -> R {
        let m = self.map(|x| x.abs()).0;
        let mut largest = m[0][0];
        for i in 0..3 {
            for j in 0..3 {
                largest = largest.max(m[i][j]);
            }
        }
        largest
    }
    /// Frobenius norm.
    #[inline(always)]
    pub fn norm(&self) -> R {
        self.dot(self).sqrt()
    }
    /// `self · v`.
    #[inline(always)]
    pub fn mul_vec(&self, v: Vec3<R>) -> Vec3<R> {
        Vec3([self.row(0).dot(v), self.row(1).dot(v), self.row(2).dot(v)])
    }
    /// `selfᵀ · other`.
    #[inline(always)]
    pub fn transpose_mul(&self, other: &Self) -> Self {
        Self::from_fn(
            #[inline(always)]
            |i, j| self.column(i).dot(other.column(j)),
        )
    }
    /// `self · otherᵀ`.
    #[inline(always)]
    pub fn mul_transpose(&self, other: &Self) -> Self {
        Self::from_fn(
            #[inline(always)]
            |i, j| self.row(i).dot(other.row(j)),
        )
    }
    /// `self · selfᵀ`.
    #[inline(always)]
    pub fn mul_transpose_self(&self) -> Sym3<R> {
        Sym3::from_fn(
            #[inline(always)]
            |i, j| self.row(i).dot(self.row(j)),
        )
    }
    /// `selfᵀ · self`.
    #[inline(always)]
    pub fn transpose_mul_self(&self) -> Sym3<R> {
        Sym3::from_fn(
            #[inline(always)]
            |i, j| self.column(i).dot(self.column(j)),
        )
    }
    /// Columns scaled: `self · diag(d)`.
    #[inline(always)]
    pub fn scale_columns(self, d: Vec3<R>) -> Self {
        Self::from_fn(|i, j| self[(i, j)] * d[j])
    }
    /// `self · diag(d) · selfᵀ`.
    #[inline(always)]
    pub fn conjugate_diagonal(&self, d: Vec3<R>) -> Sym3<R> {
        let scaled = self.scale_columns(d);
        Sym3::from_fn(
            #[inline(always)]
            |i, j| scaled.row(i).dot(self.row(j)),
        )
    }
    /// Symmetric part.
    #[inline(always)]
    pub fn symmetric(&self) -> Sym3<R> {
        let half = R::constant(0.5);
        Sym3::from_fn(|i, j| {
            if i == j {
                self[(i, j)]
            } else {
                (self[(i, j)] + self[(j, i)]) * half
            }
        })
    }
    /// Antisymmetric part.
    #[inline(always)]
    pub fn antisymmetric(&self) -> Self {
        let half = R::constant(0.5);
        Self::from_fn(|i, j| (self[(i, j)] - self[(j, i)]) * half)
    }
    /// `yes` in the lanes where the mask holds, `no` in the others.
    #[inline(always)]
    pub fn select(mask: R::Mask, yes: &Self, no: &Self) -> Self {
        Self::from_fn(|i, j| R::select(mask, yes[(i, j)], no[(i, j)]))
    }
    /// One lane, in double precision.
    pub fn lane(&self, index: usize) -> Mat3<f64> {
        use crate::Scalar;
        Mat3(self.0.map(|row| row.map(|x| x.lane(index).to_f64())))
    }
    /// Lane `i` set to `f(i)`, rounded to the precision at hand.
    pub fn from_lanes(mut f: impl FnMut(usize) -> Mat3<f64>) -> Self {
        use crate::Scalar;
        let mut lanes = [Mat3::<f64>::default(); 16];
        for (i, lane) in lanes.iter_mut().enumerate().take(R::LANES) {
            *lane = f(i);
        }
        Self::from_fn(|i, j| R::from_fn(|l| R::Scalar::from_f64(lanes[l][(i, j)])))
    }
}

impl<R: Real> Mul for Mat3<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self::from_fn(
            #[inline(always)]
            |i, j| self.row(i).dot(other.column(j)),
        )
    }
}
impl<R: Real> Add for Mat3<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::from_fn(|i, j| self[(i, j)] + other[(i, j)])
    }
}
impl<R: Real> Sub for Mat3<R> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::from_fn(|i, j| self[(i, j)] - other[(i, j)])
    }
}
impl<R: Real> Neg for Mat3<R> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|x| -x)
    }
}
impl<R> Index<(usize, usize)> for Mat3<R> {
    type Output = R;
    #[inline(always)]
    fn index(&self, (i, j): (usize, usize)) -> &R {
        &self.0[i][j]
    }
}
impl<R> IndexMut<(usize, usize)> for Mat3<R> {
    #[inline(always)]
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut R {
        &mut self.0[i][j]
    }
}
