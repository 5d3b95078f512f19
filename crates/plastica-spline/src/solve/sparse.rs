//! Symmetric sparse matrices by rows, and sums that do not depend on threads.

use super::block::Block;
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// One vector per node.
pub type Field = Vec<Vec3<f64>>;

/// Nodes of a piece of work. Sums are taken piece by piece, so they are the same on any number of threads.
pub(crate) const PIECE: usize = 2048;

/// A symmetric matrix of blocks, both triangles kept, rows with rising columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Sparse<B> {
    /// Where each row begins, and where the last one ends.
    pub first: Vec<usize>,
    /// The column of each entry.
    pub columns: Vec<u32>,
    /// The entries.
    pub values: Vec<B>,
}

impl<B: Block> Sparse<B> {
    /// From rows of columns and values.
    pub fn from_rows(rows: Vec<Vec<(u32, B)>>) -> Self {
        let mut first = Vec::with_capacity(rows.len() + 1);
        first.push(0);
        for row in &rows {
            first.push(first[first.len() - 1] + row.len());
        }
        let entries = || rows.iter().flatten();
        Sparse {
            first,
            columns: entries().map(|entry| entry.0).collect(),
            values: entries().map(|entry| entry.1).collect(),
        }
    }

    /// How many nodes.
    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Entries of a row.
    #[inline(always)]
    pub fn row(&self, i: usize) -> impl Iterator<Item = (usize, B)> + '_ {
        let range = self.first[i]..self.first[i + 1];
        let values = &self.values[range.clone()];
        let columns = &self.columns[range];
        columns.iter().zip(values).map(|(&j, &a)| (j as usize, a))
    }

    /// The entry of a node on itself.
    pub fn diagonal(&self, i: usize) -> B {
        self.row(i).find(|(j, _)| *j == i).map_or(B::ZERO, |e| e.1)
    }

    /// Row i of A x.
    #[inline(always)]
    pub fn row_times(&self, i: usize, x: &[Vec3<f64>]) -> Vec3<f64> {
        self.row(i)
            .fold(Vec3::zero(), |sum, (j, a)| sum + a.apply(x[j]))
    }

    /// A x.
    pub fn times(&self, x: &[Vec3<f64>], to: &mut Field) {
        fill(to, self.len(), |i| self.row_times(i, x));
    }

    /// b − A x.
    pub fn residual(&self, x: &[Vec3<f64>], b: &[Vec3<f64>], to: &mut Field) {
        fill(to, self.len(), |i| b[i] - self.row_times(i, x));
    }
}

/// One value per node, in parallel.
pub(crate) fn fill(to: &mut Field, count: usize, value: impl Fn(usize) -> Vec3<f64> + Sync + Send) {
    to.resize(count, Vec3::zero());
    if count <= PIECE {
        to.iter_mut().enumerate().for_each(|(i, to)| *to = value(i));
        return;
    }
    (to.par_chunks_mut(PIECE).enumerate()).for_each(|(piece, to)| {
        for (k, to) in to.iter_mut().enumerate() {
            *to = value(piece * PIECE + k);
        }
    });
}

/// Σ a·b.
pub(crate) fn dot(a: &[Vec3<f64>], b: &[Vec3<f64>]) -> f64 {
    let part = |(a, b): (&[Vec3<f64>], &[Vec3<f64>])| -> f64 {
        a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum()
    };
    if a.len() <= PIECE {
        return part((a, b));
    }
    let parts: Vec<f64> = (a.par_chunks(PIECE).zip(b.par_chunks(PIECE)))
        .map(part)
        .collect();
    parts.iter().sum()
}

/// √Σ a².
pub(crate) fn norm(a: &[Vec3<f64>]) -> f64 {
    dot(a, a).sqrt()
}

/// to = to·scale + factor·x.
pub(crate) fn combine(to: &mut [Vec3<f64>], scale: f64, factor: f64, x: &[Vec3<f64>]) {
    let change = |(to, x): (&mut [Vec3<f64>], &[Vec3<f64>])| {
        for (to, x) in to.iter_mut().zip(x) {
            *to = to.scale(scale) + x.scale(factor);
        }
    };
    if to.len() <= PIECE {
        return change((to, x));
    }
    (to.par_chunks_mut(PIECE).zip(x.par_chunks(PIECE))).for_each(change);
}
