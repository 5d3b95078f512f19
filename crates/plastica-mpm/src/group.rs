//! All particles of one body, in chunks.

use crate::chunk::{Columns, ColumnsMut, Layout};
use plastica_material::{Recipe, Value};
use plastica_tensor::Scalar;

/// All particles of one body or emitter.
#[derive(Clone, Debug)]
pub(crate) struct Group<S> {
    pub(crate) name: String,
    pub(crate) recipe: Recipe,
    /// Acceleration beside gravity; `None` where it is zero.
    pub(crate) acceleration: Option<[Value; 3]>,
    pub(crate) layout: Layout,
    /// Chunk after chunk; within each, column after column.
    pub(crate) data: Vec<S>,
    /// Room for the next sort: fresh memory costs more than the sort itself.
    pub(crate) spare: Vec<S>,
    /// Ids, chunk after chunk.
    pub(crate) ids: Vec<u32>,
    /// 0, or 1 + the index of the grip that holds the particle, chunk after chunk.
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
    /// Its first place in `ids` and `holds`; times the number of columns, in `data`.
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
    pub(crate) columns: ColumnsMut<'a, S>,
    pub(crate) holds: &'a [u32],
}

impl<S: Scalar> Group<S> {
    pub(crate) fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.count).sum()
    }

    /// A chunk to read.
    pub(crate) fn columns(&self, chunk: &Chunk) -> Columns<'_, S> {
        let columns = self.layout.columns();
        let start = chunk.start * columns;
        Columns::new(
            &self.data[start..start + chunk.capacity * columns],
            chunk.capacity,
        )
    }

    /// All chunks to write, in order.
    pub(crate) fn chunks_mut(&mut self) -> Vec<ChunkMut<'_, S>> {
        let columns = self.layout.columns();
        let mut rest = &mut self.data[..];
        let holds = &self.holds;
        let split = |chunk: &Chunk| {
            let (data, tail) = std::mem::take(&mut rest).split_at_mut(chunk.capacity * columns);
            rest = tail;
            let places = chunk.start..chunk.start + chunk.count;
            ChunkMut {
                place: *chunk,
                columns: ColumnsMut::new(data, chunk.capacity),
                holds: &holds[places],
            }
        };
        self.chunks.iter().map(split).collect()
    }
}
