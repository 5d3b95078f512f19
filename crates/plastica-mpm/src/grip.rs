//! Grips: particles that are held move with the grip, and so do the nodes that they reach.
//!
//! What held particles are made of follows the grid: next to the face of the grip it strains as the free material beside it
//! does, and bears the same stress. If it were rigid, and bore none, the nodes across the face would lack the traction of the clamp,
//! and free material would creep away from it at any stress.

use crate::b_spline::BSpline;
use crate::grid::{BLOCK, Grid, NODES, in_space, node_offset};
use crate::group::Group;
use crate::scatter::Motion;
use crate::tables::{GEOMETRY, MASS, POSITION};
use plastica_core::{KinematicTarget, World};
use plastica_particles::{BUNDLE, Quad, grips};
use plastica_tensor::{Mat3, Real, Scalar, Vec3};

/// A node is held if held particles make up this share of its mass. A bar of quadratic splines whose nodes are held up to x = 0
/// is as compliant as one that is clamped 0.71 cells behind (on average over where nodes lie), so the nodes up to
/// 0.71 cells before the face must be held, and of such a node (1.5 − 0.71)³/6 = 0.08 of the kernel is behind it.
const HELD_SHARE: f64 = 0.08;

/// Takes hold of what lies in a grip that has just closed and lets go of what one that has just
/// opened has held.
pub(crate) fn close_and_open<S: Scalar>(
    world: &World,
    time: f64,
    closed: &mut Vec<bool>,
    groups: &mut [Group<S>],
    grid: &Grid<S>,
) {
    for change in grips::changes(world, time, closed) {
        for group in groups.iter_mut() {
            change.release(&mut group.grip_of);
            if !change.concerns(&group.body.name) {
                continue;
            }
            for chunk in group.chunks.clone() {
                for i in 0..chunk.count {
                    if change.contains(group.position(grid, &chunk, i)) {
                        group.grip_of.resize(group.ids.len(), 0);
                        group.grip_of[chunk.start + i] = change.mark;
                    }
                }
            }
        }
    }
}

/// What grips did to nodes in a step.
pub(crate) struct HeldNodes {
    /// Impulses on the grips [N s].
    pub(crate) impulses: Vec<Vec3<f64>>,
    /// The speed of the fastest held particle [m/s].
    pub(crate) fastest: f64,
    /// Work of the grips on the nodes [J].
    pub(crate) work: f64,
}

/// Gives nodes that held particles reach the velocity of the grip.
pub(crate) fn hold_nodes<S: Scalar, K: BSpline>(
    groups: &[Group<S>],
    grid: &mut Grid<S>,
    targets: &[KinematicTarget],
) -> HeldNodes {
    let mut all = HeldNodes {
        impulses: vec![Vec3::zero(); targets.len()],
        fastest: 0.0,
        work: 0.0,
    };
    let is_free = |group: &Group<S>| group.grip_of.iter().all(|by| *by == 0);
    if groups.iter().all(is_free) {
        return all;
    }
    // Held mass by node, and the grip that is the last to add to it.
    let mut held: Vec<(f64, u32)> = vec![(0.0, 0); grid.velocities.len()];
    for group in groups.iter().filter(|group| !group.grip_of.is_empty()) {
        for chunk in &group.chunks {
            let columns = group.table(GEOMETRY, chunk);
            let around = &grid.around[chunk.block as usize];
            for i in 0..chunk.count {
                let by = group.grip_of[chunk.start + i];
                if by == 0 {
                    continue;
                }
                let mass = columns.get(MASS, i).to_f64();
                let local = std::array::from_fn(|k| columns.get(POSITION + k, i));
                let place = in_space(grid.origin(chunk.block), grid.cell, local);
                all.fastest = all
                    .fastest
                    .max(targets[by as usize - 1].velocity(place).norm());
                let at: [(i32, [f64; 4]); 3] = std::array::from_fn(|axis| {
                    let (first, _, weights) = K::weights(columns.get(POSITION + axis, i));
                    (first.to_f64() as i32, weights.map(|w| w.to_f64()))
                });
                for n in 0..K::WIDTH.pow(3) {
                    let step = [n / K::WIDTH.pow(2), n / K::WIDTH % K::WIDTH, n % K::WIDTH];
                    let weight: f64 = (0..3).map(|axis| at[axis].1[step[axis]]).product();
                    let node = node_index(
                        around,
                        std::array::from_fn(|axis| at[axis].0 + step[axis] as i32),
                    );
                    held[node].0 += weight * mass;
                    held[node].1 = by;
                }
            }
        }
    }
    for (node, (mass, by)) in held.into_iter().enumerate() {
        let total = grid.velocities[node][3].to_f64();
        if by == 0 || mass < HELD_SHARE * total {
            continue;
        }
        let target = &targets[by as usize - 1];
        let offset = node_offset(node % NODES).map(|n| n as f64 * grid.cell);
        let place = grid.origin((node / NODES) as u32) + Vec3(offset);
        let carried = target.velocity(place);
        let value: &mut Quad<S> = &mut grid.velocities[node];
        let free = Vec3([value[0], value[1], value[2]].map(|v| v.to_f64()));
        let push = (free - carried).scale(total);
        let impulse = &mut all.impulses[by as usize - 1];
        *impulse = *impulse + push;
        all.work -= push.dot(carried);
        for k in 0..3 {
            value[k] = S::from_f64(carried[k]);
        }
    }
    all
}

