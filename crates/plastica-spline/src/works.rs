//! Work of what acts on a body in a step, by the way that its nodes have gone.

use crate::deformable_body::DeformableBody;
use crate::external_forces::ExternalForces;
use crate::grips::reaction;
use plastica_core::{Obstacle, Works, add_work};
use plastica_tensor::Vec3;

/// Books a step that has ended, given the accelerations by gravity and the like.
pub(crate) fn book(
    works: &mut Works,
    body: &DeformableBody,
    forces: &ExternalForces,
    accelerations: &[Vec3<f64>],
    obstacles: &[Obstacle<'_>],
) {
    let nodes = &body.nodes;
    let way = |i: usize| nodes.positions[i] - nodes.start_positions[i];
    let masses = body.structure.masses.iter().enumerate();
    let fall = masses.map(|(i, m)| m * accelerations[i].dot(way(i)));
    add_work(&mut works.gravity, fall.sum());
    // Springs act with the force that they have θ of the way on.
    let theta = body.structure.options.implicitness;
    for spring in &forces.springs {
        let i = spring.node;
        let left = spring.place - nodes.start_positions[i] - way(i).scale(theta);
        add_work(&mut works.springs, spring.stiffness * left.dot(way(i)));
    }
    for held in &forces.prescribed {
        let i = held.node;
        let impulse = reaction(body, forces, i).scale(-1.0);
        let stuck = nodes.stuck.iter().find(|(node, _)| *node == i);
        let collider = stuck.and_then(|(_, index)| obstacles.iter().find(|o| o.index == *index));
        let by_motion = impulse.dot(way(i)) / forces.dt;
        match collider {
            Some(obstacle) => {
                let moving = obstacle.moving(nodes.start_positions[i]);
                add_work(&mut works.obstacles, impulse.dot(moving));
            }
            None if nodes.grips[i] > 0 => add_work(&mut works.grips, by_motion),
            None => add_work(&mut works.springs, by_motion),
        }
    }
    for touch in &nodes.pushes {
        add_work(&mut works.obstacles, touch.carried);
        add_work(&mut works.friction, touch.lost);
    }
}
