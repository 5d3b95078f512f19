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
//! Between two obstacles a cell or two apart one image may have ghosts behind both. They are resolved together (`line.rs`):
//! one after the other, each would undo what the other asks for.
//!
//! A node without an image (sticky obstacles, edges, thin plates, narrow gaps) is held as in the paper.

use crate::b_spline::BSpline;
use crate::boundary::{BoundaryNode, boundary_nodes};
use crate::grid::Grid;
use crate::line::{Line, NodeState};
use crate::options::Touch;
use plastica_core::{BadValue, Contact, Obstacle, World, slowed};
use plastica_tensor::{Scalar, Vec3};
use rayon::prelude::*;

/// How many sets of nodes are resolved at once.
const BATCH: usize = 256;

/// What obstacles did in a step: impulse on each collider [N s], work by their own motion and loss by friction [J].
pub(crate) struct Contacts {
    pub(crate) impulses: Vec<Vec3<f64>>,
    pub(crate) work: f64,
    pub(crate) friction: f64,
}

/// Corrects the velocities of nodes that meet obstacles.
pub(crate) fn enforce<S: Scalar, K: BSpline>(
    grid: &mut Grid<S>,
    world: &World,
    touch: Touch,
    (time, dt): (f64, f64),
) -> Result<Contacts, Box<BadValue>> {
    let mut contacts = Contacts {
        impulses: vec![Vec3::zero(); world.colliders.len()],
        work: 0.0,
        friction: 0.0,
    };
    let obstacles = Obstacle::all(world, time, dt)?;
    if obstacles.is_empty() {
        return Ok(contacts);
    }
    let reach = 0.5 * K::WIDTH as f64 * grid.cell;
    let gaps = (touch == Touch::Surface).then_some(dt);
    let mut all: Vec<BoundaryNode> = (0..grid.places.len())
        .into_par_iter()
        .with_min_len(8)
        .flat_map_iter(|block| boundary_nodes(&obstacles, grid, reach, block))
        .collect();
    if obstacles.len() > 1 {
        join_opposed(&mut all);
    }
    all.par_sort_unstable_by_key(|node| (node.turn, node.image, node.rank, node.node));
    for of_turn in all.chunk_by(|a, b| a.turn == b.turn) {
        let sets: Vec<&[BoundaryNode]> = of_turn.chunk_by(|a, b| a.image == b.image).collect();
        let resolve_all = |sets: &[&[BoundaryNode]]| {
            let mut outcome = Outcome::default();
            for set in sets {
                resolve::<S, K>(&obstacles, set, grid, gaps, &mut outcome);
            }
            outcome
        };
        let outcomes: Vec<Outcome> = match sets.len() {
            0..BATCH => vec![resolve_all(&sets)],
            _ => sets.par_chunks(BATCH).map(resolve_all).collect(),
        };
        // Batch after batch, so that the sum does not depend on the threads.
        for outcome in outcomes {
            for (rank, push) in outcome.impulses {
                let impulse = &mut contacts.impulses[obstacles[rank].index];
                *impulse = *impulse + push;
            }
            contacts.work += outcome.work;
            contacts.friction += outcome.friction;
            for (node, velocity) in outcome.velocities {
                for k in 0..3 {
                    grid.velocities[node][k] = S::from_f64(velocity[k]);
                }
            }
        }
    }
    Ok(contacts)
}

/// What nodes that met obstacles do afterwards [m/s], the impulses that these bear, by rank [N s], and where energy goes [J].
#[derive(Default)]
pub(crate) struct Outcome {
    velocities: Vec<(usize, Vec3<f64>)>,
    impulses: Vec<(usize, Vec3<f64>)>,
    work: f64,
    pub(crate) friction: f64,
}

