//! From particles to the grid [JY17, Eqs. 39–40 and step 5].

use crate::b_spline::BSpline;
use crate::grid::Grid;
use crate::group::Group;
use crate::shared::SharedSlice;
use crate::stencil::{Stencil, numbers, registers};
use crate::tables::{
    AFFINE, GEOMETRY, LAW_STATE, MASS, MOTION, POSITION, STRESS, VELOCITY, VOLUME,
};
use crate::tile::{Tile, Touched};
use plastica_particles::{BUNDLE, Extra, Quad};
use plastica_tensor::simd::{self, Level, dispatch_native};
use plastica_tensor::{Mat3, Real, Scalar, Sym3, Vec3};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, Ordering};

/// What particles give to the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Mass, momentum, and the impulses of stress and body forces added to it.
    Full,
    /// The same, with impulses kept apart from momentum.
    Apart,
    /// Mass and momentum.
    Momentum,
}

/// Adds what particles give to the nodes. `members[b]` lists the chunks of block b as (group, chunk).
pub(crate) fn scatter<S: Scalar, K: BSpline>(
    groups: &[Group<S>],
    members: &[Vec<(u32, u32)>],
    grid: &mut Grid<S>,
    mode: Mode,
    dt: f64,
    level: Level,
) {
    let (cell, around, schedule) = (grid.cell, &grid.around, &grid.schedule);
    let touched = &grid.touched;
    let nodes = SharedSlice::new(&mut grid.momenta);
    let impulses = SharedSlice::new(&mut grid.impulses);
    schedule.run(|cluster| {
        let work = Scatter::<S, K> {
            groups,
            members,
            blocks: &schedule.clusters[cluster],
            around,
            touched,
            nodes: &nodes,
            impulses: &impulses,
            mode,
            dt,
            cell,
            kernel: PhantomData,
        };
        dispatch_native(level, work);
    });
}

/// The particles of one cluster.
struct Scatter<'a, S: Scalar, K> {
    groups: &'a [Group<S>],
    members: &'a [Vec<(u32, u32)>],
    blocks: &'a [u32],
    around: &'a [[u32; 27]],
    touched: &'a [AtomicU32],
    nodes: &'a SharedSlice<'a, Quad<S>>,
    impulses: &'a SharedSlice<'a, Quad<S>>,
    mode: Mode,
    dt: f64,
    cell: f64,
    kernel: PhantomData<K>,
}

impl<S: Scalar, K: BSpline> simd::Kernel<S> for Scatter<'_, S, K> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) {
        let mut tiles = Tiles::<S, K>::new();
        let mut contribution = Contribution::blank();
        for &block in self.blocks {
            for &(group, chunk) in &self.members[block as usize] {
                let group = &self.groups[group as usize];
                let chunk = &group.chunks[chunk as usize];
                let [geometry, law, moving, stress] =
                    [GEOMETRY, LAW_STATE, MOTION, STRESS].map(|table| group.table(table, chunk));
                let mut at = 0;
                while at < chunk.count {
                    let motion = Motion {
                        mass: geometry.load(MASS, at),
                        velocity: moving.vector(VELOCITY, at),
                        affine: moving.matrix(AFFINE, at),
                    };
                    let mut force = None;
                    if self.mode != Mode::Momentum {
                        let mut acceleration = None;
                        if let Some(first) = group.body.layout.first(Extra::BodyAcceleration) {
                            acceleration = Some(law.vector::<R>(first, at));
                        }
                        force = Some(Force {
                            kirchhoff: stress.symmetric(0, at),
                            volume: geometry.load(VOLUME, at),
                            acceleration,
                            dt: self.dt,
                        });
                    }
                    let x = geometry.vector(POSITION, at);
                    let apart = self.mode == Mode::Apart;
                    contribution.set::<R, K>(x, &motion, force.as_ref(), apart, self.cell);
                    let lanes = R::LANES.min(chunk.count - at);
                    contribution.add_to::<R, K>(lanes, &mut tiles);
                    at += R::LANES;
                }
            }
            // SAFETY: tiles reach into neighbours at most, and neighbours are not at work.
            let touched = unsafe {
                tiles.flush(
                    self.nodes,
                    self.impulses,
                    &self.around[block as usize],
                    self.mode == Mode::Apart,
                )
            };
            self.touched[block as usize].store(touched.0, Ordering::Relaxed);
        }
    }
}

/// The nodes around a block, as its particles add to them.
pub(crate) struct Tiles<S, K> {
    /// Momentum and mass.
    momenta: Tile<S, K>,
    /// Impulses, where they are kept apart.
    impulses: Tile<S, K>,
}

impl<S: Scalar, K: BSpline> Tiles<S, K> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Tiles {
            momenta: Tile::new(),
            impulses: Tile::new(),
        }
    }

    /// Adds the tiles to the nodes of the grid, and clears them. Returns which rows there were.
    ///
    /// # Safety
    /// No other thread may touch the nodes of these tiles meanwhile.
    #[inline(always)]
    pub(crate) unsafe fn flush(
        &mut self,
        momenta: &SharedSlice<'_, Quad<S>>,
        impulses: &SharedSlice<'_, Quad<S>>,
        around: &[u32; 27],
        apart: bool,
    ) -> Touched {
        // SAFETY: as the caller promises.
        unsafe {
            if apart {
                // Where no mass is, no impulse is either.
                self.impulses.flush(impulses, around);
            }
            self.momenta.flush(momenta, around)
        }
    }
}

/// The motion of a register of particles.
pub(crate) struct Motion<R> {
    pub(crate) mass: R,
    pub(crate) velocity: Vec3<R>,
    pub(crate) affine: Mat3<R>,
}

