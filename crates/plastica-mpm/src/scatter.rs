//! From particles to the grid [JY17, Eqs. 39–40 and step 5].

use crate::chunk::{AFFINE, Columns, MASS, PADDING, POSITION, STRESS, VELOCITY, VOLUME};
use crate::grid::Grid;
use crate::group::Group;
use crate::quad::{Quad, add, scale, scale_add};
use crate::spline::Spline;
use crate::tile::{SharedNodes, Tile};
use plastica_tensor::simd::{self, Level, dispatch_native};
use plastica_tensor::{Real, Scalar, Vec3};
use rayon::prelude::*;
use std::marker::PhantomData;

/// What particles give to the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Mass, momentum, and the impulse of the stress.
    All,
    /// Mass and momentum.
    Momentum,
}

/// Adds what particles give to the nodes. `members[b]` lists the chunks of block b as (group, chunk).
pub(crate) fn scatter<S: Scalar, K: Spline>(
    groups: &[Group<S>],
    members: &[Vec<(u32, u32)>],
    grid: &mut Grid<S>,
    what: What,
    dt: f64,
    level: Level,
) {
    let (cell, around, colours) = (grid.cell, &grid.around, &grid.colours);
    let nodes = SharedNodes::new(&mut grid.momenta);
    // Colour after colour, so that every node sums its particles in the same order on any number of
    // threads.
    for blocks in colours {
        blocks.par_iter().with_min_len(4).for_each(|&block| {
            let block = block as usize;
            let work = Scatter::<S, K> {
                groups,
                members: &members[block],
                around: &around[block],
                nodes: &nodes,
                what,
                dt,
                cell,
                kernel: PhantomData,
            };
            dispatch_native(level, work);
        });
    }
}

/// The particles of one block.
struct Scatter<'a, S, K> {
    groups: &'a [Group<S>],
    members: &'a [(u32, u32)],
    around: &'a [u32; 27],
    nodes: &'a SharedNodes<S>,
    what: What,
    dt: f64,
    cell: f64,
    kernel: PhantomData<K>,
}

impl<S: Scalar, K: Spline> simd::Kernel<S> for Scatter<'_, S, K> {
    type Output = ();

    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) {
        let mut tile = Tile::<S, K>::new();
        tile.clear();
        for &(group, chunk) in self.members {
            let group = &self.groups[group as usize];
            let chunk = &group.chunks[chunk as usize];
            let columns = group.columns(chunk);
            let mut at = 0;
            while at < chunk.count {
                let shares = Shares::of::<R, K>(&columns, at, group.layout.push(), &self);
                for lane in 0..R::LANES.min(chunk.count - at) {
                    shares.add_to::<R, K>(lane, &mut tile);
                }
                at += R::LANES;
            }
        }
        // SAFETY: tiles of one colour do not overlap, and colours come one after the other.
        unsafe { tile.flush(self.nodes, self.around) };
    }
}

/// Where a register of particles is among the nodes.
pub(crate) struct Stencil<S> {
    /// The first node in the tile.
    pub(crate) first: [S; PADDING],
    /// Weights by axis and node.
    pub(crate) weights: [[[S; PADDING]; 4]; 3],
}

impl<S: Scalar> Stencil<S> {
    /// The stencil, and the distances from the first node.
    #[inline(always)]
    pub(crate) fn of<R: Real<Scalar = S>, K: Spline>(x: Vec3<R>) -> (Self, Vec3<R>) {
        let mut stencil = Stencil {
            first: [S::zero(); PADDING],
            weights: [[[S::zero(); PADDING]; 4]; 3],
        };
        let mut first = R::zero();
        let mut fraction = Vec3::zero();
        for axis in 0..3 {
            let (low, distance, weights) = K::weights(x[axis]);
            first = first.mul_add(R::constant(K::TILE as f64), low + R::one());
            fraction[axis] = distance;
            for node in 0..K::WIDTH {
                weights[node].store(&mut stencil.weights[axis][node]);
            }
        }
        first.store(&mut stencil.first);
        (stencil, fraction)
    }

