//! All particles of one body, in chunks.

use crate::chunk::{Columns, ColumnsMut, Layout, MOTION};
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
    /// What particles are made of and where they are, chunk after chunk, in bundles.
    pub(crate) matter: Lines<S>,
    /// How they move and how they are stressed, the same way.
    pub(crate) motion: Lines<S>,
    /// Room for the next sort: fresh memory costs more than the sort itself.
    pub(crate) spare: Lines<S>,
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
    /// Its first place in `ids` and `holds`; times the number of columns, in `matter` and `motion`.
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
    pub(crate) matter: ColumnsMut<'a, S>,
    pub(crate) motion: ColumnsMut<'a, S>,
    pub(crate) holds: &'a [u32],
}

impl<S: Scalar> Group<S> {
    pub(crate) fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.count).sum()
    }

    /// What the particles of a chunk are made of and where they are.
    pub(crate) fn matter(&self, chunk: &Chunk) -> Columns<'_, S> {
        columns(&self.matter, self.layout.columns(), chunk)
    }

    /// How the particles of a chunk move.
    pub(crate) fn motion(&self, chunk: &Chunk) -> Columns<'_, S> {
        columns(&self.motion, MOTION, chunk)
    }

    /// All chunks to write, in order.
    pub(crate) fn chunks_mut(&mut self) -> Vec<ChunkMut<'_, S>> {
        let count = self.layout.columns();
        let (mut matter, mut motion) = (&mut self.matter[..], &mut self.motion[..]);
        let holds = &self.holds;
        let split = |chunk: &Chunk| {
            let places = chunk.start..chunk.start + chunk.count;
            ChunkMut {
                place: *chunk,
                matter: ColumnsMut::new(split_off(&mut matter, chunk.capacity * count), count),
                motion: ColumnsMut::new(split_off(&mut motion, chunk.capacity * MOTION), MOTION),
                holds: &holds[places],
            }
        };
        self.chunks.iter().map(split).collect()
    }
}

fn columns<'a, S: Scalar>(data: &'a [S], count: usize, chunk: &Chunk) -> Columns<'a, S> {
    let start = chunk.start * count;
    Columns::new(&data[start..start + chunk.capacity * count], count)
}

/// Takes the first `count` numbers off a slice.
pub(crate) fn split_off<'a, T>(rest: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (mine, others) = std::mem::take(rest).split_at_mut(count);
    *rest = others;
    mine
}
