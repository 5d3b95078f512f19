//! The polar decomposition.

use super::svd;
use crate::{Mask, Mat3, Real, Sym3};

/// `(q, s)` with F = Q S: the rotation Q = U Vᵀ nearest to F and the right stretch S = V Σ Vᵀ.
///
/// Q is a rotation for inverted F too; then S has a negative eigenvalue.
#[inline(always)]
pub fn polar<R: Real>(f: &Mat3<R>) -> (Mat3<R>, Sym3<R>) {
    // Mean square of the singular values brought to 1; then det ≤ 1, and det > ¼ keeps every
    // singular value above 0.16.
    let mean_square = f.dot(f).times(1.0 / 3.0).max(R::tiny());
    let scaled = f.scale(mean_square.rsqrt());
    let comfortable = scaled.determinant().gt(R::constant(0.25)) & mean_square.gt(R::tiny());
    if comfortable.all() {
        let q = newton(scaled);
        return (q, q.transpose_mul(f).symmetric());
    }
    // Each lane by the way that suits it, so that its result does not depend on its neighbours.
    let q = newton(Mat3::select(comfortable, &scaled, &Mat3::identity()));
    let d = svd(f);
    (
        Mat3::select(comfortable, &q, &d.u.mul_transpose(&d.v)),
        Sym3::select(
            comfortable,
            q.transpose_mul(f).symmetric(),
            d.v.conjugate_diagonal(d.sigma),
        ),
    )
}

/// Newton's iteration Q ← (Q + Q⁻ᵀ)/2 for well conditioned matrices that are not inverted.
#[inline(always)]
fn newton<R: Real>(mut q: Mat3<R>) -> Mat3<R> {
    let half = R::constant(0.5);
    // A step from Q leaves an error of half the square of the distance it went. A lane that has
    // arrived stays as it is while others go on.
    let close = R::epsilon();
    let mut arrived = R::Mask::splat(false);
    for _ in 0..8 {
        let cofactor = q.cofactor();
        let scale = half / q.row(0).dot(cofactor.row(0));
        let next = Mat3::from_fn(|i, j| cofactor[(i, j)].mul_add(scale, q[(i, j)] * half));
        let change = next - q;
        q = Mat3::select(arrived, &q, &next);
        arrived = arrived | change.dot(&change).lt(close);
        if arrived.all() {
            break;
        }
    }
    q
}
