//! Particles into blocks, and within them into cells.

use crate::b_spline::BSpline;
use crate::grid::{BLOCK, Grid, NODES, Place, farthest, in_space, is_within_limits, origin};
use crate::group::{Chunk, Group, split_off};
use crate::tables::{GEOMETRY, MASS, POSITION, Tables, column_counts};
use plastica_geometry::Bounds;
use plastica_particles::BUNDLE;
use plastica_particles::columns::index;
use plastica_tensor::{Scalar, Vec3};
use rayon::prelude::*;

/// Particles that are to join a group: rows of numbers in the order of its columns, table by table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Newcomers<S> {
    pub(crate) rows: Tables<Vec<S>>,
    pub(crate) places: Vec<Place>,
    pub(crate) ids: Vec<u32>,
    /// How many were dropped because they are outside the domain.
    pub(crate) dropped: u64,
}

impl<S: Scalar> Newcomers<S> {
    /// Where one is in its block [cells].
    fn local(&self, k: usize) -> [S; 3] {
        let geometry = &self.rows[GEOMETRY];
        let count = geometry.len() / self.ids.len();
        std::array::from_fn(|axis| geometry[k * count + POSITION + axis])
    }
}

/// The block of a point in space, and the point within it [cells].
pub(crate) fn locate<S: Scalar, K: BSpline>(x: Vec3<f64>, cell: f64) -> (Place, [S; 3]) {
    let cells = x.scale(1.0 / cell);
    let place = cells
        .0
        .map(|c| (K::weights(c).0 / BLOCK as f64).floor() as i32);
    let local = std::array::from_fn(|k| S::from_f64(cells[k] - f64::from(place[k]) * BLOCK as f64));
    (place, local)
}

/// Why particles cannot be sorted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SortError {
    /// One is so far from the origin that its block cannot be numbered: beyond this, along some axis [m].
    TooFar { most: f64 },
    /// One has left the blocks around its own, or its place is no number: a step that was accepted moved it too far.
    Strayed,
}

