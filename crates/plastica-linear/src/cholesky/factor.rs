//! The numbers of a factor, by the multifrontal method: a supernode's front is what the matrix has in its columns, plus what its
//! children left; its columns are factored, and the rest goes up to its parent.

use super::front::{BadPivot, Panel, Update};
use super::level;
use super::symbolic::{Supernode, Symbolic};
use crate::block::Block;
use crate::matrix::SparseMatrix;
use plastica_tensor::simd::dispatch_native;
use rayon::prelude::*;
use std::ops::Range;

/// Fills the panels of all supernodes.
pub(super) fn factor<B: Block>(
    symbolic: &Symbolic,
    matrix: &SparseMatrix<B>,
    panels: &mut Vec<f64>,
) -> Result<(), BadPivot> {
    panels.resize(symbolic.size, 0.0);
    let count = symbolic.supernodes.len();
    let parts = symbolic.split(panels, Supernode::size);
    let done: Vec<Result<Vec<f64>, BadPivot>> = (parts.subtrees.into_par_iter())
        .map(|(range, panels)| {
            let root = range.end - 1 - range.start;
            let mut work = Work::new(symbolic, matrix, range.start, range.len());
            work.factor(range, panels)?;
            Ok(work.updates[root].take().unwrap_or_default())
        })
        .collect();
    let mut work = Work::new(symbolic, matrix, 0, count);
    for (range, update) in symbolic.subtrees.iter().zip(done) {
        work.updates[range.end - 1] = Some(update?);
    }
    for (s, panel) in parts.top {
        work.factor(s..s + 1, panel)?;
    }
    Ok(())
}

/// What is at work on a range of supernodes.
struct Work<'a, B> {
    symbolic: &'a Symbolic,
    matrix: &'a SparseMatrix<B>,
    begin: usize,
    /// What supernodes have left, until their parents take it.
    updates: Vec<Option<Vec<f64>>>,
    /// Memory to use again.
    spare: Vec<Vec<f64>>,
}

impl<'a, B: Block> Work<'a, B> {
    fn new(
        symbolic: &'a Symbolic,
        matrix: &'a SparseMatrix<B>,
        begin: usize,
        count: usize,
    ) -> Self {
        Work {
            symbolic,
            matrix,
            begin,
            updates: vec![None; count],
            spare: Vec::new(),
        }
    }

    /// Factors supernodes one after the other; their panels are one behind the other.
    fn factor(&mut self, range: Range<usize>, mut panels: &mut [f64]) -> Result<(), BadPivot> {
        for s in range {
            let supernode = &self.symbolic.supernodes[s];
            let (panel, rest) = panels.split_at_mut(supernode.size());
            panels = rest;
            let mut update = self.spare.pop().unwrap_or_default();
            update.clear();
            update.resize(supernode.update_size(), 0.0);
            self.assemble(supernode, panel, &mut update);
            eliminate(supernode, panel, &mut update)?;
            self.updates[s - self.begin] = Some(update);
        }
        Ok(())
    }

    /// Adds up the front.
    fn assemble(&mut self, supernode: &Supernode, panel: &mut [f64], update: &mut [f64]) {
        panel.fill(0.0);
        for entry in &self.symbolic.entries[supernode.entries.clone()] {
            // The matrix has row j of the pair, so its block is transposed.
            let block = self.matrix.values[entry.value as usize];
            for q in 0..B::ROWS {
                for p in 0..B::ROWS {
                    let (row, column) = (entry.row as usize + p, entry.column as usize + q);
                    panel[supernode.at(row, column)] = block.entry(q, p);
                }
            }
        }
        for &c in &supernode.children {
            if let Some(left) = self.updates[c - self.begin].take() {
                self.extend_add(supernode, c, &left, panel, update);
                self.spare.push(left);
            }
        }
    }

    /// Adds what a child has left.
    fn extend_add(
        &self,
        supernode: &Supernode,
        child: usize,
        left: &[f64],
        panel: &mut [f64],
        update: &mut [f64],
    ) {
        let child = &self.symbolic.supernodes[child];
        let places = &self.symbolic.places[child.places.clone()];
        let (width, base) = (supernode.width(), supernode.base());
        let high = supernode.stride - base;
        let height = child.stride - child.base();
        if height == 0 {
            return;
        }
        let skip = child.width() - child.base();
        for (k, column) in left.chunks_exact(height).enumerate() {
            let from = &column[skip + k..skip + places.len()];
            let column = places[k] as usize;
            if column < width {
                for (a, &row) in from.iter().zip(&places[k..]) {
                    panel[supernode.at(row as usize, column)] += a;
                }
            } else {
                let to = &mut update[(column - width) * high..][..high];
                for (a, &row) in from.iter().zip(&places[k..]) {
                    to[row as usize - base] += a;
                }
            }
        }
    }
}

/// Multiplications above which the update of one front is worth several threads.
const LARGE: usize = 4_000_000;
/// Columns of an update in a piece of work.
const TOGETHER: usize = 16;

/// Factors the columns of a front and subtracts what they do to the rest.
fn eliminate(supernode: &Supernode, panel: &mut [f64], update: &mut [f64]) -> Result<(), BadPivot> {
    let (stride, width, base) = (supernode.stride, supernode.width(), supernode.base());
    dispatch_native(level(), Panel { panel, width }).map_err(|bad| BadPivot {
        column: supernode.columns.start + bad.column,
        ..bad
    })?;
    if update.is_empty() {
        return Ok(());
    }
    let panel = &*panel;
    let columns = |first: usize, update: &mut [f64]| {
        let kernel = Update {
            panel,
            width,
            high: stride - base,
            first: width + first,
            update,
        };
        dispatch_native(level(), kernel);
    };
    if width * update.len() < LARGE {
        columns(0, update);
        return Ok(());
    }
    (update
        .par_chunks_mut(TOGETHER * (stride - base))
        .enumerate())
    .for_each(|(k, update)| columns(k * TOGETHER, update));
    Ok(())
}
