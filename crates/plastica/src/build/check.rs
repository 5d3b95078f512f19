//! What a scene may say but nobody can run.

use super::{BuildError, BuildProblem, LoadMesh, label};
use crate::scene::{GrainShape, Method, Scene};
use plastica_core::{Body, Seed, World};
use plastica_tensor::Vec3;

/// Methods that are not there yet.
pub(super) fn methods(scene: &Scene) -> Result<(), BuildError> {
    let bodies = scene
        .bodies
        .iter()
        .enumerate()
        .map(|(k, body)| (label("body", body.name.as_ref(), k), body.filling.method));
    let emitters = scene.emitters.iter().enumerate().map(|(k, emitter)| {
        (
            label("emitter", emitter.name.as_ref(), k),
            emitter.filling.method,
        )
    });
    let problems: Vec<BuildProblem> = bodies
        .chain(emitters)
        .filter(|(_, method)| *method != Method::Mpm)
        .map(|(part, method)| BuildProblem {
            part,
            reason: format!(
                "method {:?} cannot run yet: use method = \"mpm\"",
                method.name()
            ),
        })
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(BuildError(problems))
    }
}

/// Meshes of grains that are not there: pictures need them at the end of a run, which would be too late to
/// tell.
pub(super) fn grains(scene: &Scene, load_mesh: &mut LoadMesh<'_>) -> Result<(), BuildError> {
    for grains in &scene.grains {
        if let GrainShape::Mesh(file) = &grains.shape {
            load_mesh(file).map_err(|reason| BuildError::one("grains", reason))?;
        }
    }
    Ok(())
}

/// Bodies that start outside the domain or inside an obstacle.
pub(super) fn places(world: &World, bodies: &[Body], cell: f64) -> Result<(), BuildError> {
    let mut problems = Vec::new();
    for body in bodies {
        if let Some(domain) = &world.domain {
            let outside = body
                .seeds
                .iter()
                .filter(|seed| !domain.contains(Vec3(seed.position)));
            let count = outside.clone().count();
            if let Some(first) = outside.take(1).next() {
                let [x, y, z] = first.position;
                problems.push(BuildProblem {
                    part: body.name.clone(),
                    reason: format!(
                        "{count} of its {} particles start outside the domain, one at ({x:.4}, {y:.4}, {z:.4}), and would be dropped: move the body or widen [scene] domain",
                        body.seeds.len()
                    ),
                });
            }
        }
        for collider in world
            .colliders
            .iter()
            .filter(|collider| collider.is_present(0.0))
        {
            let pose = collider.motion.pose(0.0);
            let depth = |seed: &Seed| -collider.shape.distance(pose.to_local(Vec3(seed.position)));
            // Up to a cell is what a body that stands on an obstacle may overlap by rounding.
            let deepest = body
                .seeds
                .iter()
                .map(|seed| (depth(seed), seed.position))
                .max_by(|a, b| a.0.total_cmp(&b.0))
                .filter(|(depth, _)| *depth > cell);
            if let Some((depth, [x, y, z])) = deepest {
                problems.push(BuildProblem {
                    part: body.name.clone(),
                    reason: format!(
                        "it starts inside {:?}: its particle at ({x:.4}, {y:.4}, {z:.4}) is {depth:.4} m deep; move one of them apart",
                        collider.name
                    ),
                });
            }
        }
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(BuildError(problems))
    }
}
