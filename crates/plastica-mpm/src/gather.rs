//! From the grid back to particles [JY17, Eqs. 42–43], on to the law, and if the next step is known, on to
//! its grid at once: what a particle carries there need not go through memory.

use crate::chunk::{AFFINE, MASS, PADDING, POSITION, VELOCITY, VOLUME};
use crate::grid::{Grid, Place, origin};
use crate::group::{ChunkMut, Group};
use crate::law::{Law, Outcome, Particles, Running};
use crate::options::Transfer;
use crate::quad::Quad;
use crate::scatter::{Motion, Shares, Stress};
use crate::spline::Spline;
use crate::stencil::{Stencil, numbers, registers};
use crate::tile::{SharedNodes, Tile, Touched};
use plastica_core::Hold;
use plastica_tensor::simd::{self, Level, dispatch_native};
use plastica_tensor::{Mat3, Real, Scalar, Vec3};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

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
    /// The length of the next step, if it is to be begun: particles then go on to the grid at once, and
    /// nothing is kept that only others would look at.
    pub(crate) then: Option<f64>,
}

/// A chunk at work.
struct Work<'a, S> {
    group: usize,
    /// Its index in the group.
    index: usize,
    chunk: ChunkMut<'a, S>,
    outcome: Outcome,
}

/// Moves the particles of all groups. Outcomes come back per group and chunk.
pub(crate) fn gather<S: Scalar, K: Spline>(
    groups: &mut [Group<S>],
    members: &[Vec<(u32, u32)>],
    grid: &mut Grid<S>,
    manner: Manner<'_>,
) -> Vec<Vec<Outcome>> {
    if manner.then.is_some() {
        grid.clear();
    }
    let laws: Vec<Law> = groups
        .iter()
        .map(|group| Law {
            recipe: group.recipe.clone(),
            layout: group.layout,
            time: manner.time + manner.dt,
            dt: manner.dt,
        })
        .collect();
    let mut outcomes: Vec<Vec<Outcome>> = Vec::new();
    let mut chunks: Vec<Vec<Option<ChunkMut<'_, S>>>> = Vec::new();
    for group in groups.iter_mut() {
        outcomes.push(vec![Outcome::default(); group.chunks.len()]);
        chunks.push(group.chunks_mut().into_iter().map(Some).collect());
    }
    let nodes = SharedNodes::new(&mut grid.momenta);
    let field = Field {
        cell: grid.cell,
        places: &grid.places,
        around: &grid.around,
        touched: &grid.touched,
        velocities: &grid.velocities,
        before: &grid.before,
        next: &nodes,
    };
    // Each is locked once, by whoever does its work.
    let mut works: Vec<Mutex<Vec<Work<'_, S>>>> = Vec::new();
    for blocks in &grid.schedule.clusters {
        let mut of_cluster = Vec::new();
        for &(group, index) in blocks.iter().flat_map(|block| &members[*block as usize]) {
            let (group, index) = (group as usize, index as usize);
            if let Some(chunk) = chunks[group][index].take() {
                of_cluster.push(Work {
                    group,
                    index,
                    chunk,
                    outcome: Outcome::default(),
                });
            }
        }
        works.push(Mutex::new(of_cluster));
    }
    grid.schedule.run(|cluster| {
        let work = Gather::<S, K> {
            works: &mut works[cluster]
                .lock()
                .unwrap_or_else(PoisonError::into_inner),
            laws: &laws,
            field: &field,
            manner,
            kernel: PhantomData,
        };
        dispatch_native(manner.level, work);
    });
    let works = works.into_iter().flat_map(|of_cluster| {
        of_cluster
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    });
    for work in works {
        outcomes[work.group][work.index] = work.outcome;
    }
    outcomes
}

/// What blocks read from the grid, and where they write.
struct Field<'a, S> {
    cell: f64,
    places: &'a [Place],
    around: &'a [[u32; 27]],
    touched: &'a [AtomicU32],
    velocities: &'a [Quad<S>],
    before: &'a [Quad<S>],
    /// The sums of the next step.
    next: &'a SharedNodes<S>,
}

/// The blocks of one cluster.
struct Gather<'a, 'b, S, K> {
    works: &'a mut [Work<'b, S>],
    laws: &'a [Law],
    field: &'a Field<'a, S>,
    manner: Manner<'a>,
    kernel: PhantomData<K>,
}

