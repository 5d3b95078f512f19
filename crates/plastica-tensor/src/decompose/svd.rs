//! The singular value decomposition.

use super::frame::{perpendicular, power_of_two_scale, rotate, rotation};
use super::isolated::isolated_axis;
use crate::{Mask, Mat3, Real, Scalar, Sym3, Vec3};

/// F = U diag(σ) Vᵀ with rotations U and V and σ₁ ≥ σ₂ ≥ |σ₃|.
///
/// The last value carries the sign of det F [ITF04].
#[derive(Clone, Copy, Debug)]
pub struct Svd<R> {
    /// Left singular vectors, as columns; determinant +1.
    pub u: Mat3<R>,
    /// Singular values.
    pub sigma: Vec3<R>,
    /// Right singular vectors, as columns; determinant +1.
    pub v: Mat3<R>,
}

impl<R: Real> Svd<R> {
    /// U diag(σ) Vᵀ.
    #[inline(always)]
    pub fn recompose(&self) -> Mat3<R> {
        self.u.scale_columns(self.sigma).mul_transpose(&self.v)
    }
}

/// Singular value decomposition of any matrix, also a singular or an inverted one.
#[inline(always)]
pub fn svd<R: Real>(f: &Mat3<R>) -> Svd<R> {
    let gram = f.transpose_mul_self();
    let size = gram.trace();
    let comfortable = size.gt(R::constant(1e-4)) & size.lt(R::constant(1e4));
    if comfortable.all() {
        svd_scaled(f, &gram)
    } else {
        let (shrink, grow) = power_of_two_scale(f.max_abs());
        let f = f.scale(shrink);
        let d = svd_scaled(&f, &f.transpose_mul_self());
        Svd {
            sigma: d.sigma.scale(grow),
            ..d
        }
    }
}

/// [`svd`] for entries of size about 1, given FᵀF.
#[inline(always)]
fn svd_scaled<R: Real>(f: &Mat3<R>, gram: &Sym3<R>) -> Svd<R> {
    // V from the lone axis and any two perpendicular to it, and F V.
    let n = isolated_axis(gram);
    let (p, q) = perpendicular(n);
    let (bn, bp, bq) = (f.mul_vec(n), f.mul_vec(p), f.mul_vec(q));

    // Those two turned until their images are perpendicular, the longer image first.
    let (a, d) = (bp.norm_squared(), bq.norm_squared());
    let (c, s, _) = rotation(a, bp.dot(bq), d);
    let swap = a.lt(d);
    let (c, s) = (R::select(swap, s, c), R::select(swap, -c, s));
    let (p, q) = rotate(p, q, c, s);
    let (bp, bq) = rotate(bp, bq, c, s);

    // The lone value is the largest or the smallest, but for rounding. (n, p, q) and (p, q, n) are
    // both right-handed.
    let alone = bn.norm_squared();
    let first = (alone + alone).ge(a + d);
    let (u, sigma) = normalise(in_order(first, [bn, bp, bq]));
    let v = Mat3::from_columns(in_order(first, [n, p, q]));
    Svd { u, sigma, v }
}

/// (n, p, q) where n comes first, (p, q, n) elsewhere.
#[inline(always)]
fn in_order<R: Real>(first: R::Mask, [n, p, q]: [Vec3<R>; 3]) -> [Vec3<R>; 3] {
    [
        Vec3::select(first, n, p),
        Vec3::select(first, p, q),
        Vec3::select(first, q, n),
    ]
}

/// U and σ from perpendicular columns b of descending length.
///
/// u₁ and u₂ are the first two columns made unit and perpendicular, u₃ = u₁ × u₂, and σᵢ = bᵢ·uᵢ.
#[inline(always)]
fn normalise<R: Real>([b1, b2, b3]: [Vec3<R>; 3]) -> (Mat3<R>, Vec3<R>) {
    let n1 = b1.norm_squared();
    let mut u1 = b1.scale(n1.max(R::tiny()).rsqrt());
    let across = deflate(b2, u1);
    let n2 = across.norm_squared();
    let mut u2 = across.scale(n2.max(R::tiny()).rsqrt());

    // Where the second column is no more than rounding errors of the first, one projection may not
    // make it perpendicular; and either column may vanish.
    let rounding = R::constant(R::Scalar::EPSILON * R::Scalar::EPSILON);
    let sound = n2.gt(n1 * rounding) & n1.gt(R::constant(1e-5));
    if !sound.all() {
        (u1, u2) = careful_frame(b1, b2);
    }

    let u3 = u1.cross(u2);
    let s1 = n1.sqrt();
    let s2 = n2.sqrt().min(s1);
    let s3 = b3.dot(u3).clamp(-s2, s2);
    (Mat3::from_columns([u1, u2, u3]), Vec3([s1, s2, s3]))
}

/// Perpendicular unit vectors along b₁ and, as far as possible, b₂, either of which may vanish.
#[inline(always)]
fn careful_frame<R: Real>(b1: Vec3<R>, b2: Vec3<R>) -> (Vec3<R>, Vec3<R>) {
    // Squares below this have lost digits to underflow.
    let floor = R::constant(R::Scalar::TINY / R::Scalar::EPSILON);
    let n1 = b1.norm_squared();
    let axis = Vec3([R::one(), R::zero(), R::zero()]);
    let u1 = Vec3::select(n1.gt(floor), b1.scale(n1.max(floor).rsqrt()), axis);
    // What two projections leave is perpendicular, unless it vanishes; then any direction will do.
    let across = deflate(deflate(b2, u1), u1);
    let n2 = across.norm_squared();
    let u2 = Vec3::select(
        n2.gt(floor),
        across.scale(n2.max(floor).rsqrt()),
        perpendicular(u1).0,
    );
    (u1, u2)
}

/// x less its part along the unit vector u.
#[inline(always)]
fn deflate<R: Real>(x: Vec3<R>, u: Vec3<R>) -> Vec3<R> {
    let along = x.dot(u);
    x.zip(u, |x, u| along.neg_mul_add(u, x))
}
