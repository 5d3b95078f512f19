//! Obstacles: nodes that would go into them stop at the surface, and friction takes from their way along it up to μ times what
//! the push has changed. The paper's projection, on the way of a step.

use plastica_core::{Collider, Contact, Obstacle, slowed};
use plastica_tensor::Vec3;

/// How near to a surface that holds on to it a node is held, over the distance of nodes.
const TOUCHING: f64 = 0.01;

/// Corrects the mean velocity in the step of a node that starts at x, and the velocity it ends with. Nodes keep a
/// thickness off obstacles; `spacing` is their distance from each other [m].
pub(crate) fn meet(
    obstacle: &Obstacle<'_>,
    x: Vec3<f64>,
    (way, velocity): (&mut Vec3<f64>, &mut Vec3<f64>),
    dt: f64,
    (thickness, spacing): (f64, f64),
) {
    let Collider {
        contact, friction, ..
    } = obstacle.collider;
    let arrival = x + way.scale(dt);
    let ahead = obstacle.distance_then(arrival) - thickness;
    let here = obstacle.distance(x) - thickness;
    let touches = here < TOUCHING * spacing.min(1e3);
    if ahead >= 0.0 && (*contact == Contact::Separating || !touches) {
        return;
    }
    let normal = obstacle.normal_then(arrival);
    let moving = obstacle.moving(x);
    if *contact == Contact::Sticky {
        *way = moving + normal.scale((-here).max(0.0) / dt);
        *velocity = moving;
        return;
    }
    // The speed with which the node ends the step on the surface; for a flat one exactly.
    let speed = (*way - moving).dot(normal);
    let allowed = match contact {
        Contact::Sliding if touches => speed - ahead / dt,
        _ => speed.max(speed - ahead / dt),
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

/// A velocity after a push along the normal, with the friction that goes with it.
fn pushed(velocity: Vec3<f64>, normal: Vec3<f64>, push: f64, friction: f64) -> Vec3<f64> {
    let speed = velocity.dot(normal);
    let slip = velocity - normal.scale(speed);
    slowed(slip, friction * push.abs()) + normal.scale(speed + push)
}
