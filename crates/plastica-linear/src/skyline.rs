//! Skyline Cholesky: rows of the factor are kept from their first entry to the diagonal, which is where fill stays.

use crate::block::Block;
use crate::field::Field;
use crate::matrix::SparseMatrix;
use crate::solver::{NotPositiveDefinite, Solver, SolverKind};
use crate::tolerance::{Report, Tolerance};
use plastica_tensor::Vec3;

/// Of the whole matrix, in the order of its rows.
pub const KIND: &SolverKind = &SolverKind {
    name: "skyline",
    doc: "Skyline Cholesky factors, without reordering: curves, and a check on the other.",
    scalar: || Box::new(SkylineCholesky::default()),
    blocks: || Box::new(SkylineCholesky::default()),
};

/// A = L Lᵀ.
#[derive(Clone, Debug, Default)]
pub struct SkylineCholesky {
    /// The first column of each row.
    begins: Vec<usize>,
    /// Where each row's numbers start, so that the number of column c is at `offsets[row] + c − begins[row]`.
    offsets: Vec<usize>,
    numbers: Vec<f64>,
    /// Multiplications that the factor has cost.
    flops: u64,
}

impl SkylineCholesky {
    /// Factors the lower triangle given by its rows of `(column, number)`; a failure names the row as its node.
    pub fn factor(
        rows: usize,
        row: impl Fn(usize, &mut dyn FnMut(usize, f64)),
    ) -> Result<Self, NotPositiveDefinite> {
        let mut begins: Vec<usize> = (0..rows).collect();
        for (r, begin) in begins.iter_mut().enumerate() {
            row(r, &mut |c, _| *begin = c.min(*begin));
        }
        let mut offsets = vec![0; rows + 1];
        for r in 0..rows {
            offsets[r + 1] = offsets[r] + r + 1 - begins[r];
        }
        let mut numbers = vec![0.0; offsets[rows]];
        for r in 0..rows {
            row(r, &mut |c, a| {
                if c <= r {
                    numbers[offsets[r] + c - begins[r]] += a;
                }
            });
        }
        let mut flops = 0;
        for r in 0..rows {
            let (done, here) = numbers.split_at_mut(offsets[r]);
            let here = &mut here[..r + 1 - begins[r]];
            for c in begins[r]..r {
                let shared = begins[r].max(begins[c]);
                let mine = &here[shared - begins[r]..c - begins[r]];
                let other = &done[offsets[c] + shared - begins[c]..offsets[c + 1]];
                let (pivot, other) = other.split_last().unwrap_or((&1.0, &[]));
                let sum: f64 = mine.iter().zip(other).map(|(a, b)| a * b).sum();
                flops += mine.len() as u64 + 1;
                here[c - begins[r]] = (here[c - begins[r]] - sum) / pivot;
            }
            let Some((last, left)) = here.split_last_mut() else {
                continue;
            };
            flops += left.len() as u64;
            let square = *last - left.iter().map(|a| a * a).sum::<f64>();
            if !(square > 0.0) || !square.is_finite() {
                return Err(NotPositiveDefinite {
                    node: r,
                    pivot: square,
                });
            }
            *last = square.sqrt();
        }
        Ok(SkylineCholesky {
            begins,
            offsets,
            numbers,
            flops,
        })
    }

    /// Factors a matrix of blocks, or the part of it between some nodes, given in the order of elimination.
    pub fn of<B: Block>(
        matrix: &SparseMatrix<B>,
        nodes: &[u32],
    ) -> Result<Self, NotPositiveDefinite> {
        let mut place = std::collections::HashMap::with_capacity(nodes.len());
        for (k, &i) in nodes.iter().enumerate() {
            place.insert(i, k);
        }
        let factor = SkylineCholesky::factor(nodes.len() * B::ROWS, |r, give| {
            let (k, p) = (r / B::ROWS, r % B::ROWS);
            for (j, a) in matrix.row(nodes[k] as usize) {
                let Some(&l) = place.get(&(j as u32)) else {
                    continue;
                };
                for q in 0..B::ROWS {
                    let c = l * B::ROWS + q;
                    if c <= r {
                        give(c, a.entry(p, q));
                    }
                }
            }
        });
        factor.map_err(|failure| NotPositiveDefinite {
            node: nodes[failure.node / B::ROWS] as usize,
            ..failure
        })
    }

    /// Factors a whole matrix, nodes in rising order.
    pub fn of_all<B: Block>(matrix: &SparseMatrix<B>) -> Result<Self, NotPositiveDefinite> {
        let all: Vec<u32> = (0..matrix.len() as u32).collect();
        SkylineCholesky::of(matrix, &all)
    }

    /// Solves L Lᵀ x = b in place, one scalar column.
    pub fn solve(&self, x: &mut [f64]) {
        for r in 0..self.begins.len() {
            let (row, begin) = (self.row(r), self.begins[r]);
            let (pivot, left) = row.split_last().unwrap_or((&1.0, &[]));
            let sum: f64 = left.iter().zip(&x[begin..r]).map(|(a, b)| a * b).sum();
            x[r] = (x[r] - sum) / pivot;
        }
        for r in (0..self.begins.len()).rev() {
            let (row, begin) = (self.row(r), self.begins[r]);
            let (pivot, left) = row.split_last().unwrap_or((&1.0, &[]));
            x[r] /= pivot;
            let value = x[r];
            for (x, a) in x[begin..r].iter_mut().zip(left) {
                *x -= a * value;
            }
        }
    }

    /// Solves for the vectors of some nodes.
    pub fn solve_nodes<B: Block>(&self, values: &mut [Vec3<f64>]) {
        if B::ROWS == 3 {
            let mut flat: Vec<f64> = values.iter().flat_map(|v| v.0).collect();
            self.solve(&mut flat);
            for (v, n) in values.iter_mut().zip(flat.as_chunks::<3>().0) {
                *v = Vec3(*n);
            }
            return;
        }
        for axis in 0..3 {
            let mut flat: Vec<f64> = values.iter().map(|v| v[axis]).collect();
            self.solve(&mut flat);
            for (v, n) in values.iter_mut().zip(flat) {
                v[axis] = n;
            }
        }
    }

    /// Solves A x = b for all nodes of a matrix that was factored whole, in rising order.
    pub fn solve_field<B: Block>(&self, b: &[Vec3<f64>], x: &mut Field) {
        x.clear();
        x.extend_from_slice(b);
        self.solve_nodes::<B>(x);
    }

    /// Row r of L from its first column to the diagonal.
    pub fn row(&self, r: usize) -> &[f64] {
        &self.numbers[self.offsets[r]..self.offsets[r + 1]]
    }

    /// Numbers kept.
    pub fn size(&self) -> usize {
        self.numbers.len()
    }

    /// Multiplications and divisions of the factorisation.
    pub fn flops(&self) -> u64 {
        self.flops
    }
}

impl<B: Block> Solver<B> for SkylineCholesky {
    fn prepare(&mut self, matrix: &SparseMatrix<B>) -> Result<(), NotPositiveDefinite> {
        *self = SkylineCholesky::of_all(matrix)?;
        Ok(())
    }

    fn solve(
        &mut self,
        _: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        _: Tolerance,
    ) -> Report {
        self.solve_field::<B>(b, x);
        Report::direct()
    }

    fn is_direct(&self) -> bool {
        true
    }
}
