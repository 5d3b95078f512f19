//! From the grid back to particles [JY17, Eqs. 42–43], on to the law, and in a fused step on to the grid of the next
//! one at once: what a particle contributes there need not go through memory.

use crate::b_spline::BSpline;
use crate::grid::{Grid, Place, origin};
use crate::grip::Held;
use crate::group::{ChunkMut, Group, SharedGroup};
use crate::law::{Particles, Running, advance};
use crate::options::Transfer;
use crate::sample::Sample;
use crate::scatter::{Contribution, Force, Motion, Tiles};
use crate::shared::SharedSlice;
use crate::tables::{AFFINE, GEOMETRY, MASS, MOTION, POSITION, Tables, VELOCITY, VOLUME};
use crate::tile::{Tile, Touched};
use plastica_core::KinematicTarget;
use plastica_particles::law::{Law, Prepared};
use plastica_particles::{ColumnsMut, Quad};
use plastica_tensor::simd::{self, Level, dispatch_native};
use plastica_tensor::{Mat3, Real, Scalar, Sym3, Vec3};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, Ordering};

/// What particles take from the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    /// Velocity, position and deformation.
    All,
    /// Deformation only.
    Deformation,
    /// Velocity and position only.
    Motion,
}

/// How a gather is done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GatherMode<'a> {
    pub(crate) update: Update,
    pub(crate) transfer: Transfer,
    /// What is left after the step of velocity that the grid cannot carry, where particles keep it.
    pub(crate) fading: f64,
    /// Start of the step [s].
    pub(crate) time: f64,
    /// Length of the step [s].
    pub(crate) dt: f64,
    /// How each grip carries what it holds.
    pub(crate) targets: &'a [KinematicTarget],
    pub(crate) level: Level,
    /// Length of the next step, if it is fused with this one: particles then go on to the grid at once, and nothing
    /// is law_state that only observers need.
    pub(crate) next_dt: Option<f64>,
}

impl GatherMode<'_> {
    #[inline(always)]
    fn asks_law(&self) -> bool {
        self.update != Update::Motion
    }
    #[inline(always)]
    fn moves(&self) -> bool {
        self.update != Update::Deformation
    }
    /// Whether particles keep what the grid cannot carry of their own velocity.
    #[inline(always)]
    fn keeps_own_velocity(&self) -> bool {
        self.transfer == Transfer::Aflip && self.moves()
    }
}

/// Moves the particles of all groups, and leaves the outcome of each chunk beside it.
pub(crate) fn gather<S: Scalar, K: BSpline>(
    groups: &mut [Group<S>],
    members: &[Vec<(u32, u32)>],
    grid: &mut Grid<S>,
    mode: GatherMode<'_>,
) {
    if mode.next_dt.is_some() {
        grid.clear();
    }
    let groups: Vec<SharedGroup<'_, S>> = groups.iter_mut().map(Group::share).collect();
    let schedule = &grid.schedule;
    let apart = grid.keeps_impulses_apart();
    let next = SharedSlice::new(&mut grid.momenta);
    let next_impulses = SharedSlice::new(&mut grid.impulses);
    let field = Field {
        cell: grid.cell,
        apart,
        places: &grid.places,
        around: &grid.around,
        touched: &grid.touched,
        velocities: &grid.velocities,
        before: &grid.before,
        next: &next,
        next_impulses: &next_impulses,
    };
    schedule.run(|cluster| {
        let work = Gather::<S, K> {
            groups: &groups,
            members,
            blocks: &schedule.clusters[cluster],
            field: &field,
            mode,
            kernel: PhantomData,
        };
        dispatch_native(mode.level, work);
    });
}

/// What blocks read from the grid, and where they write.
struct Field<'a, S> {
    cell: f64,
    /// Whether some particles keep their own velocity, so that impulses stay apart from momenta.
    apart: bool,
    places: &'a [Place],
    around: &'a [[u32; 27]],
    touched: &'a [AtomicU32],
    velocities: &'a [Quad<S>],
    before: &'a [Quad<S>],
    /// The sums of the next step.
    next: &'a SharedSlice<'a, Quad<S>>,
    next_impulses: &'a SharedSlice<'a, Quad<S>>,
}

