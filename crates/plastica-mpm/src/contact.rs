//! Obstacles: what nodes inside them and next to them may do [JY17, Section 4.4].
//!
//! The paper holds the nodes on and behind a surface. The kernel of the first node before it does not vanish
//! on the surface, however, so that material goes on flowing into it, and what it bears there is wrong by a
//! tenth at any resolution (B18). We take the normal velocity u relative to the obstacle as linear in the
//! distance d from its surface. A node i behind the surface or less than half a cell before it follows its
//! *leader* j, the first node farther out along the axis that is nearest to the normal:
//!
//! uᵢ = cᵢ uⱼ with cᵢ = dᵢ/dⱼ,
//!
//! the odd mirror image if the surface lies on nodes; [HRW01] joins splines that reach over a boundary to those
//! inside in this way. Of all such velocities those are taken that are nearest to the free ones in the norm
//! Σ m u², which gives uⱼ = Σ c m u / Σ c² m over the leader (c = 1) and those that follow it. An obstacle that
//! cannot pull does nothing if this would take a pull. Friction does the same to the velocity along the surface,
//! as far as the push allows it.
//!
//! A node without a leader (sticky obstacles, edges, thin plates, narrow gaps) is held as in the paper.

use crate::grid::{Grid, NODES};
use crate::integrate::node_position;
use crate::obstacle::{Meeting, meetings};
use crate::spline::Spline;
use plastica_core::{Contact, Obstacle, World, slowed};
use plastica_tensor::{Scalar, Vec3};
use rayon::prelude::*;

/// How many lines of nodes are settled at once.
const BATCH: usize = 256;

/// Corrects the velocities of nodes that meet obstacles. Returns the impulse on each collider [N s].
pub(crate) fn enforce<S: Scalar, K: Spline>(
    grid: &mut Grid<S>,
    world: &World,
    time: f64,
    dt: f64,
) -> Vec<Vec3<f64>> {
    let mut impulses = vec![Vec3::zero(); world.colliders.len()];
    let obstacles = Obstacle::all(world, time, dt);
    if obstacles.is_empty() {
        return impulses;
    }
    let reach = 0.5 * K::WIDTH as f64 * grid.cell;
    let mut all: Vec<Meeting> = (0..grid.places.len())
        .into_par_iter()
        .with_min_len(8)
        .flat_map_iter(|block| meetings(&obstacles, grid, reach, block))
        .collect();
    all.par_sort_unstable_by_key(|meeting| (meeting.rank, meeting.leader, meeting.node));
    for of_one in all.chunk_by(|a, b| a.rank == b.rank) {
        let obstacle = &obstacles[of_one[0].rank];
        let lines: Vec<&[Meeting]> = of_one.chunk_by(|a, b| a.leader == b.leader).collect();
        let settle_all = |lines: &[&[Meeting]]| {
            let mut outcome = Outcome::default();
            for line in lines {
                settle(obstacle, line, grid, &mut outcome);
            }
            outcome
        };
        let outcomes: Vec<Outcome> = match lines.len() {
            0..BATCH => vec![settle_all(&lines)],
            _ => lines.par_chunks(BATCH).map(settle_all).collect(),
        };
        // Batch after batch, so that the sum does not depend on the threads.
        for outcome in outcomes {
            let impulse = &mut impulses[obstacle.index];
            *impulse = *impulse + outcome.impulse;
            for (node, velocity) in outcome.velocities {
                for k in 0..3 {
                    grid.velocities[node][k] = S::from_f64(velocity[k]);
                }
            }
        }
    }
    impulses
}

/// What nodes that met an obstacle do afterwards [m/s], and the impulse that it bears [N s].
#[derive(Default)]
struct Outcome {
    velocities: Vec<(usize, Vec3<f64>)>,
    impulse: Vec3<f64>,
}

/// A node, seen from an obstacle.
struct Seen {
    mass: f64,
    velocity: Vec3<f64>,
    /// Of the obstacle.
    moving: Vec3<f64>,
    normal: Vec3<f64>,
}

impl Seen {
    /// How fast it moves away from the obstacle [m/s].
    fn speed(&self) -> f64 {
        (self.velocity - self.moving).dot(self.normal)
    }
    /// How it moves along the obstacle [m/s].
    fn slip(&self) -> Vec3<f64> {
        self.velocity - self.moving - self.normal.scale(self.speed())
    }
}

