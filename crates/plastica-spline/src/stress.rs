//! Measures of stress.

use plastica_tensor::{Sym3, Vec3, eigen};

/// ½ (a bᵀ + b aᵀ).
pub(crate) fn symmetric_product(a: Vec3<f64>, b: Vec3<f64>) -> Sym3<f64> {
    Sym3::from_fn(|i, j| 0.5 * (a[i] * b[j] + a[j] * b[i]))
}

/// √(3/2 s:s).
pub(crate) fn von_mises(stress: &Sym3<f64>) -> f64 {
    (1.5 * stress.deviator().norm_squared()).sqrt()
}

/// The largest difference of principal stresses.
pub(crate) fn tresca(stress: &Sym3<f64>) -> f64 {
    let (values, _) = eigen(stress);
    values[0] - values[2]
}
