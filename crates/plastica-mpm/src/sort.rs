//! Particles into blocks, and within them into cells.

use crate::chunk::{PADDING, POSITION};
use crate::gather::in_space;
use crate::grid::{BLOCK, Grid, Place};
use crate::group::{Chunk, Group};
use crate::spline::Spline;
use plastica_geometry::Bounds;
use plastica_tensor::{Scalar, Vec3};
use rayon::prelude::*;

/// Particles that are to join a group: rows of numbers in the order of its columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Newcomers<S> {
    pub(crate) rows: Vec<S>,
    pub(crate) places: Vec<Place>,
    pub(crate) ids: Vec<u32>,
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

/// Where a particle was and where it goes.
struct Entry {
    /// Block and cell, then the order before: sorting is stable and the same on any number of threads.
    key: (u64, u32),
    /// Index of its first number, and the distance to the next: in `data`, or in the newcomers' rows.
    from: usize,
    stride: usize,
    /// Where its id and its grip are; `None` for newcomers.
    slot: Option<usize>,
    /// By how many blocks it moves.
    shift: [i8; 3],
}

/// Sorts all groups into blocks of the grid, adds newcomers, drops what is outside the domain. Returns
/// how many were dropped.
pub(crate) fn sort<S: Scalar, K: Spline>(
    groups: &mut [Group<S>],
    newcomers: &mut [Newcomers<S>],
    grid: &mut Grid<S>,
    domain: Option<&Bounds>,
) -> u64 {
    let mut occupied: Vec<Place> = groups
        .iter()
        .flat_map(|group| occupied_by::<S, K>(group, grid, domain))
        .chain(newcomers.iter().flat_map(|new| new.places.iter().copied()))
        .collect();
    occupied.par_sort_unstable();
    occupied.dedup();
    let mut dropped = 0;
    for (group, new) in groups.iter_mut().zip(newcomers.iter_mut()) {
        let before = group.len() + new.ids.len();
        let mut entries = entries::<S, K>(group, new, grid, domain, &occupied);
        entries.par_sort_unstable_by_key(|entry| entry.key);
        dropped += (before - entries.len()) as u64;
        rebuild(group, new, &entries);
        *new = Newcomers {
            rows: Vec::new(),
            places: Vec::new(),
            ids: Vec::new(),
        };
    }
    grid.surround(occupied, K::COLOURS);
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

/// The block and cell a particle is in now, seen from the block it was sorted into.
fn drifted<S: Scalar, K: Spline>(local: [S; 3]) -> ([i8; 3], usize) {
    let first = local.map(|x| K::weights(x).0.to_f64() as i32);
    let n = BLOCK as i32;
    let shift = first.map(|f| f.div_euclid(n) as i8);
    let [x, y, z] = first.map(|f| f.rem_euclid(n) as usize);
    (shift, (x * BLOCK + y) * BLOCK + z)
}

fn moved(place: Place, shift: [i8; 3]) -> Place {
    std::array::from_fn(|k| place[k] + i32::from(shift[k]))
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

fn occupied_by<S: Scalar, K: Spline>(
    group: &Group<S>,
    grid: &Grid<S>,
    domain: Option<&Bounds>,
) -> Vec<Place> {
    let of_chunk = |chunk: &Chunk| {
        let columns = group.columns(chunk);
        let place = grid.places[chunk.block as usize];
        let origin = grid.origin(chunk.block);
        let mut found: Vec<[i8; 3]> = Vec::new();
        for i in 0..chunk.count {
            let local = std::array::from_fn(|k| columns.get(POSITION + k, i));
            let (shift, _) = drifted::<S, K>(local);
            if !found.contains(&shift) && !is_outside(domain, origin, grid.cell, local) {
                found.push(shift);
            }
        }
        found
            .into_iter()
            .map(|shift| moved(place, shift))
            .collect::<Vec<_>>()
    };
    group.chunks.par_iter().flat_map_iter(of_chunk).collect()
}

fn entries<S: Scalar, K: Spline>(
    group: &Group<S>,
    new: &Newcomers<S>,
    grid: &Grid<S>,
    domain: Option<&Bounds>,
    occupied: &[Place],
) -> Vec<Entry> {
    let count = group.layout.columns();
    let rank = |place: Place| occupied.binary_search(&place).unwrap_or(usize::MAX) as u64;
    let of_chunk = |chunk: &Chunk| {
        let columns = group.columns(chunk);
        let place = grid.places[chunk.block as usize];
        let origin = grid.origin(chunk.block);
        let mut last = ([0i8; 3], rank(place));
        let mut entries = Vec::with_capacity(chunk.count);
        for i in 0..chunk.count {
            let local = std::array::from_fn(|k| columns.get(POSITION + k, i));
            if is_outside(domain, origin, grid.cell, local) {
                continue;
            }
            let (shift, cell) = drifted::<S, K>(local);
            if shift != last.0 {
                last = (shift, rank(moved(place, shift)));
            }
            entries.push(Entry {
                key: (last.1 << 6 | cell as u64, (chunk.start + i) as u32),
                from: chunk.start * count + i,
                stride: chunk.capacity,
                slot: Some(chunk.start + i),
                shift,
            });
        }
        entries
    };
    let mut entries: Vec<Entry> = group.chunks.par_iter().flat_map_iter(of_chunk).collect();
    let before = group.ids.len();
    for (k, place) in new.places.iter().enumerate() {
        let local = std::array::from_fn(|axis| new.rows[k * count + POSITION + axis]);
        if is_outside(
            domain,
            Vec3(place.map(|p| f64::from(p) * BLOCK as f64 * grid.cell)),
            grid.cell,
            local,
        ) {
            continue;
        }
        let (_, cell) = drifted::<S, K>(local);
        entries.push(Entry {
            key: (rank(*place) << 6 | cell as u64, (before + k) as u32),
            from: k * count,
            stride: 1,
            slot: None,
            shift: [0; 3],
        });
    }
    entries
}

/// Writes the particles of a group anew, in the order of the entries.
fn rebuild<S: Scalar>(group: &mut Group<S>, new: &Newcomers<S>, entries: &[Entry]) {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut spans = Vec::new();
    let mut start = 0;
    for run in entries.chunk_by(|a, b| a.key.0 >> 6 == b.key.0 >> 6) {
        let capacity = run.len().next_multiple_of(PADDING);
        chunks.push(Chunk {
            block: (run[0].key.0 >> 6) as u32,
            start,
            count: run.len(),
            capacity,
        });
        spans.push(run);
        start += capacity;
    }
    let layout = group.layout;
    let count = layout.columns();
    let mut data = vec![S::zero(); start * count];
    let mut ids = vec![0; start];
    let mut holds = vec![0; start];
    let mut rest = (&mut data[..], &mut ids[..], &mut holds[..]);
    let mut work = Vec::with_capacity(chunks.len());
    for (chunk, run) in chunks.iter().zip(spans) {
        let (a, b, c) = rest;
        let (data, a) = a.split_at_mut(chunk.capacity * count);
        let (ids, b) = b.split_at_mut(chunk.capacity);
        let (holds, c) = c.split_at_mut(chunk.capacity);
        rest = (a, b, c);
        work.push((chunk.capacity, run, data, ids, holds));
    }
    work.into_par_iter()
        .for_each(|(capacity, run, data, ids, holds)| {
            for (column, to) in data.chunks_exact_mut(capacity).enumerate() {
                fill(to, run, |entry| {
                    let at = entry.from + column * entry.stride;
                    let value = match entry.slot {
                        Some(_) => group.data[at],
                        None => new.rows[at],
                    };
                    match column.checked_sub(POSITION) {
                        Some(axis @ 0..3) => {
                            value - S::from_f64(f64::from(entry.shift[axis]) * BLOCK as f64)
                        }
                        _ => value,
                    }
                });
            }
            fill(ids, run, |entry| match entry.slot {
                Some(slot) => group.ids[slot],
                None => new.ids[entry.from / count],
            });
            fill(holds, run, |entry| {
                entry.slot.map_or(0, |slot| group.holds[slot])
            });
        });
    group.chunks = chunks;
    group.data = data;
    group.ids = ids;
    group.holds = holds;
}

/// Fills a column; what is past the end repeats the last.
fn fill<T: Copy>(to: &mut [T], run: &[Entry], value: impl Fn(&Entry) -> T) {
    for (to, entry) in to.iter_mut().zip(run) {
        *to = value(entry);
    }
    let last = to[run.len() - 1];
    to[run.len()..].fill(last);
}
