//! The polar decomposition.

use super::svd;
use crate::{Mask, Mat3, Real, Sym3};

/// `(q, s)` with F = Q S: the rotation Q = U Vᵀ nearest to F and the right stretch S = V Σ Vᵀ.
///
/// Q is a rotation for inverted F too; then S has a negative eigenvalue.
#[inline(always)]
pub fn polar<R: Real>(f: &Mat3<R>) -> (Mat3<R>, Sym3<R>) {
    newton(f).unwrap_or_else(
        #[inline(always)]
        || {
            let d = svd(f);
            (d.u.mul_transpose(&d.v), d.v.conjugate_diagonal(d.sigma))
        },
    )
}

/// Newton's iteration Q ← (Q + Q⁻ᵀ)/2, if every lane is well conditioned and not inverted.
#[inline(always)]
fn newton<R: Real>(f: &Mat3<R>) -> Option<(Mat3<R>, Sym3<R>)> {
    let half = R::constant(0.5);
    // Mean square of the singular values brought to 1; then det ≤ 1, and det > ¼ keeps every
    // singular value above 0.16.
    let mean_square = f.dot(f).times(1.0 / 3.0).max(R::tiny());
    let mut q = f.scale(mean_square.rsqrt());
    let comfortable = q.determinant().gt(R::constant(0.25)) & mean_square.gt(R::tiny());
    if !comfortable.all() {
        return None;
    }
    // A step from Q leaves an error of half the square of the distance it went.
    let close = R::epsilon();
    for _ in 0..8 {
        let cofactor = q.cofactor();
        let scale = half / q.row(0).dot(cofactor.row(0));
        let next = Mat3::from_fn(|i, j| cofactor[(i, j)].mul_add(scale, q[(i, j)] * half));
        let change = next - q;
        q = next;
        if change.dot(&change).lt(close).all() {
            break;
        }
    }
    Some((q, q.transpose_mul(f).symmetric()))
}
