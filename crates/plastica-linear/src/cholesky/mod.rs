//! Sparse Cholesky factors by `faer`, with its ordering against fill. The ordering is found once per pattern.

use crate::block::Block;
use crate::field::Field;
use crate::matrix::SparseMatrix;
use crate::solver::{NotPositiveDefinite, Solver, SolverKind};
use crate::tolerance::{Report, Tolerance};
use faer::linalg::solvers::Solve;
use faer::sparse::linalg::solvers::{Llt, SymbolicLlt};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};
use faer::{Mat, Side};
use plastica_tensor::Vec3;

/// Of the whole matrix, reordered against fill.
pub const KIND: &SolverKind = &SolverKind {
    name: "cholesky",
    doc: "Sparse Cholesky factors.",
    scalar: || Box::new(Cholesky::default()),
    blocks: || Box::new(Cholesky::default()),
};

/// A = L Lᵀ with rows in an order that keeps L sparse.
#[derive(Clone, Debug, Default)]
pub struct Cholesky {
    first: Vec<usize>,
    rows: Vec<usize>,
    order: Option<SymbolicLlt<usize>>,
    factor: Option<Llt<usize, f64>>,
}

const FAILED: NotPositiveDefinite = NotPositiveDefinite {
    node: 0,
    pivot: f64::NAN,
};

impl Cholesky {
    fn analyse<B: Block>(
        &mut self,
        matrix: &SparseMatrix<B>,
    ) -> Result<SymbolicLlt<usize>, NotPositiveDefinite> {
        (self.first, self.rows) = (vec![0], Vec::new());
        for i in 0..matrix.len() {
            for _ in 0..B::ROWS {
                for (j, _) in matrix.row(i) {
                    (self.rows).extend((0..B::ROWS).map(|q| j * B::ROWS + q));
                }
                self.first.push(self.rows.len());
            }
        }
        let count = self.first.len() - 1;
        let pattern =
            SymbolicSparseColMatRef::new_checked(count, count, &self.first, None, &self.rows);
        SymbolicLlt::try_new(pattern, Side::Lower).map_err(|_| FAILED)
    }
}

impl<B: Block> Solver<B> for Cholesky {
    fn prepare(&mut self, matrix: &SparseMatrix<B>) -> Result<(), NotPositiveDefinite> {
        let order = match self.order.take() {
            Some(order) => order,
            None => self.analyse(matrix)?,
        };
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
        let factor = Llt::try_new_with_symbolic(order.clone(), matrix, Side::Lower);
        self.factor = Some(factor.map_err(|_| FAILED)?);
        self.order = Some(order);
        Ok(())
    }

    fn solve(
        &mut self,
        _: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        _: Tolerance,
    ) -> Report {
        let Some(factor) = &self.factor else {
            return Report::default();
        };
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
        Report::direct()
    }

    fn is_direct(&self) -> bool {
        true
    }
}