impl<S: Scalar, K: Spline> simd::Kernel<S> for Gather<'_, '_, S, K> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) {
        let Gather {
            works,
            laws,
            field,
            manner,
            ..
        } = self;
        let cell = field.cell;
        let mut tile = Tile::<S, K>::new();
        let mut before = Tile::<S, K>::new();
        let mut next = Tile::<S, K>::new();
        let (mut averages, mut shares) = (Averages::blank(), Shares::blank());
        let keeps_own = manner.transfer == Transfer::Aflip && manner.what != What::Deformation;
        let mut prepared = None;
        for works in works.chunk_by_mut(|a, b| a.chunk.place.block == b.chunk.place.block) {
            let block = works[0].chunk.place.block as usize;
            let touched = Touched(field.touched[block].load(Ordering::Relaxed));
            tile.load(field.velocities, &field.around[block], touched);
            if keeps_own {
                before.load(field.before, &field.around[block], touched);
            }
            for Work {
                group,
                chunk,
                outcome,
                ..
            } in works.iter_mut()
            {
                let law = &laws[*group];
                let material = match &mut prepared {
                    Some((of, material)) if of == group => material,
                    other => &mut other.insert((*group, law.material::<R>())).1,
                };
                let [matter, kept, moving, stresses] = &mut chunk.tables;
                let mut running = Running::<R>::new();
                let mut at = 0;
                while at < chunk.place.count {
                    let x: Vec3<R> = matter.read().vector(POSITION, at);
                    let lanes = R::LANES.min(chunk.place.count - at);
                    let (mut velocity, mut affine) = averages.take::<R, K>(x, lanes, &tile, cell);
                    // v - Σ w v of the grid before the step: what the grid cannot carry [FGW21].
                    let mut own = Vec3::zero();
                    if keeps_own {
                        let carried = averages.take::<R, K>(x, lanes, &before, cell).0;
                        own = moving.read().vector(VELOCITY, at) - carried;
                    }
                    let mass = matter.read().load(MASS, at);
                    if !chunk.holds.is_empty() {
                        let held = Held {
                            origin: origin(field.places[block], cell),
                            cell,
                            holds: manner.holds,
                            by: &chunk.holds[at..at + lanes],
                        };
                        let free = held.carry(x, mass, &mut velocity, &mut affine, outcome);
                        own = own.scale(free);
                    }
                    let mut stress = None;
                    if manner.what != What::Motion {
                        let gradient = affine.scale(R::constant(manner.dt));
                        let particles = Particles {
                            matter: matter.read(),
                            kept,
                            at,
                            lanes,
                        };
                        stress = Some(law.advance(material, particles, gradient, &mut running));
                    }
                    if manner.transfer == Transfer::Pic {
                        affine = Mat3::zero();
                    }
                    let x = x + velocity.scale(R::constant(manner.dt / cell));
                    if manner.what != What::Deformation {
                        matter.store_vector(POSITION, at, x);
                    }
                    if let (Some(dt), Some(kirchhoff)) = (manner.then, stress) {
                        let motion = Motion {
                            mass,
                            velocity,
                            affine,
                        };
                        let volume = matter.read().load(VOLUME, at);
                        let stress = Stress {
                            kirchhoff,
                            volume,
                            dt,
                        };
                        shares.set::<R, K>(x, &motion, Some(&stress), cell);
                        for lane in 0..lanes {
                            shares.add_to::<R, K>(lane, &mut next);
                        }
                    } else {
                        if let Some(stress) = stress {
                            stresses.store_symmetric(0, at, &stress);
                        }
                        if manner.what != What::Deformation {
                            moving.store_vector(VELOCITY, at, velocity + own);
                            moving.store_matrix(AFFINE, at, &affine);
                        }
                    }
                    at += R::LANES;
                }
                running.report(outcome);
            }
            if manner.then.is_some() {
                // SAFETY: tiles reach into neighbours at most, and neighbours are not at work.
                let touched = unsafe { next.flush(field.next, &field.around[block]) };
                field.touched[block].store(touched.0, Ordering::Relaxed);
            }
        }
    }
}

/// What particles read from the grid.
#[repr(align(64))]
pub(crate) struct Averages<S> {
    stencil: Stencil<S>,
    /// Σ w v, and Σ w v times the node's number along each axis, by particle.
    sums: [[Quad<S>; PADDING]; 4],
}

impl<S: Scalar> Averages<S> {
    #[inline(always)]
    pub(crate) fn blank() -> Self {
        Averages {
            stencil: Stencil::blank(),
            sums: [[[S::zero(); 4]; PADDING]; 4],
        }
    }

    /// Velocity at the particles [JY17, Eq. 42] and its gradient C = B D⁻¹ [JY17, Eq. 43].
    #[inline(always)]
    pub(crate) fn take<R: Real<Scalar = S>, K: Spline>(
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
                    plane = match j == last {
                        true => weight * row,
                        false => weight.mul_add(row, plane),
                    };
                    if j > 0 {
                        plane_y = if j == last { plane } else { plane_y + plane };
                    }
                }
                (sum, by_y) = match i == last {
                    true => (plane, plane_y),
                    false => (sum + plane, by_y + plane_y),
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
