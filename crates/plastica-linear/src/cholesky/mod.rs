//! Sparse Cholesky factors of any symmetric positive definite matrix.
//!
//! Nodes are reordered by approximate minimum degree (`minimum_degree`), columns of the factor that share their rows are grouped
//! (`symbolic`), and each group is a dense panel (`front`), from the leaves of the elimination tree to its root (`factor`). What follows
//! from the pattern is found once; a matrix of the same pattern is only factored anew. Results are the same on any
//! number of threads.

mod factor;
mod front;
mod minimum_degree;
mod substitution;
mod symbolic;
mod tree;

use crate::block::Block;
use crate::field::Field;
use crate::matrix::SparseMatrix;
use crate::solver::{NotPositiveDefinite, Solver, SolverKind};
use crate::tolerance::{Report, Tolerance};
use plastica_tensor::Vec3;
use plastica_tensor::simd::{Kernel, Level, Width, dispatch};
use symbolic::Symbolic;

/// Of the whole matrix, reordered against fill.
pub const KIND: &SolverKind = &SolverKind {
    name: "cholesky",
    doc: "Sparse Cholesky factors.",
    scalar: || Box::new(Cholesky::default()),
    blocks: || Box::new(Cholesky::default()),
};

/// P A Pᵀ = L Lᵀ with rows in an order that keeps L sparse.
#[derive(Clone, Debug, Default)]
pub struct Cholesky {
    /// The pattern that was analysed, and the size of its blocks.
    pattern: Option<(usize, Vec<usize>, Vec<u32>)>,
    symbolic: Symbolic,
    panels: Vec<f64>,
    /// Whether `panels` hold a factor.
    factored: bool,
    memory: Memory,
}

/// Vectors of a solution: three right-hand sides, or one.
#[derive(Clone, Debug, Default)]
struct Memory {
    three: [Vec<[f64; 3]>; 2],
    one: [Vec<[f64; 1]>; 2],
}

/// Runs a kernel on registers of four numbers, for which panels are laid out, with all that the processor has beyond them.
fn run<K: Kernel<f64>>(kernel: K) -> K::Output {
    dispatch(Level::best(), Width::Narrow, kernel)
}

impl Cholesky {
    /// Finds the order of elimination and the structure of the factor.
    fn analyse<B: Block>(&mut self, matrix: &SparseMatrix<B>) {
        let known = (self.pattern.as_ref()).is_some_and(|(block, first, columns)| {
            *block == B::ROWS && *first == matrix.first && *columns == matrix.columns
        });
        if known {
            return;
        }
        let mut first = vec![0];
        let mut others = Vec::with_capacity(matrix.columns.len());
        for i in 0..matrix.len() {
            let row = &matrix.columns[matrix.first[i]..matrix.first[i + 1]];
            others.extend(row.iter().filter(|&&j| j as usize != i));
            first.push(others.len());
        }
        let order = minimum_degree::minimum_degree(&first, others);
        self.symbolic = Symbolic::new(&matrix.first, &matrix.columns, B::ROWS, order);
        self.pattern = Some((B::ROWS, matrix.first.clone(), matrix.columns.clone()));
    }

    /// Numbers that the factor of a matrix will have, before any is made.
    pub fn forecast<B: Block>(&mut self, matrix: &SparseMatrix<B>) -> usize {
        self.analyse(matrix);
        self.size()
    }

    /// Numbers kept for the factor.
    pub fn size(&self) -> usize {
        self.symbolic.size
    }
}

impl<B: Block> Solver<B> for Cholesky {
    fn prepare(&mut self, matrix: &SparseMatrix<B>) -> Result<(), NotPositiveDefinite> {
        self.factored = false;
        self.analyse(matrix);
        factor::factor(&self.symbolic, matrix, &mut self.panels).map_err(|bad| {
            NotPositiveDefinite {
                node: self.symbolic.order[bad.column / B::ROWS] as usize,
                pivot: bad.pivot,
            }
        })?;
        self.factored = true;
        Ok(())
    }

    fn solve(
        &mut self,
        _: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        _: Tolerance,
    ) -> Report {
        if !self.factored {
            return Report::default();
        }
        let Cholesky {
            symbolic,
            panels,
            memory,
            ..
        } = self;
        x.resize(b.len(), Vec3::zero());
        let order = symbolic.order.iter().map(|&i| i as usize);
        if B::ROWS == 1 {
            let [rows, carried] = &mut memory.three;
            rows.clear();
            rows.extend(order.clone().map(|i| b[i].0));
            substitution::solve(symbolic, panels, rows, carried);
            for (i, row) in order.zip(rows) {
                x[i] = Vec3(*row);
            }
        } else {
            let [rows, carried] = &mut memory.one;
            rows.clear();
            rows.extend(order.clone().flat_map(|i| b[i].0.map(|b| [b])));
            substitution::solve(symbolic, panels, rows, carried);
            for (i, row) in order.zip(rows.as_chunks::<3>().0) {
                x[i] = Vec3(row.map(|[x]| x));
            }
        }
        Report::direct()
    }

    fn is_direct(&self) -> bool {
        true
    }
}
