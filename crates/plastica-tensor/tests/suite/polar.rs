//! The polar decomposition: Newton's fast path and the fallback on the singular values.

use crate::support::*;
use plastica_tensor::simd::Kernel;
use plastica_tensor::{Mat3, Real, Scalar, Sym3, polar, svd};

#[derive(Clone)]
struct Decompose<'a>(&'a [Mat3<f64>]);

impl<S: Scalar> Kernel<S> for Decompose<'_> {
    type Output = Vec<(Mat3<f64>, Mat3<f64>, Sym3<f64>)>;
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> Self::Output {
        let mut out = Vec::new();
        for chunk in self.0.chunks(R::LANES) {
            let f = Mat3::<R>::from_lanes(|l| chunk[l % chunk.len()]);
            let (q, s) = polar(&f);
            for l in 0..chunk.len() {
                out.push((f.lane(l), q.lane(l), s.lane(l)));
            }
        }
        out
    }
}

/// F = Q S, Q a rotation, and both equal to U Vᵀ and V Σ Vᵀ of the double-precision SVD.
///
/// The rotation is as sensitive as 1 / (σ₂ + σ₃), relative to σ₁, so it is compared to `tolerance`
/// rounding errors times that.
fn check<S: Scalar>(matrices: &[Mat3<f64>], tolerance: f64) {
    let bound = tolerance * S::EPSILON;
    on_every_register::<S, _>(Decompose(matrices), |name, results| {
        let mut worst = [0.0f64; 3];
        for (f, q, s) in results {
            let scale = largest(&f).max(S::TINY);
            let error = finite(largest(&(q * s.to_mat() - f))) / scale;
            let defect = orthogonality_defect(&q);
            let reference = svd(&f);
            let [s1, s2, s3] = reference.sigma.0;
            let sensitivity = s1 / (s2 + s3);
            let away = largest(&(q - reference.u.mul_transpose(&reference.v))) / sensitivity;
            // Where rounding decides on the rotation there is nothing to compare.
            let away = if sensitivity < 0.01 / S::EPSILON {
                away
            } else {
                0.0
            };
            for (w, x) in worst.iter_mut().zip([error, defect, away]) {
                *w = w.max(x / S::EPSILON);
                assert!(x <= bound, "{name}: {f:?}: {x:e} Q {q:?} S {s:?}");
            }
            assert!(q.determinant() > 0.5, "{name}: {f:?} Q {q:?}");
        }
        println!("{name}: rounding errors in F, of QᵀQ, of Q: {worst:.1?}");
    });
}

#[test]
fn well_conditioned() {
    let mut random = Random::new(4);
    let matrices: Vec<_> = (0..4000)
        .map(|_| {
            let d = [0; 3].map(|_| random.range(0.5, 2.0));
            random.with_singular_values(d)
        })
        .collect();
    check::<f32>(&matrices, 16.0);
    check::<f64>(&matrices, 16.0);
}

#[test]
fn anything() {
    let mut random = Random::new(5);
    let mut matrices: Vec<_> = (0..4000).map(|_| random.matrix(2.0)).collect();
    for scale in [1e-18, 1e-3, 1e12] {
        matrices.extend((0..100).map(|_| random.matrix(scale)));
    }
    matrices.push(Mat3::zero());
    matrices.push(-Mat3::identity());
    matrices.push(random.with_singular_values([1.0, 0.0, 0.0]));
    matrices.push(random.with_singular_values([1.0, 1.0, 0.0]));
    check::<f32>(&matrices, 16.0);
    check::<f64>(&matrices, 16.0);
}
