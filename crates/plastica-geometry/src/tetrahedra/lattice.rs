//! Distances on a body-centred cubic lattice, kept only where the body is.
//!
//! The lattice has the corners and the middles of cells. It is cut into blocks of 8 × 8 × 8 cells; a distance changes by
//! no more than one moves, so that blocks that are wholly outside are found without asking for their points.

use super::MeshError;
use crate::{Bounds, Shape};
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// Cells of a block along an axis.
pub(super) const SIDE: usize = 8;
/// Points of a block: as many corners as middles of cells.
pub(super) const POINTS: usize = 2 * SIDE * SIDE * SIDE;
/// Cells left free around the body.
const MARGIN: usize = 2;
/// Cells are stretched along an axis to fit a box that is at least so many cells wide.
const FITTED: f64 = 0.66;
/// Mean length of the edges of a lattice with cells of size 1: three of 1 and four of √3/2 to a vertex.
pub(super) const MEAN_EDGE: f64 = 0.923_538_3;
/// Bytes that an element takes while a mesh is made, with its share of all else: measured 210 to 260.
const BYTES: f64 = 300.0;
/// No block.
const NONE: u32 = u32::MAX;

/// A point of the lattice: 1024 × its block + (512 for the middle of a cell) + 64 i + 8 j + k.
pub(super) type Point = u32;

/// Signed distances at the points of a lattice.
pub(super) struct Lattice {
    low: Vec3<f64>,
    /// Sides of a cell [m].
    pub(super) cell: Vec3<f64>,
    /// Blocks along each axis, and the number of each that is kept.
    count: [usize; 3],
    numbers: Vec<u32>,
    /// Where each block that is kept begins, in cells.
    pub(super) blocks: Vec<[usize; 3]>,
    /// At the points of each block that is kept; −∞ in those that are wholly inside.
    pub(super) distances: Vec<f64>,
}

/// Whether blocks are inside or crossed by the surface.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Inside,
    Crossed,
}

impl Lattice {
    /// The lattice for elements with edges of a length [m].
    pub(super) fn new(shape: &Shape, edge: f64, memory: u64) -> Result<Self, MeshError> {
        let bounds = shape.bounds().ok_or(MeshError::Unbounded)?;
        if bounds.is_empty() || !(bounds.size().product() > 0.0) {
            return Err(MeshError::Empty {
                size: [0.0; 3],
                edge,
            });
        }
        let even = edge / MEAN_EDGE;
        // A whole number of cells across the box, so that flat sides of it fall on points of the lattice.
        let cells = bounds.size().map(|s| (s / even).round().max(1.0));
        let fits = |s: f64| s >= FITTED * even;
        let cell = bounds
            .size()
            .zip(cells, |s, n| if fits(s) { s / n } else { even });
        let middle = bounds
            .size()
            .zip(cell, |s, c| 0.5 * (s - c * (s / c - 1e-6).ceil()));
        let low = bounds.low + middle - cell.scale(MARGIN as f64);
        let count = bounds.size().zip(cell, |s, c| {
            ((s / c).ceil() + (2 * MARGIN) as f64) / SIDE as f64
        });
        let table = 4.0 * count.map(|n| n.ceil() + 1.0).product();
        if table > memory as f64 {
            return Err(MeshError::Memory {
                needed: table as u64,
                memory,
                edge,
            });
        }
        let mut lattice = Lattice {
            low,
            cell,
            count: count.0.map(|n| n.ceil() as usize + 1),
            numbers: Vec::new(),
            blocks: Vec::new(),
            distances: Vec::new(),
        };
        let places = lattice.find_blocks(shape, table, memory, edge)?;
        lattice.ask(shape, &places);
        Ok(lattice)
    }

