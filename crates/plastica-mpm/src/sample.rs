//! Velocity of the grid and its gradient at particles [JY17, Eqs. 42–43].

use crate::b_spline::BSpline;
use crate::stencil::{Stencil, numbers, registers};
use crate::tile::Tile;
use plastica_particles::{BUNDLE, Quad};
use plastica_tensor::{Mat3, Real, Scalar, Vec3};

/// What particles read from the grid.
#[repr(align(64))]
pub(crate) struct Sample<S> {
    stencil: Stencil<S>,
    /// Σ w v, and Σ w v times the node's number along each axis, by particle.
    sums: [[Quad<S>; BUNDLE]; 4],
}

impl<S: Scalar> Sample<S> {
    #[inline(always)]
    pub(crate) fn blank() -> Self {
        Sample {
            stencil: Stencil::blank(),
            sums: [[[S::zero(); 4]; BUNDLE]; 4],
        }
    }

    /// Velocity at the particles [JY17, Eq. 42] and its gradient C = B D⁻¹ [JY17, Eq. 43].
    #[inline(always)]
    pub(crate) fn velocity<R: Real<Scalar = S>, K: BSpline>(
        &mut self,
        x: Vec3<R>,
        lanes: usize,
        tile: &Tile<S, K>,
        cell: f64,
    ) -> (Vec3<R>, Mat3<R>) {
        let fraction = self.stencil.set::<R, K>(x);
        for lane in 0..lanes {
            let sums = self.one::<R, K>(lane, tile);
            for k in 0..4 {
                self.sums[k][lane] = sums[k];
            }
        }
        for lane in lanes..R::LANES {
            for k in 0..4 {
                self.sums[k][lane] = self.sums[k][lanes - 1];
            }
        }
        let [vx, vy, vz, _] = R::columns(&self.sums[0]);
        let velocity = Vec3([vx, vy, vz]);
        let factor = R::constant(K::INVERSE_MOMENT / cell);
        let mut affine = Mat3::zero();
        for c in 0..3 {
            let moment = R::columns(&self.sums[1 + c]);
            for r in 0..3 {
                affine[(r, c)] = fraction[c].neg_mul_add(velocity[r], moment[r]) * factor;
            }
        }
        (velocity, affine)
    }

    /// A vector of another tile at the particles that were asked for last.
    #[inline(always)]
    pub(crate) fn value<R: Real<Scalar = S>, K: BSpline>(
        &mut self,
        lanes: usize,
        tile: &Tile<S, K>,
    ) -> Vec3<R> {
        for lane in 0..R::LANES {
            self.sums[0][lane] = if lane < lanes {
                self.sum::<R, K>(lane, tile)
            } else {
                self.sums[0][lanes - 1]
            };
        }
        let [x, y, z, _] = R::columns(&self.sums[0]);
        Vec3([x, y, z])
    }

    #[inline(always)]
    fn sum<R: Real<Scalar = S>, K: BSpline>(&self, lane: usize, tile: &Tile<S, K>) -> Quad<S> {
        let nodes = tile.window(self.stencil.first(lane));
        let weights = self.stencil.along_z::<R, K>(lane);
        let mut all = R::zero();
        for k in 0..registers::<R, K>() {
            let mut sum = R::zero();
            for i in 0..K::WIDTH {
                for j in 0..K::WIDTH {
                    let weight = R::splat(self.stencil.row(i, j, lane));
                    let at = 4 * (i * K::TILE + j) * K::TILE + k * R::LANES;
                    sum = weight.mul_add(R::load(&nodes[at..at + R::LANES]), sum);
                }
            }
            all = weights[k].mul_add(sum, all);
        }
        all.fold()
    }

    #[inline(always)]
    fn one<R: Real<Scalar = S>, K: BSpline>(&self, lane: usize, tile: &Tile<S, K>) -> [Quad<S>; 4] {
        let nodes = tile.window(self.stencil.first(lane));
        let weights = self.stencil.along_z::<R, K>(lane);
        let last = K::WIDTH - 1;
        let zero = R::zero();
        let (mut all, mut all_x, mut all_y, mut all_z) = (zero, zero, zero, zero);
        for k in 0..registers::<R, K>() {
            let (mut sum, mut by_x, mut by_y) = (zero, zero, zero);
            // Σ i w v as a running sum from the far end: node i is counted i times. The first terms
            // are not added to zero, which compilers may not leave out.
            for i in (0..K::WIDTH).rev() {
                let (mut plane, mut plane_y) = (zero, zero);
                for j in (0..K::WIDTH).rev() {
                    let weight = R::splat(self.stencil.row(i, j, lane));
                    let at = 4 * (i * K::TILE + j) * K::TILE + k * R::LANES;
                    let row = R::load(&nodes[at..at + R::LANES]);
                    plane = if j == last {
                        weight * row
                    } else {
                        weight.mul_add(row, plane)
                    };
                    if j > 0 {
                        plane_y = if j == last { plane } else { plane_y + plane };
                    }
                }
                (sum, by_y) = if i == last {
                    (plane, plane_y)
                } else {
                    (sum + plane, by_y + plane_y)
                };
                if i > 0 {
                    by_x = if i == last { sum } else { by_x + sum };
                }
            }
            let numbered = weights[k] * numbers::<R>(k);
            if k == 0 {
                (all, all_x) = (weights[k] * sum, weights[k] * by_x);
                (all_y, all_z) = (weights[k] * by_y, numbered * sum);
            } else {
                (all, all_x) = (
                    weights[k].mul_add(sum, all),
                    weights[k].mul_add(by_x, all_x),
                );
                (all_y, all_z) = (
                    weights[k].mul_add(by_y, all_y),
                    numbered.mul_add(sum, all_z),
                );
            }
        }
        [all.fold(), all_x.fold(), all_y.fold(), all_z.fold()]
    }
}
