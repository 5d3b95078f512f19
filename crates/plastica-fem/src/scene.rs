//! Bodies as scenes mean them, into meshes.

use crate::build::{MeshedBody, build};
use crate::kind::scene;
use crate::meshing::mesh_of;
use crate::options::Options;
use crate::step::NAME;
use plastica_core::{Collider, Method, World};
use plastica_geometry::{TetMesh, sample};
use plastica_material::Value;
use plastica_scene::method::{BodySpec, BuildError, Forecast, MethodScene, Plan, Role};
use plastica_tensor::Vec3;
use std::any::Any;

/// Memory of a node with its elements at least, to be built and stepped [bytes]: an estimate from what is kept of them.
const BYTES: f64 = 3000.0;

/// What a scene says for the method.
#[derive(Clone, Debug)]
pub(crate) struct FemScene(pub(crate) Options);

impl MethodScene for FemScene {
    fn boxed(&self) -> Box<dyn MethodScene> {
        scene(self.0)
    }

    fn name(&self) -> &'static str {
        NAME
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn forecast(&self, plan: &Plan<'_>) -> Result<Vec<Forecast>, BuildError> {
        BuildError::collect(
            plan.bodies
                .iter()
                .map(|spec| forecast(spec).map_err(|reason| BuildError::one(&spec.name, reason))),
        )
    }

    fn build(&self, plan: &Plan<'_>) -> Result<Box<dyn Method>, BuildError> {
        let bodies = plan.bodies.iter().map(|spec| {
            meshed(spec)
                .and_then(|body| check_places(plan.world, &body, spec.resolution).map(|()| body))
                .map_err(|reason| BuildError::one(&spec.name, reason))
        });
        let bodies = BuildError::collect(bodies)?;
        build(self.0, bodies).map_err(|error| BuildError::one(NAME, error.to_string()))
    }
}

/// Said of emitters.
const NO_EMITTERS: &str = "finite elements cannot come one by one out of an emitter: give it a method of particles, such as method = \"mpm\"";

fn forecast(spec: &BodySpec) -> Result<Forecast, String> {
    if let Role::Emitter { .. } = spec.role {
        return Err(NO_EMITTERS.into());
    }
    let points = sample::estimate_count(&spec.region, spec.resolution);
    let points = points.map_err(|error| error.to_string())?;
    let recipe = &spec.recipe;
    let laws: Vec<&str> = recipe.laws().map(|(_, law)| law.law.name).collect();
    let laws = laws.join(" + ");
    let material = recipe.material_at::<f64>([0.0; 3], 0.0).ok();
    let density = recipe.density.at([0.0; 3], 0.0);
    let wave_speed = material.map(|m| (m.p_wave_modulus(&m.rest()) / density).sqrt());
    Ok(Forecast {
        name: spec.name.clone(),
        summary: format!(
            "about {points} nodes and {} elements of {} ({laws}) with edges of {:.3} mm, waves at {:.3} m/s",
            6 * points,
            recipe.name,
            spec.resolution * 1e3,
            wave_speed.unwrap_or(f64::NAN)
        ),
        material: Some(recipe.name.clone()),
        laws,
        points,
        mean_points: points as f64,
        memory: points as f64 * BYTES,
        resolution: spec.resolution,
        wave_speed,
        warnings: Vec::new(),
    })
}

/// A body with its mesh.
fn meshed(spec: &BodySpec) -> Result<MeshedBody, String> {
    let Role::Body {
        velocity,
        angular_velocity,
        acceleration,
    } = &spec.role
    else {
        return Err(NO_EMITTERS.into());
    };
    let mesh = mesh_of(&spec.region, spec.resolution)?;
    let centre = centre_of_volume(&mesh);
    let at =
        |values: &[Value; 3], x: Vec3<f64>| Vec3(std::array::from_fn(|k| values[k].at(x.0, 0.0)));
    let moving = |vertex: &[f64; 3]| {
        let x = Vec3(*vertex);
        let v = at(velocity, x) + at(angular_velocity, x).cross(x - centre);
        if v.norm().is_finite() {
            return Ok(v.0);
        }
        let [x, y, z] = vertex;
        Err(format!("its velocity is not finite at ({x}, {y}, {z})"))
    };
    let axes = spec.axes()?;
    let axes = |element: usize| {
        let [a, b, c, d] = mesh.corners(element);
        axes.at((a + b + c + d).scale(0.25).0)
    };
    Ok(MeshedBody {
        name: spec.name.clone(),
        recipe: spec.recipe.clone(),
        velocities: mesh.vertices.iter().map(moving).collect::<Result<_, _>>()?,
        axes: (0..mesh.elements.len())
            .map(axes)
            .collect::<Result<_, _>>()?,
        acceleration: acceleration.clone(),
        mesh,
    })
}

fn centre_of_volume(mesh: &TetMesh) -> Vec3<f64> {
    let mut first = Vec3::zero();
    for element in 0..mesh.elements.len() {
        let [a, b, c, d] = mesh.corners(element);
        first = first + (a + b + c + d).scale(0.25 * mesh.element_volume(element));
    }
    first.scale(1.0 / mesh.volume())
}

/// Refuses a body that starts inside an obstacle or outside the domain.
fn check_places(world: &World, body: &MeshedBody, edge: f64) -> Result<(), String> {
    let vertices = &body.mesh.vertices;
    if let Some(domain) = &world.domain
        && let Some([x, y, z]) = vertices.iter().find(|v| !domain.contains(Vec3(**v)))
    {
        return Err(format!(
            "it starts outside the domain, at ({x:.4}, {y:.4}, {z:.4}): move it or widen [scene] domain"
        ));
    }
    let present = world.colliders.iter().filter(|c| c.is_present(0.0));
    let mut inside = present.filter_map(|collider| deepest(collider, vertices).zip(Some(collider)));
    // Up to an edge is what a body that stands on an obstacle may overlap by rounding.
    match inside.find(|((depth, _), _)| *depth > edge) {
        Some(((depth, [x, y, z]), collider)) => Err(format!(
            "it starts inside {:?}: its vertex at ({x:.4}, {y:.4}, {z:.4}) is {depth:.4} m deep; move one of them apart",
            collider.name
        )),
        None => Ok(()),
    }
}

/// The vertex that is deepest in an obstacle, and how deep.
fn deepest(collider: &Collider, vertices: &[[f64; 3]]) -> Option<(f64, [f64; 3])> {
    let pose = collider.motion.pose(0.0);
    let depth = |v: &[f64; 3]| (-collider.shape.distance(pose.to_local(Vec3(*v))), *v);
    vertices
        .iter()
        .map(depth)
        .max_by(|a, b| a.0.total_cmp(&b.0))
}
