//! Eigenproblem, logarithm and exponential of symmetric matrices, and the general exponential.

use crate::support::*;
use plastica_tensor::decompose::{exp_m1_symmetric, exp_matrix, ln_1p_symmetric};
use plastica_tensor::simd::Kernel;
use plastica_tensor::{Mat3, Real, Scalar, Sym3, Vec3, eigen};

#[derive(Clone, Copy, Debug)]
enum Function {
    Eigen,
    Ln1p,
    ExpM1,
    Exp,
}

/// Applies a function; all but the general exponential take the symmetric part.
#[derive(Clone)]
struct Apply<'a>(Function, &'a [Mat3<f64>]);

impl<S: Scalar> Kernel<S> for Apply<'_> {
    /// The matrix as rounded, its eigenvalues if asked for, and the matrix that came out.
    type Output = Vec<(Mat3<f64>, Vec3<f64>, Mat3<f64>)>;
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> Self::Output {
        let mut out = Vec::new();
        for chunk in self.1.chunks(R::LANES) {
            let m = Mat3::<R>::from_lanes(|l| chunk[l % chunk.len()]);
            let (values, result) = match self.0 {
                Function::Eigen => eigen(&m.symmetric()),
                Function::Ln1p => (Vec3::zero(), ln_1p_symmetric(&m.symmetric()).to_mat()),
                Function::ExpM1 => (Vec3::zero(), exp_m1_symmetric(&m.symmetric()).to_mat()),
                Function::Exp => (Vec3::zero(), exp_matrix(&m)),
            };
            for l in 0..chunk.len() {
                let values = Vec3(values.0.map(|x| x.lane(l).to_f64()));
                out.push((m.lane(l), values, result.lane(l)));
            }
        }
        out
    }
}

/// Reconstruction, rotation and order, to `tolerance` rounding errors of the largest entry.
fn check_eigen<S: Scalar>(matrices: &[Mat3<f64>], tolerance: f64) {
    let bound = tolerance * S::EPSILON;
    on_every_register::<S, _>(Apply(Function::Eigen, matrices), |name, results| {
        let mut worst = [0.0f64; 2];
        for (m, values, q) in results {
            let rebuilt = q.conjugate_diagonal(values).to_mat();
            let scale = largest(&m).max(S::TINY);
            let errors = [
                finite(largest(&(rebuilt - m))) / scale,
                orthogonality_defect(&q),
            ];
            for (worst, error) in worst.iter_mut().zip(errors) {
                *worst = worst.max(error / S::EPSILON);
                assert!(
                    error <= bound,
                    "{name}: {m:?}: {errors:?}: {values:?} {q:?}"
                );
            }
            assert!(q.determinant() > 0.5, "{name}: {m:?}: {q:?}");
            let [a, b, c] = values.0;
            assert!(a >= b && b >= c, "{name}: {m:?}: {values:?}");
        }
        println!("{name}: rounding errors in m and in qᵀq: {worst:.1?}");
    });
}

fn eigen_matrices(random: &mut Random) -> Vec<Mat3<f64>> {
    let mut matrices: Vec<_> = (0..2000).map(|_| random.symmetric(2.0).to_mat()).collect();
    let values = [1.0, 1.0 + 1e-7, -1.0, 0.5, 1e-5, 0.0];
    for a in values {
        for b in values {
            let d = Vec3([1.0, a, b]);
            matrices.push(random.rotation().conjugate_diagonal(d).to_mat());
            matrices.push(random.rotation().conjugate_diagonal(-d).to_mat());
            matrices.push(Mat3::diagonal(Vec3([b, 1.0, a])));
        }
    }
    matrices.push(Mat3::zero());
    matrices.push(Mat3::from_fn(|_, _| 1.0));
    matrices
}

#[test]
fn eigenproblem() {
    let matrices = eigen_matrices(&mut Random::new(2));
    check_eigen::<f32>(&matrices, 8.0);
    check_eigen::<f64>(&matrices, 8.0);
    let scaled = |scale: f64| -> Vec<_> { matrices.iter().map(|m| m.scale(scale)).collect() };
    for scale in [1e-30, 1e30] {
        check_eigen::<f32>(&scaled(scale), 8.0);
    }
    for scale in [1e-290, 1e290] {
        check_eigen::<f64>(&scaled(scale), 8.0);
    }
}

/// Against the reference, to `tolerance` rounding errors of the largest entry of the result.
fn check_function<S: Scalar>(
    function: Function,
    reference: impl Fn(&Mat3<f64>) -> Mat3<f64>,
    matrices: &[Mat3<f64>],
    tolerance: f64,
) {
    on_every_register::<S, _>(Apply(function, matrices), |name, results| {
        let mut worst = 0.0f64;
        for (m, _, value) in results {
            let expected = reference(&m);
            let error = finite(largest(&(value - expected)));
            worst = worst.max(error / largest(&expected).max(S::TINY) / S::EPSILON);
        }
        println!("{function:?} {name}: {worst:.2} rounding errors");
        assert!(
            worst <= tolerance,
            "{function:?} {name}: {worst:.2} rounding errors"
        );
    });
}

