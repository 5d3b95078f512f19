//! From particles to the grid [JY17, Eqs. 39–40 and step 5].

use crate::b_spline::BSpline;
use crate::grid::Grid;
use crate::group::Group;
use crate::shared::SharedSlice;
use crate::stencil::{Stencil, numbers, registers};
use crate::tables::{
    AFFINE, GEOMETRY, LAW_STATE, MASS, MOTION, POSITION, STRESS, VELOCITY, VOLUME,
};
use crate::tile::Tile;
use plastica_particles::{BUNDLE, Extra, Quad};
use plastica_tensor::simd::{self, Level, dispatch_native};
use plastica_tensor::{Mat3, Real, Scalar, Sym3, Vec3};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, Ordering};

/// What particles give to the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Mass, momentum, and the impulse of the stress.
    Full,
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
    schedule.run(|cluster| {
        let work = Scatter::<S, K> {
            groups,
            members,
            blocks: &schedule.clusters[cluster],
            around,
            touched,
            nodes: &nodes,
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
    mode: Mode,
    dt: f64,
    cell: f64,
    kernel: PhantomData<K>,
}

impl<S: Scalar, K: BSpline> simd::Kernel<S> for Scatter<'_, S, K> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) {
        let mut tile = Tile::<S, K>::new();
        let mut contribution = Contribution::blank();
        for &block in self.blocks {
            for &(group, chunk) in &self.members[block as usize] {
                let group = &self.groups[group as usize];
                let chunk = &group.chunks[chunk as usize];
                let [geometry, law, moving, stress] =
                    [GEOMETRY, LAW_STATE, MOTION, STRESS].map(|table| group.table(table, chunk));
                let mut at = 0;
                while at < chunk.count {
                    let mut motion = Motion {
                        mass: geometry.load(MASS, at),
                        velocity: moving.vector(VELOCITY, at),
                        affine: moving.matrix(AFFINE, at),
                    };
                    let mut pull = None;
                    if self.mode == Mode::Full {
                        if let Some(push) = group.body.layout.first(Extra::BodyAcceleration) {
                            let push = law.vector::<R>(push, at);
                            motion.velocity = motion.velocity + push.scale(R::constant(self.dt));
                        }
                        pull = Some(Stress {
                            kirchhoff: stress.symmetric(0, at),
                            volume: geometry.load(VOLUME, at),
                            dt: self.dt,
                        });
                    }
                    let x = geometry.vector(POSITION, at);
                    contribution.set::<R, K>(x, &motion, pull.as_ref(), self.cell);
                    for lane in 0..R::LANES.min(chunk.count - at) {
                        contribution.add_to::<R, K>(lane, &mut tile);
                    }
                    at += R::LANES;
                }
            }
            // SAFETY: tiles reach into neighbours at most, and neighbours are not at work.
            let touched = unsafe { tile.flush(self.nodes, &self.around[block as usize]) };
            self.touched[block as usize].store(touched.0, Ordering::Relaxed);
        }
    }
}

/// The motion of a register of particles.
pub(crate) struct Motion<R> {
    pub(crate) mass: R,
    pub(crate) velocity: Vec3<R>,
    pub(crate) affine: Mat3<R>,
}

/// The stress of a register of particles, and how long it acts.
pub(crate) struct Stress<R> {
    pub(crate) kirchhoff: Sym3<R>,
    pub(crate) volume: R,
    pub(crate) dt: f64,
}

/// What a register of particles gives to its nodes: node (i, j, k) gets
/// w (value + i·slope₀ + j·slope₁ + k·slope₂).
#[repr(align(64))]
pub(crate) struct Contribution<S> {
    stencil: Stencil<S>,
    value: [Quad<S>; BUNDLE],
    slope: [[Quad<S>; BUNDLE]; 3],
}

impl<S: Scalar> Contribution<S> {
    #[inline(always)]
    pub(crate) fn blank() -> Self {
        Contribution {
            stencil: Stencil::blank(),
            value: [[S::zero(); 4]; BUNDLE],
            slope: [[[S::zero(); 4]; BUNDLE]; 3],
        }
    }

    /// Takes over particles at `x` [cells] with their momentum and a stress that acts for `dt`.
    #[inline(always)]
    pub(crate) fn set<R: Real<Scalar = S>, K: BSpline>(
        &mut self,
        x: Vec3<R>,
        motion: &Motion<R>,
        stress: Option<&Stress<R>>,
        cell: f64,
    ) {
        let fraction = self.stencil.set::<R, K>(x);
        let &Motion {
            mass,
            velocity,
            ref affine,
        } = motion;
        // m (v + C (xᵢ - x)) [JY17, Eq. 40], with the momentum per cell of distance from the particle.
        let mut slope = affine.scale(mass * R::constant(cell));
        if let Some(stress) = stress {
            // -Δt V₀ τ D⁻¹ (xᵢ - x) w: the weak form with the gradient of a moving least squares fit
            // [HFG18, Eq. 18], which has the same moments as -Δt V₀ τ ∇w.
            let factor = stress.volume * R::constant(-stress.dt * K::INVERSE_MOMENT / cell);
            slope = slope + stress.kirchhoff.scale(factor).to_mat();
        }
        let value = velocity.scale(mass) - slope.mul_vec(fraction);
        R::store_columns([value[0], value[1], value[2], mass], &mut self.value);
        for c in 0..3 {
            let column = [slope[(0, c)], slope[(1, c)], slope[(2, c)], R::zero()];
            R::store_columns(column, &mut self.slope[c]);
        }
    }

    /// Adds one of them to its nodes.
    #[inline(always)]
    pub(crate) fn add_to<R: Real<Scalar = S>, K: BSpline>(
        &self,
        lane: usize,
        tile: &mut Tile<S, K>,
    ) {
        let nodes = tile.window_mut(self.stencil.first(lane));
        let weights = self.stencil.along_z::<R, K>(lane);
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
                    let weight = R::splat(self.stencil.row(i, j, lane));
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
