//! The nodes that the particles of one block reach, copied side by side.

use crate::b_spline::BSpline;
use crate::grid::{BLOCK, NODES};
use crate::shared::SharedSlice;
use plastica_particles::{Quad, add};
use plastica_tensor::Scalar;
use std::marker::PhantomData;

/// The largest tile, that of the cubic kernel.
const LARGEST: usize = 9 * 9 * 9;

/// Nodes from -1 to `K::TILE - 2` along each axis of a block, z fastest.
#[repr(align(64))]
pub(crate) struct Tile<S, K> {
    nodes: [Quad<S>; LARGEST + 4],
    kernel: PhantomData<K>,
}

/// Nodes per axis of a tile that lie in each of three neighbouring blocks, and the first of them there.
const fn segment(tile: usize, which: usize) -> (usize, usize, usize) {
    // (first in tile, first in block, how many)
    match which {
        0 => (0, BLOCK - 1, 1),
        1 => (1, 0, BLOCK),
        _ => (1 + BLOCK, 0, tile - 1 - BLOCK),
    }
}

impl<S: Scalar, K: BSpline> Tile<S, K> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Tile {
            nodes: [[S::zero(); 4]; LARGEST + 4],
            kernel: PhantomData,
        }
    }

    /// Numbers from the first of a particle's nodes to the last, as far as registers reach.
    const SPAN: usize = 4 * ((K::WIDTH - 1) * (K::TILE + 1) * K::TILE + 4);

    /// The numbers of the nodes from `first` on, as many as a particle reaches.
    #[inline(always)]
    pub(crate) fn window(&self, first: usize) -> &[S] {
        &self.nodes.as_flattened()[4 * first..4 * first + Self::SPAN]
    }

    /// The same, to write.
    #[inline(always)]
    pub(crate) fn window_mut(&mut self, first: usize) -> &mut [S] {
        &mut self.nodes.as_flattened_mut()[4 * first..4 * first + Self::SPAN]
    }

    /// Calls `visit` with every row along z of the tile that some particle may reach: its index, its first
    /// node in the tile, and where in the grid its three parts are.
    #[inline(always)]
    fn rows(
        around: &[u32; 27],
        touched: Touched,
        mut visit: impl FnMut((usize, usize), usize, [usize; 3]),
    ) {
        let t = K::TILE;
        for bx in 0..3 {
            let (tx0, lx0, nx) = segment(t, bx);
            for by in 0..3 {
                let (ty0, ly0, ny) = segment(t, by);
                let blocks: [usize; 3] =
                    std::array::from_fn(|bz| around[(bx * 3 + by) * 3 + bz] as usize * NODES);
                for i in 0..nx {
                    for j in 0..ny {
                        let index = (tx0 + i, ty0 + j);
                        if !touched.has(index) {
                            continue;
                        }
                        let row = ((lx0 + i) * BLOCK + ly0 + j) * BLOCK;
                        let [a, b, c] = blocks;
                        visit(
                            index,
                            (index.0 * t + index.1) * t,
                            [a + row + BLOCK - 1, b + row, c + row],
                        );
                    }
                }
            }
        }
    }

    /// Takes over the nodes of the grid that particles have touched; the others stay what they were, and
    /// are not read.
    #[inline(always)]
    pub(crate) fn load(&mut self, nodes: &[Quad<S>], around: &[u32; 27], touched: Touched) {
        Self::rows(
            around,
            touched,
            #[inline(always)]
            |_, at, [before, block, behind]| {
                let row = &mut self.nodes[at..at + K::TILE];
                row[0] = nodes[before];
                row[1..=BLOCK].copy_from_slice(&nodes[block..block + BLOCK]);
                row[1 + BLOCK..].copy_from_slice(&nodes[behind..behind + K::TILE - 1 - BLOCK]);
            },
        );
    }

    /// Adds the tile to the nodes of the grid, and clears it. Returns which rows there were.
    ///
    /// # Safety
    /// No other thread may touch the nodes of this tile meanwhile.
    #[inline(always)]
    pub(crate) unsafe fn flush(
        &mut self,
        nodes: &SharedSlice<'_, Quad<S>>,
        around: &[u32; 27],
    ) -> Touched {
        let mut touched = Touched::default();
        Self::rows(
            around,
            Touched::ALL,
            #[inline(always)]
            |index, at, [before, block, behind]| {
                let row = &mut self.nodes[at..at + K::TILE];
                let mut blank = true;
                for number in row.as_flattened() {
                    blank &= *number == S::zero();
                }
                if blank {
                    return;
                }
                touched.add(index);
                // SAFETY: the caller promises that nothing else touches these nodes.
                unsafe {
                    add_all(nodes.stretch(before, 1), &row[..1]);
                    add_all(nodes.stretch(block, BLOCK), &row[1..=BLOCK]);
                    add_all(
                        nodes.stretch(behind, K::TILE - 1 - BLOCK),
                        &row[1 + BLOCK..],
                    );
                }
                row.fill([S::zero(); 4]);
            },
        );
        touched
    }
}

/// Rows along z of a tile that particles have added to: where along x, in the low half, and where along y. As
/// particles read where they have added before, these are also the rows that they read next.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Touched(pub(crate) u32);

impl Touched {
    pub(crate) const ALL: Touched = Touched(u32::MAX);

    #[inline(always)]
    fn has(self, (i, j): (usize, usize)) -> bool {
        self.0 >> i & self.0 >> (16 + j) & 1 == 1
    }
    #[inline(always)]
    fn add(&mut self, (i, j): (usize, usize)) {
        self.0 |= 1 << i | 1 << (16 + j);
    }
}

/// Adds quads to as many others.
#[inline(always)]
fn add_all<S: Scalar>(to: &mut [Quad<S>], from: &[Quad<S>]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = add(*to, *from);
    }
}
