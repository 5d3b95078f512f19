//! Obstacles: what nodes inside them may do [JY17, Section 4.4].

use crate::grid::{BLOCK, Grid, NODES};
use crate::integrate::node_position;
use crate::quad::Quad;
use plastica_core::{Collider, Contact, Pose, World};
use plastica_tensor::{Mat3, Scalar, Vec3};
use rayon::prelude::*;

/// Nodes this close to an obstacle's surface meet it [cells]. A kernel reaches past its node, so that
/// material comes to rest up to half a cell deeper than the last node that is held: with half a cell it
/// does so between the surface and one cell below it, and a thin plate between two nodes is not missed.
const NEAR: f64 = 0.5;

/// An obstacle during one step.
struct Obstacle<'a> {
    collider: &'a Collider,
    pose: Pose,
    /// Where its points go within the step: x ↦ turn x + shift.
    turn: Mat3<f64>,
    shift: Vec3<f64>,
    still: bool,
}

/// Corrects the velocities of nodes inside obstacles. Returns the impulse on each collider [N s].
pub(crate) fn enforce<S: Scalar>(
    grid: &mut Grid<S>,
    world: &World,
    time: f64,
    dt: f64,
) -> Vec<Vec3<f64>> {
    let obstacles: Vec<Option<Obstacle<'_>>> = world
        .colliders
        .iter()
        .map(|collider| {
            let present = collider.is_present(time);
            present.then(|| {
                let pose = collider.motion.pose(time);
                let (turn, shift) = pose.carry(&collider.motion.pose(time + dt));
                let still = collider.motion.is_still();
                Obstacle {
                    collider,
                    pose,
                    turn,
                    shift,
                    still,
                }
            })
        })
        .collect();
    // Smooth obstacles first: where a node meets several, what a smooth one stops must not count as
    // sliding along a rough one.
    let mut order: Vec<usize> = (0..obstacles.len()).collect();
    order.sort_by_key(|&index| {
        let collider = &world.colliders[index];
        collider.contact == Contact::Sticky || collider.friction > 0.0
    });
    let (cell, places) = (grid.cell, &grid.places);
    // From the middle of a block to its farthest node.
    let reach = 0.5 * (BLOCK - 1) as f64 * cell * 3f64.sqrt() * (1.0 + 1e-9);
    let near = NEAR * cell * (1.0 - 1e-9);
    let blocks = grid
        .velocities
        .par_chunks_mut(NODES)
        .enumerate()
        .with_min_len(8);
    let impulses: Vec<Vec<(usize, Vec3<f64>)>> = blocks
        .map(|(block, nodes)| {
            let mut impulses = Vec::new();
            if nodes.iter().all(|node| !(node[3] > S::zero())) {
                return impulses;
            }
            let half = 0.5 * (BLOCK - 1) as f64 * cell;
            let middle = node_position(places[block], 0, cell) + Vec3::splat(half);
            for &index in &order {
                let Some(obstacle) = &obstacles[index] else {
                    continue;
                };
                let local = obstacle.pose.to_local(middle);
                if obstacle.collider.shape.distance(local) > reach + near {
                    continue;
                }
                let mut sum = Vec3::zero();
                for (node, value) in nodes.iter_mut().enumerate() {
                    if value[3] > S::zero() {
                        let x = node_position(places[block], node, cell);
                        sum = sum + obstacle.meet(x, near, value, dt);
                    }
                }
                impulses.push((index, sum));
            }
            impulses
        })
        .collect();
    // Block after block, so that the sum does not depend on the threads.
    let mut sums = vec![Vec3::zero(); world.colliders.len()];
    for (index, impulse) in impulses.into_iter().flatten() {
        sums[index] = sums[index] + impulse;
    }
    sums
}

impl Obstacle<'_> {
    /// Corrects one node if it is this near; returns the impulse on the obstacle [N s].
    fn meet<S: Scalar>(&self, x: Vec3<f64>, near: f64, node: &mut Quad<S>, dt: f64) -> Vec3<f64> {
        let local = self.pose.to_local(x);
        if self.collider.shape.distance(local) > near {
            return Vec3::zero();
        }
        let moving = if self.still {
            Vec3::zero()
        } else {
            (self.turn.mul_vec(x) + self.shift - x).scale(1.0 / dt)
        };
        let before = Vec3([node[0], node[1], node[2]].map(|v| v.to_f64()));
        let relative = before - moving;
        let normal = || {
            self.pose
                .rotation
                .mul_vec(self.collider.shape.normal(local))
        };
        let after = match self.collider.contact {
            Contact::Sticky => Vec3::zero(),
            Contact::Separating => {
                let normal = normal();
                let approach = relative.dot(normal);
                if approach >= 0.0 {
                    return Vec3::zero();
                }
                self.slide(relative, normal, approach)
            }
            Contact::Sliding => {
                let normal = normal();
                self.slide(relative, normal, relative.dot(normal))
            }
        };
        let after = after + moving;
        for k in 0..3 {
            node[k] = S::from_f64(after[k]);
        }
        (before - after).scale(node[3].to_f64())
    }

    /// Takes the normal part off a relative velocity and lets friction brake the rest
    /// [JY17, Eqs. 44–48].
    fn slide(&self, relative: Vec3<f64>, normal: Vec3<f64>, along_normal: f64) -> Vec3<f64> {
        let tangential = relative - normal.scale(along_normal);
        let speed = tangential.norm();
        let brake = self.collider.friction * along_normal.abs();
        if speed <= brake {
            Vec3::zero()
        } else {
            tangential.scale(1.0 - brake / speed)
        }
    }
}
