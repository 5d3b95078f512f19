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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::b_spline::{Cubic, Quadratic};

    /// Σ w = 1, Σ w xᵢ = x and Σ w (xᵢ − x)² = d, along each axis and from the tile's own numbering.
    fn has_its_moments<K: BSpline>() {
        for k in 0..40 {
            let x = Vec3([0.6 + 0.07 * f64::from(k), 2.3, 3.1]);
            let mut stencil = Stencil::<f64>::blank();
            let fraction = stencil.set::<f64, K>(x);
            let first = stencil.first(0);
            let at = [
                first / (K::TILE * K::TILE),
                first / K::TILE % K::TILE,
                first % K::TILE,
            ];
            let (mut total, mut mean, mut spread) = (0.0, 0.0, 0.0);
            for i in 0..K::WIDTH {
                let weight: f64 = (0..K::WIDTH).map(|j| stencil.row(i, j, 0)).sum();
                // The first node of a tile lies at −1.
                let node = (at[0] + i) as f64 - 1.0;
                total += weight;
                mean += weight * node;
                spread += weight * (node - x[0]).powi(2);
            }
            assert!((total - 1.0).abs() < 1e-14 && (mean - x[0]).abs() < 1e-13);
            assert!((spread - 1.0 / K::INVERSE_MOMENT).abs() < 1e-13);
            let along: f64 = stencil.along.iter().map(|weights| weights[0]).sum();
            assert!((along - 1.0).abs() < 1e-14);
            for axis in 0..3 {
                let from_first = x[axis] - (at[axis] as f64 - 1.0);
                assert!((fraction[axis] - from_first).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn kernels_have_their_moments() {
        has_its_moments::<Quadratic>();
        has_its_moments::<Cubic>();
    }
}
