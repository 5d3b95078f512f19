//! Obstacles: nodes that would go into them stop at the surface, and friction takes from their way along it up to μ times what
//! the push has changed. The paper's projection, on the way of a step.

use crate::deformable_body::DeformableBody;
use crate::external_forces::ExternalForces;
use plastica_core::{Collider, Contact, Obstacle, StepReport, slowed};
use plastica_tensor::Vec3;

/// How near to a surface that holds on to it a node is held, over the distance of nodes.
const TOUCHING: f64 = 0.01;

/// Velocities of a node.
struct NodeMotion<'a> {
    /// Mean over the step [m/s].
    mean: &'a mut Vec3<f64>,
    /// At its end [m/s].
    velocity: &'a mut Vec3<f64>,
}

/// Lengths and times of contact.
struct ContactScales {
    /// Length of the step [s].
    dt: f64,
    /// Distance that nodes keep off obstacles [m].
    thickness: f64,
    /// Distance of nodes from each other [m].
    spacing: f64,
}

/// Obstacles correct the motion of nodes; the report takes the impulses on them.
pub(crate) fn resolve(
    body: &mut DeformableBody,
    obstacles: &[Obstacle<'_>],
    forces: &ExternalForces,
    report: &mut StepReport,
) {
    let (structure, nodes) = (&body.structure, &mut body.nodes);
    let scales = ContactScales {
        dt: forces.dt,
        thickness: structure.options.thickness,
        spacing: structure.spacing,
    };
    // Damping came before contact, also for what the forces of this step have added; obstacles bear those forces in full.
    let undamped = (forces.damping * forces.dt).exp();
    for i in (0..nodes.len()).filter(|&i| !forces.held[i]) {
        let from = nodes.start_positions[i];
        let way = (nodes.positions[i] - from).scale(1.0 / forces.dt);
        let mut corrected = way;
        for obstacle in obstacles {
            let before = nodes.velocities[i];
            let motion = NodeMotion {
                mean: &mut corrected,
                velocity: &mut nodes.velocities[i],
            };
            resolve_node(obstacle, from, motion, &scales);
            let impulse = (before - nodes.velocities[i]).scale(undamped * structure.masses[i]);
            let sum = &mut report.collider_impulses[obstacle.index];
            *sum = (Vec3(*sum) + impulse).0;
        }
        nodes.in_contact[i] = corrected != way;
        if corrected != way {
            nodes.positions[i] = from + corrected.scale(forces.dt);
        }
    }
}

/// Corrects the motion of a node that starts at x.
fn resolve_node(
    obstacle: &Obstacle<'_>,
    x: Vec3<f64>,
    motion: NodeMotion<'_>,
    scales: &ContactScales,
) {
    let NodeMotion {
        mean: way,
        velocity,
    } = motion;
    let &ContactScales {
        dt,
        thickness,
        spacing,
    } = scales;
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
