//! Obstacles: nodes of the surface that would go into them.
//!
//! A node that would get inside within the step gets the normal velocity with which it just arrives, and none into the
//! obstacle if it is inside already: depth never becomes velocity. Friction takes from its velocity along the obstacle up to μ
//! times what the push has changed [BW07, section 5]. One that is inside is lifted, a small part of an edge in a step, and has
//! no velocity from that.
//!
//! A node that meets several obstacles is resolved with all of them, one after the other and again: each takes back its own
//! impulse and gives what is needed as the others stand. No such impulse adds to the kinetic energy beside what moving
//! obstacles do.

use crate::integrate::{Motion, Surroundings};
use plastica_core::{Contact, Obstacle, slowed};
use plastica_geometry::Bounds;
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// How near to an obstacle a node touches it [edges].
const TOUCHING: f64 = 1e-3;
/// How far a node that is inside is lifted in a step [edges]: slowly, for that strains its elements.
const OUT: f64 = 1e-3;
/// Sweeps over the obstacles of a node end when none changes its velocity by more than this [edges per step].
const TOLERANCE: f64 = 1e-9;
/// Most sweeps.
const MOST_SWEEPS: usize = 24;
/// Nodes of a piece of work.
const BLOCK: usize = 256;

/// Corrects the velocities of nodes that meet obstacles, and books what that does.
pub(crate) fn meet(around: &Surroundings<'_>, motion: &mut Motion) {
    if around.obstacles.is_empty() {
        return;
    }
    let velocities = &motion.velocities;
    let met: Vec<Met> = around
        .surface
        .nodes
        .par_chunks(BLOCK)
        .flat_map_iter(|nodes| meet_some(around, nodes, velocities))
        .collect();
    for met in met {
        motion.velocities[met.node] = met.velocity;
        if met.shift.norm_squared() > 0.0 {
            motion.shifts.push((met.node, met.shift));
        }
        let mass = around.nodes.masses[met.node];
        for contact in met.contacts {
            let impulse = contact.change.scale(mass);
            let sum = &mut motion.colliders[contact.collider];
            *sum = *sum - impulse;
            motion.external.obstacles += impulse.dot(contact.moving);
            let relative = met.velocity - contact.moving;
            let along = relative - contact.normal.scale(relative.dot(contact.normal));
            motion.external.friction -= impulse.dot(along);
        }
    }
}

/// A node that has met obstacles.
struct Met {
    node: usize,
    velocity: Vec3<f64>,
    shift: Vec3<f64>,
    contacts: Vec<NodeContact>,
}

/// A node and an obstacle in a step.
struct NodeContact {
    /// Which of the world's colliders it is.
    collider: usize,
    /// Away from the obstacle.
    normal: Vec3<f64>,
    /// Velocity of the obstacle [m/s].
    moving: Vec3<f64>,
    /// Velocities along the normal that the node may have, seen from the obstacle [m/s].
    between: (f64, f64),
    friction: f64,
    /// How deep the node is inside [m].
    depth: f64,
    /// By how much this contact has changed the velocity [m/s].
    change: Vec3<f64>,
}

/// Some nodes of the surface that are near each other.
fn meet_some(around: &Surroundings<'_>, nodes: &[u32], velocities: &[Vec3<f64>]) -> Vec<Met> {
    let place = |node: &u32| around.nodes.position(*node as usize);
    let bounds = Bounds::around(nodes.iter().map(place));
    let speeds = nodes.iter().map(|node| velocities[*node as usize].norm());
    let near = 0.5 * bounds.size().norm() + speeds.fold(0.0, f64::max) * around.dt;
    let (centre, edge) = (bounds.centre(), longest_edge(around));
    let may_touch = |obstacle: &&Obstacle<'_>| {
        let near = near + TOUCHING * edge;
        obstacle.distance(centre) < near
            || !obstacle.is_still && obstacle.distance_then(centre) < near
    };
    let obstacles: Vec<&Obstacle<'_>> = around.obstacles.iter().filter(may_touch).collect();
    if obstacles.is_empty() {
        return Vec::new();
    }
    nodes
        .iter()
        .filter_map(|node| meet_one(around, &obstacles, *node as usize, velocities))
        .collect()
}

/// The longest edge of any body [m].
fn longest_edge(around: &Surroundings<'_>) -> f64 {
    (around.groups.iter()).fold(0.0, |longest, group| f64::max(longest, group.edge))
}

fn meet_one(
    around: &Surroundings<'_>,
    obstacles: &[&Obstacle<'_>],
    node: usize,
    velocities: &[Vec3<f64>],
) -> Option<Met> {
    if around.nodes.grip_of[node] != 0 {
        return None;
    }
    let group = around.groups.iter().find(|g| g.nodes.contains(&node))?;
    let (x, mut velocity) = (around.nodes.position(node), velocities[node]);
    let (dt, edge) = (around.dt, group.edge);
    let contact = |obstacle: &&Obstacle<'_>| NodeContact::with(obstacle, x, velocity, (dt, edge));
    let mut contacts: Vec<NodeContact> = obstacles.iter().filter_map(contact).collect();
    if contacts.is_empty() {
        return None;
    }
    for _ in 0..MOST_SWEEPS {
        let mut largest: f64 = 0.0;
        for contact in &mut contacts {
            largest = largest.max(contact.project(&mut velocity));
        }
        if largest * dt <= TOLERANCE * edge || contacts.len() == 1 {
            break;
        }
    }
    let deepest = contacts.iter().max_by(|a, b| a.depth.total_cmp(&b.depth))?;
    let shift = deepest.normal.scale(deepest.depth.clamp(0.0, OUT * edge));
    Some(Met {
        node,
        velocity,
        shift,
        contacts,
    })
}

impl NodeContact {
    /// How a node at x may meet an obstacle.
    fn with(
        obstacle: &Obstacle<'_>,
        x: Vec3<f64>,
        velocity: Vec3<f64>,
        (dt, edge): (f64, f64),
    ) -> Option<NodeContact> {
        let collider = obstacle.collider;
        let arrival = x + velocity.scale(dt);
        let gap = obstacle.distance(x);
        let touches = gap < TOUCHING * edge;
        if !touches && obstacle.distance_then(arrival) >= 0.0 {
            return None;
        }
        let lowest = -gap.max(0.0) / dt;
        let (highest, friction) = match collider.contact {
            Contact::Sticky => (lowest, f64::INFINITY),
            Contact::Sliding if touches => (lowest, collider.friction),
            _ => (f64::INFINITY, collider.friction),
        };
        Some(NodeContact {
            collider: obstacle.index,
            normal: obstacle.normal_then(arrival),
            moving: obstacle.moving(x),
            between: (lowest, highest),
            friction,
            depth: -gap,
            change: Vec3::zero(),
        })
    }

    /// Changes the velocity as this contact needs; returns by how much [m/s].
    fn project(&mut self, velocity: &mut Vec3<f64>) -> f64 {
        let without = *velocity - self.moving - self.change;
        let speed = without.dot(self.normal);
        let slip = without - self.normal.scale(speed);
        let allowed = speed.clamp(self.between.0, self.between.1);
        let brake = match self.friction {
            f64::INFINITY => f64::INFINITY,
            friction => friction * (allowed - speed).abs(),
        };
        let after = slowed(slip, brake) + self.normal.scale(allowed);
        let change = after - without;
        let more = change - self.change;
        *velocity = *velocity + more;
        self.change = change;
        more.norm()
    }
}
