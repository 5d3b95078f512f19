//! Obstacles: nodes that would go into them stop at the surface, and friction takes from their way along it up to μ times what
//! the push has changed. The paper's projection, on the way of a step.

use plastica_core::{Collider, Contact, Pose, World};
use plastica_tensor::{Mat3, Vec3};

/// How near to a surface that holds on to it a node is held, over the distance of nodes.
const TOUCHING: f64 = 0.01;

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
    dt: f64,
    thickness: f64,
}

/// The obstacles that are there during a step, smooth ones first: what a smooth one stops must not count as sliding along a
/// rough one.
pub(crate) fn obstacles(world: &World, time: f64, dt: f64, thickness: f64) -> Vec<Obstacle<'_>> {
    let mut obstacles: Vec<Obstacle<'_>> = (world.colliders.iter().enumerate())
        .filter(|(_, collider)| collider.is_present(time))
        .map(|(index, collider)| {
            let now = collider.motion.pose(time);
            let then = collider.motion.pose(time + dt);
            let (turn, shift) = match collider.motion.is_still() {
                true => (Mat3::identity(), Vec3::zero()),
                false => now.carry(&then),
            };
            Obstacle {
                collider,
                index,
                now,
                then,
                turn,
                shift,
                dt,
                thickness,
            }
        })
        .collect();
    obstacles.sort_by_key(|obstacle| {
        let collider = obstacle.collider;
        collider.contact == Contact::Sticky || collider.friction > 0.0
    });
    obstacles
}

impl Obstacle<'_> {
    /// Corrects the mean velocity in the step of a node that starts at x, and the velocity it ends with; `spacing` is the
    /// distance of nodes [m].
    pub(crate) fn meet(
        &self,
        x: Vec3<f64>,
        way: &mut Vec3<f64>,
        velocity: &mut Vec3<f64>,
        spacing: f64,
    ) {
        let Collider {
            shape,
            contact,
            friction,
            ..
        } = self.collider;
        let arrival = self.then.to_local(x + way.scale(self.dt));
        let ahead = shape.distance(arrival) - self.thickness;
        let here = shape.distance(self.now.to_local(x)) - self.thickness;
        let touches = here < TOUCHING * spacing.min(1e3);
        if ahead >= 0.0 && (*contact == Contact::Separating || !touches) {
            return;
        }
        let normal = self.then.rotation.mul_vec(shape.normal(arrival));
        let moving = (self.turn.mul_vec(x) + self.shift - x).scale(1.0 / self.dt);
        if *contact == Contact::Sticky {
            *way = moving + normal.scale((-here).max(0.0) / self.dt);
            *velocity = moving;
            return;
        }
        // The speed with which the node ends the step on the surface; for a flat one exactly.
        let speed = (*way - moving).dot(normal);
        let allowed = match contact {
            Contact::Sliding if touches => speed - ahead / self.dt,
            _ => speed.max(speed - ahead / self.dt),
        };
        let changed = pushed(*way - moving, normal, allowed - speed, *friction);
        *velocity = *velocity + moving + changed - *way;
        *way = moving + changed;
        // On the surface nothing goes on into it.
        let inward = (*velocity - moving).dot(normal);
        if inward < 0.0 {
            *velocity = moving + pushed(*velocity - moving, normal, -inward, *friction);
        }
    }
}

/// A velocity after a push along the normal, with the friction that goes with it.
fn pushed(velocity: Vec3<f64>, normal: Vec3<f64>, push: f64, friction: f64) -> Vec3<f64> {
    let speed = velocity.dot(normal);
    let slip = velocity - normal.scale(speed);
    slowed(slip, friction * push.abs()) + normal.scale(speed + push)
}

/// A velocity that friction makes slower by this much.
fn slowed(velocity: Vec3<f64>, brake: f64) -> Vec3<f64> {
    let speed = velocity.norm();
    match speed <= brake {
        true => Vec3::zero(),
        false => velocity.scale(1.0 - brake / speed),
    }
}
