//! Obstacles: what particles that would go into them do instead.
//!
//! The material reaches half a spacing beyond its outermost particles, so that is how near they may come. A particle
//! that would come nearer within the step gets the normal velocity with which it just arrives, and none into
//! the obstacle if it is too near already; friction takes from its velocity along the surface up to μ times what
//! the push has changed. One that is too near is moved out, a small part of a spacing in a step, without
//! getting a velocity from that.

use plastica_core::{Collider, Contact, Pose, World};
use plastica_tensor::{Mat3, Vec3};

/// How near to a surface that holds on to it a particle is held [spacings].
const TOUCHING: f64 = 0.05;
/// How far a particle is moved out of an obstacle in a step [spacings].
const OUT: f64 = 0.02;

/// An obstacle during one step.
pub(crate) struct Obstacle<'a> {
    collider: &'a Collider,
    /// Which of the world's colliders it is.
    pub(crate) index: usize,
    now: Pose,
    then: Pose,
    /// Where its points go within the step: x ↦ turn x + shift.
    turn: Mat3<f64>,
    shift: Vec3<f64>,
    still: bool,
    dt: f64,
    spacing: f64,
}

/// The obstacles that are there during a step.
pub(crate) fn obstacles(world: &World, time: f64, dt: f64, spacing: f64) -> Vec<Obstacle<'_>> {
    let mut obstacles: Vec<Obstacle<'_>> = (world.colliders.iter().enumerate())
        .filter(|(_, collider)| collider.is_present(time))
        .map(|(index, collider)| {
            let now = collider.motion.pose(time);
            let then = collider.motion.pose(time + dt);
            let (turn, shift) = now.carry(&then);
            Obstacle {
                collider,
                index,
                now,
                then,
                turn,
                shift,
                still: collider.motion.is_still(),
                dt,
                spacing,
            }
        })
        .collect();
    // Smooth obstacles first: where a particle meets several, what a smooth one stops must not count as
    // sliding along a rough one.
    obstacles.sort_by_key(|obstacle| {
        let collider = obstacle.collider;
        collider.contact == Contact::Sticky || collider.friction > 0.0
    });
    obstacles
}

impl Obstacle<'_> {
    /// Whether particles within a radius of a place that move by up to some way within the step can meet it [m].
    pub(crate) fn may_meet(&self, centre: Vec3<f64>, radius: f64, way: f64) -> bool {
        let distance = |pose: &Pose| self.collider.shape.distance(pose.to_local(centre));
        let near = radius + way + self.spacing;
        distance(&self.now) < near || !self.still && distance(&self.then) < near
    }

    /// How it moves at a place [m/s].
    fn moving(&self, x: Vec3<f64>) -> Vec3<f64> {
        if self.still {
            Vec3::zero()
        } else {
            (self.turn.mul_vec(x) + self.shift - x).scale(1.0 / self.dt)
        }
    }

    /// Corrects the velocity of a particle at x; returns how it is moved beside that [m].
    pub(crate) fn meet(&self, x: Vec3<f64>, velocity: &mut Vec3<f64>) -> Vec3<f64> {
        let radius = 0.5 * self.spacing;
        let shape = &self.collider.shape;
        let arrival = self.then.to_local(x + velocity.scale(self.dt));
        let ahead = shape.distance(arrival) - radius;
        let here = shape.distance(self.now.to_local(x)) - radius;
        let touches = here < TOUCHING * self.spacing;
        let contact = self.collider.contact;
        if ahead >= 0.0 && !(contact != Contact::Separating && touches) {
            return Vec3::zero();
        }
        let normal = self.then.rotation.mul_vec(shape.normal(arrival));
        let moving = self.moving(x);
        let relative = *velocity - moving;
        let speed = relative.dot(normal);
        let slip = relative - normal.scale(speed);
        let after = match contact {
            Contact::Sticky => Vec3::zero(),
            _ => {
                let lowest = -here.max(0.0) / self.dt;
                let allowed = match contact {
                    Contact::Sliding if touches => lowest.max(speed.min(0.0)),
                    _ => speed.max(lowest),
                };
                let brake = self.collider.friction * (allowed - speed).abs();
                slowed(slip, brake) + normal.scale(allowed)
            }
        };
        *velocity = moving + after;
        let deep = -here;
        normal.scale(deep.clamp(0.0, OUT * self.spacing))
    }
}

/// A velocity that friction makes slower by this much.
fn slowed(velocity: Vec3<f64>, brake: f64) -> Vec3<f64> {
    let speed = velocity.norm();
    if speed <= brake {
        Vec3::zero()
    } else {
        velocity.scale(1.0 - brake / speed)
    }
}
