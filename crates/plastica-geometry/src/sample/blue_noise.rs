//! Points at random with a least distance, and no room left for another.
//!
//! Dart throwing on cells too small to hold two points; after each round the cells that a point
//! covers are dropped and the rest cut into eight. [M. Ebeida et al., "A simple algorithm for maximal
//! Poisson-disk sampling in high dimensions", 2012]

use super::FillError;
use super::descent::{Lattice, TooSparse};
use crate::measure::measure;
use crate::{Bounds, Shape, random};
use plastica_tensor::Vec3;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Balls placed at random until none fits fill 0.384 of space: with diameter d, this many per d³.
const PER_CUBE: f64 = 0.384 * 6.0 / std::f64::consts::PI;

/// Darts per cell in the first round, where cells are still cheap to hit.
const FIRST_DARTS: f64 = 3.0;

/// Darts per cell in each later round.
const DARTS: f64 = 1.0;

/// Cells are cut in two this often along each axis; what is left is too small to matter.
const ROUNDS: u32 = 4;

/// Most cells of the first round along an axis, so that those of the last can still be numbered.
const LONGEST: u64 = 1 << 27;

struct Board<'a> {
    shape: &'a Shape,
    apart: f64,
    low: Vec3<f64>,
    /// Side of the cells of the first round [m].
    cell: f64,
    /// Points by the cells of the first round that they lie in.
    owners: HashMap<[u32; 3], u32, BuildHasherDefault<CellHasher>>,
    /// Offsets of the cells within two of a cell, nearest first.
    around: Vec<[i32; 3]>,
    points: Vec<Vec3<f64>>,
}

/// Points far from each other that fill a shape of a known volume [m³].
pub(super) fn fill(
    shape: &Shape,
    bounds: &Bounds,
    spacing: f64,
    volume: f64,
    seed: u64,
) -> Result<Vec<[f64; 3]>, FillError> {
    let apart = spacing * distance_for(shape, bounds, spacing, volume);
    // The diagonal of a cell is the least distance, so a cell holds at most one point.
    let cell = apart / 3.0_f64.sqrt() * (1.0 - 1e-9);
    let cells = bounds.size().0.map(|s| (s / cell).ceil().max(1.0) as u64);
    let lattice = Lattice {
        low: bounds.low,
        pitch: Vec3::splat(cell),
        cells,
    };
    let sparse = |_| FillError::TooSparse { spacing };
    if cells.iter().any(|n| *n > LONGEST) {
        return Err(sparse(TooSparse));
    }
    let mut board = Board {
        shape,
        apart,
        low: bounds.low,
        cell,
        owners: HashMap::default(),
        around: around(),
        points: Vec::new(),
    };
    // All that the shape may reach into.
    let found = lattice.cells_of(shape, board.reach(0), volume / cell.powi(3));
    let found = found.map_err(sparse)?.into_iter();
    let mut active: Vec<[u32; 3]> = found.map(|at| at.map(|c| c as u32)).collect();
    let mut draw = 0;
    for round in 0..=ROUNDS {
        let darts = if round == 0 { FIRST_DARTS } else { DARTS };
        let throws = (active.len() as f64 * darts).ceil() as u64;
        for _ in 0..throws {
            let number = |k: u64| random::unit(seed, draw, k);
            let at = active[(number(0) * active.len() as f64) as usize];
            board.throw(at, round, [number(1), number(2), number(3)]);
            draw += 1;
        }
        if round < ROUNDS {
            active = board.refine(&active, round);
        }
    }
    Ok(board.points.iter().map(|p| p.0).collect())
}

/// The least distance d, over spacing, that makes one point per cube of side `spacing`. The points
/// are middles of balls that may stick out of the shape, so with volume V and surface S they have
/// more than V to fill, by 0.27 S d as measured on balls, rings and boxes:
/// 0.7336/d³ (V + 0.27 S d) = V/spacing³.
fn distance_for(shape: &Shape, bounds: &Bounds, spacing: f64, volume: f64) -> f64 {
    if !(volume > 0.0) {
        return 1.0;
    }
    // What the shape gains when it grows a little, over twice as much; thinner parts are lost when it shrinks.
    let grown = |by: f64| {
        let distance = |x: Vec3<f64>| shape.true_distance(x) - by;
        let found = measure(distance, &bounds.grown(by.max(0.0)), 0.01);
        found.unwrap_or_else(|between| between.low)
    };
    let surface = (grown(0.5 * spacing) - grown(-0.5 * spacing)) / spacing;
    let mut ratio: f64 = 0.9;
    for _ in 0..30 {
        let swollen = 1.0 + surface / volume * 0.27 * ratio * spacing;
        ratio = (PER_CUBE * swollen).cbrt();
    }
    // A shape thinner than a few spacings is laid out flat, where the formula ends.
    ratio.min(1.2)
}

