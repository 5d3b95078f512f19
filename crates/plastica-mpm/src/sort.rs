//! Particles into blocks, and within them into cells.

use crate::chunk::{MOTION, PADDING, POSITION, place};
use crate::gather::in_space;
use crate::grid::{BLOCK, Grid, NODES, Place, origin};
use crate::group::{Chunk, Group, split_off};
use crate::lines::Lines;
use crate::spline::Spline;
use plastica_geometry::Bounds;
use plastica_tensor::{Scalar, Vec3};
use rayon::prelude::*;

/// Particles that are to join a group: rows of numbers in the order of its columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Newcomers<S> {
    pub(crate) matter: Vec<S>,
    pub(crate) motion: Vec<S>,
    pub(crate) places: Vec<Place>,
    pub(crate) ids: Vec<u32>,
    /// How many were dropped because they are outside the domain.
    pub(crate) dropped: u64,
}

impl<S: Scalar> Newcomers<S> {
    /// Where one is in its block [cells]; rows of matter have `count` numbers.
    fn local(&self, k: usize, count: usize) -> [S; 3] {
        std::array::from_fn(|axis| self.matter[k * count + POSITION + axis])
    }
}

/// The block of a point in space, and the point within it [cells].
pub(crate) fn locate<S: Scalar, K: Spline>(x: Vec3<f64>, cell: f64) -> (Place, [S; 3]) {
    let cells = x.scale(1.0 / cell);
    let place = cells
        .0
        .map(|c| (K::weights(c).0 / BLOCK as f64).floor() as i32);
    let local = std::array::from_fn(|k| S::from_f64(cells[k] - f64::from(place[k]) * BLOCK as f64));
    (place, local)
}

/// Sorts all groups into blocks of the grid, adds newcomers, drops what is outside the domain. Returns
/// how many were dropped.
///
/// Particles keep their order within a cell, so that the result is the same on any number of threads.
pub(crate) fn sort<S: Scalar, K: Spline>(
    groups: &mut [Group<S>],
    newcomers: &mut [Newcomers<S>],
    grid: &mut Grid<S>,
    domain: Option<&Bounds>,
) -> u64 {
    let moves: Vec<Moves> = groups
        .iter()
        .map(|group| Moves::of::<S, K>(group, grid, domain))
        .collect();
    let mut occupied: Vec<Place> = Vec::new();
    for (group, moves) in groups.iter().zip(&moves) {
        for (chunk, reached) in group.chunks.iter().zip(&moves.reached) {
            let place = grid.places[chunk.block as usize];
            let steps = (0..27).filter(|n| reached >> n & 1 == 1);
            occupied.extend(steps.map(|n| moved(place, n)));
        }
    }
    for new in newcomers.iter_mut() {
        new.drop_outside(grid.cell, domain);
        occupied.extend(&new.places);
    }
    occupied.par_sort_unstable();
    occupied.dedup();
    let mut dropped = 0;
    for ((group, new), moves) in groups.iter_mut().zip(newcomers).zip(&moves) {
        let before = group.len();
        rebuild::<S, K>(group, new, moves, &grid.places, &occupied);
        dropped += (before + new.ids.len() - group.len()) as u64 + new.dropped;
        *new = Newcomers::default();
    }
    grid.surround(occupied);
    dropped
}

/// The chunks of each occupied block, group by group.
pub(crate) fn members<S: Scalar>(groups: &[Group<S>], occupied: usize) -> Vec<Vec<(u32, u32)>> {
    let mut members = vec![Vec::new(); occupied];
    for (g, group) in groups.iter().enumerate() {
        for (c, chunk) in group.chunks.iter().enumerate() {
            members[chunk.block as usize].push((g as u32, c as u32));
        }
    }
    members
}

/// Where a particle is now, seen from the block it was sorted into: which of the 27 blocks around, times
/// 64, plus the cell there.
fn drifted<S: Scalar, K: Spline>(local: [S; 3]) -> u16 {
    let [x, y, z] = local.map(|x| K::weights(x).0.to_f64() as i32);
    let n = BLOCK as i32;
    let across = |f: i32| (f.div_euclid(n) + 1) as u16;
    let within = |f: i32| f.rem_euclid(n) as u16;
    let step = (across(x) * 3 + across(y)) * 3 + across(z);
    let side = BLOCK as u16;
    step * NODES as u16 + (within(x) * side + within(y)) * side + within(z)
}

/// Particles that have left.
const GONE: u16 = u16::MAX;

/// By how many blocks the `n`-th of the 27 around a block is away.
fn step(n: usize) -> [i32; 3] {
    [n / 9, n / 3 % 3, n % 3].map(|k| k as i32 - 1)
}

fn moved(place: Place, n: usize) -> Place {
    let step = step(n);
    std::array::from_fn(|k| place[k] + step[k])
}

/// Whether a particle has left.
fn is_outside<S: Scalar>(
    domain: Option<&Bounds>,
    origin: Vec3<f64>,
    cell: f64,
    local: [S; 3],
) -> bool {
    domain.is_some_and(|bounds| !bounds.contains(in_space(origin, cell, local)))
}

