//! What the tests of this crate share: every register type of this machine, and random matrices.

pub(crate) mod double_double;

use plastica_tensor::simd::{Kernel, Level, Width, dispatch};
use plastica_tensor::{Mat3, Scalar, Sym3, Vec3};

/// Runs a kernel on the scalar and on every register this processor has, and hands each result to
/// `check` with the name of the register. Levels that are missing are reported, not passed over.
pub(crate) fn on_every_register<S: Scalar, K: Kernel<S> + Clone>(
    kernel: K,
    mut check: impl FnMut(&str, K::Output),
) {
    let scalar = std::any::type_name::<S>();
    check(scalar, kernel.clone().run::<S>());
    for level in [Level::Portable, Level::Avx2, Level::Avx512] {
        if !level.is_available() {
            println!("skipped: this processor has no {level:?}");
            continue;
        }
        for width in [Width::Narrow, Width::Wide] {
            let name = format!("{level:?} {width:?} {scalar}");
            check(&name, dispatch::<S, K>(level, width, kernel.clone()));
        }
    }
}

/// Marsaglia's xorshift generator: the same numbers on every run.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }
    /// Uniform in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
    /// Uniform in [low, high).
    pub(crate) fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    /// Entries uniform in [-size, size).
    pub(crate) fn matrix(&mut self, size: f64) -> Mat3<f64> {
        Mat3::from_fn(|_, _| self.range(-size, size))
    }
    /// Entries uniform in [-size, size).
    pub(crate) fn symmetric(&mut self, size: f64) -> Sym3<f64> {
        Sym3::from_fn(|_, _| self.range(-size, size))
    }
    /// A rotation from a random quaternion.
    pub(crate) fn rotation(&mut self) -> Mat3<f64> {
        let q: [f64; 4] = std::array::from_fn(|_| self.range(-1.0, 1.0));
        let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        if norm < 0.1 {
            return self.rotation();
        }
        quaternion_matrix(q.map(|x| x / norm))
    }
    /// U diag(d) Vᵀ for random rotations U and V.
    pub(crate) fn with_singular_values(&mut self, d: [f64; 3]) -> Mat3<f64> {
        let (u, v) = (self.rotation(), self.rotation());
        u.scale_columns(Vec3(d)).mul_transpose(&v)
    }
}

/// |q|² times the rotation of a quaternion (w, x, y, z): of whole numbers if q is.
pub(crate) fn quaternion_matrix([w, x, y, z]: [f64; 4]) -> Mat3<f64> {
    Mat3::from_rows([
        [
            w * w + x * x - y * y - z * z,
            2.0 * (x * y - w * z),
            2.0 * (x * z + w * y),
        ],
        [
            2.0 * (x * y + w * z),
            w * w - x * x + y * y - z * z,
            2.0 * (y * z - w * x),
        ],
        [
            2.0 * (x * z - w * y),
            2.0 * (y * z + w * x),
            w * w - x * x - y * y + z * z,
        ],
    ])
}

/// Largest magnitude of an entry.
pub(crate) fn largest(m: &Mat3<f64>) -> f64 {
    m.0.iter().flatten().fold(0.0, |a: f64, x| a.max(x.abs()))
}

/// Largest deviation of mᵀm from the identity; infinite if it is not a number.
pub(crate) fn orthogonality_defect(m: &Mat3<f64>) -> f64 {
    finite(largest(&(m.transpose_mul(m) - Mat3::identity())))
}

/// The number itself, or infinity in place of NaN, which would pass for small in a maximum.
pub(crate) fn finite(x: f64) -> f64 {
    if x.is_nan() { f64::INFINITY } else { x }
}