impl Outcome {
    /// Books an impulse [N s] on a node that goes on with a velocity [m/s]: the obstacle's own motion does work, and what the node
    /// slips along it is lost. What stops dead is not seen here: the impulse against the velocity at the end does no work.
    pub(crate) fn book(&mut self, impulse: Vec3<f64>, state: &NodeState, after: Vec3<f64>) {
        self.work += impulse.dot(state.moving);
        self.friction -= impulse.dot(after - state.moving);
    }
    /// The node moves like this from now on.
    pub(crate) fn set(&mut self, node: usize, velocity: Vec3<f64>) {
        self.velocities.push((node, velocity));
    }
    /// An obstacle takes an impulse.
    pub(crate) fn push(&mut self, rank: usize, impulse: Vec3<f64>) {
        match self.impulses.iter_mut().find(|(other, _)| *other == rank) {
            Some((_, sum)) => *sum = *sum + impulse,
            None => self.impulses.push((rank, impulse)),
        }
    }
}

/// Two obstacles that have ghosts of one image on opposite sides of it take their turns together, as the first of them.
fn join_opposed(all: &mut [BoundaryNode]) {
    all.par_sort_unstable_by_key(|node| (node.image, node.rank, node.node));
    for set in all.chunk_by_mut(|a, b| a.image == b.image) {
        for k in 0..set.len() {
            let first = set[k];
            if !first.has_image() || first.turn != first.rank {
                continue;
            }
            let is_opposed = |ghost: &&BoundaryNode| {
                ghost.rank > first.rank
                    && ghost.turn == ghost.rank
                    && ghost.has_image()
                    && ghost.normal.dot(first.normal) < -0.5
            };
            let Some(other) = set.iter().find(is_opposed).map(|ghost| ghost.rank) else {
                continue;
            };
            let of_other = |ghost: &&mut BoundaryNode| ghost.rank == other && ghost.has_image();
            (set.iter_mut().filter(of_other)).for_each(|ghost| ghost.turn = first.rank);
        }
    }
}

/// Resolves nodes with the same image, or one that has none. If gaps count, they may close in a step of that length.
fn resolve<S: Scalar, K: BSpline>(
    obstacles: &[Obstacle<'_>],
    set: &[BoundaryNode],
    grid: &Grid<S>,
    gaps: Option<f64>,
    outcome: &mut Outcome,
) {
    // The one nearest to the image. In a corner an image may have ghosts along several axes; it is paired with those
    // along one.
    let head = set.iter().fold(&set[0], |head, ghost| {
        if ghost.ratio > head.ratio {
            ghost
        } else {
            head
        }
    });
    let is_paired =
        |ghost: &BoundaryNode| ghost.has_image() && ghost.normal.dot(head.normal).abs() > 0.5;
    for ghost in set.iter().filter(|ghost| !is_paired(ghost)) {
        let obstacle = &obstacles[ghost.rank];
        let state = NodeState::new(obstacle, grid, ghost.node, ghost.normal);
        stop(obstacle, ghost, &state, outcome);
    }
    if is_paired(head) {
        let paired = set.iter().filter(|ghost| is_paired(ghost));
        let mut line = Line::new(obstacles, head, paired, grid);
        if let Some(dt) = gaps {
            line.leave_gaps::<S, K>(head, grid, dt);
        }
        line.resolve(outcome);
    }
}

/// Resolves a node on its own [JY17, Eqs. 44–48].
fn stop(
    obstacle: &Obstacle<'_>,
    BoundaryNode { rank, node, .. }: &BoundaryNode,
    state: &NodeState,
    outcome: &mut Outcome,
) {
    let speed = state.speed();
    let relative = match obstacle.collider.contact {
        Contact::Sticky => Vec3::zero(),
        Contact::Separating if speed >= 0.0 => return,
        Contact::Separating | Contact::Sliding => {
            slowed(state.slip(), obstacle.collider.friction * speed.abs())
        }
    };
    let after = relative + state.moving;
    outcome.set(*node, after);
    outcome.book((after - state.velocity).scale(state.mass), state, after);
    outcome.push(*rank, (state.velocity - after).scale(state.mass));
}
