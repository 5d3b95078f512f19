//! The map without symmetry: full 6 × 6 matrices. [SW20, section 6.1, Fig. 7]

use crate::spec::{LawSpec, Parameter, Quantity, Range, Slot, Timing, Violation};
use plastica_tensor::{Real, Sym3};

pub(super) const SPEC: LawSpec = LawSpec {
    name: "general",
    slot: Slot::Map,
    doc: "Any linear map of stress and any stiffness, as 6 × 6 matrices over the components 11, 22, 33, 23, 31, 12 in the material's axes.",
    source: "[SW20, section 6.1, Fig. 7]",
    timing: Timing::Exact,
    parameters: &[
        Parameter::new("stress_map", Quantity::Number, Range::ANY, "A^σ: matrix that takes the six stress components to the fictitious space.").times(36),
        Parameter::new("stiffness", Quantity::Pressure, Range::ANY, "C: symmetric positive definite matrix from strains (ε11, ε22, ε33, 2ε23, 2ε31, 2ε12) to stresses.").times(36),
    ],
    choices: &[],
    alternatives: &[],
    history: &[super::VOLUME_ERROR],
    check,
    derive,
};

type Mat6<R> = [[R; 6]; 6];

/// Matrices on tensor components.
#[derive(Clone, Copy, Debug)]
pub struct GeneralMap<R> {
    /// A^σ : C.
    pub(super) stiffness: Mat6<R>,
    /// Its inverse.
    pub(super) compliance: Mat6<R>,
    /// (A^σ)⁻¹.
    pub(super) stress_inverse: Mat6<R>,
    /// Logarithmic volume per mean stress of the fictitious space [1/Pa].
    pub(super) softness: R,
    stiffest: R,
}

/// Matrix times the six components.
#[inline(always)]
pub(super) fn apply<R: Real>(m: &Mat6<R>, t: &Sym3<R>) -> Sym3<R> {
    let v = t.to_array();
    let mut out = [R::zero(); 6];
    for i in 0..6 {
        for k in 0..6 {
            out[i] = m[i][k].mul_add(v[k], out[i]);
        }
    }
    Sym3::from_array(out)
}

fn multiply<R: Real>(a: &Mat6<R>, b: &Mat6<R>) -> Mat6<R> {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            (1..6).fold(a[i][0] * b[0][j], |sum, k| a[i][k].mul_add(b[k][j], sum))
        })
    })
}

/// Gauss–Jordan with partial pivoting; `None` when singular to working precision.
fn inverse(m: &Mat6<f64>) -> Option<Mat6<f64>> {
    let mut a = *m;
    let mut inv: Mat6<f64> =
        std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    let scale = m.iter().flatten().fold(0.0f64, |s, x| s.max(x.abs()));
    for column in 0..6 {
        let pivot =
            (column..6).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs()))?;
        if !(a[pivot][column].abs() > 1e-12 * scale) {
            return None;
        }
        a.swap(column, pivot);
        inv.swap(column, pivot);
        let factor = 1.0 / a[column][column];
        a[column] = a[column].map(|x| x * factor);
        inv[column] = inv[column].map(|x| x * factor);
        for row in (0..6).filter(|&row| row != column) {
            let f = a[row][column];
            for k in 0..6 {
                a[row][k] -= f * a[column][k];
                inv[row][k] -= f * inv[column][k];
            }
        }
    }
    Some(inv)
}

fn matrix(v: &[f64]) -> Mat6<f64> {
    std::array::from_fn(|i| std::array::from_fn(|j| v[6 * i + j]))
}

/// C as a matrix on tensor components: columns of shear strains doubled.
fn on_tensor_components(c: &Mat6<f64>) -> Mat6<f64> {
    c.map(|row| std::array::from_fn(|j| if j < 3 { row[j] } else { 2.0 * row[j] }))
}

/// Symmetric positive definite, by Cholesky.
fn is_positive_definite(c: &Mat6<f64>) -> bool {
    let mut l = [[0.0; 6]; 6];
    for i in 0..6 {
        for j in 0..=i {
            let sum: f64 = c[i][j] - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
            if i == j {
                if !(sum > 0.0) {
                    return false;
                }
                l[i][i] = sum.sqrt();
            } else {
                l[i][j] = sum / l[j][j];
            }
        }
    }
    true
}

fn check(v: &[f64]) -> Result<(), Violation> {
    let (a, c) = (matrix(&v[..36]), matrix(&v[36..]));
    let size = c.iter().flatten().fold(0.0f64, |s, x| s.max(x.abs()));
    for i in 0..6 {
        for j in 0..i {
            if (c[i][j] - c[j][i]).abs() > 1e-9 * size {
                return Err(Violation {
                    parameter: "stiffness",
                    reason: format!(
                        "entries ({0}, {1}) and ({1}, {0}) differ; a stiffness is symmetric",
                        i + 1,
                        j + 1
                    ),
                });
            }
        }
    }
    if !is_positive_definite(&c) {
        return Err(Violation {
            parameter: "stiffness",
            reason: "the matrix is not positive definite: some strain would cost no energy".into(),
        });
    }
    if inverse(&on_tensor_components(&c)).is_none() {
        return Err(Violation {
            parameter: "stiffness",
            reason: "the matrix is singular to working precision: its softest strain is a million million times softer than its stiffest".into(),
        });
    }
    if inverse(&a).is_none() {
        return Err(Violation {
            parameter: "stress_map",
            reason: "the matrix is singular: some stress would be invisible to the yield rule"
                .into(),
        });
    }
    Ok(())
}

/// A^σ, its inverse, C and its inverse, the last two on tensor components. Unchecked singular
/// matrices give NaN, which the check refuses before anything runs.
fn derive(v: &[f64], _: &[usize]) -> Vec<f64> {
    let nan = [[f64::NAN; 6]; 6];
    let a = matrix(&v[..36]);
    let c = on_tensor_components(&matrix(&v[36..]));
    let flat = |m: Mat6<f64>| m.concat();
    [
        flat(a),
        flat(inverse(&a).unwrap_or(nan)),
        flat(c),
        flat(inverse(&c).unwrap_or(nan)),
    ]
    .concat()
}

impl<R: Real> GeneralMap<R> {
    /// From the constants of its description.
    pub(crate) fn new(constants: &[R]) -> Self {
        let block = |k: usize| -> Mat6<R> {
            std::array::from_fn(|i| std::array::from_fn(|j| constants[36 * k + 6 * i + j]))
        };
        let (stress, stress_inverse, c, c_inverse) = (block(0), block(1), block(2), block(3));
        let stiffest = c
            .iter()
            .map(|row| row.iter().fold(R::zero(), |s, x| s + x.abs()))
            .fold(R::zero(), R::max);
        let compliance = multiply(&c_inverse, &stress_inverse);
        let volumes = compliance[..3].iter().flat_map(|row| &row[..3]);
        GeneralMap {
            stiffness: multiply(&stress, &c),
            compliance,
            softness: volumes.fold(R::zero(), |s, x| s + *x),
            stress_inverse,
            stiffest,
        }
    }
    /// An upper bound of the P-wave modulus in any direction [Pa].
    pub(crate) fn stiffest(&self) -> R {
        self.stiffest
    }
}