/// The blocks of one cluster.
struct Gather<'a, S: Scalar, K> {
    groups: &'a [SharedGroup<'a, S>],
    members: &'a [Vec<(u32, u32)>],
    blocks: &'a [u32],
    field: &'a Field<'a, S>,
    mode: GatherMode<'a>,
    kernel: PhantomData<K>,
}

/// Nodes around a block, and registers of particles on their way from and to them.
struct Workspace<S, K> {
    velocities: Tile<S, K>,
    before: Tile<S, K>,
    next: Tiles<S, K>,
    sample: Sample<S>,
    contribution: Contribution<S>,
}

/// The motion of a register of particles at the end of a step, and the velocity that is theirs alone.
struct Moved<R> {
    motion: Motion<R>,
    own: Option<Vec3<R>>,
}

impl<S: Scalar, K: BSpline> simd::Kernel<S> for Gather<'_, S, K> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) {
        let mut space = Workspace::<S, K> {
            velocities: Tile::new(),
            before: Tile::new(),
            next: Tiles::new(),
            sample: Sample::blank(),
            contribution: Contribution::blank(),
        };
        let mut prepared: Option<(u32, Prepared<R>)> = None;
        for &block in self.blocks {
            self.load(block as usize, &mut space);
            for &(index, chunk) in &self.members[block as usize] {
                let group = &self.groups[index as usize];
                let law = group.body.law(self.mode.time + self.mode.dt, self.mode.dt);
                let material = match &mut prepared {
                    Some((of, material)) if *of == index => material,
                    other => &mut other.insert((index, law.prepare::<R>())).1,
                };
                // SAFETY: a chunk is in one block, and a block in one cluster.
                let mut chunk = unsafe { group.chunk(chunk as usize) };
                self.chunk(&law, material, &mut chunk, &mut space);
            }
            if self.mode.next_dt.is_some() {
                self.flush(block as usize, &mut space);
            }
        }
    }
}