impl Outcome {
    /// The node moves like this, relative to the obstacle, from now on.
    fn set(&mut self, node: usize, seen: &Seen, relative: Vec3<f64>) {
        let after = relative + seen.moving;
        self.velocities.push((node, after));
        self.impulse = self.impulse + (seen.velocity - after).scale(seen.mass);
    }
}

/// Settles nodes that follow the same leader, or one that follows none.
fn settle<S: Scalar>(
    obstacle: &Obstacle<'_>,
    line: &[Meeting],
    grid: &Grid<S>,
    outcome: &mut Outcome,
) {
    let head = line.iter().fold(&line[0], |head, follower| {
        if follower.ratio > head.ratio {
            follower
        } else {
            head
        }
    });
    // In a corner a leader may have followers on two sides; it leads those on one.
    let follows = |follower: &Meeting| {
        follower.leader != follower.node && follower.normal.dot(head.normal) > 0.5
    };
    for stray in line.iter().filter(|follower| !follows(follower)) {
        stop(
            obstacle,
            stray.node,
            &see(obstacle, grid, stray.node, stray.normal),
            outcome,
        );
    }
    if !follows(head) {
        return;
    }
    let leader = see(obstacle, grid, head.leader, head.normal);
    // Σ c m u, Σ c² m, Σ m u, Σ c m: along the normals, and along the surface.
    let (mut inertia, mut carried) = (leader.mass, leader.mass);
    let (mut lifted, mut away) = (leader.mass * leader.speed(), leader.mass * leader.speed());
    let mut pulled = leader.slip().scale(leader.mass);
    let mut along = pulled;
    for follower in line.iter().filter(|follower| follows(follower)) {
        let seen = see(obstacle, grid, follower.node, follower.normal);
        let led = follower.ratio * seen.mass;
        inertia += follower.ratio * led;
        carried += led;
        lifted += led * seen.speed();
        away += seen.mass * seen.speed();
        pulled = pulled + seen.slip().scale(led);
        along = along + seen.slip().scale(seen.mass);
    }
    let speed = lifted / inertia;
    let push = speed * carried - away;
    if obstacle.collider.contact == Contact::Separating && push <= 0.0 {
        return;
    }
    // Friction brings nodes as near to what they would do if they stuck as it can.
    let stuck = pulled.scale(1.0 / inertia);
    let drag = (stuck.scale(carried) - along).norm();
    let limit = obstacle.collider.friction * push.abs();
    let share = if limit > 0.0 {
        limit / drag.max(limit)
    } else {
        0.0
    };
    let settled = |seen: &Seen, ratio: f64| {
        let slip = seen.slip().scale(1.0 - share) + stuck.scale(share * ratio);
        slip + seen.normal.scale(ratio * speed)
    };
    outcome.set(head.leader, &leader, settled(&leader, 1.0));
    for follower in line.iter().filter(|follower| follows(follower)) {
        let seen = see(obstacle, grid, follower.node, follower.normal);
        outcome.set(follower.node, &seen, settled(&seen, follower.ratio));
    }
}

/// Settles a node on its own [JY17, Eqs. 44–48].
fn stop(obstacle: &Obstacle<'_>, node: usize, seen: &Seen, outcome: &mut Outcome) {
    let speed = seen.speed();
    match obstacle.collider.contact {
        Contact::Sticky => outcome.set(node, seen, Vec3::zero()),
        Contact::Separating if speed >= 0.0 => {}
        Contact::Separating | Contact::Sliding => {
            let brake = obstacle.collider.friction * speed.abs();
            outcome.set(node, seen, slowed(seen.slip(), brake));
        }
    }
}

fn see<S: Scalar>(obstacle: &Obstacle<'_>, grid: &Grid<S>, node: usize, normal: Vec3<f64>) -> Seen {
    let [x, y, z, mass] = grid.velocities[node].map(|v| v.to_f64());
    let place = node_position(grid.places[node / NODES], node % NODES, grid.cell);
    Seen {
        mass,
        velocity: Vec3([x, y, z]),
        moving: obstacle.moving(place),
        normal,
    }
}