/// Symmetric matrices of a Frobenius norm below `norm`.
fn symmetric(random: &mut Random, norm: f64) -> Vec<Mat3<f64>> {
    let size = norm / 3.0;
    (0..500).map(|_| random.symmetric(size).to_mat()).collect()
}

/// Where the polynomials serve: relative to the result, however small that is.
#[test]
fn near_the_identity() {
    let mut random = Random::new(3);
    for norm in [1e-12, 1e-5, 1e-2, 0.1, 0.35] {
        let matrices = symmetric(&mut random, norm);
        check_function::<f32>(
            Function::Ln1p,
            crate::support::double_double::ln_1p,
            &matrices,
            4.0,
        );
        check_function::<f64>(
            Function::Ln1p,
            crate::support::double_double::ln_1p,
            &matrices,
            4.0,
        );
    }
    for norm in [1e-12, 1e-5, 1e-2, 0.1, 0.35, 0.74] {
        let matrices = symmetric(&mut random, norm);
        check_function::<f32>(
            Function::ExpM1,
            crate::support::double_double::exp_m1,
            &matrices,
            4.0,
        );
        check_function::<f64>(
            Function::ExpM1,
            crate::support::double_double::exp_m1,
            &matrices,
            4.0,
        );
    }
}

/// Where the eigenproblem serves, in registers that also hold small arguments.
#[test]
fn far_from_the_identity() {
    let mut random = Random::new(4);
    let mut matrices = symmetric(&mut random, 4.0);
    matrices.extend(symmetric(&mut random, 1e-3));
    for i in 0..500 {
        matrices.swap(i, 999 - i / 2);
    }
    check_function::<f32>(
        Function::ExpM1,
        crate::support::double_double::exp_m1,
        &matrices,
        16.0,
    );
    check_function::<f64>(
        Function::ExpM1,
        crate::support::double_double::exp_m1,
        &matrices,
        16.0,
    );

    // The logarithm undoes the exponential. Rounding exp(h) - I moves its smallest eigenvalue, and
    // so its logarithm, by its condition.
    for h in &mut matrices {
        *h = h.scale(0.5);
    }
    let exponentials: Vec<_> = matrices
        .iter()
        .map(crate::support::double_double::exp_m1)
        .collect();
    on_every_register::<f64, _>(Apply(Function::Ln1p, &exponentials), |name, results| {
        for ((_, _, value), h) in results.iter().zip(&matrices) {
            let error = finite(largest(&(*value - *h))) / largest(h);
            let condition = (2.0 * h.norm()).exp();
            assert!(
                error <= 16.0 * f64::EPSILON * condition,
                "{name}: {h:?} {error:e}"
            );
        }
    });
    on_every_register::<f32, _>(Apply(Function::Ln1p, &exponentials), |name, results| {
        for (b, _, value) in results {
            let (values, q) = eigen(&b.symmetric());
            let expected = q.conjugate_diagonal(values.map(f64::ln_1p)).to_mat();
            let error = finite(largest(&(value - expected))) / largest(&expected);
            let condition = (1.0 + values[0]) / (1.0 + values[2]);
            assert!(
                error <= 8.0 * f64::from(f32::EPSILON) * condition,
                "{name}: {b:?} {error:e}"
            );
        }
    });
}

/// The general exponential, whose scaling and squaring costs about a rounding error per unit of
/// the norm.
#[test]
fn general_exponential() {
    let mut random = Random::new(5);
    let exp = |m: &Mat3<f64>| crate::support::double_double::exp_m1(m) + Mat3::identity();
    for size in [1e-6, 0.1, 1.0, 4.0] {
        let matrices: Vec<_> = (0..500).map(|_| random.matrix(size)).collect();
        let tolerance = 8.0 * (1.0 + 3.0 * size);
        check_function::<f32>(Function::Exp, exp, &matrices, tolerance);
        check_function::<f64>(Function::Exp, exp, &matrices, tolerance);
    }
}

/// The exponential of an antisymmetric matrix is a rotation by its angle.
#[test]
fn exponential_of_a_spin() {
    for angle in [0.1, 1.0, std::f64::consts::PI, 20.0] {
        let spin = Mat3::from_rows([[0.0, -angle, 0.0], [angle, 0.0, 0.0], [0.0, 0.0, 0.0]]);
        let (s, c) = angle.sin_cos();
        let turn = Mat3::from_rows([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]);
        assert!(largest(&(exp_matrix(&spin) - turn)) < 1e-14 * (1.0 + angle));
    }
}

/// Not-a-number in one lane neither hangs nor reaches the others.
#[test]
fn not_a_number_stays_in_its_lane() {
    let matrices = [Mat3::identity(), Mat3::identity().scale(f64::NAN)];
    for function in [
        Function::Eigen,
        Function::Ln1p,
        Function::ExpM1,
        Function::Exp,
    ] {
        on_every_register::<f64, _>(Apply(function, &matrices), |name, results| {
            let healthy = finite(largest(&results[0].2));
            assert!(healthy.is_finite(), "{function:?} {name}: {:?}", results[0]);
        });
    }
    let e = Sym3::isotropic(1f64.exp_m1());
    let one = Sym3::identity();
    assert!((exp_m1_symmetric(&one) - e).norm() < 1e-14);
}
