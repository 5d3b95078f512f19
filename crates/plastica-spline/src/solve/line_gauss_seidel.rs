//! Line Gauss–Seidel by alternating directions (ADI): all lines of nodes along one axis are solved at once, each by its own banded Cholesky
//! factor with the rest of the body lagged, then those along the next axis.
//!
//! LineGaussSeidel that act on each other take turns (three colours where second differences couple a line to the next but one), so
//! every half sweep is a block Gauss–Seidel sweep, which converges for every positive definite matrix, also with
//! mixed derivatives and cuts, where the classical splitting by directions does not apply.

use super::{LatticeMatrix, LatticeSolver, LatticeSolverKind};
use crate::lattice::Lattice;
use plastica_linear::{
    Block, Field, NotPositiveDefinite, Report, SkylineCholesky, SparseMatrix, Tolerance, iterate,
};
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// All axes in turn.
pub(super) const KIND: &LatticeSolverKind = &LatticeSolverKind {
    name: "adi",
    doc: "Alternating directions: line Gauss–Seidel, all lines of nodes along one axis after the other.",
    scalar: || Box::new(LineGaussSeidel::default()),
    blocks: || Box::new(LineGaussSeidel::default()),
};

/// The lines of a lattice with their factors.
#[derive(Clone, Debug, Default)]
pub struct LineGaussSeidel {
    /// For each axis, lines by colour.
    axes: Vec<Vec<Vec<Line>>>,
}

#[derive(Clone, Debug)]
struct Line {
    nodes: Vec<u32>,
    factor: SkylineCholesky,
}

impl LineGaussSeidel {
    /// Factors all lines of a matrix on a lattice.
    pub fn new<B: Block>(
        lattice: &Lattice,
        matrix: &SparseMatrix<B>,
    ) -> Result<Self, NotPositiveDefinite> {
        let mut axes = Vec::new();
        for axis in (0..3).filter(|&axis| lattice.counts[axis] > 1) {
            let starts = (0..lattice.len()).filter(|&i| lattice.place(i)[axis] == 0);
            let lines: Vec<Vec<u32>> = starts.map(|start| line(lattice, axis, start)).collect();
            let mut of = vec![0u32; lattice.len()];
            for (k, line) in lines.iter().enumerate() {
                line.iter().for_each(|&i| of[i as usize] = k as u32);
            }
            let mut colour = vec![0usize; lines.len()];
            let mut colours: Vec<Vec<Line>> = Vec::new();
            for (k, nodes) in lines.into_iter().enumerate() {
                let met = |i: &u32| matrix.row(*i as usize).map(|(j, _)| of[j] as usize);
                let taken: Vec<usize> = (nodes.iter().flat_map(met))
                    .filter(|&l| l < k)
                    .map(|l| colour[l])
                    .collect();
                let free = (0..).find(|c| !taken.contains(c)).unwrap_or(0);
                colour[k] = free;
                if free == colours.len() {
                    colours.push(Vec::new());
                }
                let factor = SkylineCholesky::of(matrix, &nodes)?;
                colours[free].push(Line { nodes, factor });
            }
            axes.push(colours);
        }
        Ok(LineGaussSeidel { axes })
    }

    /// One sweep along every axis.
    pub fn sweep<B: Block>(&self, matrix: &SparseMatrix<B>, b: &[Vec3<f64>], x: &mut [Vec3<f64>]) {
        for lines in self.axes.iter().flatten() {
            let old = &*x;
            let solved: Vec<Field> = lines
                .par_iter()
                .map(|line| {
                    let nodes = line.nodes.iter().map(|&i| i as usize);
                    let mut change: Field =
                        nodes.map(|i| b[i] - matrix.row_times(i, old)).collect();
                    line.factor.solve_nodes::<B>(&mut change);
                    change
                })
                .collect();
            for (line, change) in lines.iter().zip(solved) {
                for (&i, change) in line.nodes.iter().zip(change) {
                    x[i as usize] = x[i as usize] + change;
                }
            }
        }
    }
}

impl<B: Block> LatticeSolver<B> for LineGaussSeidel {
    fn prepare(&mut self, system: LatticeMatrix<'_, B>) -> Result<(), NotPositiveDefinite> {
        *self = LineGaussSeidel::new(system.lattice, system.matrix)?;
        Ok(())
    }

    fn solve(
        &mut self,
        matrix: &SparseMatrix<B>,
        b: &[Vec3<f64>],
        x: &mut Field,
        tolerance: Tolerance,
    ) -> Report {
        iterate(matrix, b, x, tolerance, |x| self.sweep(matrix, b, x))
    }
}

/// Nodes of a line. A closed one goes out and back side by side, so that its ends, which act on each other, stay
/// near in the band.
fn line(lattice: &Lattice, axis: usize, start: usize) -> Vec<u32> {
    let (count, stride) = (lattice.counts[axis], lattice.stride(axis));
    let node = |k: usize| (start + k * stride) as u32;
    let folded = |k: usize| {
        if k.is_multiple_of(2) {
            k / 2
        } else {
            count - 1 - k / 2
        }
    };
    if lattice.closed[axis] {
        (0..count).map(|k| node(folded(k))).collect()
    } else {
        (0..count).map(node).collect()
    }
}
