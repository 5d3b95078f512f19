//! Successive over-relaxation (SOR), Gauss–Seidel and Jacobi sweeps, as a solver and as smoothers of multigrid.

use crate::block::Block;
use crate::field::{Field, fill};
use crate::matrix::SparseMatrix;
use crate::solver::{NotPositiveDefinite, Solver, SolverKind, iterate};
use crate::tolerance::{Report, Tolerance};
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// By colours, with the usual factor.
pub const KIND: &SolverKind = &SolverKind {
    name: "sor",
    doc: "Successive over-relaxation by colours, for comparison.",
    scalar: || Box::new(Iteration::default()),
    blocks: || Box::new(Iteration::default()),
};

/// Factor of over-relaxation of the listed solver: between Gauss–Seidel and the best factor of a grid of a hundred nodes.
const OMEGA: f64 = 1.5;

/// In which order nodes are relaxed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One after the other, by number.
    Rising,
    /// Colour after colour; nodes of one colour do not act on each other and go side by side.
    Colours,
    /// The same, last colour first.
    ColoursBack,
}

/// Nodes by colour, and the inverse of the diagonal.
#[derive(Clone, Debug)]
pub struct Sor<B> {
    colours: Vec<Colour<B>>,
    inverse: Vec<B>,
}

/// Nodes of one colour with their rows, one behind the other in memory: first what nodes of earlier colours do to them, then
/// what those of later ones do.
#[derive(Clone, Debug)]
struct Colour<B> {
    nodes: Vec<u32>,
    /// Where each row begins, and where its second part does.
    first: Vec<[u32; 2]>,
    columns: Vec<u32>,
    values: Vec<B>,
}

impl<B: Block> Colour<B> {
    fn new(nodes: Vec<u32>, matrix: &SparseMatrix<B>, colour: &[u32]) -> Self {
        let mut rows = Colour {
            first: Vec::with_capacity(nodes.len() + 1),
            nodes,
            columns: Vec::new(),
            values: Vec::new(),
        };
        for &i in &rows.nodes {
            let begin = rows.columns.len() as u32;
            let mine = colour[i as usize];
            for later in [false, true] {
                if later {
                    rows.first.push([begin, rows.columns.len() as u32]);
                }
                let others = matrix.row(i as usize).filter(|(j, _)| *j != i as usize);
                for (j, a) in others.filter(|(j, _)| (colour[*j] > mine) == later) {
                    rows.columns.push(j as u32);
                    rows.values.push(a);
                }
            }
        }
        let end = rows.columns.len() as u32;
        rows.first.push([end, end]);
        rows
    }

    /// What some others do to the k-th node.
    #[inline(always)]
    fn sum(&self, k: usize, part: Part, x: &[Vec3<f64>]) -> Vec3<f64> {
        let [begin, middle] = self.first[k];
        let range = match part {
            Part::All => begin..self.first[k + 1][0],
            Part::Earlier => begin..middle,
            Part::Later => middle..self.first[k + 1][0],
        };
        let range = range.start as usize..range.end as usize;
        let entries = self.columns[range.clone()].iter().zip(&self.values[range]);
        entries.fold(Vec3::zero(), |sum, (&j, a)| sum + a.apply(x[j as usize]))
    }
}

/// Which nodes act on a node.
#[derive(Clone, Copy)]
enum Part {
    All,
    Earlier,
    Later,
}

impl<B: Block> Sor<B> {
    /// Each node gets the first colour that none of its neighbours has: red and black for the five-point Laplacian.
    pub fn new(matrix: &SparseMatrix<B>) -> Self {
        let mut colour = vec![u32::MAX; matrix.len()];
        let mut nodes: Vec<Vec<u32>> = Vec::new();
        for i in 0..matrix.len() {
            let mut taken = 0u128;
            for (j, _) in matrix.row(i).filter(|(j, _)| *j < i) {
                taken |= 1 << colour[j].min(127);
            }
            let free = taken.trailing_ones();
            colour[i] = free;
            if free as usize == nodes.len() {
                nodes.push(Vec::new());
            }
            nodes[free as usize].push(i as u32);
        }
        let colours = nodes.into_iter();
        let colours = colours.map(|nodes| Colour::new(nodes, matrix, &colour));
        Sor {
            inverse: matrix.inverse_diagonal(),
            colours: colours.collect(),
        }
    }

