//! Search of neighbours: particles sorted by cells of space.
//!
//! Space has no edge: cells are counted from the middle of the particles, and what lies more than a million cells
//! away shares the outermost ones, which costs time and misses no pair.

use crate::particles::EMPTY;
use plastica_particles::Quad;
use rayon::prelude::*;
use std::ops::Range;

/// Cells along an axis.
const MOST: i64 = 1 << 21;

/// Cells of a piece of work.
const PIECE: usize = 64;

/// Particles by cell.
pub(crate) struct Cells {
    /// Keys of the cells that hold particles, rising.
    keys: Vec<u64>,
    /// Where each cell begins in `places`, and their end.
    starts: Vec<usize>,
    /// By cell, and rising in each.
    places: Vec<u32>,
}

/// Numbers of the cells along the axes.
fn locate(x: &Quad<f64>, middle: [f64; 3], size: f64) -> [i64; 3] {
    std::array::from_fn(|k| {
        let cell = ((x[k] - middle[k]) / size).floor() + (MOST / 2) as f64;
        // The conversion saturates.
        (cell as i64).clamp(0, MOST - 1)
    })
}

/// Rows of cells along x are neighbours in this order.
fn key([x, y, z]: [i64; 3]) -> u64 {
    ((z as u64) << 42) | ((y as u64) << 21) | x as u64
}

/// A place in the middle of most particles [m].
fn middle(positions: &[Quad<f64>], ids: &[u32]) -> [f64; 3] {
    let present: Vec<&Quad<f64>> = (positions.iter().zip(ids))
        .filter(|(_, id)| **id != EMPTY)
        .map(|(x, _)| x)
        .collect();
    let stride = present.len() / 1000 + 1;
    std::array::from_fn(|k| {
        let mut some: Vec<f64> = present.iter().step_by(stride).map(|x| x[k]).collect();
        some.sort_unstable_by(f64::total_cmp);
        some.get(some.len() / 2).copied().unwrap_or(0.0)
    })
}

/// Cells along a curve that seldom leaps (Morton's): bits of the three numbers in turn.
fn along_curve(cell: [i64; 3]) -> u64 {
    let spread = |n: i64| (0..21).fold(0, |sum, bit| sum | ((n as u64 >> bit & 1) << (3 * bit)));
    spread(cell[0]) | spread(cell[1]) << 1 | spread(cell[2]) << 2
}

/// Where along a curve through cells of a size [m] particles are: what is near in this order is near in memory.
pub(crate) fn order(positions: &[Quad<f64>], ids: &[u32], size: f64) -> Vec<u64> {
    let middle = middle(positions, ids);
    positions
        .par_iter()
        .map(|x| along_curve(locate(x, middle, size)))
        .collect()
}

impl Cells {
    /// Sorts particles by cells of a size [m].
    pub(crate) fn new(positions: &[Quad<f64>], ids: &[u32], size: f64) -> Self {
        let middle = middle(positions, ids);
        let mut entries: Vec<(u64, u32)> = (0..ids.len())
            .into_par_iter()
            .filter(|&place| ids[place] != EMPTY)
            .map(|place| (key(locate(&positions[place], middle, size)), place as u32))
            .collect();
        entries.par_sort_unstable();
        let mut starts: Vec<usize> = (0..entries.len())
            .filter(|&k| k == 0 || entries[k].0 != entries[k - 1].0)
            .collect();
        let keys = starts.iter().map(|start| entries[*start].0).collect();
        starts.push(entries.len());
        Cells {
            keys,
            starts,
            places: entries.iter().map(|entry| entry.1).collect(),
        }
    }

    /// Does something for the particles of each cell in which one asks for it, given all candidates in it and in the
    /// cells around it. Results come in the order of cells.
    pub(crate) fn around<T: Send>(
        &self,
        positions: &[Quad<f64>],
        asks: impl Fn(u32) -> bool + Sync,
        work: impl Fn(&[u32], &Candidates, &mut Vec<T>) + Sync,
    ) -> Vec<T> {
        let pieces: Vec<Vec<T>> = (0..self.keys.len().div_ceil(PIECE))
            .into_par_iter()
            .map(|piece| {
                let first = piece * PIECE;
                let mut rows = Rows::from(self, self.keys[first]);
                let (mut candidates, mut results) = (Candidates::default(), Vec::new());
                for cell in first..(first + PIECE).min(self.keys.len()) {
                    let members = &self.places[self.starts[cell]..self.starts[cell + 1]];
                    if !members.iter().any(|member| asks(*member)) {
                        continue;
                    }
                    candidates.clear();
                    for row in rows.around(self, self.keys[cell]) {
                        candidates.join(&self.places[row], positions);
                    }
                    work(members, &candidates, &mut results);
                }
                results
            })
            .collect();
        pieces.into_iter().flatten().collect()
    }
}

/// Up to nine rows of three cells around one, found for one cell after the other: each row only ever goes on.
struct Rows([usize; 9]);