/// What acts on a register of particles, and for how long.
pub(crate) struct Force<R> {
    pub(crate) kirchhoff: Sym3<R>,
    pub(crate) volume: R,
    /// Beside gravity.
    pub(crate) acceleration: Option<Vec3<R>>,
    pub(crate) dt: f64,
}

/// What a register of particles gives to its nodes.
#[repr(align(64))]
pub(crate) struct Contribution<S> {
    stencil: Stencil<S>,
    /// Momentum and mass, with impulses unless these are kept apart.
    momentum: Affine<S>,
    /// Impulses that are kept apart.
    impulse: Affine<S>,
    /// Whether they are.
    apart: bool,
}

/// What node (i, j, k) of each particle gets over its weight: value + i·slope₀ + j·slope₁ + k·slope₂.
struct Affine<S> {
    value: [Quad<S>; BUNDLE],
    slope: [[Quad<S>; BUNDLE]; 3],
}

impl<S: Scalar> Affine<S> {
    #[inline(always)]
    fn blank() -> Self {
        Affine {
            value: [[S::zero(); 4]; BUNDLE],
            slope: [[[S::zero(); 4]; BUNDLE]; 3],
        }
    }

    /// A vector that changes by `slope` per cell of distance from the particle, and a mass; the particle is at `fraction`
    /// from its first node [cells].
    #[inline(always)]
    fn set<R: Real<Scalar = S>>(
        &mut self,
        vector: Vec3<R>,
        slope: &Mat3<R>,
        mass: R,
        fraction: Vec3<R>,
    ) {
        let value = vector - slope.mul_vec(fraction);
        R::store_columns([value[0], value[1], value[2], mass], &mut self.value);
        for c in 0..3 {
            let column = [slope[(0, c)], slope[(1, c)], slope[(2, c)], R::zero()];
            R::store_columns(column, &mut self.slope[c]);
        }
    }

    /// Adds one lane to its nodes.
    #[inline(always)]
    fn add_to<R: Real<Scalar = S>, K: BSpline>(
        &self,
        stencil: &Stencil<S>,
        lane: usize,
        tile: &mut Tile<S, K>,
    ) {
        let nodes = tile.window_mut(stencil.first(lane));
        let weights = stencil.along_z::<R, K>(lane);
        let value = R::repeat(self.value[lane]);
        let [dx, dy, dz] = [
            R::repeat(self.slope[0][lane]),
            R::repeat(self.slope[1][lane]),
            R::repeat(self.slope[2][lane]),
        ];
        for k in 0..registers::<R, K>() {
            let mut plane = weights[k] * numbers::<R>(k).mul_add(dz, value);
            let (dx, dy) = (weights[k] * dx, weights[k] * dy);
            for i in 0..K::WIDTH {
                let mut row = plane;
                for j in 0..K::WIDTH {
                    let weight = R::splat(stencil.row(i, j, lane));
                    let at = 4 * (i * K::TILE + j) * K::TILE + k * R::LANES;
                    let nodes = &mut nodes[at..at + R::LANES];
                    weight.mul_add(row, R::load(nodes)).store(nodes);
                    row += dy;
                }
                plane += dx;
            }
        }
    }
}

impl<S: Scalar> Contribution<S> {
    #[inline(always)]
    pub(crate) fn blank() -> Self {
        Contribution {
            stencil: Stencil::blank(),
            momentum: Affine::blank(),
            impulse: Affine::blank(),
            apart: false,
        }
    }

    /// Takes over particles at `x` [cells] with their momentum and what acts on them.
    #[inline(always)]
    pub(crate) fn set<R: Real<Scalar = S>, K: BSpline>(
        &mut self,
        x: Vec3<R>,
        motion: &Motion<R>,
        force: Option<&Force<R>>,
        apart: bool,
        cell: f64,
    ) {
        let fraction = self.stencil.set::<R, K>(x);
        let &Motion {
            mass,
            velocity,
            ref affine,
        } = motion;
        self.apart = apart;
        // m (v + C (xᵢ - x)) [JY17, Eq. 40], with the momentum per cell of distance from the particle.
        let momentum = affine.scale(mass * R::constant(cell));
        let Some(force) = force else {
            self.momentum
                .set(velocity.scale(mass), &momentum, mass, fraction);
            return;
        };
        // -Δt V₀ τ D⁻¹ (xᵢ - x) w: the weak form with the gradient of a moving least squares fit
        // [HFG18, Eq. 18], which has the same moments as -Δt V₀ τ ∇w.
        let factor = force.volume * R::constant(-force.dt * K::INVERSE_MOMENT / cell);
        let impulse = force.kirchhoff.scale(factor).to_mat();
        let mut push = Vec3::zero();
        if let Some(acceleration) = force.acceleration {
            push = acceleration.scale(R::constant(force.dt));
        }
        if apart {
            self.momentum
                .set(velocity.scale(mass), &momentum, mass, fraction);
            self.impulse
                .set(push.scale(mass), &impulse, R::zero(), fraction);
        } else {
            let (value, slope) = ((velocity + push).scale(mass), momentum + impulse);
            self.momentum.set(value, &slope, mass, fraction);
        }
    }

    /// Adds the first `lanes` of them to their nodes.
    #[inline(always)]
    pub(crate) fn add_to<R: Real<Scalar = S>, K: BSpline>(
        &self,
        lanes: usize,
        tiles: &mut Tiles<S, K>,
    ) {
        for lane in 0..lanes {
            self.momentum
                .add_to::<R, K>(&self.stencil, lane, &mut tiles.momenta);
        }
        if self.apart {
            for lane in 0..lanes {
                self.impulse
                    .add_to::<R, K>(&self.stencil, lane, &mut tiles.impulses);
            }
        }
    }
}