impl<S: Scalar, K: BSpline> Gather<'_, S, K> {
    /// Takes over the nodes around a block.
    #[inline(always)]
    fn load(&self, block: usize, space: &mut Workspace<S, K>) {
        let field = self.field;
        let touched = Touched(field.touched[block].load(Ordering::Relaxed));
        let around = &field.around[block];
        space.velocities.load(field.velocities, around, touched);
        if self.mode.keeps_own_velocity() {
            space.before.load(field.before, around, touched);
        }
    }

    /// Adds the contributions to the next step to its nodes.
    #[inline(always)]
    fn flush(&self, block: usize, space: &mut Workspace<S, K>) {
        let field = self.field;
        // SAFETY: tiles reach into neighbours at most, and neighbours are not at work.
        let touched = unsafe {
            let around = &field.around[block];
            (space.next).flush(field.next, field.next_impulses, around, field.apart)
        };
        field.touched[block].store(touched.0, Ordering::Relaxed);
    }

    /// All particles of a chunk, a register at a time.
    #[inline(always)]
    fn chunk<R: Real<Scalar = S>>(
        &self,
        law: &Law<'_>,
        material: &mut Prepared<R>,
        chunk: &mut ChunkMut<'_, S>,
        space: &mut Workspace<S, K>,
    ) {
        let mut running = Running::<R>::new();
        let mut at = 0;
        while at < chunk.place.count {
            let lanes = R::LANES.min(chunk.place.count - at);
            let x: Vec3<R> = chunk.tables[GEOMETRY].read().vector(POSITION, at);
            let mut moved = self.interpolate(chunk, space, x, at, lanes); //          v, ∇v      [JY17, Eqs. 42–43]
            let mut stress = None;
            if self.mode.asks_law() {
                let gradient = moved.motion.affine.scale(R::constant(self.mode.dt));
                let [geometry, law_state, ..] = &mut chunk.tables;
                let particles = Particles {
                    geometry: geometry.read(),
                    law_state,
                    at,
                    lanes,
                };
                stress = Some(advance(law, material, particles, gradient, &mut running)); // τ
            }
            if !chunk.grip_of.is_empty() {
                self.hold(chunk, &mut moved, x, at, lanes);
            }
            if self.mode.transfer == Transfer::Pic {
                moved.motion.affine = Mat3::zero();
            }
            let x = x + moved
                .motion
                .velocity
                .scale(R::constant(self.mode.dt / self.field.cell)); // x + Δt v
            if self.mode.moves() {
                chunk.tables[GEOMETRY].store_vector(POSITION, at, x);
            }
            // Where own velocity is kept, it is neither moved along nor seen by the law: only what particles give
            // to the nodes has it.
            if let Some(own) = moved.own {
                moved.motion.velocity = moved.motion.velocity + own;
            }
            if let (Some(dt), Some(kirchhoff)) = (self.mode.next_dt, stress) {
                let force = Force {
                    kirchhoff,
                    volume: chunk.tables[GEOMETRY].read().load(VOLUME, at),
                    acceleration: None,
                    dt,
                };
                if moved.own.is_some() {
                    chunk.tables[MOTION].store_vector(VELOCITY, at, moved.motion.velocity);
                }
                self.contribute(&moved.motion, &force, space, x, lanes);
            } else {
                self.keep(&moved, stress.as_ref(), &mut chunk.tables, at);
            }
            at += R::LANES;
        }
        running.report(&mut chunk.outcome.of_law);
        chunk.outcome.of_law.bounds.diffusivity = material.diffusivity();
    }

    /// Motion of the grid at particles.
    #[inline(always)]
    fn interpolate<R: Real<Scalar = S>>(
        &self,
        chunk: &ChunkMut<'_, S>,
        space: &mut Workspace<S, K>,
        x: Vec3<R>,
        at: usize,
        lanes: usize,
    ) -> Moved<R> {
        let cell = self.field.cell;
        let (velocity, affine) = space
            .sample
            .velocity::<R, K>(x, lanes, &space.velocities, cell);
        // What the grid cannot carry, v - Σ w v of the grid before the step [FGW21].
        let mut own = None;
        if self.mode.keeps_own_velocity() {
            let carried = space.sample.value::<R, K>(lanes, &space.before);
            let velocity = chunk.tables[MOTION].read().vector(VELOCITY, at);
            own = Some((velocity - carried).scale(R::constant(self.mode.fading)));
        }
        Moved {
            motion: Motion {
                mass: chunk.tables[GEOMETRY].read().load(MASS, at),
                velocity,
                affine,
            },
            own,
        }
    }

    /// Particles that grips hold move with them. What they are made of has followed the grid, as its
    /// neighbours have: a grip holds particles in place, and only next to others that go elsewhere does it strain them.
    #[inline(always)]
    fn hold<R: Real<Scalar = S>>(
        &self,
        chunk: &mut ChunkMut<'_, S>,
        moved: &mut Moved<R>,
        x: Vec3<R>,
        at: usize,
        lanes: usize,
    ) {
        let held = Held {
            origin: origin(
                self.field.places[chunk.place.block as usize],
                self.field.cell,
            ),
            cell: self.field.cell,
            second_moment: self.field.cell * self.field.cell / K::INVERSE_MOMENT,
            targets: self.mode.targets,
            grip_of: &chunk.grip_of[at..at + lanes],
        };
        let free = held.carry(x, &mut moved.motion, &mut chunk.outcome.on_grips);
        if let Some(own) = &mut moved.own {
            *own = own.scale(free);
        }
    }

    /// What particles give to the nodes of the next step.
    #[inline(always)]
    fn contribute<R: Real<Scalar = S>>(
        &self,
        motion: &Motion<R>,
        force: &Force<R>,
        space: &mut Workspace<S, K>,
        x: Vec3<R>,
        lanes: usize,
    ) {
        let contribution = &mut space.contribution;
        let Field { apart, cell, .. } = *self.field;
        contribution.set::<R, K>(x, motion, Some(force), apart, cell);
        contribution.add_to::<R, K>(lanes, &mut space.next);
    }

    /// Writes what the next step, or an observer, reads.
    #[inline(always)]
    fn keep<R: Real<Scalar = S>>(
        &self,
        moved: &Moved<R>,
        stress: Option<&Sym3<R>>,
        [_, _, moving, stresses, _]: &mut Tables<ColumnsMut<'_, S>>,
        at: usize,
    ) {
        if let Some(stress) = stress {
            stresses.store_symmetric(0, at, stress);
        }
        if self.mode.moves() {
            moving.store_vector(VELOCITY, at, moved.motion.velocity);
            moving.store_matrix(AFFINE, at, &moved.motion.affine);
        }
    }
}