impl Rows {
    /// The keys of the first and the last cell of a row.
    fn ends(cell: u64, row: usize) -> Option<[u64; 2]> {
        let mask = MOST - 1;
        let x = cell as i64 & mask;
        let y = (cell >> 21 & mask as u64) as i64 + (row % 3) as i64 - 1;
        let z = (cell >> 42) as i64 + (row / 3) as i64 - 1;
        let inside = (0..MOST).contains(&y) && (0..MOST).contains(&z);
        inside.then(|| [(x - 1).max(0), (x + 1).min(MOST - 1)].map(|x| key([x, y, z])))
    }

    fn from(cells: &Cells, cell: u64) -> Rows {
        Rows(std::array::from_fn(|row| match Rows::ends(cell, row) {
            Some([first, _]) => cells.keys.partition_point(|key| *key < first),
            None => 0,
        }))
    }

    /// Ranges of places.
    fn around<'a>(
        &'a mut self,
        cells: &'a Cells,
        cell: u64,
    ) -> impl Iterator<Item = Range<usize>> + 'a {
        let keys = &cells.keys;
        self.0.iter_mut().enumerate().filter_map(move |(row, at)| {
            let [first, last] = Rows::ends(cell, row)?;
            while keys.get(*at).is_some_and(|key| *key < first) {
                *at += 1;
            }
            let count = keys[*at..].iter().take_while(|key| **key <= last).count();
            Some(cells.starts[*at]..cells.starts[*at + count])
        })
    }
}

/// Particles in and around a cell.
#[derive(Default)]
pub(crate) struct Candidates {
    places: Vec<u32>,
    /// Where they are [m], axis by axis, so that distances are taken several at a time.
    axes: [Vec<f64>; 3],
}

impl Candidates {
    fn clear(&mut self) {
        self.places.clear();
        self.axes.iter_mut().for_each(Vec::clear);
    }

    fn join(&mut self, places: &[u32], positions: &[Quad<f64>]) {
        self.places.extend(places);
        for (k, axis) in self.axes.iter_mut().enumerate() {
            axis.extend(places.iter().map(|place| positions[*place as usize][k]));
        }
    }

    /// The places of candidates nearer to a point than a distance [m], into a list.
    pub(crate) fn near(&self, at: &Quad<f64>, distance: f64, found: &mut Vec<u32>) {
        let [x, y, z] = &self.axes;
        let limit = distance * distance;
        let mut squares = [0.0; 64];
        // Each is written down, and the next one over it if it is too far: which are near cannot be guessed, and branches
        // that are guessed wrong take longer.
        found.resize(self.places.len(), 0);
        let mut count = 0;
        for (first, places) in (0..).step_by(64).zip(self.places.chunks(64)) {
            let last = first + places.len();
            let (x, y, z) = (&x[first..last], &y[first..last], &z[first..last]);
            for k in 0..places.len() {
                let (dx, dy, dz) = (x[k] - at[0], y[k] - at[1], z[k] - at[2]);
                squares[k] = dx * dx + dy * dy + dz * dz;
            }
            for (place, square) in places.iter().zip(&squares) {
                found[count] = *place;
                count += usize::from(*square < limit);
            }
        }
        found.truncate(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same neighbours as by trying all pairs, with some far away, some in one place and places left empty.
    #[test]
    fn no_pair_is_missed() {
        let mut word = 1u64;
        let mut random = || {
            word = word
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            (word >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut positions: Vec<Quad<f64>> = (0..500)
            .map(|_| [random(), random(), random(), 0.0])
            .collect();
        positions.extend([[3e9, -1e15, 2.0, 0.0], [3e9, -1e15, 2.01, 0.0]]);
        positions.extend([[0.5; 4]; 3]);
        let ids: Vec<u32> = (0..positions.len() as u32)
            .map(|k| if k % 7 == 1 { EMPTY } else { k })
            .collect();
        let distance = 0.13;
        let cells = Cells::new(&positions, &ids, distance);
        let mut found = cells.around(
            &positions,
            |_| true,
            |members, candidates, pairs| {
                let mut near = Vec::new();
                for &member in members {
                    candidates.near(&positions[member as usize], distance, &mut near);
                    pairs.extend(near.iter().map(|other| (member, *other)));
                }
            },
        );
        found.sort_unstable();
        let present = || (0..ids.len()).filter(|&k| ids[k] != EMPTY);
        let square = |a: usize, b: usize| -> f64 {
            (0..3)
                .map(|k| (positions[a][k] - positions[b][k]).powi(2))
                .sum()
        };
        let expected: Vec<(u32, u32)> = present()
            .flat_map(|a| present().map(move |b| (a, b)))
            .filter(|&(a, b)| square(a, b) < distance * distance)
            .map(|(a, b)| (a as u32, b as u32))
            .collect();
        assert_eq!(found, expected);
        assert!(found.contains(&(500, 501)) && found.len() > 1000);
    }
}
