//! What a scene may say but nobody can run.

use super::{BuildError, BuildProblem, label};
use crate::scene::{Filling, Method, Scene};
use plastica_core::{Body, Seed, World};
use plastica_tensor::Vec3;

/// The method of a scene: all its bodies and emitters have the same.
pub(super) fn method(scene: &Scene) -> Result<Method, BuildError> {
    let all: Vec<(String, &Filling)> = fillings(scene).collect();
    let Some((first, filling)) = all.first() else {
        if !scene.splines.is_empty() {
            return Ok(Method::Spline);
        }
        return Err(BuildError::one(
            "scene",
            "there is nothing to simulate: add a [[body]], an [[emitter]] or a [[spline]]",
        ));
    };
    if !scene.splines.is_empty() {
        return Err(BuildError::one(
            first.clone(),
            "it stands beside a [[spline]]: one scene runs one method",
        ));
    }
    let mut problems = Vec::new();
    for (part, other) in &all {
        if !matches!(other.method, Method::Mpm | Method::Points) {
            problems.extend(not_yet(part.clone(), other.method).0);
        } else if other.method != filling.method {
            problems.push(BuildProblem {
                part: part.clone(),
                reason: format!(
                    "method {:?} beside method {:?} of {first:?}: one scene runs one method",
                    other.method.name(),
                    filling.method.name()
                ),
            });
        }
    }
    match problems.is_empty() {
        true => Ok(filling.method),
        false => Err(BuildError(problems)),
    }
}

/// A method that is not there yet.
pub(super) fn not_yet(part: String, method: Method) -> BuildError {
    let reason = match method {
        Method::Spline => "splines are not filled with a material: write a [[spline]]".into(),
        _ => format!(
            "method {:?} cannot run yet: use method = \"mpm\" or \"points\"",
            method.name()
        ),
    };
    BuildError::one(part, reason)
}

/// The size of cells or particles [m], which all bodies and emitters share.
pub(super) fn resolution(scene: &Scene) -> Result<f64, BuildError> {
    let sizes = fillings(scene).map(|(_, filling)| filling.resolution);
    let finest = sizes.clone().fold(f64::INFINITY, f64::min);
    let coarsest = sizes.fold(0.0, f64::max);
    match finest < coarsest {
        false => Ok(finest),
        true => Err(BuildError::one(
            "resolution",
            format!(
                "bodies that can meet need the same size of cells or particles but ask for {finest} m and {coarsest} m: give them the same resolution"
            ),
        )),
    }
}

/// What bodies and emitters are filled with.
fn fillings(scene: &Scene) -> impl Iterator<Item = (String, &Filling)> + Clone {
    let bodies = scene
        .bodies
        .iter()
        .enumerate()
        .map(|(k, body)| (label("body", body.name.as_ref(), k), &body.filling));
    let emitters = scene
        .emitters
        .iter()
        .enumerate()
        .map(|(k, emitter)| (label("emitter", emitter.name.as_ref(), k), &emitter.filling));
    bodies.chain(emitters)
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
