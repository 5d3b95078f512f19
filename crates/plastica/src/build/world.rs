//! Obstacles and grips.

use super::{BuildError, label, shape};
use crate::scene::Scene;
use plastica_core::{Collider, Grip, World};
use plastica_geometry::{Bounds, Vec3};

/// What surrounds the material of a scene.
pub fn world(scene: &Scene) -> Result<World, BuildError> {
    let mut problems = Vec::new();
    let mut build = |part: &str, description: &crate::scene::Shape| {
        shape(description)
            .map_err(|reason| problems.extend(BuildError::one(part, reason).0))
            .ok()
    };
    let mut colliders = Vec::new();
    for (k, collider) in scene.colliders.iter().enumerate() {
        let name = label("collider", collider.name.as_ref(), k);
        let Some(shape) = build(&name, &collider.shape) else {
            continue;
        };
        colliders.push(Collider {
            name,
            shape,
            motion: collider.motion.clone(),
            contact: collider.contact,
            friction: collider.friction,
            window: collider.window,
        });
    }
    let mut grips = Vec::new();
    for (k, grip) in scene.grips.iter().enumerate() {
        let name = label("grip", grip.name.as_ref(), k);
        let Some(shape) = build(&name, &grip.shape) else {
            continue;
        };
        grips.push(Grip {
            name,
            body: grip.body.clone(),
            shape,
            motion: grip.motion.clone(),
            window: grip.window,
        });
    }
    if !problems.is_empty() {
        return Err(BuildError(problems));
    }
    Ok(World {
        gravity: scene.settings.gravity.clone(),
        colliders,
        grips,
        domain: scene.settings.domain.map(|domain| Bounds {
            low: Vec3(domain.min),
            high: Vec3(domain.max),
        }),
    })
}
