//! Symmetric 3×3 matrices: strains and stresses.

use crate::{Mat3, Real, Vec3};
use std::ops::{Add, Neg, Sub};

/// A symmetric 3×3 matrix. Off-diagonal entries are tensor components (not engineering shear), in
/// Voigt order: 11, 22, 33, 23, 31, 12.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Sym3<R> {
    pub xx: R,
    pub yy: R,
    pub zz: R,
    pub yz: R,
    pub zx: R,
    pub xy: R,
}

impl<R: Real> Sym3<R> {
    /// From the six entries in Voigt order 11, 22, 33, 23, 31, 12.
    #[inline(always)]
    pub fn from_array([xx, yy, zz, yz, zx, xy]: [R; 6]) -> Self {
        Sym3 {
            xx,
            yy,
            zz,
            yz,
            zx,
            xy,
        }
    }
    /// The six entries in Voigt order 11, 22, 33, 23, 31, 12.
    #[inline(always)]
    pub fn to_array(self) -> [R; 6] {
        [self.xx, self.yy, self.zz, self.yz, self.zx, self.xy]
    }
    /// Entry (i, j) set to `f(i, j)`, asked once for each of the six.
    #[inline(always)]
    pub fn from_fn(mut f: impl FnMut(usize, usize) -> R) -> Self {
        Sym3 {
            xx: f(0, 0),
            yy: f(1, 1),
            zz: f(2, 2),
            yz: f(1, 2),
            zx: f(2, 0),
            xy: f(0, 1),
        }
    }
    /// A diagonal matrix.
    #[inline(always)]
    pub fn diagonal(d: Vec3<R>) -> Self {
        let o = R::zero();
        Sym3 {
            xx: d[0],
            yy: d[1],
            zz: d[2],
            yz: o,
            zx: o,
            xy: o,
        }
    }
    /// `value` times the identity.
    #[inline(always)]
    pub fn isotropic(value: R) -> Self {
        Self::diagonal(Vec3::splat(value))
    }
    /// The identity.
    #[inline(always)]
    pub fn identity() -> Self {
        Self::isotropic(R::one())
    }
    /// All zeros.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::isotropic(R::zero())
    }
    /// The three diagonal entries.
    #[inline(always)]
    pub fn diagonal_entries(&self) -> Vec3<R> {
        Vec3([self.xx, self.yy, self.zz])
    }
    /// The full matrix.
    #[inline(always)]
    pub fn to_mat(self) -> Mat3<R> {
        Mat3([
            [self.xx, self.xy, self.zx],
            [self.xy, self.yy, self.yz],
            [self.zx, self.yz, self.zz],
        ])
    }
    /// Applies `f` to each entry.
    #[inline(always)]
    pub fn map(self, mut f: impl FnMut(R) -> R) -> Self {
        let a = self.to_array();
        Self::from_array([f(a[0]), f(a[1]), f(a[2]), f(a[3]), f(a[4]), f(a[5])])
    }
    /// Combines two matrices entry by entry.
    #[inline(always)]
    pub fn zip(self, other: Self, mut f: impl FnMut(R, R) -> R) -> Self {
        let (a, b) = (self.to_array(), other.to_array());
        Self::from_array([
            f(a[0], b[0]),
            f(a[1], b[1]),
            f(a[2], b[2]),
            f(a[3], b[3]),
            f(a[4], b[4]),
            f(a[5], b[5]),
        ])
    }
    /// Every entry times `factor`.
    #[inline(always)]
    pub fn scale(self, factor: R) -> Self {
        self.map(|x| x * factor)
    }
    /// `self * factor + other`.
    #[inline(always)]
    pub fn scale_add(self, factor: R, other: Self) -> Self {
        self.zip(other, |a, b| a.mul_add(factor, b))
    }
    /// `self + value * identity`.
    #[inline(always)]
    pub fn add_isotropic(mut self, value: R) -> Self {
        self.xx += value;
        self.yy += value;
        self.zz += value;
        self
    }
    /// Sum of the diagonal.
    #[inline(always)]
    pub fn trace(&self) -> R {
        self.xx + self.yy + self.zz
    }
    /// The matrix less a third of its trace on the diagonal.
    #[inline(always)]
    pub fn deviator(self) -> Self {
        self.add_isotropic(self.trace().times(-1.0 / 3.0))
    }
    /// Determinant.
    #[inline(always)]
    pub fn determinant(&self) -> R {
        let c = self.cofactor();
        self.xx.mul_add(c.xx, self.xy.mul_add(c.xy, self.zx * c.zx))
    }
    /// Matrix of cofactors.
    #[inline(always)]
    pub fn cofactor(&self) -> Self {
        let Sym3 {
            xx,
            yy,
            zz,
            yz,
            zx,
            xy,
        } = *self;
        Sym3 {
            xx: yz.neg_mul_add(yz, yy * zz),
            yy: zx.neg_mul_add(zx, xx * zz),
            zz: xy.neg_mul_add(xy, xx * yy),
            yz: xx.neg_mul_add(yz, xy * zx),
            zx: yy.neg_mul_add(zx, xy * yz),
            xy: zz.neg_mul_add(xy, yz * zx),
        }
    }
    /// Inverse; not finite when singular.
    #[inline(always)]
    pub fn inverse(&self) -> Self {
        let c = self.cofactor();
        let det = self.xx.mul_add(c.xx, self.xy.mul_add(c.xy, self.zx * c.zx));
        c.scale(det.recip())
    }
    /// Sum of the products of all nine corresponding entries (`a : b`).
    #[inline(always)]
    pub fn dot(&self, other: &Self) -> R {
        let diagonal = self.diagonal_entries().dot(other.diagonal_entries());
        let off = Vec3([self.yz, self.zx, self.xy]).dot(Vec3([other.yz, other.zx, other.xy]));
        off.mul_add(R::constant(2.0), diagonal)
    }
    /// Largest magnitude of an entry.
    #[inline(always)]
    pub fn max_abs(&self) -> R {
        let diagonal = self.xx.abs().max(self.yy.abs()).max(self.zz.abs());
        let off = self.yz.abs().max(self.zx.abs()).max(self.xy.abs());
        diagonal.max(off)
    }
    /// Squared Frobenius norm.
    #[inline(always)]
    pub fn norm_squared(&self) -> R {
        self.dot(self)
    }
    /// Frobenius norm.
    #[inline(always)]
    pub fn norm(&self) -> R {
        self.norm_squared().sqrt()
    }
    /// `self · v`.
    #[inline(always)]
    pub fn mul_vec(&self, v: Vec3<R>) -> Vec3<R> {
        self.to_mat().mul_vec(v)
    }
    /// `self · other` where the two commute, so that the product is symmetric.
    #[inline(always)]
    pub fn mul_commuting(&self, other: &Self) -> Self {
        let (a, b) = (self.to_mat(), other.to_mat());
        Sym3::from_fn(
            #[inline(always)]
            |i, j| a.row(i).dot(b.row(j)),
        )
    }
    /// `self · m`.
    #[inline(always)]
    pub fn mul_mat(&self, m: &Mat3<R>) -> Mat3<R> {
        self.to_mat() * *m
    }
    /// `m · self · mᵀ`: the same tensor seen from axes turned by `m`.
    #[inline(always)]
    pub fn conjugate(&self, m: &Mat3<R>) -> Self {
        let half = *m * self.to_mat();
        Sym3::from_fn(
            #[inline(always)]
            |i, j| half.row(i).dot(m.row(j)),
        )
    }
    /// `mᵀ · self · m`.
    #[inline(always)]
    pub fn conjugate_transposed(&self, m: &Mat3<R>) -> Self {
        self.conjugate(&m.transpose())
    }
    /// `yes` in the lanes where the mask holds, `no` in the others.
    #[inline(always)]
    pub fn select(mask: R::Mask, yes: Self, no: Self) -> Self {
        yes.zip(no, |a, b| R::select(mask, a, b))
    }
    /// One lane, in double precision.
    pub fn lane(&self, index: usize) -> Sym3<f64> {
        use crate::Scalar;
        Sym3::from_array(self.to_array().map(|x| x.lane(index).to_f64()))
    }
    /// The same matrix in every lane.
    #[inline(always)]
    pub fn splat(m: &Sym3<f64>) -> Self {
        Self::from_fn(|i, j| R::constant(m.to_mat()[(i, j)]))
    }
}

impl<R: Real> Add for Sym3<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }
}
impl<R: Real> Sub for Sym3<R> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| a - b)
    }
}
impl<R: Real> Neg for Sym3<R> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.map(|a| -a)
    }
}
