//! Eigenproblem, logarithm and exponential of symmetric matrices, and the general exponential.

mod support;

use plastica_tensor::decompose::{exp_m1_symmetric, exp_matrix, ln_1p_symmetric};
use plastica_tensor::simd::Kernel;
use plastica_tensor::{Mat3, Real, Scalar, Sym3, Vec3, eigen};
use support::*;

/// A function of symmetric matrices that yields a vector and a matrix.
#[derive(Clone, Copy, Debug)]
enum Function {
    Eigen,
    Ln1p,
    ExpM1,
    Exp,
}

#[derive(Clone)]
struct Apply<'a>(Function, &'a [Sym3<f64>]);

impl<S: Scalar> Kernel<S> for Apply<'_> {
    type Output = Vec<(Sym3<f64>, Vec3<f64>, Mat3<f64>)>;
    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> Self::Output {
        let mut out = Vec::new();
        for chunk in self.1.chunks(R::LANES) {
            let m = Mat3::<R>::from_lanes(|l| chunk[l % chunk.len()].to_mat()).symmetric();
            let (values, matrix) = match self.0 {
                Function::Eigen => eigen(&m),
                Function::Ln1p => (Vec3::zero(), ln_1p_symmetric(&m).to_mat()),
                Function::ExpM1 => (Vec3::zero(), exp_m1_symmetric(&m).to_mat()),
                Function::Exp => (Vec3::zero(), exp_matrix(&m.to_mat())),
            };
            for l in 0..chunk.len() {
                let values = Vec3(values.0.map(|x| x.lane(l).to_f64()));
                out.push((m.lane(l), values, matrix.lane(l)));
            }
        }
        out
    }
}

/// Q diag(values) Qᵀ as a full matrix.
fn conjugate(values: Vec3<f64>, q: &Mat3<f64>) -> Mat3<f64> {
    q.conjugate_diagonal(values).to_mat()
}

fn check_eigen<S: Scalar>(matrices: &[Sym3<f64>], tolerance: f64) {
    let bound = tolerance * S::EPSILON;
    on_every_register::<S, _>(Apply(Function::Eigen, matrices), |name, results| {
        for (m, values, q) in results {
            let error = finite(largest(&(conjugate(values, &q) - m.to_mat())));
            let scale = largest(&m.to_mat());
            assert!(
                error <= bound * scale,
                "{name}: {m:?} rebuilt with error {error:e}"
            );
            let defect = orthogonality_defect(&q);
            assert!(
                defect <= bound,
                "{name}: {m:?} not a rotation by {defect:e}"
            );
            assert!(q.determinant() > 0.5 && values[0] >= values[1] && values[1] >= values[2]);
        }
    });
}

#[test]
fn eigenproblem() {
    let mut random = Random::new(2);
    let mut matrices: Vec<_> = (0..2000).map(|_| random.symmetric(2.0)).collect();
    matrices.push(Sym3::zero());
    matrices.push(Sym3::identity());
    matrices.push(Sym3::diagonal(Vec3([-3.0, 5.0, 5.0])));
    matrices.push(Sym3::from_array([1.0; 6]));
    check_eigen::<f32>(&matrices, 16.0);
    check_eigen::<f64>(&matrices, 16.0);
}

/// Against the same function of the eigenvalues, which are found in double precision.
fn check_function<S: Scalar>(
    function: Function,
    reference: impl Fn(f64) -> f64,
    matrices: &[Sym3<f64>],
    tolerance: f64,
) {
    on_every_register::<S, _>(Apply(function, matrices), |name, results| {
        let mut worst = 0.0f64;
        for (m, _, value) in results {
            let (values, q) = eigen(&m);
            let expected = conjugate(values.map(&reference), &q);
            let scale = largest(&expected).max(S::TINY);
            let error = finite(largest(&(value - expected))) / scale / S::EPSILON;
            worst = worst.max(error);
        }
        println!("{function:?} {name}: {worst:.2} rounding errors");
        assert!(
            worst <= tolerance,
            "{function:?} {name}: {worst:.2} rounding errors"
        );
    });
}

#[test]
fn logarithm_and_exponential() {
    let mut random = Random::new(3);
    for size in [1e-6, 1e-3, 0.1, 0.2] {
        let matrices: Vec<_> = (0..1000).map(|_| random.symmetric(size)).collect();
        for (function, reference) in [
            (Function::Ln1p, f64::ln_1p as fn(f64) -> f64),
            (Function::ExpM1, f64::exp_m1),
        ] {
            check_function::<f32>(function, reference, &matrices, 8.0);
            check_function::<f64>(function, reference, &matrices, 32.0);
        }
        check_function::<f32>(Function::Exp, f64::exp, &matrices, 8.0);
        check_function::<f64>(Function::Exp, f64::exp, &matrices, 32.0);
    }
}