/// Sorts all groups into blocks of the grid, adds newcomers, drops what is outside the domain. Returns
/// how many were dropped. Nothing has changed if that fails.
///
/// Particles keep their order within a cell, so that the result is the same on any number of threads.
pub(crate) fn sort<S: Scalar, K: BSpline>(
    groups: &mut [Group<S>],
    newcomers: &mut [Newcomers<S>],
    grid: &mut Grid<S>,
    domain: Option<&Bounds>,
) -> Result<u64, SortError> {
    let moves: Vec<Moves> = groups
        .iter()
        .map(|group| Moves::of::<S, K>(group, grid, domain))
        .collect();
    if moves.iter().any(|moves| moves.strayed) {
        return Err(SortError::Strayed);
    }
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
    if !occupied.iter().all(|place| is_within_limits(*place)) {
        let most = farthest(grid.cell);
        return Err(SortError::TooFar { most });
    }
    let mut dropped = 0;
    for ((group, new), moves) in groups.iter_mut().zip(newcomers).zip(&moves) {
        let before = group.len();
        rebuild::<S, K>(group, new, moves, &grid.places, &occupied);
        dropped += (before + new.ids.len() - group.len()) as u64 + new.dropped;
        *new = Newcomers::default();
    }
    grid.surround(occupied);
    Ok(dropped)
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
/// 64, plus the cell there. None if it is farther away, or nowhere.
fn block_and_cell<S: Scalar, K: BSpline>(local: [S; 3]) -> Option<u16> {
    let first = local.map(|x| K::weights(x).0.to_f64());
    let n = BLOCK as i32;
    let around = f64::from(-n)..f64::from(2 * n);
    if !first.iter().all(|x| around.contains(x)) {
        return None;
    }
    let [x, y, z] = first.map(|x| x as i32);
    let across = |f: i32| (f.div_euclid(n) + 1) as u16;
    let within = |f: i32| f.rem_euclid(n) as u16;
    let step = (across(x) * 3 + across(y)) * 3 + across(z);
    let side = BLOCK as u16;
    Some(step * NODES as u16 + (within(x) * side + within(y)) * side + within(z))
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
    /// By slot: what [`block_and_cell`] says, or [`GONE`].
    codes: Vec<u16>,
    /// By chunk: a bit for each of the 27 blocks around it that some particle goes to.
    reached: Vec<u32>,
    /// Whether some particle has left all 27.
    strayed: bool,
}

/// In place of the bits of a chunk's 27 blocks: a particle has left them.
const STRAYED: u32 = 1 << 31;

impl Moves {
    fn of<S: Scalar, K: BSpline>(
        group: &Group<S>,
        grid: &Grid<S>,
        domain: Option<&Bounds>,
    ) -> Self {
        let mut codes = vec![GONE; group.ids.len()];
        let mut rest = &mut codes[..];
        let mut work = Vec::with_capacity(group.chunks.len());
        for chunk in &group.chunks {
            work.push((chunk, split_off(&mut rest, chunk.capacity)));
        }
        let of_chunk = |(chunk, codes): (&Chunk, &mut [u16])| {
            let columns = group.table(GEOMETRY, chunk);
            let origin = grid.origin(chunk.block);
            let mut reached = 0;
            for i in 0..chunk.count {
                let local = std::array::from_fn(|k| columns.get(POSITION + k, i));
                if !is_outside(domain, origin, grid.cell, local) {
                    let Some(code) = block_and_cell::<S, K>(local) else {
                        return STRAYED;
                    };
                    codes[i] = code;
                    reached |= 1 << (code as usize / NODES);
                }
            }
            reached
        };
        let reached: Vec<u32> = work.into_par_iter().map(of_chunk).collect();
        let strayed = reached.contains(&STRAYED);
        Moves {
            codes,
            reached,
            strayed,
        }
    }
}

impl<S: Scalar> Newcomers<S> {
    /// Leaves out those outside the domain.
    fn drop_outside(&mut self, cell: f64, domain: Option<&Bounds>) {
        if self.ids.is_empty() {
            return;
        }
        let outside =
            |k: usize| is_outside(domain, origin(self.places[k], cell), cell, self.local(k));
        let law_state: Vec<usize> = (0..self.ids.len()).filter(|k| !outside(*k)).collect();
        self.dropped = (self.ids.len() - law_state.len()) as u64;
        if self.dropped > 0 {
            for rows in &mut self.rows {
                let count = rows.len() / self.ids.len();
                let left = law_state.iter().flat_map(|k| &rows[k * count..][..count]);
                *rows = left.copied().collect();
            }
            self.places = law_state.iter().map(|k| self.places[*k]).collect();
            self.ids = law_state.iter().map(|k| self.ids[*k]).collect();
        }
    }
}

/// A particle to be written anew: its slot, or its number among the newcomers with the highest bit set.
#[derive(Clone, Copy, Default)]
struct Entry(u32);

/// What an entry stands for.
enum Origin {
    Slot(usize),
    New(usize),
}

impl Entry {
    const NEW: u32 = 1 << 31;

    fn origin(self) -> Origin {
        match self.0 & Self::NEW {
            0 => Origin::Slot(self.0 as usize),
            _ => Origin::New((self.0 ^ Self::NEW) as usize),
        }
    }
}

/// Writes the particles of a group anew, block by block and cell by cell.
fn rebuild<S: Scalar, K: BSpline>(
    group: &mut Group<S>,
    new: &Newcomers<S>,
    moves: &Moves,
    places: &[Place],
    occupied: &[Place],
) {
    let targets = Targets::of(group, new, moves, places, occupied);
    let (chunks, mut order) = targets.into_blocks(&group.chunks, moves, occupied.len());
    into_cells::<S, K>(&chunks, &mut order, new, moves);
    let slots = chunks.last().map_or(0, |last| last.start + last.capacity);
    let labels = |old: &[u32], new: &[u32]| {
        let mut labels = vec![0; slots];
        let table = Table { count: 1, old, new };
        table.write(&mut labels, &chunks, &order, |_, _, label| label);
        labels
    };
    group.ids = labels(&group.ids, &new.ids);
    if !group.grip_of.is_empty() {
        group.grip_of = labels(&group.grip_of, &vec![0; new.ids.len()]);
    }
    rewrite_tables(group, new, moves, (&chunks, &order), slots);
    group.chunks = chunks;
}

/// The blocks that particles of a group go to, as indices into those that will be occupied.
struct Targets {
    /// By chunk, for each of the 27 blocks around it that some particle goes to.
    of_chunks: Vec<[u32; 27]>,
    of_newcomers: Vec<u32>,
}

impl Targets {
    fn of<S: Scalar>(
        group: &Group<S>,
        new: &Newcomers<S>,
        moves: &Moves,
        places: &[Place],
        occupied: &[Place],
    ) -> Self {
        let rank = |place: Place| occupied.binary_search(&place).unwrap_or(usize::MAX) as u32;
        let of_chunk = |(chunk, reached): (&Chunk, &u32)| {
            let place = places[chunk.block as usize];
            std::array::from_fn(|n| match reached >> n & 1 {
                1 => rank(moved(place, n)),
                _ => u32::MAX,
            })
        };
        let chunks = group.chunks.par_iter().zip(&moves.reached);
        Targets {
            of_chunks: chunks.map(of_chunk).collect(),
            of_newcomers: new.places.iter().map(|place| rank(*place)).collect(),
        }
    }

    /// Visits all particles that stay or come, in their old order, with their new blocks.
    fn each(&self, chunks: &[Chunk], moves: &Moves, mut visit: impl FnMut(u32, Entry)) {
        for (chunk, ranks) in chunks.iter().zip(&self.of_chunks) {
            for slot in chunk.start..chunk.start + chunk.count {
                let code = moves.codes[slot];
                if code != GONE {
                    visit(ranks[code as usize / NODES], Entry(slot as u32));
                }
            }
        }
        for (k, rank) in self.of_newcomers.iter().enumerate() {
            visit(*rank, Entry(k as u32 | Entry::NEW));
        }
    }

    /// The new chunks, and the particles in the order of blocks: count, then place.
    fn into_blocks(
        self,
        old: &[Chunk],
        moves: &Moves,
        occupied: usize,
    ) -> (Vec<Chunk>, Vec<Entry>) {
        let mut counts = vec![0u32; occupied];
        self.each(old, moves, |rank, _| counts[rank as usize] += 1);
        let mut chunks: Vec<Chunk> = Vec::new();
        let (mut start, mut next, mut sum) = (0, vec![0u32; occupied], 0);
        for (block, &members) in counts.iter().enumerate() {
            next[block] = sum;
            sum += members;
            if members > 0 {
                let capacity = (members as usize).next_multiple_of(BUNDLE);
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
        self.each(old, moves, |rank, entry| {
            let at = &mut next[rank as usize];
            order[*at as usize] = entry;
            *at += 1;
        });
        (chunks, order)
    }
}

/// Brings the particles of each chunk in the order of cells.
fn into_cells<S: Scalar, K: BSpline>(
    chunks: &[Chunk],
    order: &mut [Entry],
    new: &Newcomers<S>,
    moves: &Moves,
) {
    let cell_of = |entry: &Entry| {
        let code = match entry.origin() {
            // A newcomer is in the block that it was located in.
            Origin::New(k) => block_and_cell::<S, K>(new.local(k)).unwrap_or_default(),
            Origin::Slot(slot) => moves.codes[slot],
        };
        code as usize % NODES
    };
    let (mut rest, mut runs) = (order, Vec::with_capacity(chunks.len()));
    for chunk in chunks {
        runs.push(split_off(&mut rest, chunk.count));
    }
    runs.into_par_iter().for_each(|run| by_cell(run, cell_of));
}

/// The numbers themselves, table by table through memory that is kept for it.
fn rewrite_tables<S: Scalar>(
    group: &mut Group<S>,
    new: &Newcomers<S>,
    moves: &Moves,
    (chunks, order): (&[Chunk], &[Entry]),
    slots: usize,
) {
    for (which, count) in column_counts(&group.body.layout).into_iter().enumerate() {
        if count == 0 {
            continue;
        }
        let table = Table {
            count,
            old: &group.tables[which],
            new: &new.rows[which],
        };
        // Positions are counted from the block.
        let change = |entry: &Entry, column, value| match (which, column, entry.origin()) {
            (GEOMETRY, POSITION..MASS, Origin::Slot(slot)) => {
                let blocks = step(moves.codes[slot] as usize / NODES)[column - POSITION];
                value - S::from_f64(f64::from(blocks) * BLOCK as f64)
            }
            _ => value,
        };
        group.spare.make_room(slots * count);
        table.write(&mut group.spare, chunks, order, change);
        group.tables[which].copy_from(&group.spare);
    }
}

/// Columns of numbers before a sort.
struct Table<'a, T> {
    count: usize,
    /// In bundles.
    old: &'a [T],
    /// Those of newcomers, in rows.
    new: &'a [T],
}

impl<T: Copy + Send + Sync> Table<'_, T> {
    /// Writes particles in a new order; `change` may alter a number on the way.
    fn write(
        &self,
        to: &mut [T],
        chunks: &[Chunk],
        mut order: &[Entry],
        change: impl Fn(&Entry, usize, T) -> T + Sync,
    ) {
        let count = self.count;
        let mut rest = to;
        let mut work = Vec::with_capacity(chunks.len());
        for chunk in chunks {
            let (run, others) = order.split_at(chunk.count);
            order = others;
            work.push((run, split_off(&mut rest, chunk.capacity * count)));
        }
        work.into_par_iter().for_each(|(run, to)| {
            let bundles = to.chunks_exact_mut(BUNDLE * count).zip(run.chunks(BUNDLE));
            for (bundle, run) in bundles {
                for (column, to) in bundle.chunks_exact_mut(BUNDLE).enumerate() {
                    fill(to, run, |entry| {
                        let value = match entry.origin() {
                            Origin::New(k) => self.new[k * count + column],
                            Origin::Slot(slot) => self.old[index(count, column, slot)],
                        };
                        change(entry, column, value)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::b_spline::{Cubic, Quadratic};

    /// A particle is in the block of the first node that its kernel reaches, wherever it is.
    fn is_found_again<K: BSpline>() {
        let cell = 0.1;
        for k in -200..200 {
            let x = Vec3([0.0137 * f64::from(k), 0.4, -0.031 * f64::from(k)]);
            let (place, local) = locate::<f64, K>(x, cell);
            assert!((in_space(origin(place, cell), cell, local) - x).norm() < 1e-12);
            let own = usize::from(block_and_cell::<f64, K>(local).unwrap());
            assert_eq!(own / NODES, 13, "not in its own block");
            // Moved by a block along y: in the next one, in the same cell.
            let next = usize::from(
                block_and_cell::<f64, K>([local[0], local[1] + BLOCK as f64, local[2]]).unwrap(),
            );
            assert_eq!((next / NODES, next % NODES), (16, own % NODES));
            assert_eq!(moved(place, 16), [place[0], place[1] + 1, place[2]]);
            // What has left the blocks around, or is nowhere, is not found in another one.
            for lost in [2.0 * BLOCK as f64, -2.0 * BLOCK as f64, f64::NAN] {
                let strayed = [local[0] + lost, local[1], local[2]];
                assert_eq!(block_and_cell::<f64, K>(strayed), None);
            }
        }
    }

    #[test]
    fn particles_are_found_in_their_blocks() {
        is_found_again::<Quadratic>();
        is_found_again::<Cubic>();
    }

    #[test]
    fn particles_of_a_cell_keep_their_order() {
        let mut run: Vec<Entry> = (0..100).map(Entry).collect();
        by_cell(&mut run, |entry| (entry.0 as usize * 7) % 5);
        let expected: Vec<u32> = (0..5)
            .flat_map(|cell| (0..100).filter(move |k| k * 7 % 5 == cell))
            .collect();
        assert!(run.iter().map(|entry| entry.0).eq(expected));
    }

    #[test]
    fn what_is_past_the_end_repeats_the_last() {
        let mut column = [0; 6];
        fill(&mut column, &[1, 2, 3], |k| 10 * k);
        assert_eq!(column, [10, 20, 30, 30, 30, 30]);
    }
}