/// Where the particles of a group go.
struct Moves {
    /// By slot: what [`drifted`] says, or [`GONE`].
    codes: Vec<u16>,
    /// By chunk: a bit for each of the 27 blocks around it that some particle goes to.
    reached: Vec<u32>,
}

impl Moves {
    fn of<S: Scalar, K: Spline>(group: &Group<S>, grid: &Grid<S>, domain: Option<&Bounds>) -> Self {
        let mut codes = vec![GONE; group.ids.len()];
        let mut rest = &mut codes[..];
        let mut work = Vec::with_capacity(group.chunks.len());
        for chunk in &group.chunks {
            work.push((chunk, split_off(&mut rest, chunk.capacity)));
        }
        let of_chunk = |(chunk, codes): (&Chunk, &mut [u16])| {
            let columns = group.matter(chunk);
            let origin = grid.origin(chunk.block);
            let mut reached = 0;
            for i in 0..chunk.count {
                let local = std::array::from_fn(|k| columns.get(POSITION + k, i));
                if !is_outside(domain, origin, grid.cell, local) {
                    codes[i] = drifted::<S, K>(local);
                    reached |= 1 << (codes[i] as usize / NODES);
                }
            }
            reached
        };
        let reached = work.into_par_iter().map(of_chunk).collect();
        Moves { codes, reached }
    }
}

impl<S: Scalar> Newcomers<S> {
    /// Forgets those outside the domain.
    fn drop_outside(&mut self, cell: f64, domain: Option<&Bounds>) {
        if self.ids.is_empty() {
            return;
        }
        let count = self.matter.len() / self.ids.len();
        let outside = |k: usize| {
            is_outside(
                domain,
                origin(self.places[k], cell),
                cell,
                self.local(k, count),
            )
        };
        let kept: Vec<usize> = (0..self.ids.len()).filter(|k| !outside(*k)).collect();
        self.dropped = (self.ids.len() - kept.len()) as u64;
        if self.dropped > 0 {
            for (rows, count) in [(&mut self.matter, count), (&mut self.motion, MOTION)] {
                let left = kept.iter().flat_map(|k| &rows[k * count..][..count]);
                *rows = left.copied().collect();
            }
            self.places = kept.iter().map(|k| self.places[*k]).collect();
            self.ids = kept.iter().map(|k| self.ids[*k]).collect();
        }
    }
}

/// A particle to be written anew.
#[derive(Clone, Copy, Default)]
struct Entry {
    /// Its slot, or its number among the newcomers.
    slot: u32,
    /// The chunk it comes from, or [`NEW`].
    chunk: u32,
}

/// In place of a chunk, for newcomers.
const NEW: u32 = u32::MAX;