/// What grips did to held particles: impulses on the grips [N s], by grip, and work on the particles [J].
#[derive(Clone, Debug, Default)]
pub(crate) struct GripImpulses {
    impulses: Vec<(u32, Vec3<f64>)>,
    pub(crate) work: f64,
}

impl GripImpulses {
    pub(crate) fn clear(&mut self) {
        self.impulses.clear();
        self.work = 0.0;
    }
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, Vec3<f64>)> + '_ {
        self.impulses
            .iter()
            .map(|(grip, impulse)| (*grip as usize, *impulse))
    }
    /// Books an impulse on a grip [N s], which takes the particle along [m/s].
    #[inline(never)]
    fn book(&mut self, impulse: Vec3<f64>, carried: Vec3<f64>) {
        self.work -= impulse.dot(carried);
    }
    /// Books what changes the affine motion of a particle [1/s] with a moment [kg m²].
    #[inline(never)]
    fn book_couple(&mut self, moment: f64, before: &Mat3<f64>, after: &Mat3<f64>) {
        self.work += moment * (*after - *before).dot(after);
    }
    fn add(&mut self, grip: u32, impulse: Vec3<f64>) {
        match self.impulses.iter_mut().find(|(other, _)| *other == grip) {
            Some((_, sum)) => *sum = *sum + impulse,
            None => self.impulses.push((grip, impulse)),
        }
    }
}

/// A register of particles some of which grips may hold.
pub(crate) struct Held<'a> {
    pub(crate) origin: Vec3<f64>,
    pub(crate) cell: f64,
    /// Of a particle's mass, per mass and axis [m²]: what the affine motion moves.
    pub(crate) second_moment: f64,
    pub(crate) targets: &'a [KinematicTarget],
    pub(crate) grip_of: &'a [u32],
}

impl Held<'_> {
    /// Held particles move with their grip, whatever the grid says. Returns 1 for the others, 0 for them.
    #[inline(always)]
    pub(crate) fn carry<R: Real>(
        &self,
        x: Vec3<R>,
        motion: &mut Motion<R>,
        impulses: &mut GripImpulses,
    ) -> R {
        if self.grip_of.iter().all(|by| *by == 0) {
            return R::one();
        }
        let Motion {
            mass,
            velocity,
            affine,
        } = motion;
        let lane_vector = |v: &Vec3<R>, lane: usize| Vec3(v.0.map(|c| c.lane(lane).to_f64()));
        let mut velocities: [Vec3<f64>; BUNDLE] =
            std::array::from_fn(|lane| lane_vector(velocity, lane.min(R::LANES - 1)));
        let mut affines: [Mat3<f64>; BUNDLE] =
            std::array::from_fn(|lane| affine.lane(lane.min(R::LANES - 1)));
        for lane in 0..R::LANES {
            // Padding repeats the last particle, held or not.
            let by = self.grip_of[lane.min(self.grip_of.len() - 1)];
            let Some(target) = by.checked_sub(1).map(|k| &self.targets[k as usize]) else {
                continue;
            };
            let place = self.origin + lane_vector(&x, lane).scale(self.cell);
            let carried = target.velocity(place);
            if lane < self.grip_of.len() {
                let mass = mass.lane(lane).to_f64();
                let change = velocities[lane] - carried;
                impulses.add(by - 1, change.scale(mass));
                let moment = mass * self.second_moment;
                impulses.book(change.scale(mass), carried);
                impulses.book_couple(moment, &affines[lane], &target.gradient());
            }
            velocities[lane] = carried;
            affines[lane] = target.gradient();
        }
        *velocity = Vec3(std::array::from_fn(|k| {
            R::from_fn(|lane| R::Scalar::from_f64(velocities[lane][k]))
        }));
        *affine = Mat3::from_lanes(|lane| affines[lane]);
        R::from_fn(|lane| {
            if self.grip_of[lane.min(self.grip_of.len() - 1)] == 0 {
                R::Scalar::one()
            } else {
                R::Scalar::zero()
            }
        })
    }
}

/// The node of the grid at a place counted from the first node of a block.
fn node_index(around: &[u32; 27], at: [i32; 3]) -> usize {
    let n = BLOCK as i32;
    let mut block = 0;
    let mut node = 0;
    for axis in 0..3 {
        block = block * 3 + (at[axis].div_euclid(n) + 1) as usize;
        node = node * BLOCK + at[axis].rem_euclid(n) as usize;
    }
    around[block] as usize * NODES + node
}
