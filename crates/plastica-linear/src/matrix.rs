//! Symmetric sparse matrices by rows.

use crate::block::Block;
use crate::field::{Field, fill};
use plastica_tensor::Vec3;

/// A symmetric matrix of blocks, both triangles kept, rows with rising columns.
#[derive(Clone, Debug, PartialEq)]
pub struct SparseMatrix<B> {
    /// Where each row begins, and where the last one ends.
    pub first: Vec<usize>,
    /// The column of each entry.
    pub columns: Vec<u32>,
    /// The entries.
    pub values: Vec<B>,
}

impl<B: Block> SparseMatrix<B> {
    /// From rows of columns and values.
    pub fn from_rows(rows: Vec<Vec<(u32, B)>>) -> Self {
        let mut first = Vec::with_capacity(rows.len() + 1);
        first.push(0);
        for row in &rows {
            first.push(first[first.len() - 1] + row.len());
        }
        let entries = || rows.iter().flatten();
        SparseMatrix {
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

    /// The inverse of every entry of a node on itself.
    pub fn inverse_diagonal(&self) -> Vec<B> {
        (0..self.len())
            .map(|i| self.diagonal(i).inverse())
            .collect()
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
