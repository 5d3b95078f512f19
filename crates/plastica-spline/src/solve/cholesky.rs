//! Sparse Cholesky factors by `faer`, with its ordering against fill. The ordering is found once per pattern.

use super::block::Block;
use super::sparse::{Field, Sparse};
use faer::linalg::solvers::Solve;
use faer::sparse::linalg::solvers::{Llt, SymbolicLlt};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Mat, Side};
use plastica_tensor::Vec3;

/// A = L Lᵀ with rows in an order that keeps L sparse.
#[derive(Clone, Debug)]
pub struct Cholesky {
    first: Vec<usize>,
    rows: Vec<usize>,
    order: SymbolicLlt<usize>,
    factor: Option<Llt<usize, f64>>,
}

/// The matrix is not positive definite, or too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoFactor;

impl Cholesky {
    /// Finds the order for a pattern; nothing is factored yet.
    pub fn new<B: Block>(matrix: &Sparse<B>) -> Result<Self, NoFactor> {
        let (mut first, mut rows) = (vec![0], Vec::new());
        for i in 0..matrix.len() {
            for _ in 0..B::ROWS {
                for (j, _) in matrix.row(i) {
                    rows.extend((0..B::ROWS).map(|q| j * B::ROWS + q));
                }
                first.push(rows.len());
            }
        }
        let count = first.len() - 1;
        let pattern = SymbolicSparseColMatRef::new_checked(count, count, &first, None, &rows);
        let order = SymbolicLlt::try_new(pattern, Side::Lower).map_err(|_| NoFactor)?;
        Ok(Cholesky {
            first,
            rows,
            order,
            factor: None,
        })
    }

    /// Factors a matrix of the same pattern.
    pub fn factor<B: Block>(&mut self, matrix: &Sparse<B>) -> Result<(), NoFactor> {
        let mut values = Vec::with_capacity(self.rows.len());
        for i in 0..matrix.len() {
            for p in 0..B::ROWS {
                for (_, a) in matrix.row(i) {
                    // The matrix is symmetric: its rows are its columns.
                    values.extend((0..B::ROWS).map(|q| a.entry(p, q)));
                }
            }
        }
        let count = self.first.len() - 1;
        let pattern =
            SymbolicSparseColMatRef::new_checked(count, count, &self.first, None, &self.rows);
        let matrix = SparseColMatRef::new(pattern, &values);
        let factor = Llt::try_new_with_symbolic(self.order.clone(), matrix, Side::Lower);
        self.factor = Some(factor.map_err(|_| NoFactor)?);
        Ok(())
    }

    /// Solves A x = b.
    pub fn solve<B: Block>(&self, b: &[Vec3<f64>], x: &mut Field) {
        let Some(factor) = &self.factor else { return };
        let part = |r: usize, c: usize| b[r / B::ROWS][if B::ROWS == 3 { r % 3 } else { c }];
        let right = Mat::from_fn(b.len() * B::ROWS, 3 / B::ROWS, part);
        let found = factor.solve(&right);
        x.resize(b.len(), Vec3::zero());
        for (i, x) in x.iter_mut().enumerate() {
            *x = Vec3(std::array::from_fn(|k| match B::ROWS {
                3 => found[(3 * i + k, 0)],
                _ => found[(i, k)],
            }));
        }
    }
}
