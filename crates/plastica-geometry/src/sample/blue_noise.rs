//! Points at random with a least distance, and no room left for another.
//!
//! Dart throwing on cells too small to hold two points; after each round the cells that a point
//! covers are dropped and the rest cut into eight. [M. Ebeida et al., "A simple algorithm for maximal
//! Poisson-disk sampling in high dimensions", 2012]

use crate::{Bounds, Shape, random, volume};
use plastica_tensor::Vec3;

/// Balls placed at random until none fits fill 0.384 of space: with diameter d, this many per d³.
const PER_CUBE: f64 = 0.384 * 6.0 / std::f64::consts::PI;

/// Darts per cell in the first round, where cells are still cheap to hit.
const FIRST_DARTS: f64 = 3.0;

/// Darts per cell in each later round.
const DARTS: f64 = 1.0;

/// Cells are cut in two this often along each axis; what is left is too small to matter.
const ROUNDS: u32 = 4;

const NONE: u32 = u32::MAX;

struct Board<'a> {
    shape: &'a Shape,
    apart: f64,
    low: Vec3<f64>,
    /// Side of the cells of the first round [m].
    cell: f64,
    cells: [usize; 3],
    /// The point of each cell of the first round, with two cells of margin on all sides.
    owner: Vec<u32>,
    /// Where cells within two of a cell stand in `owner` relative to it, nearest first.
    around: Vec<isize>,
    points: Vec<Vec3<f64>>,
}

/// Points far from each other that fill the shape.
pub(super) fn fill(shape: &Shape, bounds: &Bounds, spacing: f64, seed: u64) -> Vec<[f64; 3]> {
    let apart = spacing * distance_for(shape, bounds, spacing);
    // The diagonal of a cell is the least distance, so a cell holds at most one point.
    let cell = apart / 3.0_f64.sqrt() * (1.0 - 1e-9);
    let cells = bounds.size().0.map(|s| (s / cell).ceil().max(1.0) as usize);
    let mut board = Board {
        shape,
        apart,
        low: bounds.low,
        cell,
        cells,
        owner: vec![NONE; cells.iter().map(|n| n + 4).product()],
        around: around(cells),
        points: Vec::new(),
    };
    let mut active = board.cells_of_shape();
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
    board.points.iter().map(|p| p.0).collect()
}

/// The least distance d, over spacing, that makes one point per cube of side `spacing`. The points
/// are middles of balls that may stick out of the shape, so with volume V and surface S they have
/// more than V to fill, by 0.27 S d as measured on balls, rings and boxes:
/// 0.7336/d³ (V + 0.27 S d) = V/spacing³.
fn distance_for(shape: &Shape, bounds: &Bounds, spacing: f64) -> f64 {
    let inside = volume::volume(shape, bounds, 32);
    let surface = volume::surface(shape, bounds);
    if !(inside > 0.0) {
        return 1.0;
    }
    let mut ratio: f64 = 0.9;
    for _ in 0..30 {
        let swollen = 1.0 + surface / inside * 0.27 * ratio * spacing;
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

    fn may_hold(&self, at: [u32; 3], round: u32) -> bool {
        let reach = 0.5 * 3.0_f64.sqrt() * self.side(round);
        self.shape.distance(self.middle(at, round)) <= reach
    }

    fn cells_of_shape(&self) -> Vec<[u32; 3]> {
        let mut found = Vec::new();
        for k in 0..self.cells[2] as u32 {
            for j in 0..self.cells[1] as u32 {
                for i in 0..self.cells[0] as u32 {
                    if self.may_hold([i, j, k], 0) {
                        found.push([i, j, k]);
                    }
                }
            }
        }
        found
    }

    /// Keeps a dart that hits the shape and is far enough from all points.
    fn throw(&mut self, at: [u32; 3], round: u32, within: [f64; 3]) {
        let home = at.map(|c| (c >> round) as usize);
        if self.owner[self.place(home)] != NONE {
            return;
        }
        let side = self.side(round);
        let x = self.low + Vec3([0, 1, 2].map(|a| (f64::from(at[a]) + within[a]) * side));
        let square = self.apart * self.apart;
        let clash = self.any_near(home, |p| (p - x).norm_squared() < square);
        if !clash && self.shape.contains(x) {
            let place = self.place(home);
            self.owner[place] = self.points.len() as u32;
            self.points.push(x);
        }
    }

    /// The cells cut into eight, without those that one point covers or the shape misses.
    fn refine(&self, active: &[[u32; 3]], round: u32) -> Vec<[u32; 3]> {
        let mut finer = Vec::new();
        let half = 0.5 * self.side(round + 1);
        let square = self.apart * self.apart;
        for at in active {
            let home = at.map(|c| (c >> round) as usize);
            if self.owner[self.place(home)] != NONE {
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

    fn place(&self, [i, j, k]: [usize; 3]) -> usize {
        ((k + 2) * (self.cells[1] + 4) + j + 2) * (self.cells[0] + 4) + i + 2
    }

    /// Whether a point within two cells passes a test; farther ones are more than `apart` away.
    fn any_near(&self, home: [usize; 3], test: impl Fn(Vec3<f64>) -> bool) -> bool {
        let place = self.place(home);
        self.around.iter().any(|offset| {
            let owner = self.owner[place.wrapping_add_signed(*offset)];
            owner != NONE && test(self.points[owner as usize])
        })
    }
}

/// Offsets of the cells within two of a cell, without the eight corners, which are `apart` away.
fn around(cells: [usize; 3]) -> Vec<isize> {
    let row = cells[0] as isize + 4;
    let layer = row * (cells[1] as isize + 4);
    let mut found: Vec<(isize, isize)> = Vec::new();
    for k in -2..=2 {
        for j in -2..=2 {
            for i in -2..=2 {
                let square: isize = i * i + j * j + k * k;
                if square < 12 {
                    found.push((square, k * layer + j * row + i));
                }
            }
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, offset)| offset).collect()
}
