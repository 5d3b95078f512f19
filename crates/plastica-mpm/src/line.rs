//! A line of nodes next to an obstacle, or between two: an image and its ghosts.
//!
//! The image j changes its velocity by Δ along the normal n. With b = (vⱼ − V)·nₛ for the side s of a ghost i and κ = n·nₛ (1, or
//! about −1 for a side opposite), the ghost shall move with cᵢ (b + κ Δ). What is nearest to the free velocities in the norm
//! Σ m u² has
//!
//! Δ = Σ cᵢ κ mᵢ (uᵢ − cᵢ b) / (mⱼ + Σ cᵢ² κ² mᵢ),
//!
//! with b + w for b and uᵢ + w for uᵢ where material may still approach the surface, by w (`gap.rs`);
//! where ghost i takes the impulse λᵢ = mᵢ (cᵢ (b + κ Δ) − uᵢ) from its obstacle and hands −cᵢ κ λᵢ on to the image. The push
//! of a side is Σ λ (1 − c). Along the surface it is the same with vectors, and each side gives the share of
//! what sticking takes that friction allows.

use crate::b_spline::BSpline;
use crate::boundary::BoundaryNode;
use crate::contact::Outcome;
use crate::gap::{LineNode, gap};
use crate::grid::{Grid, NODES};
use crate::integrate::node_position;
use plastica_core::{Contact, Obstacle};
use plastica_tensor::{Scalar, Vec3};

/// A node, as an obstacle meets it.
pub(crate) struct NodeState {
    pub(crate) mass: f64,
    pub(crate) velocity: Vec3<f64>,
    /// Of the obstacle.
    pub(crate) moving: Vec3<f64>,
    normal: Vec3<f64>,
}

impl NodeState {
    pub(crate) fn new<S: Scalar>(
        obstacle: &Obstacle<'_>,
        grid: &Grid<S>,
        node: usize,
        normal: Vec3<f64>,
    ) -> Self {
        let [x, y, z, mass] = grid.velocities[node].map(|v| v.to_f64());
        let place = node_position(grid.places[node / NODES], node % NODES, grid.cell);
        NodeState {
            mass,
            velocity: Vec3([x, y, z]),
            moving: obstacle.moving(place),
            normal,
        }
    }
    /// How fast it moves away from the obstacle [m/s].
    pub(crate) fn speed(&self) -> f64 {
        (self.velocity - self.moving).dot(self.normal)
    }
    /// How it moves along the obstacle [m/s].
    pub(crate) fn slip(&self) -> Vec3<f64> {
        self.velocity - self.moving - self.normal.scale(self.speed())
    }
}

/// A ghost: its distance from the surface over that of the image, and what it takes from its obstacle if it sticks
/// [N s].
struct Ghost {
    node: usize,
    ratio: f64,
    state: NodeState,
    lift: f64,
    drag: Vec3<f64>,
}

/// The ghosts behind one surface.
struct Side<'a> {
    obstacle: &'a Obstacle<'a>,
    rank: usize,
    /// The image, as this obstacle meets it.
    image: NodeState,
    /// Its normal along that of the line.
    along: f64,
    ghosts: Vec<Ghost>,
    /// What the ghosts hand on to the image [N s].
    handed_on: Vec3<f64>,
    /// Of the image, from the surface [m].
    image_distance: f64,
    /// How fast material may approach the surface: the gap over the length of the step [m/s].
    closing: f64,
}

impl Side<'_> {
    /// How hard its obstacle pushes [N s].
    fn push(&self) -> f64 {
        let of_ghost = |ghost: &Ghost| ghost.lift * (1.0 - ghost.ratio);
        self.ghosts.iter().map(of_ghost).sum()
    }
    /// How much friction it can give [N s].
    fn limit(&self) -> f64 {
        self.obstacle.collider.friction * self.push().abs()
    }
    /// The share of what sticking takes that friction gives.
    fn share(&self) -> f64 {
        let limit = self.limit();
        if limit <= 0.0 {
            return 0.0;
        }
        let of_ghost = |sum, ghost: &Ghost| sum + ghost.drag.scale(1.0 - ghost.ratio);
        let drag: Vec3<f64> = self.ghosts.iter().fold(Vec3::zero(), of_ghost);
        limit / drag.norm().max(limit)
    }
}

/// An image and its ghosts.
pub(crate) struct Line<'a> {
    image: usize,
    mass: f64,
    velocity: Vec3<f64>,
    sides: Vec<Side<'a>>,
}

