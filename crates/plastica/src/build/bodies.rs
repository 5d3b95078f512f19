//! Bodies and emitters: shapes filled with particles.

use super::random::Random;
use super::{BuildError, label, shape};
use crate::scene::{Body, Fibre, Filling, Method, Placement, Sampling, Scene};
use plastica_core::{Seed, Source};
use plastica_geometry::{Curve, Shape, sample};
use plastica_material::{Recipe, Value};
use plastica_tensor::{Mat3, Vec3};

/// The bodies of a scene, filled.
pub(super) fn bodies(scene: &Scene) -> Result<Vec<plastica_core::Body>, BuildError> {
    let mut problems = Vec::new();
    let mut bodies = Vec::new();
    for (k, body) in scene.bodies.iter().enumerate() {
        let name = label("body", body.name.as_ref(), k);
        let made = region(&body.shape, &body.placement).and_then(|shape| {
            let recipe = recipe(scene, &body.filling)?;
            let filled = fill(&shape, &body.filling, seed(scene, k))?;
            Ok(plastica_core::Body {
                name: name.clone(),
                recipe: recipe.clone(),
                seeds: seeds(body, recipe, &filled, &Axes::new(&body.filling, &shape)?)?,
                acceleration: body.acceleration.clone(),
            })
        });
        match made {
            Ok(body) => bodies.push(body),
            Err(reason) => problems.extend(BuildError::one(name, reason).0),
        }
    }
    if problems.is_empty() {
        Ok(bodies)
    } else {
        Err(BuildError(problems))
    }
}

/// The emitters of a scene.
pub(super) fn sources(scene: &Scene) -> Result<Vec<Source>, BuildError> {
    let mut problems = Vec::new();
    let mut sources = Vec::new();
    for (k, emitter) in scene.emitters.iter().enumerate() {
        let name = label("emitter", emitter.name.as_ref(), k);
        let seed = seed(scene, scene.bodies.len() + k);
        let made = region(&emitter.shape, &emitter.placement).and_then(|shape| {
            let recipe = recipe(scene, &emitter.filling)?;
            let mut filled = fill(&shape, &emitter.filling, seed)?;
            // In random order, so that at any moment the whole region gives.
            Random::new(seed).shuffle(&mut filled.positions);
            let axes = uniform_axes(&emitter.filling, &shape)?;
            Ok(Source {
                name: name.clone(),
                recipe: recipe.clone(),
                sites: filled.positions,
                axes,
                volume: filled.volume,
                velocity: emitter.velocity.clone(),
                rate: emitter.rate.clone(),
                window: emitter.window,
            })
        });
        match made {
            Ok(source) => sources.push(source),
            Err(reason) => problems.extend(BuildError::one(name, reason).0),
        }
    }
    if problems.is_empty() {
        Ok(sources)
    } else {
        Err(BuildError(problems))
    }
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

/// Distance between particles [m].
pub fn spacing(filling: &Filling) -> f64 {
    match filling.method {
        Method::Mpm => filling.resolution / f64::from(filling.particles_per_cell).cbrt(),
        Method::Points | Method::Fem | Method::Spline => filling.resolution,
    }
}

fn fill(shape: &Shape, filling: &Filling, seed: u64) -> Result<sample::Filling, String> {
    let layout = match filling.sampling {
        Sampling::Lattice => sample::Layout::Lattice,
        Sampling::Loose => sample::Layout::Loose,
        Sampling::Jittered => sample::Layout::Jittered,
        Sampling::BlueNoise => sample::Layout::BlueNoise,
    };
    sample::fill(shape, spacing(filling), layout, seed).map_err(|error| error.to_string())
}

/// The material's axes over a body: z along the fibre, x as near to `across` as can be.
struct Axes<'a> {
    filling: &'a Filling,
    shape: &'a Shape,
    /// The curve that fibres follow, if there is one.
    curve: Option<Curve>,
}

impl<'a> Axes<'a> {
    fn new(filling: &'a Filling, shape: &'a Shape) -> Result<Self, String> {
        let curve = match &filling.fibre {
            Fibre::Along { points } => {
                let curve = Curve::new(points).map_err(|error| format!("`fibre`: {error}"))?;
                Some(curve)
            }
            _ => None,
        };
        Ok(Axes {
            filling,
            shape,
            curve,
        })
    }

