//! All particles of one body, in chunks.

use crate::chunk::{Columns, ColumnsMut, Layout, Tables};
use crate::lines::Lines;
use plastica_material::{Recipe, Value};
use plastica_tensor::Scalar;

/// All particles of one body or emitter.
#[derive(Clone, Debug)]
pub(crate) struct Group<S: Scalar> {
    pub(crate) name: String,
    pub(crate) recipe: Recipe,
    /// Acceleration beside gravity; `None` where it is zero.
    pub(crate) acceleration: Option<[Value; 3]>,
    pub(crate) layout: Layout,
    /// Chunk after chunk, in bundles.
    pub(crate) tables: Tables<Lines<S>>,
    /// Room for the next sort: fresh memory costs more than the sort itself.
    pub(crate) spare: Lines<S>,
    /// Ids, chunk after chunk.
    pub(crate) ids: Vec<u32>,
    /// 0, or 1 + the index of the grip that holds the particle, chunk after chunk; empty until one holds any.
    pub(crate) holds: Vec<u32>,
    pub(crate) chunks: Vec<Chunk>,
    /// Largest squared wave speed seen in the last step [m²/s²].
    pub(crate) wave: f64,
}

/// Where a chunk is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    /// Index of its block in the grid.
    pub(crate) block: u32,
    /// Its first place in `ids` and `holds`; times the number of columns, in each table.
    pub(crate) start: usize,
    /// How many particles.
    pub(crate) count: usize,
    /// How many places; the rest repeat the last particle.
    pub(crate) capacity: usize,
}

/// A chunk to write.
#[derive(Debug)]
pub(crate) struct ChunkMut<'a, S> {
    pub(crate) place: Chunk,
    pub(crate) tables: Tables<ColumnsMut<'a, S>>,
    pub(crate) holds: &'a [u32],
}

impl<S: Scalar> Group<S> {
    pub(crate) fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.count).sum()
    }

    /// One table of a chunk.
    pub(crate) fn table(&self, which: usize, chunk: &Chunk) -> Columns<'_, S> {
        let count = self.layout.columns()[which];
        let numbers = chunk.start * count..(chunk.start + chunk.capacity) * count;
        Columns::new(&self.tables[which][numbers], count)
    }

    /// All chunks to write, in order.
    pub(crate) fn chunks_mut(&mut self) -> Vec<ChunkMut<'_, S>> {
        let counts = self.layout.columns();
        let mut tables = self.tables.each_mut().map(|table| &mut table[..]);
        let holds = &self.holds;
        let split = |chunk: &Chunk| {
            let places = chunk.start..chunk.start + chunk.count;
            ChunkMut {
                place: *chunk,
                tables: std::array::from_fn(|k| {
                    let numbers = split_off(&mut tables[k], chunk.capacity * counts[k]);
                    ColumnsMut::new(numbers, counts[k])
                }),
                holds: holds.get(places).unwrap_or_default(),
            }
        };
        self.chunks.iter().map(split).collect()
    }
}

/// Takes the first `count` numbers off a slice.
pub(crate) fn split_off<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (mine, others) = std::mem::take(rest).split_at_mut(count);
    *rest = others;
    mine
}
