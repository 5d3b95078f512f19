//! From the grid back to particles [JY17, Eqs. 42–43], and on to the law.

use crate::chunk::{AFFINE, PADDING, POSITION, VELOCITY};
use crate::grid::Grid;
use crate::grip::Hold;
use crate::group::{ChunkMut, Group};
use crate::law::{self, Outcome};
use crate::options::Transfer;
use crate::quad::Quad;
use crate::spline::Spline;
use crate::stencil::{Stencil, numbers, registers};
use crate::tile::Tile;
use plastica_tensor::simd::{self, Level, dispatch_native};
use plastica_tensor::{Mat3, Real, Scalar, Vec3};
use rayon::prelude::*;
use std::marker::PhantomData;

/// What particles take from the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Velocity, place and deformation.
    All,
    /// Deformation only.
    Deformation,
    /// Velocity and place only.
    Motion,
}

/// How a gather is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner<'a> {
    pub(crate) what: What,
    pub(crate) transfer: Transfer,
    /// Start of the step [s].
    pub(crate) time: f64,
    /// Length of the step [s].
    pub(crate) dt: f64,
    /// How each grip carries what it holds.
    pub(crate) holds: &'a [Hold],
    pub(crate) level: Level,
}

/// Chunks that one task works on: the material is made once for all of them.
const RUN: usize = 8;

/// Moves the particles of all groups. Outcomes come back per group and chunk.
pub(crate) fn gather<S: Scalar, K: Spline>(
    groups: &mut [Group<S>],
    grid: &Grid<S>,
    manner: Manner<'_>,
) -> Vec<Vec<Outcome>> {
    groups
        .iter_mut()
        .map(|group| {
            let recipe = group.recipe.clone();
            let layout = group.layout;
            let mut outcomes = vec![Outcome::default(); group.chunks.len()];
            let mut chunks = group.chunks_mut();
            chunks
                .par_chunks_mut(RUN)
                .zip(outcomes.par_chunks_mut(RUN))
                .for_each(|(chunks, outcomes)| {
                    let law = law::Law {
                        recipe: &recipe,
                        layout,
                        time: manner.time + manner.dt,
                        dt: manner.dt,
                    };
                    let work = Gather::<S, K> {
                        chunks,
                        outcomes,
                        grid,
                        law,
                        manner,
                        kernel: PhantomData,
                    };
                    dispatch_native(manner.level, work);
                });
            outcomes
        })
        .collect()
}

/// A run of chunks of one group.
struct Gather<'a, 'c, S, K> {
    chunks: &'a mut [ChunkMut<'c, S>],
    outcomes: &'a mut [Outcome],
    grid: &'a Grid<S>,
    law: law::Law<'a>,
    manner: Manner<'a>,
    kernel: PhantomData<K>,
}

impl<S: Scalar, K: Spline> simd::Kernel<S> for Gather<'_, '_, S, K> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) {
        let Gather {
            chunks,
            outcomes,
            grid,
            law,
            manner,
            ..
        } = self;
        let material = law.material::<R>();
        let mut tile = Tile::<S, K>::new();
        let mut before = Tile::<S, K>::new();
        let mut averages = Averages::blank();
        let keeps_own = manner.transfer == Transfer::Aflip && manner.what != What::Deformation;
        for (chunk, outcome) in chunks.iter_mut().zip(outcomes) {
            let block = chunk.place.block;
            tile.load(&grid.velocities, &grid.around[block as usize]);
            if keeps_own {
                before.load(&grid.before, &grid.around[block as usize]);
            }
            let mut at = 0;
            while at < chunk.place.count {
                let x: Vec3<R> = chunk.columns.read().vector(POSITION, at);
                let lanes = R::LANES.min(chunk.place.count - at);
                let (mut velocity, mut affine) = averages.take::<R, K>(x, lanes, &tile, grid.cell);
                // v - Σ w v of the grid before the step: what the grid cannot carry [FGW21].
                let mut own = Vec3::zero();
                if keeps_own {
                    let carried = averages.take::<R, K>(x, lanes, &before, grid.cell).0;
                    own = chunk.columns.read().vector(VELOCITY, at) - carried;
                }
                if !manner.holds.is_empty() {
                    let held = Held {
                        origin: grid.origin(block),
                        cell: grid.cell,
                        holds: manner.holds,
                        by: &chunk.holds[at..at + lanes],
                    };
                    let mass = chunk.columns.read().load(crate::chunk::MASS, at);
                    let free = held.carry(x, mass, &mut velocity, &mut affine, outcome);
                    own = own.scale(free);
                }
                if manner.what != What::Motion {
                    let gradient = affine.scale(R::constant(manner.dt));
                    law.advance(&material, &mut chunk.columns, at, lanes, gradient, outcome);
                }
                if manner.what != What::Deformation {
                    let moved = velocity.scale(R::constant(manner.dt / grid.cell));
                    chunk.columns.store_vector(POSITION, at, x + moved);
                    chunk.columns.store_vector(VELOCITY, at, velocity + own);
                    let affine = match manner.transfer {
                        Transfer::Apic | Transfer::Aflip => affine,
                        Transfer::Pic => Mat3::zero(),
                    };
                    chunk.columns.store_matrix(AFFINE, at, &affine);
                }
                at += R::LANES;
            }
        }
    }
}