impl<'a> Line<'a> {
    pub(crate) fn new<'b, S: Scalar>(
        obstacles: &'a [Obstacle<'a>],
        head: &BoundaryNode,
        ghosts: impl Iterator<Item = &'b BoundaryNode>,
        grid: &Grid<S>,
    ) -> Self {
        let mut sides: Vec<Side<'a>> = Vec::with_capacity(2);
        for &BoundaryNode {
            rank,
            node,
            ratio,
            normal,
            image_distance,
            ..
        } in ghosts
        {
            let obstacle = &obstacles[rank];
            let along = normal.dot(head.normal).signum();
            let side = sides
                .iter()
                .position(|side| side.rank == rank && side.along * along > 0.0);
            let side = side.unwrap_or_else(|| {
                let normal = head.normal.scale(along);
                sides.push(Side {
                    obstacle,
                    rank,
                    image: NodeState::new(obstacle, grid, head.image, normal),
                    along,
                    ghosts: Vec::with_capacity(4),
                    handed_on: Vec3::zero(),
                    closing: 0.0,
                    image_distance,
                });
                sides.len() - 1
            });
            sides[side].ghosts.push(Ghost {
                node,
                ratio,
                state: NodeState::new(obstacle, grid, node, normal),
                lift: 0.0,
                drag: Vec3::zero(),
            });
        }
        let image = &sides[0].image;
        Line {
            image: head.image,
            mass: image.mass,
            velocity: image.velocity,
            sides,
        }
    }

    /// Lets material approach obstacles that can separate as far as it does not touch them.
    pub(crate) fn leave_gaps<S: Scalar, K: BSpline>(
        &mut self,
        head: &BoundaryNode,
        grid: &Grid<S>,
        dt: f64,
    ) {
        let can_separate =
            |side: &&mut Side<'_>| side.obstacle.collider.contact == Contact::Separating;
        for side in self.sides.iter_mut().filter(can_separate) {
            let in_cells = |distance: f64, mass: f64| LineNode {
                distance: distance / grid.cell,
                mass,
            };
            let (axis, outward) = head.outward(side.along);
            let (block, node) = (self.image / NODES, self.image % NODES);
            let beyond = grid.along(block, node, axis, outward);
            let step = head.normal[axis].abs() * grid.cell;
            let beyond = in_cells(
                side.image_distance + step,
                beyond.map_or(0.0, |node| grid.velocities[node][3].to_f64()),
            );
            let image = in_cells(side.image_distance, side.image.mass);
            let ghosts = (side.ghosts.iter())
                .map(|ghost| in_cells(ghost.ratio * side.image_distance, ghost.state.mass));
            side.closing = gap::<K>(image, ghosts, beyond) * grid.cell / dt;
        }
    }

    /// Lets the obstacles act that can.
    pub(crate) fn resolve(mut self, outcome: &mut Outcome) {
        self.lift();
        while let Some(idle) = self.first_that_pulls() {
            self.sides.remove(idle);
            self.lift();
        }
        self.stick();
        let mut velocity = self.velocity;
        for side in &mut self.sides {
            let share = side.share();
            for ghost in &side.ghosts {
                let Ghost { node, ratio, .. } = *ghost;
                let taken = ghost.state.normal.scale(ghost.lift) + ghost.drag.scale(share);
                let handed_on = side.image.normal.scale(ghost.lift) + ghost.drag.scale(share);
                let back = handed_on.scale(-ratio);
                velocity = velocity + back.scale(1.0 / self.mass);
                side.handed_on = side.handed_on + back;
                let after = ghost.state.velocity + taken.scale(1.0 / ghost.state.mass);
                outcome.set(node, after);
                outcome.book(taken, &ghost.state, after);
                outcome.push(side.rank, (taken + back).scale(-1.0));
            }
        }
        for side in &self.sides {
            outcome.book(side.handed_on, &side.image, velocity);
            // What pushes while a gap closes takes motion towards the surface, not along it.
            outcome.friction -= side.push() * side.closing;
        }
        if !self.sides.is_empty() {
            outcome.set(self.image, velocity);
        }
    }

    /// The side that pulls hardest of those that cannot.
    fn first_that_pulls(&self) -> Option<usize> {
        let pulls = |side: &Side<'_>| {
            side.obstacle.collider.contact == Contact::Separating && side.push() <= 0.0
        };
        let pulling = (0..self.sides.len()).filter(|side| pulls(&self.sides[*side]));
        pulling.min_by(|a, b| self.sides[*a].push().total_cmp(&self.sides[*b].push()))
    }

    /// What ghosts take along the normals.
    fn lift(&mut self) {
        let (mut inertia, mut missing) = (self.mass, 0.0);
        for side in &self.sides {
            let speed = side.image.speed() + side.closing;
            for Ghost { ratio, state, .. } in &side.ghosts {
                inertia += ratio * ratio * state.mass;
                let lag = state.speed() + side.closing - ratio * speed;
                missing += ratio * side.along * state.mass * lag;
            }
        }
        let change = missing / inertia;
        for side in &mut self.sides {
            let speed = side.image.speed() + side.closing + side.along * change;
            for ghost in &mut side.ghosts {
                let state = &ghost.state;
                ghost.lift = state.mass * (ghost.ratio * speed - side.closing - state.speed());
            }
        }
    }

    /// What ghosts take along the surfaces if they stick, where there is friction.
    fn stick(&mut self) {
        let (mut inertia, mut missing) = (self.mass, Vec3::zero());
        for side in self.sides.iter().filter(|side| side.limit() > 0.0) {
            let slip = side.image.slip();
            for Ghost { ratio, state, .. } in &side.ghosts {
                inertia += ratio * ratio * state.mass;
                let lag = state.slip() - slip.scale(*ratio);
                missing = missing + lag.scale(ratio * state.mass);
            }
        }
        let change = missing.scale(1.0 / inertia);
        for side in self.sides.iter_mut().filter(|side| side.limit() > 0.0) {
            let slip = side.image.slip() + change;
            for ghost in &mut side.ghosts {
                let state = &ghost.state;
                ghost.drag = (slip.scale(ghost.ratio) - state.slip()).scale(state.mass);
            }
        }
    }
}