    /// The first node of one lane.
    #[inline(always)]
    pub(crate) fn start(&self, lane: usize) -> usize {
        self.first[lane].to_f64() as usize
    }
}

/// What a register of particles gives to its nodes: node (i, j, k) gets
/// w (value + i·slope₀ + j·slope₁ + k·slope₂).
struct Shares<S> {
    stencil: Stencil<S>,
    value: [Quad<S>; PADDING],
    slope: [[Quad<S>; PADDING]; 3],
}

impl<S: Scalar> Shares<S> {
    #[inline(always)]
    fn of<R: Real<Scalar = S>, K: Spline>(
        columns: &Columns<'_, S>,
        at: usize,
        push: Option<usize>,
        &Scatter { what, dt, cell, .. }: &Scatter<'_, S, K>,
    ) -> Self {
        let (stencil, fraction) = Stencil::of::<R, K>(columns.vector(POSITION, at));
        // m (v + C (xᵢ - x)) [JY17, Eq. 40]
        let mass: R = columns.load(MASS, at);
        let mut velocity = columns.vector::<R>(VELOCITY, at);
        // Momentum per cell of distance from the particle.
        let mut slope = columns
            .matrix::<R>(AFFINE, at)
            .scale(mass * R::constant(cell));
        if what == What::All {
            if let Some(push) = push {
                velocity = velocity + columns.vector::<R>(push, at).scale(R::constant(dt));
            }
            // -Δt V₀ τ D⁻¹ (xᵢ - x) w: the weak form with the gradient of a moving least squares fit
            // [HFG18, Eq. 18], which has the same moments as -Δt V₀ τ ∇w.
            let volume: R = columns.load(VOLUME, at);
            let factor = volume * R::constant(-dt * K::INVERSE_MOMENT / cell);
            slope = slope + columns.symmetric::<R>(STRESS, at).scale(factor).to_mat();
        }
        let value = velocity.scale(mass) - slope.mul_vec(fraction);
        let mut shares = Shares {
            stencil,
            value: [[S::zero(); 4]; PADDING],
            slope: [[[S::zero(); 4]; PADDING]; 3],
        };
        let mut lanes = [S::zero(); PADDING];
        for r in 0..3 {
            value[r].store(&mut lanes);
            for lane in 0..R::LANES {
                shares.value[lane][r] = lanes[lane];
            }
            for c in 0..3 {
                slope[(r, c)].store(&mut lanes);
                for lane in 0..R::LANES {
                    shares.slope[c][lane][r] = lanes[lane];
                }
            }
        }
        mass.store(&mut lanes);
        for lane in 0..R::LANES {
            shares.value[lane][3] = lanes[lane];
        }
        shares
    }

    #[inline(always)]
    fn add_to<R: Real<Scalar = S>, K: Spline>(&self, lane: usize, tile: &mut Tile<S, K>) {
        let start = self.stencil.start(lane);
        let [wx, wy, wz] = &self.stencil.weights;
        let [sx, sy, sz] = [
            self.slope[0][lane],
            self.slope[1][lane],
            self.slope[2][lane],
        ];
        let mut plane = self.value[lane];
        for i in 0..K::WIDTH {
            let mut line = plane;
            for j in 0..K::WIDTH {
                let weight = wx[i][lane] * wy[j][lane];
                let mut node = scale(weight, line);
                let step = scale(weight, sz);
                let row = tile.row_mut(start + (i * K::TILE + j) * K::TILE);
                for k in 0..K::WIDTH {
                    row[k] = scale_add::<R>(wz[k][lane], node, row[k]);
                    node = add(node, step);
                }
                line = add(line, sy);
            }
            plane = add(plane, sx);
        }
    }
}