    fn at(&self, place: [f64; 3]) -> Result<Mat3<f64>, String> {
        let z = unit(self.fibre(Vec3(place))).ok_or_else(|| nowhere("fibre", place))?;
        let across = match &self.filling.across {
            Some(across) => vector(across, place),
            // Any direction that is not that of the fibre.
            None if z[0].abs() < 0.9 => Vec3::new(1.0, 0.0, 0.0),
            None => Vec3::new(0.0, 1.0, 0.0),
        };
        let across = unit(across - z.scale(across.dot(z)));
        let x = across.ok_or_else(|| nowhere("across", place))?;
        Ok(Mat3::from_columns([x, z.cross(x), z]))
    }

    /// Direction of the fibre, of any length; 0 where it has none.
    fn fibre(&self, place: Vec3<f64>) -> Vec3<f64> {
        match &self.filling.fibre {
            Fibre::Formula(values) => vector(values, place.0),
            Fibre::Around { axis, through } => Vec3(*axis).cross(place - Vec3(*through)),
            Fibre::Along { .. } => {
                let tangent = self.curve.as_ref().and_then(|curve| curve.tangent(place));
                tangent.unwrap_or(Vec3::zero())
            }
            Fibre::Normal => self.shape.normal(place),
        }
    }
}

/// The axes of all that an emitter makes.
fn uniform_axes(filling: &Filling, shape: &Shape) -> Result<Mat3<f64>, String> {
    let across = filling.across.iter().flatten();
    if !filling.fibre.is_uniform() || across.clone().any(Value::varies_in_space) {
        return Err(
            "what an emitter makes has the same axes everywhere: give `fibre` and `across` as constants".into(),
        );
    }
    Axes::new(filling, shape)?.at([0.0; 3])
}

fn vector(values: &[Value; 3], place: [f64; 3]) -> Vec3<f64> {
    Vec3(std::array::from_fn(|k| values[k].at(place, 0.0)))
}

fn unit(v: Vec3<f64>) -> Option<Vec3<f64>> {
    let length = v.norm();
    (length > 1e-12 && length.is_finite()).then(|| v.scale(1.0 / length))
}

fn nowhere(key: &str, [x, y, z]: [f64; 3]) -> String {
    format!("`{key}` has no direction at ({x}, {y}, {z})")
}

fn seeds(
    body: &Body,
    recipe: &Recipe,
    filled: &sample::Filling,
    axes: &Axes<'_>,
) -> Result<Vec<Seed>, String> {
    let count = filled.positions.len() as f64;
    let sum = filled
        .positions
        .iter()
        .fold(Vec3::zero(), |sum, p| sum + Vec3(*p));
    let centre = sum.scale(1.0 / count);
    let velocity = |place: Vec3<f64>| {
        let at = |values: &[Value; 3]| {
            Vec3(std::array::from_fn::<f64, 3, _>(|k| {
                values[k].at(place.0, 0.0)
            }))
        };
        at(&body.velocity) + at(&body.spin).cross(place - centre)
    };
    let uniform = |values: &[Value; 3]| !values.iter().any(Value::varies_in_space);
    let still = |values: &[Value; 3]| {
        values
            .iter()
            .all(|v| matches!(v, Value::Constant(c) if *c == 0.0))
    };
    let plain = uniform(&body.velocity) && still(&body.spin);
    let step = 1e-3 * body.filling.resolution;
    let gradient = |place: Vec3<f64>| {
        if plain {
            return Mat3::zero();
        }
        Mat3::from_columns(std::array::from_fn(|k| {
            let mut offset = Vec3::zero();
            offset[k] = step;
            (velocity(place + offset) - velocity(place - offset)).scale(0.5 / step)
        }))
    };
    filled
        .positions
        .iter()
        .map(|place| {
            recipe.check_at(*place, 0.0).map_err(|error| {
                format!(
                    "material {:?} at ({}, {}, {}): {error}",
                    recipe.name, place[0], place[1], place[2]
                )
            })?;
            let moving = velocity(Vec3(*place));
            if !moving.0.iter().all(|v| v.is_finite()) {
                return Err(format!(
                    "its velocity is not finite at ({}, {}, {})",
                    place[0], place[1], place[2]
                ));
            }
            Ok(Seed {
                position: *place,
                velocity: moving.0,
                gradient: gradient(Vec3(*place)),
                axes: axes.at(*place)?,
                volume: filled.volume,
                density: recipe.density.at(*place, 0.0),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests;
