//! Obstacles keep nodes out by forces that act through the implicit step.
//!
//! A force c on a node that the step takes along does the work c·(x⁺ − x − s) on the body, s being the way of the obstacle in
//! the step. Non-penetration asks that no node ends farther inside than it began: with a gap g to the surface, g⁺ ≥ min(g, 0), λ ≥ 0
//! and λ = 0 where g⁺ is larger. So λ (g⁺ − g) ≤ 0, and friction points against the slip: contact takes energy or
//! leaves it, however stiff the body. What is inside all the same, because an obstacle has appeared there or a grip has let
//! go, comes out by a correction of places that velocities do not see.
//!
//! | file | |
//! |---|---|
//! | `touch` | one node at one obstacle: gap, slip, friction |
//! | `search` | which nodes touch what |
//! | `solve` | the forces, by projected gradients |
//! | `sticky` | nodes that obstacles take along |

mod search;
mod solve;
mod sticky;
mod touch;

use crate::deformable_body::DeformableBody;
use crate::external_forces::ExternalForces;
use crate::unsolved::Unsolved;
use plastica_core::{Obstacle, StepReport};
use plastica_tensor::Vec3;
use solve::ContactSolve;

/// How near to a surface that holds on to it a node is held, over the distance of nodes.
const TOUCHING: f64 = 0.01;

/// How deep nodes may lie in an obstacle before their places are corrected, over the distance of nodes.
const SHALLOW: f64 = 1e-4;

/// In what time what lies deeper comes out [s].
const RECOVERY: f64 = 0.1;

/// The implicit solve of a step with obstacles; the report takes the impulses on them.
pub(crate) fn advance(
    body: &mut DeformableBody,
    obstacles: &[Obstacle<'_>],
    forces: &mut ExternalForces,
    report: &mut StepReport,
) -> Result<(), Unsolved> {
    sticky::hold_touching(body, obstacles, forces);
    body.constrain(forces)?;
    body.solve(forces)?;
    if obstacles.is_empty() {
        return Ok(());
    }
    if sticky::hold_entering(body, obstacles, forces) {
        body.constrain(forces)?;
        body.solve(forces)?;
    }
    let mut solve = ContactSolve::new(body, obstacles, forces);
    if !solve.find() {
        solve.release();
        return Ok(());
    }
    solve.find_forces()?;
    solve.limit_work()?;
    solve.finish(report);
    if solve.is_deep() {
        solve.correct_places()?;
    }
    solve.settle();
    Ok(())
}

/// A velocity of a node on a surface without its part along the normal, relative to how the surface moves.
fn on_surface(velocity: Vec3<f64>, moving: Vec3<f64>, normal: Vec3<f64>) -> Vec3<f64> {
    velocity - normal.scale((velocity - moving).dot(normal))
}