    /// x += ω D⁻¹ (b − A x), all nodes at once.
    pub fn jacobi(
        &self,
        matrix: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        omega: f64,
        scratch: &mut Field,
    ) {
        fill(scratch, matrix.len(), |i| {
            let residual = b[i] - matrix.row_times(i, x);
            x[i] + self.inverse[i].apply(residual).scale(omega)
        });
        std::mem::swap(x, scratch);
    }

    /// The same node after node, each with the newest values of the others.
    pub fn sweep(
        &self,
        matrix: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut [Vec3<f64>],
        omega: f64,
        order: Order,
    ) {
        let mut colour = |rows: &Colour<B>| {
            side_by_side(&rows.nodes, x, |k, i, x| {
                let relaxed = self.inverse[i].apply(b[i] - rows.sum(k, Part::All, x));
                x[i].scale(1.0 - omega) + relaxed.scale(omega)
            });
        };
        match order {
            Order::Rising => (0..matrix.len()).for_each(|i| {
                let residual = b[i] - matrix.row_times(i, x);
                x[i] = x[i] + self.inverse[i].apply(residual).scale(omega);
            }),
            Order::Colours => self.colours.iter().for_each(&mut colour),
            Order::ColoursBack => self.colours.iter().rev().for_each(&mut colour),
        }
    }

    /// A sweep by colours from x = 0, and the residual that it leaves: where x is zero still, nothing acts, and what acted on a
    /// node when it was relaxed has been met.
    pub fn sweep_from_zero(&self, b: &[Vec3<f64>], x: &mut Field, residual: &mut Field) {
        x.resize(b.len(), Vec3::zero());
        residual.resize(b.len(), Vec3::zero());
        for rows in &self.colours {
            side_by_side(&rows.nodes, x, |k, i, x| {
                self.inverse[i].apply(b[i] - rows.sum(k, Part::Earlier, x))
            });
        }
        for rows in &self.colours {
            side_by_side(&rows.nodes, residual, |k, _, _| {
                -rows.sum(k, Part::Later, x)
            });
        }
    }
}

/// Sweeps until the residual is small.
#[derive(Debug)]
struct Iteration<B>(Option<Sor<B>>);

impl<B> Default for Iteration<B> {
    fn default() -> Self {
        Iteration(None)
    }
}

impl<B: Block> Solver<B> for Iteration<B> {
    fn prepare(&mut self, matrix: &SparseMatrix<B>) -> Result<(), NotPositiveDefinite> {
        self.0 = Some(Sor::new(matrix));
        Ok(())
    }

    fn solve(
        &mut self,
        matrix: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        tolerance: Tolerance,
    ) -> Report {
        let sor = self.0.get_or_insert_with(|| Sor::new(matrix));
        iterate(matrix, b, x, tolerance, |x| {
            sor.sweep(matrix, b, x, OMEGA, Order::Colours);
        })
    }
}

/// Nodes of one colour in a piece of work.
const PIECE: usize = 512;

/// New values of nodes that do not act on each other, by their number in the list and in the field.
fn side_by_side(
    nodes: &[u32],
    x: &mut [Vec3<f64>],
    value: impl Fn(usize, usize, &[Vec3<f64>]) -> Vec3<f64> + Sync,
) {
    if nodes.len() <= PIECE {
        for (k, &i) in nodes.iter().enumerate() {
            x[i as usize] = value(k, i as usize, x);
        }
        return;
    }
    let old = &*x;
    let pieces: Vec<Field> = (nodes.par_chunks(PIECE).enumerate())
        .map(|(piece, nodes)| {
            let nodes = nodes.iter().enumerate();
            nodes
                .map(|(k, &i)| value(piece * PIECE + k, i as usize, old))
                .collect()
        })
        .collect();
    for (nodes, values) in nodes.chunks(PIECE).zip(pieces) {
        for (&i, value) in nodes.iter().zip(values) {
            x[i as usize] = value;
        }
    }
}
