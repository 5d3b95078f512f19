//! Points on a lattice, or each somewhere in its cell.

use super::descent::{Cell, Lattice, TooSparse, is_large};
use crate::{Bounds, Shape, random};
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// How often a point that falls outside the shape is drawn again before it stays in the middle.
const DRAWS: u64 = 8;

/// Cells along each axis: the whole number nearest to the extent over the spacing, at least 1.
pub(super) fn counts(bounds: &Bounds, spacing: f64) -> [f64; 3] {
    bounds.size().0.map(|s| (s / spacing).round().max(1.0))
}

/// Points in the cells whose middles are inside, in the order of the cells; jittered by up to so many cells from
/// the middle, with a seed. About `expected` will be found.
pub(super) fn fill(
    shape: &Shape,
    bounds: &Bounds,
    spacing: f64,
    jitter: Option<(f64, u64)>,
    expected: f64,
) -> Result<Vec<[f64; 3]>, TooSparse> {
    let counts = counts(bounds, spacing);
    let lattice = Lattice {
        low: bounds.low,
        pitch: bounds.size().zip(Vec3(counts), |s, n| s / n),
        cells: counts.map(|n| n as u64),
    };
    let cells = lattice.cells_of(shape, 0.0, expected)?;
    let point = |cell: Cell| match jitter {
        None => lattice.middle(cell).0,
        Some((most, seed)) => scattered(shape, &lattice, cell, most, seed),
    };
    Ok(match is_large(cells.len()) {
        true => cells.into_par_iter().map(point).collect(),
        false => cells.into_iter().map(point).collect(),
    })
}

/// A place in a cell within so many cells of its middle, and in the shape.
fn scattered(shape: &Shape, lattice: &Lattice, cell: Cell, most: f64, seed: u64) -> [f64; 3] {
    let [i, j, k] = cell;
    let [nx, ny, _] = lattice.cells;
    // Cells of a lattice beyond all measure may share a number.
    let index = k.wrapping_mul(ny).wrapping_add(j);
    let index = index.wrapping_mul(nx).wrapping_add(i);
    for draw in 0..DRAWS {
        let number =
            |axis: u64| 2.0 * most * random::unit(seed, index, 3 * draw + axis) + (0.5 - most);
        let point = lattice.at(cell, [number(0), number(1), number(2)]);
        if shape.contains(point) {
            return point.0;
        }
    }
    lattice.middle(cell).0
}
