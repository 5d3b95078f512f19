//! Bodies and emitters as the scene means them, for the methods that they name.

use super::{BuildError, label, shape};
use crate::scene::{Filling, Placement, Scene};
use plastica_geometry::Shape;
use plastica_material::Recipe;
use plastica_scene::method::{BodySpec, Role};
use plastica_tensor::Vec3;

/// A body with the name of its method.
pub(super) type Assigned = (&'static str, BodySpec);

/// Bodies, then emitters, each with its method.
pub(super) fn bodies(scene: &Scene) -> Result<Vec<Assigned>, BuildError> {
    let mut made = Vec::new();
    for (k, body) in scene.bodies.iter().enumerate() {
        let name = label("body", body.name.as_ref(), k);
        let role = Role::Body {
            velocity: body.velocity.clone(),
            angular_velocity: body.angular_velocity.clone(),
            acceleration: body.acceleration.clone(),
        };
        let region = region(&body.shape, &body.placement);
        made.push(spec(scene, &body.filling, name, region, k, role));
    }
    for (k, emitter) in scene.emitters.iter().enumerate() {
        let name = label("emitter", emitter.name.as_ref(), k);
        let role = Role::Emitter {
            velocity: emitter.velocity.clone(),
            rate: emitter.rate.clone(),
            active: emitter.window,
        };
        let region = region(&emitter.shape, &emitter.placement);
        let number = scene.bodies.len() + k;
        made.push(spec(scene, &emitter.filling, name, region, number, role));
    }
    BuildError::collect(made)
}

fn spec(
    scene: &Scene,
    filling: &Filling,
    name: String,
    region: Result<Shape, String>,
    number: usize,
    role: Role,
) -> Result<Assigned, BuildError> {
    let fail = |reason: String| BuildError::one(name.clone(), reason);
    let recipe = recipe(scene, filling).map_err(fail)?.clone();
    let region = region.map_err(fail)?;
    let mut spec = BodySpec::new(&name, region, recipe, filling.resolution);
    spec.particles_per_cell = filling.particles_per_cell;
    spec.sampling = filling.sampling;
    spec.fibre = filling.fibre.clone();
    spec.across = filling.across.clone();
    spec.seed = seed(scene, number);
    spec.role = role;
    Ok((filling.method, spec))
}

/// Every body has its own random numbers.
fn seed(scene: &Scene, k: usize) -> u64 {
    scene
        .settings
        .seed
        .wrapping_mul(0x9E37_79B9)
        .wrapping_add(k as u64)
}

/// A shape where it stands.
pub fn region(description: &crate::scene::Shape, placement: &Placement) -> Result<Shape, String> {
    let placement = plastica_geometry::Placement {
        position: Vec3(placement.position),
        rotation: placement.rotation.matrix(),
        scale: placement.scale,
    };
    Ok(shape(description)?.placed(placement))
}

fn recipe<'a>(scene: &'a Scene, filling: &Filling) -> Result<&'a Recipe, String> {
    scene
        .material(&filling.material)
        .ok_or_else(|| format!("there is no material {:?}", filling.material))
}

#[cfg(test)]
mod tests;