/// What particles read from the grid.
struct Averages<S> {
    stencil: Stencil<S>,
    /// Σ w v, and Σ w v times the node's number along each axis, by particle.
    sums: [[Quad<S>; PADDING]; 4],
}

impl<S: Scalar> Averages<S> {
    #[inline(always)]
    fn blank() -> Self {
        Averages {
            stencil: Stencil::blank(),
            sums: [[[S::zero(); 4]; PADDING]; 4],
        }
    }

    /// Velocity at the particles [JY17, Eq. 42] and its gradient C = B D⁻¹ [JY17, Eq. 43].
    #[inline(always)]
    fn take<R: Real<Scalar = S>, K: Spline>(
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

    #[inline(always)]
    fn one<R: Real<Scalar = S>, K: Spline>(&self, lane: usize, tile: &Tile<S, K>) -> [Quad<S>; 4] {
        let nodes = tile.window(self.stencil.first(lane));
        let weights = self.stencil.along_z::<R, K>(lane);
        let zero = R::zero();
        let (mut all, mut all_x, mut all_y, mut all_z) = (zero, zero, zero, zero);
        for k in 0..registers::<R, K>() {
            let (mut sum, mut by_x, mut by_y) = (zero, zero, zero);
            // Σ i w v as a running sum from the far end: node i is counted i times.
            for i in (0..K::WIDTH).rev() {
                let (mut plane, mut plane_y) = (zero, zero);
                for j in (0..K::WIDTH).rev() {
                    let weight = R::splat(self.stencil.weight(1, j, lane));
                    let at = 4 * (i * K::TILE + j) * K::TILE + k * R::LANES;
                    plane = weight.mul_add(R::load(&nodes[at..at + R::LANES]), plane);
                    if j > 0 {
                        plane_y += plane;
                    }
                }
                let weight = R::splat(self.stencil.weight(0, i, lane));
                sum = weight.mul_add(plane, sum);
                by_y = weight.mul_add(plane_y, by_y);
                if i > 0 {
                    by_x += sum;
                }
            }
            all = weights[k].mul_add(sum, all);
            all_x = weights[k].mul_add(by_x, all_x);
            all_y = weights[k].mul_add(by_y, all_y);
            all_z = (weights[k] * numbers::<R>(k)).mul_add(sum, all_z);
        }
        [all.fold(), all_x.fold(), all_y.fold(), all_z.fold()]
    }
}

/// A register of particles some of which grips may hold.
struct Held<'a> {
    origin: Vec3<f64>,
    cell: f64,
    holds: &'a [Hold],
    by: &'a [u32],
}

impl Held<'_> {
    /// Held particles move with their grip, whatever the grid says. Returns 1 for the others, 0 for them.
    #[inline(always)]
    fn carry<R: Real>(
        &self,
        x: Vec3<R>,
        mass: R,
        velocity: &mut Vec3<R>,
        affine: &mut Mat3<R>,
        outcome: &mut Outcome,
    ) -> R {
        if self.by.iter().all(|by| *by == 0) {
            return R::one();
        }
        let lane_vector = |v: &Vec3<R>, lane: usize| Vec3(v.0.map(|c| c.lane(lane).to_f64()));
        let mut velocities: [Vec3<f64>; PADDING] =
            std::array::from_fn(|lane| lane_vector(velocity, lane.min(R::LANES - 1)));
        let mut affines: [Mat3<f64>; PADDING] =
            std::array::from_fn(|lane| affine.lane(lane.min(R::LANES - 1)));
        for lane in 0..R::LANES {
            // Padding repeats the last particle, held or not.
            let by = self.by[lane.min(self.by.len() - 1)];
            let Some(hold) = by.checked_sub(1).map(|k| &self.holds[k as usize]) else {
                continue;
            };
            let place = self.origin + lane_vector(&x, lane).scale(self.cell);
            let carried = hold.velocity(place);
            if lane < self.by.len() {
                let change = velocities[lane] - carried;
                outcome.pull(by - 1, change.scale(mass.lane(lane).to_f64()));
            }
            velocities[lane] = carried;
            affines[lane] = hold.gradient();
        }
        *velocity = Vec3(std::array::from_fn(|k| {
            R::from_fn(|lane| R::Scalar::from_f64(velocities[lane][k]))
        }));
        *affine = Mat3::from_lanes(|lane| affines[lane]);
        R::from_fn(|lane| match self.by[lane.min(self.by.len() - 1)] {
            0 => R::Scalar::one(),
            _ => R::Scalar::zero(),
        })
    }
}

/// Where a particle is in space [m].
pub(crate) fn in_space<S: Scalar>(origin: Vec3<f64>, cell: f64, local: [S; 3]) -> Vec3<f64> {
    origin + Vec3(local.map(|x| x.to_f64() * cell))
}
