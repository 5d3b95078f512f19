//! Newton's method for the handful of strains a testing machine has to find.

/// Finds x with f(x) = 0 to a tolerance: `f` gives something to keep beside the values that should
/// vanish (stresses, of the size of `stiffness` per unit of x).
///
/// The Jacobian is taken by differences and steps are halved until they help. The inner error is how
/// far off the best x was.
#[allow(clippy::type_complexity)]
pub(super) fn newton<T, E>(
    start: Vec<f64>,
    tolerance: f64,
    stiffness: f64,
    f: impl Fn(&[f64]) -> Result<(T, Vec<f64>), E>,
) -> Result<Result<(Vec<f64>, T), f64>, E> {
    let unknowns = start.len();
    let mut x = start;
    let (mut kept, mut off) = f(&x)?;
    for _ in 0..60 {
        if norm(&off) <= tolerance {
            return Ok(Ok((x, kept)));
        }
        // A probe that moves the values well above rounding and well below the present error.
        let probe = (1e-3 * norm(&off) / stiffness).clamp(1e-9, 1e-5);
        let mut jacobian = vec![vec![0.0; unknowns]; unknowns];
        for j in 0..unknowns {
            let column = |probe: f64| -> Result<Vec<f64>, E> {
                let mut moved = x.clone();
                moved[j] += probe;
                let (_, off_moved) = f(&moved)?;
                Ok(off_moved
                    .iter()
                    .zip(&off)
                    .map(|(m, o)| (m - o) / probe)
                    .collect())
            };
            // Towards compression first: there a frictional solid answers.
            let mut answer = column(-probe)?;
            if norm(&answer) < 1e-9 * stiffness {
                answer = column(probe)?;
            }
            for i in 0..unknowns {
                jacobian[i][j] = answer[i];
            }
        }
        let Some(direction) = solve(jacobian, &off) else {
            break;
        };
        let Some(better) = shorten(&x, &direction, &off, &f) else {
            break;
        };
        (x, kept, off) = better;
    }
    // Rounding may stop the iteration just short of a very tight tolerance.
    if norm(&off) <= 1e4 * tolerance {
        Ok(Ok((x, kept)))
    } else {
        Ok(Err(norm(&off)))
    }
}

/// The first of the steps 1, ½, ¼ … along a direction that brings the values down.
fn shorten<T, E>(
    x: &[f64],
    direction: &[f64],
    off: &[f64],
    f: &impl Fn(&[f64]) -> Result<(T, Vec<f64>), E>,
) -> Option<(Vec<f64>, T, Vec<f64>)> {
    (0..20).map(|k| 0.5f64.powi(k)).find_map(|length| {
        let candidate: Vec<f64> = x
            .iter()
            .zip(direction)
            .map(|(x, d)| x - length * d)
            .collect();
        let (kept, values) = f(&candidate).ok()?;
        (norm(&values) < norm(off)).then_some((candidate, kept, values))
    })
}

fn norm(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Gaussian elimination with pivoting; `None` when singular.
fn solve(mut a: Vec<Vec<f64>>, b: &[f64]) -> Option<Vec<f64>> {
    let n = b.len();
    let mut b = b.to_vec();
    for k in 0..n {
        let pivot = (k..n).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        if a[pivot][k] == 0.0 || !a[pivot][k].is_finite() {
            return None;
        }
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..n {
            let factor = a[i][k] / a[k][k];
            for j in k..n {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let sum: f64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - sum) / a[k][k];
    }
    Some(b)
}
