//! F06: a Cholesky factor within the profile of a banded matrix of 1000 rows.
//!
//! Nothing is filled in outside the profile, n b² operations are made, and ‖Ax − b‖ ≤ 1e-13 ‖A‖ ‖x‖ (largest entries and row sums).

use crate::{Case, Row, Size};
use plastica_linear::SkylineCholesky;

pub(super) const CASE: Case = Case {
    id: "F06",
    title: "Skyline Cholesky",
    source: "derived",
    runs: &[("solvers", solvers)],
};

const ROWS: usize = 1000;

/// A diagonally dominant band of half-width b.
fn entry(band: usize, r: usize, c: usize) -> f64 {
    match r - c {
        0 => 2.0 * band as f64,
        d => -((1 + (r * 31 + c * 17) % 7) as f64) / 7.0 / d as f64,
    }
}

fn factor(band: usize) -> SkylineCholesky {
    SkylineCholesky::factor(ROWS, |r: usize, give: &mut dyn FnMut(usize, f64)| {
        (r.saturating_sub(band)..=r).for_each(|c| give(c, entry(band, r, c)));
    })
    .expect("a positive definite matrix")
}

/// The largest entry.
fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0f64, |a, b| a.max(b.abs()))
}

/// ‖Ax − b‖ / ‖A‖‖x‖ of a right-hand side that is met with a factor.
fn residual(band: usize, factor: &SkylineCholesky) -> f64 {
    let b: Vec<f64> = (0..ROWS)
        .map(|k| ((k * 7919) % ROWS) as f64 / 500.0 - 1.0)
        .collect();
    let mut x = b.clone();
    factor.solve(&mut x);
    let (mut product, mut sums) = (vec![0.0; ROWS], vec![0.0; ROWS]);
    for r in 0..ROWS {
        for c in r.saturating_sub(band)..=r {
            let a = entry(band, r, c);
            product[r] += a * x[c];
            sums[r] += a.abs();
            if c != r {
                product[c] += a * x[r];
                sums[c] += a.abs();
            }
        }
    }
    let off: Vec<f64> = product.iter().zip(&b).map(|(a, b)| a - b).collect();
    largest(&off) / (largest(&sums) * largest(&x))
}

fn solvers(_: Size) -> Vec<Row> {
    let mut rows = Vec::new();
    for band in [20, 40] {
        let made = factor(band);
        rows.extend([
            Row::at_most(
                format!("residual / ‖A‖‖x‖, b = {band}"),
                1e-13,
                residual(band, &made),
            ),
            Row::at_most(
                format!("entries kept beyond the profile, b = {band}"),
                0.0,
                made.size() as f64 - profile(band) as f64,
            ),
            // A multiplication and an addition each; the first rows are short.
            Row::relative(
                format!("operations / n b², b = {band}"),
                1.0,
                2.0 * made.flops() as f64 / (ROWS * band * band) as f64,
                0.15,
            ),
        ]);
    }
    rows.push(Row::at_least(
        "control: residual with the factor of another matrix",
        1e-6,
        residual(20, &factor(40)),
    ));
    rows
}

/// Entries of the lower triangle within the band.
fn profile(band: usize) -> usize {
    (0..ROWS).map(|r| r.min(band) + 1).sum()
}
