//! The singular value decomposition: accuracy on every register type, and the hard cases.

use crate::support::*;
use plastica_tensor::simd::Kernel;
use plastica_tensor::{Mat3, Real, Scalar, Svd, Vec3, svd};

/// Decomposes matrices and returns, in double precision, what was put in and what came out.
#[derive(Clone)]
struct Decompose<'a>(&'a [Mat3<f64>]);

impl<S: Scalar> Kernel<S> for Decompose<'_> {
    type Output = Vec<(Mat3<f64>, Svd<f64>)>;
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> Self::Output {
        let mut out = Vec::new();
        for chunk in self.0.chunks(R::LANES) {
            let f = Mat3::<R>::from_lanes(|l| chunk[l % chunk.len()]);
            let Svd { u, sigma, v } = svd(&f);
            for l in 0..chunk.len() {
                let sigma = Vec3(sigma.0.map(|x| x.lane(l).to_f64()));
                out.push((
                    f.lane(l),
                    Svd {
                        u: u.lane(l),
                        sigma,
                        v: v.lane(l),
                    },
                ));
            }
        }
        out
    }
}

/// Reconstruction, rotations, order and sign, to `tolerance` rounding errors.
fn check<S: Scalar>(matrices: &[Mat3<f64>], tolerance: f64) {
    let bound = tolerance * S::EPSILON;
    on_every_register::<S, _>(Decompose(matrices), |name, results| {
        let mut worst = [0.0f64; 2];
        for (f, d) in results {
            let scale = largest(&f).max(S::TINY);
            let error = finite(largest(&(d.recompose() - f))) / scale;
            let defect = orthogonality_defect(&d.u).max(orthogonality_defect(&d.v));
            worst = [worst[0].max(error), worst[1].max(defect)];
            assert!(
                error <= bound,
                "{name}: {f:?} rebuilt with error {error:e}: {d:?}"
            );
            assert!(
                defect <= bound,
                "{name}: {f:?} not rotations by {defect:e}: {d:?}"
            );
            assert!(
                d.u.determinant() > 0.5 && d.v.determinant() > 0.5,
                "{name}: {d:?}"
            );
            let [a, b, c] = d.sigma.0;
            assert!(a >= b && b >= c.abs(), "{name}: {f:?} out of order: {d:?}");
            let det = f.determinant();
            if det.abs() > 100.0 * S::EPSILON * scale.powi(3) {
                assert!(det * c > 0.0, "{name}: {f:?} of determinant {det:e}: {d:?}");
            }
        }
        println!(
            "{name}: reconstruction {:.2e}, orthogonality {:.2e}",
            worst[0], worst[1]
        );
    });
}

#[test]
fn random_matrices() {
    let mut random = Random::new(1);
    let matrices: Vec<_> = (0..4000).map(|_| random.matrix(2.0)).collect();
    check::<f32>(&matrices, 8.0);
    check::<f64>(&matrices, 8.0);
}

/// Matrices that trouble decompositions, in an order that mixes them among the lanes of a register.
fn hard_matrices(random: &mut Random) -> Vec<Mat3<f64>> {
    let mut matrices = vec![Mat3::zero(), Mat3::identity(), -Mat3::identity()];
    // Repeated, nearly repeated, small, vanishing and inverted values, turned at random.
    let small = [
        1.0,
        1.0 + 1e-7,
        0.999,
        0.5,
        1e-2,
        1e-4,
        1e-7,
        1e-9,
        1e-15,
        0.0,
    ];
    for a in small {
        for b in small {
            for sign in [1.0, -1.0] {
                matrices.push(random.with_singular_values([1.0, a, sign * a * b]));
                matrices.push(random.rotation().scale_columns(Vec3([b, a, sign])));
                matrices.push(random.rotation().transpose().scale(sign) * matrices[0]);
                matrices.push(Mat3::diagonal(Vec3([a, sign, b])));
                matrices.push(Mat3::diagonal(Vec3([sign * b, a, 1.0])));
            }
        }
    }
    // Rank one and two with entries that are exact, so that the rest vanishes exactly.
    for i in 0..9 {
        for j in 0..9 {
            matrices.push(Mat3::from_fn(|r, c| {
                if 3 * r + c == i || 3 * r + c == j {
                    1.0
                } else {
                    0.0
                }
            }));
        }
    }
    matrices.push(Mat3::from_fn(|_, _| 1.0));
    matrices.push(Mat3::from_fn(|i, j| ((i + 1) * (j + 2)) as f64));
    matrices.push(Mat3::from_fn(|i, j| (3 * i + j) as f64));
    // Pure shear, whose two images perpendicular to the lone axis have exactly the same length.
    for shear in [1e-7, 1e-3, 0.25, 0.5, 0.875] {
        let mut m = Mat3::identity();
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            for shear in [shear, -shear] {
                (m[(i, j)], m[(j, i)]) = (shear, shear);
                matrices.push(m);
            }
            (m[(i, j)], m[(j, i)]) = (0.0, 0.0);
        }
    }
    // Simple shear, small and large.
    for shear in [1e-7, 1e-3, 1.0, 100.0] {
        matrices.push(Mat3::from_rows([
            [1.0, shear, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
        ]));
    }
    for i in (1..matrices.len()).rev() {
        matrices.swap(i, (random.unit() * (i + 1) as f64) as usize);
    }
    matrices
}