/// Writes the particles of a group anew, block by block and cell by cell.
fn rebuild<S: Scalar, K: Spline>(
    group: &mut Group<S>,
    new: &Newcomers<S>,
    moves: &Moves,
    places: &[Place],
    occupied: &[Place],
) {
    let count = group.layout.columns();
    let rank = |place: Place| occupied.binary_search(&place).unwrap_or(usize::MAX) as u32;
    // The blocks that particles of each chunk go to.
    let ranks: Vec<[u32; 27]> = group
        .chunks
        .par_iter()
        .zip(&moves.reached)
        .map(|(chunk, reached)| {
            let place = places[chunk.block as usize];
            std::array::from_fn(|n| match reached >> n & 1 {
                1 => rank(moved(place, n)),
                _ => u32::MAX,
            })
        })
        .collect();
    let new_ranks: Vec<u32> = new.places.iter().map(|place| rank(*place)).collect();
    let each = |see: &mut dyn FnMut(u32, Entry)| {
        for (index, (chunk, ranks)) in group.chunks.iter().zip(&ranks).enumerate() {
            for slot in chunk.start..chunk.start + chunk.count {
                let code = moves.codes[slot];
                if code != GONE {
                    let (slot, chunk) = (slot as u32, index as u32);
                    see(ranks[code as usize / NODES], Entry { slot, chunk });
                }
            }
        }
        for (slot, rank) in new_ranks.iter().enumerate() {
            let (slot, chunk) = (slot as u32, NEW);
            see(*rank, Entry { slot, chunk });
        }
    };
    // Into blocks, in order: count, then place.
    let mut counts = vec![0u32; occupied.len()];
    each(&mut |rank, _| counts[rank as usize] += 1);
    let mut chunks: Vec<Chunk> = Vec::new();
    let (mut start, mut next, mut sum) = (0, vec![0u32; occupied.len()], 0);
    for (block, &members) in counts.iter().enumerate() {
        next[block] = sum;
        sum += members;
        if members > 0 {
            let capacity = (members as usize).next_multiple_of(PADDING);
            chunks.push(Chunk {
                block: block as u32,
                start,
                count: members as usize,
                capacity,
            });
            start += capacity;
        }
    }
    let mut order = vec![Entry::default(); sum as usize];
    each(&mut |rank, entry| {
        let at = &mut next[rank as usize];
        order[*at as usize] = entry;
        *at += 1;
    });
    let cell_of = |entry: &Entry| {
        let code = match entry.chunk {
            NEW => drifted::<S, K>(new.local(entry.slot as usize, count)),
            _ => moves.codes[entry.slot as usize],
        };
        code as usize % NODES
    };
    // Into cells, block by block.
    let mut ids = vec![0; start];
    let mut holds = vec![0; start];
    let mut work = Vec::with_capacity(chunks.len());
    let mut rest = (&mut order[..], &mut ids[..], &mut holds[..]);
    for chunk in &chunks {
        work.push((
            split_off(&mut rest.0, chunk.count),
            split_off(&mut rest.1, chunk.capacity),
            split_off(&mut rest.2, chunk.capacity),
        ));
    }
    work.into_par_iter().for_each(|(run, ids, holds)| {
        by_cell(run, cell_of);
        fill(ids, run, |entry| match entry.chunk {
            NEW => new.ids[entry.slot as usize],
            _ => group.ids[entry.slot as usize],
        });
        fill(holds, run, |entry| match entry.chunk {
            NEW => 0,
            _ => group.holds[entry.slot as usize],
        });
    });
    // The numbers themselves, through kept memory.
    let mut spare = std::mem::take(&mut group.spare);
    let shift = |chunk: &Chunk, entry: &Entry, axis: usize| {
        let now = occupied[chunk.block as usize];
        let old = match entry.chunk {
            NEW => now,
            index => places[group.chunks[index as usize].block as usize],
        };
        S::from_f64(f64::from(now[axis] - old[axis]) * BLOCK as f64)
    };
    let matter = Table {
        count,
        old: &group.matter,
        new: &new.matter,
    };
    matter.write(
        &mut spare,
        &chunks,
        &order,
        |chunk, entry, column, value| match column.wrapping_sub(POSITION) {
            axis @ 0..3 => value - shift(chunk, entry, axis),
            _ => value,
        },
    );
    std::mem::swap(&mut group.matter, &mut spare);
    let motion = Table {
        count: MOTION,
        old: &group.motion,
        new: &new.motion,
    };
    motion.write(&mut spare, &chunks, &order, |_, _, _, value| value);
    std::mem::swap(&mut group.motion, &mut spare);
    group.spare = spare;
    group.chunks = chunks;
    group.ids = ids;
    group.holds = holds;
}

/// Columns of numbers before a sort.
struct Table<'a, S> {
    count: usize,
    /// In bundles.
    old: &'a [S],
    /// Those of newcomers, in rows.
    new: &'a [S],
}

impl<S: Scalar> Table<'_, S> {
    /// Writes particles in a new order; `change` may alter a number on the way.
    fn write(
        &self,
        to: &mut Lines<S>,
        chunks: &[Chunk],
        mut order: &[Entry],
        change: impl Fn(&Chunk, &Entry, usize, S) -> S + Sync,
    ) {
        let count = self.count;
        to.make_room(chunks.iter().map(|chunk| chunk.capacity * count).sum());
        let mut rest = &mut to[..];
        let mut work = Vec::with_capacity(chunks.len());
        for chunk in chunks {
            let (run, others) = order.split_at(chunk.count);
            order = others;
            work.push((chunk, run, split_off(&mut rest, chunk.capacity * count)));
        }
        work.into_par_iter().for_each(|(chunk, run, to)| {
            let bundles = to
                .chunks_exact_mut(PADDING * count)
                .zip(run.chunks(PADDING));
            for (bundle, run) in bundles {
                for (column, to) in bundle.chunks_exact_mut(PADDING).enumerate() {
                    fill(to, run, |entry| {
                        let slot = entry.slot as usize;
                        let value = match entry.chunk {
                            NEW => self.new[slot * count + column],
                            _ => self.old[place(count, column, slot)],
                        };
                        change(chunk, entry, column, value)
                    });
                }
            }
        });
    }
}

/// Brings the entries of a block in the order of cells; those of one cell keep theirs.
fn by_cell(run: &mut [Entry], cell_of: impl Fn(&Entry) -> usize) {
    let mut next = [0u32; NODES + 1];
    for entry in run.iter() {
        next[cell_of(entry) + 1] += 1;
    }
    for cell in 0..NODES {
        next[cell + 1] += next[cell];
    }
    let mut sorted = vec![Entry::default(); run.len()];
    for entry in run.iter() {
        let at = &mut next[cell_of(entry)];
        sorted[*at as usize] = *entry;
        *at += 1;
    }
    run.copy_from_slice(&sorted);
}

/// Fills a column; what is past the end repeats the last.
fn fill<T: Copy, E>(to: &mut [T], run: &[E], value: impl Fn(&E) -> T) {
    for (to, entry) in to.iter_mut().zip(run) {
        *to = value(entry);
    }
    let last = to[run.len() - 1];
    to[run.len()..].fill(last);
}
