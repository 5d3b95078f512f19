//! Where particles are among the nodes, and rows of nodes as registers.
//!
//! Particles go through the laws side by side, one per lane. Through the transfers they go one at a time:
//! there a register holds nodes side by side along z, four numbers each.

use crate::chunk::PADDING;
use crate::spline::Spline;
use plastica_tensor::{Real, Scalar, Vec3};

/// Nodes per register.
#[inline(always)]
const fn nodes<R: Real>() -> usize {
    R::LANES / 4
}

/// Registers that hold the nodes which a particle reaches along z.
#[inline(always)]
pub(crate) const fn registers<R: Real, K: Spline>() -> usize {
    K::WIDTH.div_ceil(nodes::<R>())
}

/// The numbers 0, 1, 2, … of the nodes along z in the `k`-th register.
#[inline(always)]
pub(crate) fn numbers<R: Real>(k: usize) -> R {
    let first = k * nodes::<R>();
    R::spread(std::array::from_fn(|n| {
        <R::Scalar as Scalar>::from_f64((first + n) as f64)
    }))
}

/// Where a register of particles is among the nodes of a tile.
#[repr(align(64))]
pub(crate) struct Stencil<S> {
    /// The first node in the tile.
    first: [u32; PADDING],
    /// Weights by axis and node; zero past the width of the kernel.
    weights: [[[S; PADDING]; 4]; 3],
}

impl<S: Scalar> Stencil<S> {
    #[inline(always)]
    pub(crate) fn blank() -> Self {
        Stencil {
            first: [0; PADDING],
            weights: [[[S::zero(); PADDING]; 4]; 3],
        }
    }

    /// Looks at particles; returns their distances from the first node [cells].
    #[inline(always)]
    pub(crate) fn set<R: Real<Scalar = S>, K: Spline>(&mut self, x: Vec3<R>) -> Vec3<R> {
        let mut first = R::zero();
        let mut fraction = Vec3::zero();
        for axis in 0..3 {
            let (low, distance, weights) = K::weights(x[axis]);
            first = first.mul_add(R::constant(K::TILE as f64), low + R::one());
            fraction[axis] = distance;
            for node in 0..K::WIDTH {
                weights[node].store(&mut self.weights[axis][node]);
            }
        }
        first.store_whole(&mut self.first);
        fraction
    }

    /// The first node of one lane.
    #[inline(always)]
    pub(crate) fn first(&self, lane: usize) -> usize {
        self.first[lane] as usize
    }

    /// The weight of one lane at a node along an axis.
    #[inline(always)]
    pub(crate) fn weight(&self, axis: usize, node: usize, lane: usize) -> S {
        self.weights[axis][node][lane]
    }

    /// The weights of one lane along z, register by register.
    #[inline(always)]
    pub(crate) fn along_z<R: Real<Scalar = S>, K: Spline>(&self, lane: usize) -> [R; 4] {
        let mut rows = [R::zero(); 4];
        for k in 0..registers::<R, K>() {
            let first = k * nodes::<R>();
            let mut weights = [S::zero(); 4];
            for n in 0..nodes::<R>() {
                weights[n] = self.weights[2][first + n][lane];
            }
            rows[k] = R::spread(weights);
        }
        rows
    }
}