impl Board<'_> {
    fn side(&self, round: u32) -> f64 {
        self.cell / f64::from(1_u32 << round)
    }

    fn middle(&self, at: [u32; 3], round: u32) -> Vec3<f64> {
        let side = self.side(round);
        self.low + Vec3(at.map(|c| (f64::from(c) + 0.5) * side))
    }

    /// From the middle of a cell to its corners.
    fn reach(&self, round: u32) -> f64 {
        0.5 * 3.0_f64.sqrt() * self.side(round)
    }

    fn may_hold(&self, at: [u32; 3], round: u32) -> bool {
        self.shape.true_distance(self.middle(at, round)) <= self.reach(round)
    }

    /// Keeps a dart that hits the shape and is far enough from all points.
    fn throw(&mut self, at: [u32; 3], round: u32, within: [f64; 3]) {
        let home = at.map(|c| c >> round);
        if self.owners.contains_key(&home) {
            return;
        }
        let side = self.side(round);
        let x = self.low + Vec3([0, 1, 2].map(|a| (f64::from(at[a]) + within[a]) * side));
        let square = self.apart * self.apart;
        let clash = self.any_near(home, |p| (p - x).norm_squared() < square);
        if !clash && self.shape.contains(x) {
            self.owners.insert(home, self.points.len() as u32);
            self.points.push(x);
        }
    }

    /// The cells cut into eight, without those that one point covers or the shape misses.
    fn refine(&self, active: &[[u32; 3]], round: u32) -> Vec<[u32; 3]> {
        let mut finer = Vec::new();
        let half = 0.5 * self.side(round + 1);
        let square = self.apart * self.apart;
        for at in active {
            let home = at.map(|c| c >> round);
            if self.owners.contains_key(&home) {
                continue;
            }
            for part in 0..8 {
                let part = [0, 1, 2].map(|a| 2 * at[a] + (part >> a & 1));
                let middle = self.middle(part, round + 1);
                let covers =
                    |p: Vec3<f64>| (p - middle).map(|c| c.abs() + half).norm_squared() < square;
                if !self.any_near(home, covers) && self.may_hold(part, round + 1) {
                    finer.push(part);
                }
            }
        }
        finer
    }

    /// Whether a point within two cells passes a test; farther ones are more than `apart` away.
    fn any_near(&self, home: [u32; 3], test: impl Fn(Vec3<f64>) -> bool) -> bool {
        self.around.iter().any(|offset| {
            // Cells before the first wrap around to numbers that no cell has.
            let at = [0, 1, 2].map(|a| home[a].wrapping_add_signed(offset[a]));
            let owner = self.owners.get(&at);
            owner.is_some_and(|owner| test(self.points[*owner as usize]))
        })
    }
}

/// Offsets of the cells within two of a cell, without the eight corners, which are `apart` away.
fn around() -> Vec<[i32; 3]> {
    let all = (0..125).map(|i| [i % 5 - 2, i / 5 % 5 - 2, i / 25 - 2]);
    let square = |o: &[i32; 3]| o.iter().map(|c| c * c).sum::<i32>();
    let mut found: Vec<[i32; 3]> = all.filter(|o| square(o) < 12).collect();
    found.sort_by_key(|o| (square(o), o[2], o[1], o[0]));
    found
}

/// Mixes the numbers of a cell by multiplication: there are few others to guard against.
#[derive(Default)]
struct CellHasher(u64);

impl Hasher for CellHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(4) {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u32(u32::from_le_bytes(word));
        }
    }

    fn write_u32(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(21) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_usize(&mut self, _: usize) {}

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
