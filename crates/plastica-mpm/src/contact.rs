//! Obstacles: what nodes inside them and next to them may do [JY17, Section 4.4].
//!
//! The paper holds the nodes on and behind a surface. The kernel of the first node before it does not vanish
//! on the surface, however, so that material goes on flowing into it, and what it bears there is wrong by a
//! tenth at any resolution (B18). We take the normal velocity u relative to the obstacle as linear in the
//! distance d from its surface. A *ghost* node i, behind the surface or less than half a cell before it, takes its velocity from its
//! *image* j, the first node farther out along the axis that is nearest to the normal:
//!
//! uᵢ = cᵢ uⱼ with cᵢ = dᵢ/dⱼ,
//!
//! the odd mirror image if the surface lies on nodes; [HRW01] joins splines that reach over a boundary to those
//! inside in this way. Of all such velocities those are taken that are nearest to the free ones in the norm
//! Σ m u², which gives uⱼ = Σ c m u / Σ c² m over the image (c = 1) and its ghosts. An obstacle that
//! cannot pull does nothing if this would take a pull. Friction does the same to the velocity along the surface,
//! as far as the push allows it.
//!
//! A node without an image (sticky obstacles, edges, thin plates, narrow gaps) is held as in the paper.

use crate::b_spline::BSpline;
use crate::boundary::{BoundaryNode, boundary_nodes};
use crate::grid::{Grid, NODES};
use crate::integrate::node_position;
use plastica_core::{Contact, Obstacle, World, slowed};
use plastica_tensor::{Scalar, Vec3};
use rayon::prelude::*;

/// How many sets of nodes are resolved at once.
const BATCH: usize = 256;

/// Corrects the velocities of nodes that meet obstacles. Returns the impulse on each collider [N s].
pub(crate) fn enforce<S: Scalar, K: BSpline>(
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
    let mut all: Vec<BoundaryNode> = (0..grid.places.len())
        .into_par_iter()
        .with_min_len(8)
        .flat_map_iter(|block| boundary_nodes(&obstacles, grid, reach, block))
        .collect();
    all.par_sort_unstable_by_key(|node| (node.rank, node.image, node.node));
    for of_obstacle in all.chunk_by(|a, b| a.rank == b.rank) {
        let obstacle = &obstacles[of_obstacle[0].rank];
        let sets: Vec<&[BoundaryNode]> = of_obstacle.chunk_by(|a, b| a.image == b.image).collect();
        let resolve_all = |sets: &[&[BoundaryNode]]| {
            let mut outcome = Outcome::default();
            for set in sets {
                resolve(obstacle, set, grid, &mut outcome);
            }
            outcome
        };
        let outcomes: Vec<Outcome> = match sets.len() {
            0..BATCH => vec![resolve_all(&sets)],
            _ => sets.par_chunks(BATCH).map(resolve_all).collect(),
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

/// A node, as an obstacle meets it.
struct NodeState {
    mass: f64,
    velocity: Vec3<f64>,
    /// Of the obstacle.
    moving: Vec3<f64>,
    normal: Vec3<f64>,
}

impl NodeState {
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
    fn set(&mut self, node: usize, state: &NodeState, relative: Vec3<f64>) {
        let after = relative + state.moving;
        self.velocities.push((node, after));
        self.impulse = self.impulse + (state.velocity - after).scale(state.mass);
    }
}

/// Resolves nodes with the same image, or one that has none.
fn resolve<S: Scalar>(
    obstacle: &Obstacle<'_>,
    set: &[BoundaryNode],
    grid: &Grid<S>,
    outcome: &mut Outcome,
) {
    let head = set.iter().fold(&set[0], |head, ghost| {
        if ghost.ratio > head.ratio {
            ghost
        } else {
            head
        }
    });
    // In a corner an image may have ghosts on two sides; it is paired with those on one.
    let is_paired =
        |ghost: &BoundaryNode| ghost.image != ghost.node && ghost.normal.dot(head.normal) > 0.5;
    for unpaired in set.iter().filter(|ghost| !is_paired(ghost)) {
        stop(
            obstacle,
            unpaired.node,
            &node_state(obstacle, grid, unpaired.node, unpaired.normal),
            outcome,
        );
    }
    if !is_paired(head) {
        return;
    }
    let image = node_state(obstacle, grid, head.image, head.normal);
    // Σ c m u, Σ c² m, Σ m u, Σ c m: along the normals, and along the surface.
    let (mut inertia, mut carried) = (image.mass, image.mass);
    let (mut lifted, mut away) = (image.mass * image.speed(), image.mass * image.speed());
    let mut pulled = image.slip().scale(image.mass);
    let mut along = pulled;
    for ghost in set.iter().filter(|ghost| is_paired(ghost)) {
        let state = node_state(obstacle, grid, ghost.node, ghost.normal);
        let coupled = ghost.ratio * state.mass;
        inertia += ghost.ratio * coupled;
        carried += coupled;
        lifted += coupled * state.speed();
        away += state.mass * state.speed();
        pulled = pulled + state.slip().scale(coupled);
        along = along + state.slip().scale(state.mass);
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
    let resolved = |state: &NodeState, ratio: f64| {
        let slip = state.slip().scale(1.0 - share) + stuck.scale(share * ratio);
        slip + state.normal.scale(ratio * speed)
    };
    outcome.set(head.image, &image, resolved(&image, 1.0));
    for ghost in set.iter().filter(|ghost| is_paired(ghost)) {
        let state = node_state(obstacle, grid, ghost.node, ghost.normal);
        outcome.set(ghost.node, &state, resolved(&state, ghost.ratio));
    }
}

/// Resolves a node on its own [JY17, Eqs. 44–48].
fn stop(obstacle: &Obstacle<'_>, node: usize, state: &NodeState, outcome: &mut Outcome) {
    let speed = state.speed();
    match obstacle.collider.contact {
        Contact::Sticky => outcome.set(node, state, Vec3::zero()),
        Contact::Separating if speed >= 0.0 => {}
        Contact::Separating | Contact::Sliding => {
            let brake = obstacle.collider.friction * speed.abs();
            outcome.set(node, state, slowed(state.slip(), brake));
        }
    }
}

fn node_state<S: Scalar>(
    obstacle: &Obstacle<'_>,
    grid: &Grid<S>,
    node: usize,
    normal: Vec3<f64>,
) -> NodeState {
    let [x, y, z, mass] = grid.velocities[node].map(|v| v.to_f64());
    let place = node_position(grid.places[node / NODES], node % NODES, grid.cell);
    NodeState {
        mass,
        velocity: Vec3([x, y, z]),
        moving: obstacle.moving(place),
        normal,
    }
}
