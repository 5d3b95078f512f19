//! Where particles are among the nodes, and rows of nodes as registers.
//!
//! Particles go through the laws side by side, one per lane. Through the transfers they go one at a time:
//! there a register holds nodes side by side along z, four numbers each.

use crate::b_spline::BSpline;
use plastica_particles::BUNDLE;
use plastica_tensor::{Real, Scalar, Vec3};

/// Nodes per register.
#[inline(always)]
const fn nodes<R: Real>() -> usize {
    R::LANES / 4
}

/// Registers that hold the nodes which a particle reaches along z.
#[inline(always)]
pub(crate) const fn registers<R: Real, K: BSpline>() -> usize {
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
    first: [u32; BUNDLE],
    /// Weights of rows along z: those along x and y, multiplied.
    rows: [[[S; BUNDLE]; 4]; 4],
    /// Weights along z; zero past the width of the kernel.
    along: [[S; BUNDLE]; 4],
}

impl<S: Scalar> Stencil<S> {
    #[inline(always)]
    pub(crate) fn blank() -> Self {
        Stencil {
            first: [0; BUNDLE],
            rows: [[[S::zero(); BUNDLE]; 4]; 4],
            along: [[S::zero(); BUNDLE]; 4],
        }
    }

    /// Places particles; returns their distances from the first node [cells].
    #[inline(always)]
    pub(crate) fn set<R: Real<Scalar = S>, K: BSpline>(&mut self, x: Vec3<R>) -> Vec3<R> {
        let tile = R::constant(K::TILE as f64);
        let (first_x, fraction_x, wx) = K::weights(x[0]);
        let (first_y, fraction_y, wy) = K::weights(x[1]);
        let (first_z, fraction_z, wz) = K::weights(x[2]);
        let one = R::one();
        let row = (first_x + one).mul_add(tile, first_y + one);
        row.mul_add(tile, first_z + one)
            .store_whole(&mut self.first);
        for i in 0..K::WIDTH {
            for j in 0..K::WIDTH {
                (wx[i] * wy[j]).store(&mut self.rows[i][j]);
            }
            wz[i].store(&mut self.along[i]);
        }
        Vec3([fraction_x, fraction_y, fraction_z])
    }

    /// The first node of one lane.
    #[inline(always)]
    pub(crate) fn first(&self, lane: usize) -> usize {
        self.first[lane] as usize
    }

    /// The weight of one lane at the row of node `i` along x and `j` along y.
    #[inline(always)]
    pub(crate) fn row(&self, i: usize, j: usize, lane: usize) -> S {
        self.rows[i][j][lane]
    }

    /// The weights of one lane along z, register by register.
    #[inline(always)]
    pub(crate) fn along_z<R: Real<Scalar = S>, K: BSpline>(&self, lane: usize) -> [R; 4] {
        let mut rows = [R::zero(); 4];
        for k in 0..registers::<R, K>() {
            let first = k * nodes::<R>();
            let mut weights = [S::zero(); 4];
            for n in 0..nodes::<R>() {
                weights[n] = self.along[first + n][lane];
            }
            rows[k] = R::spread(weights);
        }
        rows
    }
}
