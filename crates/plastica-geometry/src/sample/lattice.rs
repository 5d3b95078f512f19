//! Points on a lattice, or each somewhere in its cell.

use crate::{Bounds, Shape, random};
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// Blocks of this many cells along each axis are decided at once where the surface is far.
const BLOCK: usize = 4;

/// How often a point that falls outside the shape is drawn again before it stays in the middle.
const DRAWS: u64 = 8;

/// Cells along each axis: the whole number nearest to the extent over the spacing, at least 1.
pub(super) fn counts(bounds: &Bounds, spacing: f64) -> [f64; 3] {
    bounds.size().0.map(|s| (s / spacing).round().max(1.0))
}

struct Lattice<'a> {
    shape: &'a Shape,
    low: Vec3<f64>,
    pitch: Vec3<f64>,
    cells: [usize; 3],
    /// How far points lie from the middles of their cells at most, in cells, and a seed.
    jitter: Option<(f64, u64)>,
}

/// Points in the cells whose middles are inside, in the order of the cells; jittered by up to so many cells from
/// the middle, with a seed.
pub(super) fn fill(
    shape: &Shape,
    bounds: &Bounds,
    spacing: f64,
    jitter: Option<(f64, u64)>,
) -> Vec<[f64; 3]> {
    let counts = counts(bounds, spacing);
    let lattice = Lattice {
        shape,
        low: bounds.low,
        pitch: bounds.size().zip(Vec3(counts), |s, n| s / n),
        cells: counts.map(|n| n as usize),
        jitter,
    };
    let slabs = lattice.cells[2].div_ceil(BLOCK);
    (0..slabs)
        .into_par_iter()
        .flat_map_iter(|slab| lattice.slab(slab * BLOCK))
        .collect()
}

impl Lattice<'_> {
    /// The points of up to `BLOCK` layers of cells.
    fn slab(&self, bottom: usize) -> Vec<[f64; 3]> {
        let mut cells: Vec<[usize; 3]> = Vec::new();
        for j in (0..self.cells[1]).step_by(BLOCK) {
            for i in (0..self.cells[0]).step_by(BLOCK) {
                self.block([i, j, bottom], &mut cells);
            }
        }
        cells.sort_unstable_by_key(|c| [c[2], c[1], c[0]]);
        cells.into_iter().map(|cell| self.point(cell)).collect()
    }

    /// Adds the cells of a block whose middles are inside.
    fn block(&self, first: [usize; 3], cells: &mut Vec<[usize; 3]>) {
        let end = [0, 1, 2].map(|a| (first[a] + BLOCK).min(self.cells[a]));
        let (low, high) = (self.middle(first), self.middle(end.map(|e| e - 1)));
        let distance = self.shape.distance((low + high).scale(0.5));
        // A distance changes by no more than one moves.
        let reach = (high - low).scale(0.5).norm();
        if distance > reach {
            return;
        }
        for k in first[2]..end[2] {
            for j in first[1]..end[1] {
                for i in first[0]..end[0] {
                    let cell = [i, j, k];
                    if distance <= -reach || self.shape.contains(self.middle(cell)) {
                        cells.push(cell);
                    }
                }
            }
        }
    }

    fn middle(&self, cell: [usize; 3]) -> Vec3<f64> {
        self.at(cell, [0.5; 3])
    }

    fn at(&self, cell: [usize; 3], within: [f64; 3]) -> Vec3<f64> {
        Vec3([0, 1, 2].map(|a| self.low[a] + self.pitch[a] * (cell[a] as f64 + within[a])))
    }

    fn point(&self, cell: [usize; 3]) -> [f64; 3] {
        let middle = self.middle(cell);
        let Some((most, seed)) = self.jitter else {
            return middle.0;
        };
        let [i, j, k] = cell.map(|c| c as u64);
        let index = (k * self.cells[1] as u64 + j) * self.cells[0] as u64 + i;
        for draw in 0..DRAWS {
            let number =
                |axis: u64| 2.0 * most * random::unit(seed, index, 3 * draw + axis) + (0.5 - most);
            let point = self.at(cell, [number(0), number(1), number(2)]);
            if self.shape.contains(point) {
                return point.0;
            }
        }
        middle.0
    }
}
