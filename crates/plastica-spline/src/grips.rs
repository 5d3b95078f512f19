//! Grips: which nodes they hold, and the impulses on them.

use crate::deformable_body::DeformableBody;
use crate::external_forces::ExternalForces;
use plastica_core::{StepReport, World};
use plastica_tensor::Vec3;

/// Grips take hold of nodes when they close, and release them when they open; `closed` says which are.
pub(crate) fn update(
    bodies: &mut [DeformableBody],
    closed: &mut Vec<bool>,
    world: &World,
    time: f64,
) {
    closed.resize(world.grips.len(), false);
    for (k, (grip, closed)) in world.grips.iter().zip(closed).enumerate() {
        if grip.is_closed(time) == *closed {
            continue;
        }
        *closed = !*closed;
        let (mark, pose) = (k as u32 + 1, grip.motion.pose(time));
        for body in bodies.iter_mut() {
            let meant = grip.holds(body.name());
            let nodes = &mut body.nodes;
            for (x, held_by) in nodes.positions.iter().zip(&mut nodes.grips) {
                if !*closed && *held_by == mark {
                    *held_by = 0;
                } else if *closed && meant && grip.shape.contains(pose.to_local(*x)) {
                    *held_by = mark;
                }
            }
        }
    }
}

/// Adds the impulses of a body on grips and on obstacles it sticks to.
pub(crate) fn add_impulses(
    body: &DeformableBody,
    forces: &ExternalForces,
    report: &mut StepReport,
) {
    for (i, grip) in body.nodes.gripped() {
        add(&mut report.grip_impulses[grip], reaction(body, forces, i));
    }
    for &(i, collider) in &body.nodes.stuck {
        let impulse = reaction(body, forces, i);
        add(&mut report.collider_impulses[collider], impulse);
    }
}

/// The impulse of a node on what holds it: other forces on it beyond its change of momentum.
pub(crate) fn reaction(body: &DeformableBody, forces: &ExternalForces, i: usize) -> Vec3<f64> {
    let (nodes, mass) = (&body.nodes, body.structure.masses[i]);
    let change = (nodes.velocities[i] - nodes.start_velocities[i]).scale(mass);
    let others = body.force(i) + forces.accelerations[i].scale(mass);
    others.scale(forces.dt) - change
}

fn add(sum: &mut [f64; 3], impulse: Vec3<f64>) {
    *sum = (Vec3(*sum) + impulse).0;
}
