//! All particles of one body, in chunks.

use crate::aligned_vec::AlignedVec;
use crate::grid::{Grid, in_space};
use crate::grip::GripImpulses;
use crate::shared::SharedSlice;
use crate::tables::{GEOMETRY, POSITION, Tables, column_counts};
use plastica_particles::law::Outcome;
use plastica_particles::{Bounds, Columns, ColumnsMut, Group as Body};
use plastica_tensor::{Scalar, Vec3};

/// All particles of one body or emitter.
#[derive(Clone, Debug)]
pub(crate) struct Group<S: Scalar> {
    /// What they have in common.
    pub(crate) body: Body,
    /// Chunk after chunk, in bundles.
    pub(crate) tables: Tables<AlignedVec<S>>,
    /// Room for the next sort: fresh memory costs more than the sort itself.
    pub(crate) spare: AlignedVec<S>,
    /// Ids, chunk after chunk.
    pub(crate) ids: Vec<u32>,
    /// 0, or 1 + the index of the grip that holds the particle, chunk after chunk; empty until one holds any.
    pub(crate) grip_of: Vec<u32>,
    pub(crate) chunks: Vec<Chunk>,
    /// What the last gather reported, by chunk.
    pub(crate) outcomes: Vec<ChunkOutcome>,
}

/// Where a chunk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// Index of its block in the grid.
    pub(crate) block: u32,
    /// Its first place in `ids` and `grip_of`; times the number of columns, in each table.
    pub(crate) start: usize,
    /// How many particles.
    pub(crate) count: usize,
    /// How many places; the rest repeat the last particle.
    pub(crate) capacity: usize,
}

/// What a gather reports of a chunk.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChunkOutcome {
    pub(crate) of_law: Outcome,
    pub(crate) on_grips: GripImpulses,
}

/// A chunk to write.
#[derive(Debug)]
pub(crate) struct ChunkMut<'a, S> {
    pub(crate) place: Chunk,
    pub(crate) tables: Tables<ColumnsMut<'a, S>>,
    pub(crate) grip_of: &'a [u32],
    pub(crate) outcome: &'a mut ChunkOutcome,
}

/// A group whose chunks several threads write to.
pub(crate) struct SharedGroup<'a, S> {
    pub(crate) body: &'a Body,
    chunks: &'a [Chunk],
    grip_of: &'a [u32],
    counts: Tables<usize>,
    tables: Tables<SharedSlice<'a, S>>,
    outcomes: SharedSlice<'a, ChunkOutcome>,
}

impl<S: Scalar> SharedGroup<'_, S> {
    /// A chunk to write.
    ///
    /// # Safety
    /// Nothing else may write or read the same chunk while this one lives.
    #[inline(always)]
    pub(crate) unsafe fn chunk(&self, index: usize) -> ChunkMut<'_, S> {
        let place = self.chunks[index];
        let particles = place.start..place.start + place.count;
        // SAFETY: chunks do not overlap, and the caller promises that this one is theirs alone.
        let outcome = unsafe { &mut self.outcomes.stretch(index, 1)[0] };
        ChunkMut {
            place,
            tables: std::array::from_fn(|k| {
                let (first, len) = (
                    place.start * self.counts[k],
                    place.capacity * self.counts[k],
                );
                // SAFETY: as above.
                ColumnsMut::new(
                    unsafe { self.tables[k].stretch(first, len) },
                    self.counts[k],
                )
            }),
            grip_of: self.grip_of.get(particles).unwrap_or_default(),
            outcome,
        }
    }
}

impl<S: Scalar> Group<S> {
    /// A body without particles.
    pub(crate) fn new(body: Body) -> Self {
        Group {
            body,
            tables: Default::default(),
            spare: AlignedVec::default(),
            ids: Vec::new(),
            grip_of: Vec::new(),
            chunks: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.count).sum()
    }

    /// Where a particle of a chunk is [m].
    pub(crate) fn position(&self, grid: &Grid<S>, chunk: &Chunk, i: usize) -> Vec3<f64> {
        let columns = self.table(GEOMETRY, chunk);
        let local = std::array::from_fn(|k| columns.get(POSITION + k, i));
        in_space(grid.origin(chunk.block), grid.cell, local)
    }

    /// One table of a chunk.
    pub(crate) fn table(&self, which: usize, chunk: &Chunk) -> Columns<'_, S> {
        let count = column_counts(&self.body.layout)[which];
        let numbers = chunk.start * count..(chunk.start + chunk.capacity) * count;
        Columns::new(&self.tables[which][numbers], count)
    }

    /// What limits the next step, by the last gather.
    pub(crate) fn reported_bounds(&self) -> Bounds {
        let reported = self.outcomes.iter().map(|outcome| outcome.of_law.bounds);
        reported.fold(Bounds::default(), Bounds::max)
    }

    /// For several threads to write to, with blank outcomes.
    pub(crate) fn share(&mut self) -> SharedGroup<'_, S> {
        self.outcomes
            .resize_with(self.chunks.len(), ChunkOutcome::default);
        for outcome in &mut self.outcomes {
            outcome.of_law = Outcome::default();
            outcome.on_grips.clear();
        }
        SharedGroup {
            body: &self.body,
            chunks: &self.chunks,
            grip_of: &self.grip_of,
            counts: column_counts(&self.body.layout),
            tables: self.tables.each_mut().map(|table| SharedSlice::new(table)),
            outcomes: SharedSlice::new(&mut self.outcomes),
        }
    }
}

/// Takes the first `count` numbers off a slice.
pub(crate) fn split_off<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (mine, others) = std::mem::take(rest).split_at_mut(count);
    *rest = others;
    mine
}