    /// Finds the blocks that are not wholly outside by halving a box of blocks, in the order of their places.
    fn find_blocks(
        &mut self,
        shape: &Shape,
        table: f64,
        memory: u64,
        edge: f64,
    ) -> Result<Vec<Place>, MeshError> {
        let margin = 1.01 * self.cell[0].max(self.cell[1]).max(self.cell[2]);
        let per_block = 12.0 * (SIDE * SIDE * SIDE) as f64 * BYTES;
        let mut found: Vec<([usize; 3], Place)> = Vec::new();
        let mut needed = table;
        let mut todo = vec![([0; 3], self.count)];
        while let Some((from, to)) = todo.pop() {
            let size = [0, 1, 2].map(|k| to[k] - from[k]);
            let box_of_blocks = Bounds {
                low: self.corner(from.map(|b| b * SIDE)),
                high: self.corner(to.map(|b| b * SIDE)),
            };
            let reach = 0.5 * box_of_blocks.size().norm() + margin;
            let distance = shape.true_distance(box_of_blocks.centre());
            let blocks: usize = size.iter().product();
            if distance > reach {
                continue;
            }
            if distance < -reach || blocks == 1 {
                let inside = distance < -reach;
                // A block that is crossed is about half full.
                needed += blocks as f64 * per_block * if inside { 1.0 } else { 0.5 };
                if needed > memory as f64 {
                    return Err(MeshError::Memory {
                        needed: needed as u64,
                        memory,
                        edge,
                    });
                }
                let place = if inside {
                    Place::Inside
                } else {
                    Place::Crossed
                };
                found.extend(
                    super::grid(size).map(|at| ([0, 1, 2].map(|k| from[k] + at[k]), place)),
                );
                continue;
            }
            let axis = (0..3).max_by_key(|k| (size[*k], *k)).unwrap_or(0);
            let middle = from[axis] + size[axis] / 2;
            let (mut left, mut right) = (to, from);
            left[axis] = middle;
            right[axis] = middle;
            todo.push((from, left));
            todo.push((right, to));
        }
        found.sort_unstable_by_key(|(block, _)| self.place(*block));
        self.numbers = vec![NONE; self.count.iter().product()];
        for (number, (block, _)) in found.iter().enumerate() {
            let place = self.place(*block);
            self.numbers[place] = number as u32;
        }
        self.blocks = found
            .iter()
            .map(|(block, _)| block.map(|b| b * SIDE))
            .collect();
        Ok(found.into_iter().map(|(_, place)| place).collect())
    }

    fn ask(&mut self, shape: &Shape, places: &[Place]) {
        let mut distances = vec![f64::NEG_INFINITY; self.blocks.len() * POINTS];
        distances
            .par_chunks_mut(POINTS)
            .enumerate()
            .for_each(|(number, values)| {
                if places[number] == Place::Crossed {
                    for (k, value) in values.iter_mut().enumerate() {
                        *value = shape.distance(self.position((number * POINTS + k) as Point));
                    }
                }
            });
        self.distances = distances;
    }

    fn place(&self, block: [usize; 3]) -> usize {
        (block[2] * self.count[1] + block[1]) * self.count[0] + block[0]
    }

    fn corner(&self, cell: [usize; 3]) -> Vec3<f64> {
        self.low + self.cell.zip(Vec3(cell.map(|c| c as f64)), |a, b| a * b)
    }

    /// The corner of a cell, or its middle; `None` where that is outside for certain.
    #[inline]
    pub(super) fn point(&self, is_middle: bool, cell: [usize; 3]) -> Option<Point> {
        let block = cell.map(|c| c / SIDE);
        if (0..3).any(|k| block[k] >= self.count[k]) {
            return None;
        }
        let number = self.numbers[self.place(block)];
        let [i, j, k] = cell.map(|c| c % SIDE);
        let inner = usize::from(is_middle) * POINTS / 2 + (i * SIDE + j) * SIDE + k;
        (number != NONE).then(|| number * POINTS as u32 + inner as u32)
    }

    /// Whether a point is the middle of a cell, and that cell.
    #[inline]
    pub(super) fn cell_of(&self, point: Point) -> (bool, [usize; 3]) {
        let point = point as usize;
        let [x, y, z] = self.blocks[point / POINTS];
        let k = point % (POINTS / 2);
        let cell = [x + k / (SIDE * SIDE), y + k / SIDE % SIDE, z + k % SIDE];
        (point % POINTS >= POINTS / 2, cell)
    }

    /// The points at the other ends of the long edges of a point, then of the short ones.
    pub(super) fn neighbours(&self, point: Point) -> impl Iterator<Item = Option<Point>> + '_ {
        let (is_middle, cell) = self.cell_of(point);
        let long = (0..6).map(move |k| {
            let mut next = cell;
            next[k / 2] = if k % 2 == 0 {
                cell[k / 2].wrapping_sub(1)
            } else {
                cell[k / 2] + 1
            };
            self.point(is_middle, next)
        });
        let short = (0..8).map(move |corner| {
            let next = [0, 1, 2].map(|k| {
                let up = corner >> k & 1;
                if is_middle {
                    cell[k] + up
                } else {
                    (cell[k] + up).wrapping_sub(1)
                }
            });
            self.point(!is_middle, next)
        });
        long.chain(short)
    }

    /// Where a point is.
    #[inline]
    pub(super) fn position(&self, point: Point) -> Vec3<f64> {
        let (is_middle, cell) = self.cell_of(point);
        let corner = self.corner(cell);
        if is_middle {
            corner + self.cell.scale(0.5)
        } else {
            corner
        }
    }

    #[inline]
    pub(super) fn distance(&self, point: Point) -> f64 {
        self.distances[point as usize]
    }
}
