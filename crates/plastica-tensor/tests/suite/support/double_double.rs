//! Numbers of twice double precision, as an exact enough reference for functions of matrices.

use plastica_tensor::Mat3;

/// The unevaluated sum of two doubles.
#[derive(Clone, Copy)]
struct Double(f64, f64);

impl Double {
    fn add(self, other: Double) -> Double {
        let sum = self.0 + other.0;
        let part = sum - self.0;
        let lost = (self.0 - (sum - part)) + (other.0 - part) + self.1 + other.1;
        Double::normal(sum, lost)
    }
    fn mul(self, other: Double) -> Double {
        let product = self.0 * other.0;
        let lost = self.0.mul_add(other.0, -product) + self.0 * other.1 + self.1 * other.0;
        Double::normal(product, lost)
    }
    fn normal(high: f64, low: f64) -> Double {
        let sum = high + low;
        Double(sum, low - (sum - high))
    }
}

type Matrix = [[Double; 3]; 3];

fn build(mut f: impl FnMut(usize, usize) -> Double) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| f(i, j)))
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    build(|i, j| (0..3).fold(Double(0.0, 0.0), |sum, k| sum.add(a[i][k].mul(b[k][j]))))
}

/// 1/n to twice double precision.
fn inverse(n: u32) -> Double {
    let n = f64::from(n);
    let high = 1.0 / n;
    Double(high, high.mul_add(-n, 1.0) / n)
}

fn rounded(m: &Matrix) -> Mat3<f64> {
    Mat3::from_fn(|i, j| m[i][j].0)
}

/// log(I + b) by its series, for norms up to ½.
pub(crate) fn ln_1p(b: &Mat3<f64>) -> Mat3<f64> {
    let b = build(|i, j| Double(b[(i, j)], 0.0));
    let zero = build(|_, _| Double(0.0, 0.0));
    // Σ (-1)ⁿ⁺¹ bⁿ/n by Horner's rule.
    let sum = (1..=100).rev().fold(zero, |sum, n| {
        let tail = product(&b, &sum);
        build(|i, j| {
            let minus = Double(-tail[i][j].0, -tail[i][j].1);
            if i == j { minus.add(inverse(n)) } else { minus }
        })
    });
    rounded(&product(&b, &sum))
}

/// exp(m) - I by its series after scaling.
pub(crate) fn exp_m1(m: &Mat3<f64>) -> Mat3<f64> {
    let halvings = (m.norm().max(1.0).log2().ceil() as i32) + 1;
    let scale = 2f64.powi(-halvings);
    let m = build(|i, j| Double(m[(i, j)] * scale, 0.0));
    let one = |i, j| {
        if i == j {
            Double(1.0, 0.0)
        } else {
            Double(0.0, 0.0)
        }
    };
    // Σ mⁿ/(n + 1)!
    let sum = (2..=30).rev().fold(build(one), |sum, n| {
        let tail = product(&m, &sum);
        build(|i, j| tail[i][j].mul(inverse(n)).add(one(i, j)))
    });
    let mut e = product(&m, &sum);
    for _ in 0..halvings {
        let two = |i, j| {
            if i == j {
                Double(2.0, 0.0)
            } else {
                Double(0.0, 0.0)
            }
        };
        e = product(&e, &build(|i, j| e[i][j].add(two(i, j))));
    }
    rounded(&e)
}