#[test]
fn hard_cases() {
    let matrices = hard_matrices(&mut Random::new(2));
    check::<f32>(&matrices, 8.0);
    check::<f64>(&matrices, 8.0);
}

/// Scales whose squares leave the range of the scalar.
#[test]
fn tiny_and_huge() {
    let hard = hard_matrices(&mut Random::new(3));
    let scaled = |scale: f64| -> Vec<_> { hard.iter().map(|m| m.scale(scale)).collect() };
    for scale in [1e-30, 1e-20, 1e20, 1e36] {
        check::<f32>(&scaled(scale), 8.0);
    }
    for scale in [1e-290, 1e-160, 1e160, 1e300] {
        check::<f64>(&scaled(scale), 8.0);
    }
}

/// The error of every singular value: at most 2e-6 of itself up to a condition of 10, and at most
/// `allowed` rounding errors of the largest in general, which is rounding times the condition.
fn check_values<S: Scalar>(
    name: &str,
    results: Vec<(Mat3<f64>, Svd<f64>)>,
    exact: impl Fn(usize, &Mat3<f64>) -> Vec3<f64>,
    allowed: f64,
) {
    let (mut worst_relative, mut worst) = (0.0f64, 0.0f64);
    for (index, (f, d)) in results.into_iter().enumerate() {
        let exact = exact(index, &f);
        for i in 0..3 {
            let error = finite((d.sigma[i] - exact[i]).abs());
            worst = worst.max(error / exact[0] / S::EPSILON);
            if exact[0] <= 10.0 * exact[i].abs() {
                worst_relative = worst_relative.max(error / exact[i].abs());
            }
        }
    }
    println!(
        "{name}: values within {worst:.2} eps of the largest, {worst_relative:.1e} relative up to condition 10"
    );
    assert!(worst <= allowed, "{name}: {worst:.2} eps of the largest");
    let relative = 2e-6 * S::EPSILON / f32::EPSILON as f64;
    assert!(
        worst_relative <= relative,
        "{name}: {worst_relative:e} relative"
    );
}

/// Single precision against double, with conditions from 1 to 10⁷.
#[test]
fn every_value_of_single_precision() {
    let mut random = Random::new(4);
    let mut matrices = Vec::new();
    for power in 0..=7 {
        for _ in 0..1500 {
            let low = 10f64.powf(-power as f64 * random.unit());
            let middle = random.range(low, 1.0);
            matrices.push(random.with_singular_values([1.0, middle, -low]));
            let middle = low * random.range(1.0, 2.0);
            matrices.push(random.with_singular_values([1.0, middle.min(1.0), low]));
        }
    }
    on_every_register::<f32, _>(Decompose(&matrices), |name, results| {
        check_values::<f32>(name, results, |_, f| svd(f).sigma, 3.0);
    });
}

/// Matrices of whole numbers whose singular values are whole: n₁ n₂ s for rotations of whole
/// quaternions, so that input and answer are exact.
#[test]
fn every_value_of_exact_matrices() {
    let mut random = Random::new(5);
    let mut whole = |size: f64| (random.range(-size, size)).round();
    let mut matrices = Vec::new();
    let mut values = Vec::new();
    while matrices.len() < 6000 {
        let (p, q) = ([0; 4].map(|_| whole(3.0)), [0; 4].map(|_| whole(3.0)));
        let norm = |q: [f64; 4]| q.iter().map(|x| x * x).sum::<f64>();
        let size = norm(p) * norm(q);
        // Single precision holds whole numbers up to 2²⁴.
        let most = if matrices.len() % 2 == 0 {
            10.0
        } else {
            (2f64.powi(24) / (3.0 * size)).min(1e4)
        };
        let mut s = [0; 3].map(|_| whole(most).abs());
        s.sort_by(|a, b| b.total_cmp(a));
        if size == 0.0 || s[0] == 0.0 {
            continue;
        }
        let (u, v) = (quaternion_matrix(p), quaternion_matrix(q));
        matrices.push(u.scale_columns(Vec3(s)).mul_transpose(&v));
        values.push(Vec3(s).scale(size));
    }
    on_every_register::<f32, _>(Decompose(&matrices), |name, results| {
        check_values::<f32>(name, results, |i, _| values[i], 3.0);
    });
    on_every_register::<f64, _>(Decompose(&matrices), |name, results| {
        check_values::<f64>(name, results, |i, _| values[i], 3.0);
    });
}
