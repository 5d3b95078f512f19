//! Obstacles that take nodes along, as grips do.

use super::TOUCHING;
use crate::deformable_body::DeformableBody;
use crate::external_forces::ExternalForces;
use plastica_core::{Contact, Obstacle};

/// Nodes on sticky obstacles go along with them.
pub(super) fn hold_touching(
    body: &mut DeformableBody,
    obstacles: &[Obstacle<'_>],
    forces: &mut ExternalForces,
) {
    body.nodes.stuck.clear();
    let reach = body.structure.options.thickness + TOUCHING * body.structure.spacing;
    for obstacle in sticky(obstacles) {
        for (i, x) in body.nodes.start_positions.iter().enumerate() {
            if !forces.held[i] && obstacle.distance(*x) < reach {
                forces.prescribe(i, *x + obstacle.moving(*x).scale(forces.dt));
                body.nodes.stuck.push((i, obstacle.index));
            }
        }
    }
}

/// Nodes that would enter sticky obstacles stop at their surfaces. Returns whether there are any.
pub(super) fn hold_entering(
    body: &mut DeformableBody,
    obstacles: &[Obstacle<'_>],
    forces: &mut ExternalForces,
) -> bool {
    let thickness = body.structure.options.thickness;
    let before = body.nodes.stuck.len();
    for obstacle in sticky(obstacles) {
        for (i, to) in body.nodes.positions.iter().enumerate() {
            let ahead = obstacle.distance_then(*to) - thickness;
            if !forces.held[i] && ahead < 0.0 {
                let from = body.nodes.start_positions[i];
                let here = (obstacle.distance(from) - thickness).max(0.0);
                let carried = from + obstacle.moving(from).scale(forces.dt);
                // The part of its way to the surface.
                let part = here / (here - ahead);
                forces.prescribe(i, carried + (*to - carried).scale(part));
                body.nodes.stuck.push((i, obstacle.index));
            }
        }
    }
    body.nodes.stuck.len() > before
}

fn sticky<'a, 'b>(obstacles: &'a [Obstacle<'b>]) -> impl Iterator<Item = &'a Obstacle<'b>> {
    obstacles
        .iter()
        .filter(|obstacle| obstacle.collider.contact == Contact::Sticky)
}
