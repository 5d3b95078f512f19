//! Relaxation: Jacobi, Gauss–Seidel and successive over-relaxation, as solvers and as smoothers.

use super::block::Block;
use super::sparse::{Field, Sparse, fill};
use plastica_tensor::Vec3;
use rayon::prelude::*;

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
pub struct Relaxation<B> {
    colours: Vec<Vec<u32>>,
    inverse: Vec<B>,
}

impl<B: Block> Relaxation<B> {
    /// Each node gets the first colour that none of its neighbours has: red and black for the five-point Laplacian.
    pub fn new(matrix: &Sparse<B>) -> Self {
        let mut colour = vec![u32::MAX; matrix.len()];
        let mut colours: Vec<Vec<u32>> = Vec::new();
        for i in 0..matrix.len() {
            let mut taken = 0u128;
            for (j, _) in matrix.row(i).filter(|(j, _)| *j < i) {
                taken |= 1 << colour[j].min(127);
            }
            let free = taken.trailing_ones();
            colour[i] = free;
            if free as usize == colours.len() {
                colours.push(Vec::new());
            }
            colours[free as usize].push(i as u32);
        }
        let inverse = (0..matrix.len()).map(|i| matrix.diagonal(i).inverse());
        Relaxation {
            inverse: inverse.collect(),
            colours,
        }
    }

    /// x += ω D⁻¹ (b − A x), all nodes at once.
    pub fn jacobi(
        &self,
        matrix: &Sparse<B>,
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

    /// The same node after node, each seeing what the others have become.
    pub fn sweep(
        &self,
        matrix: &Sparse<B>,
        b: &[Vec3<f64>],
        x: &mut [Vec3<f64>],
        omega: f64,
        order: Order,
    ) {
        let relaxed = |i: usize, x: &[Vec3<f64>]| {
            let residual = b[i] - matrix.row_times(i, x);
            x[i] + self.inverse[i].apply(residual).scale(omega)
        };
        match order {
            Order::Rising => (0..matrix.len()).for_each(|i| x[i] = relaxed(i, x)),
            Order::Colours => {
                (self.colours.iter()).for_each(|nodes| side_by_side(nodes, x, relaxed))
            }
            Order::ColoursBack => {
                (self.colours.iter().rev()).for_each(|nodes| side_by_side(nodes, x, relaxed));
            }
        }
    }

    /// D⁻¹ of a node.
    pub(crate) fn inverse(&self, i: usize) -> B {
        self.inverse[i]
    }
}

/// Nodes of one colour in a piece of work.
const PIECE: usize = 512;

/// Nodes that do not act on each other.
fn side_by_side(
    nodes: &[u32],
    x: &mut [Vec3<f64>],
    relaxed: impl Fn(usize, &[Vec3<f64>]) -> Vec3<f64> + Sync,
) {
    if nodes.len() <= PIECE {
        return nodes
            .iter()
            .for_each(|&i| x[i as usize] = relaxed(i as usize, x));
    }
    let old = &*x;
    let pieces: Vec<Field> = (nodes.par_chunks(PIECE))
        .map(|nodes| nodes.iter().map(|&i| relaxed(i as usize, old)).collect())
        .collect();
    for (nodes, values) in nodes.chunks(PIECE).zip(pieces) {
        for (&i, value) in nodes.iter().zip(values) {
            x[i as usize] = value;
        }
    }
}
