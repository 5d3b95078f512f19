//! Meshed bodies into the method.

use crate::elements::{ElementBounds, MeshGroup, OWN};
use crate::makings::Makings;
use crate::options::Options;
use plastica_core::{Method, Seed};
use plastica_geometry::TetMesh;
use plastica_material::spec::Slot;
use plastica_material::{Keeps, Recipe, RecipeError, Value};
use plastica_particles::{Extra, Group};
use plastica_tensor::Mat3;
use std::fmt;

/// A body as the method takes it.
#[derive(Clone, Debug)]
pub struct MeshedBody {
    /// What to call it.
    pub name: String,
    /// What it is made of.
    pub recipe: Recipe,
    /// Its elements at rest.
    pub mesh: TetMesh,
    /// Velocity of each vertex [m/s].
    pub velocities: Vec<[f64; 3]>,
    /// The material's axes in each element, as columns; empty for those of space.
    pub axes: Vec<Mat3<f64>>,
    /// Acceleration beside gravity [m/s²], a function of place and time.
    pub acceleration: [Value; 3],
}

impl MeshedBody {
    /// A body at rest.
    pub fn new(name: &str, recipe: Recipe, mesh: TetMesh) -> Self {
        MeshedBody {
            name: name.into(),
            recipe,
            velocities: vec![[0.0; 3]; mesh.vertices.len()],
            mesh,
            axes: Vec::new(),
            acceleration: [0.0; 3].map(Value::Constant),
        }
    }
}

/// Why a method cannot be built.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BuildError {
    /// A material does not go with the method, or with itself.
    Material {
        /// The body at fault.
        body: String,
        /// What its material lacks.
        error: RecipeError,
    },
    /// A mesh cannot be.
    Mesh {
        /// The body at fault.
        body: String,
        /// What is wrong with its mesh.
        reason: String,
    },
    /// An option is out of range.
    Option {
        /// Its name.
        name: &'static str,
        /// What it is.
        value: f64,
        /// What would be right.
        accepted: &'static str,
    },
    /// Surfaces cross or touch at the start.
    Overlap {
        /// The bodies; twice the same if it crosses itself.
        bodies: [String; 2],
        /// Where [m].
        place: [f64; 3],
    },
    /// The material has no finite output at the start.
    Start(String),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Material { body, error } => write!(f, "material of {body:?}: {error}"),
            BuildError::Mesh { body, reason } => write!(f, "mesh of {body:?}: {reason}"),
            BuildError::Option {
                name,
                value,
                accepted,
            } => write!(f, "{name} is {value}: it must be {accepted}"),
            BuildError::Overlap {
                bodies: [one, other],
                place: [x, y, z],
            } => {
                let what = if one == other {
                    format!("the surface of {one:?} crosses itself")
                } else {
                    format!("the surfaces of {one:?} and {other:?} cross or touch")
                };
                write!(
                    f,
                    "{what} at ({x:.4}, {y:.4}, {z:.4}), and could never be told apart: leave a gap there, or let them pass through each other with [fem] contact = \"none\""
                )
            }
            BuildError::Start(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for BuildError {}

/// A method with the given bodies.
pub fn build(options: Options, bodies: Vec<MeshedBody>) -> Result<Box<dyn Method>, BuildError> {
    // Unit tests build no method, and what follows is nearly all of the crate's compile time: it is not compiled for them.
    if cfg!(test) {
        unreachable!("methods are built by integration tests");
    }
    check(&options)?;
    let mut made = Makings::default();
    let groups: Vec<MeshGroup> = bodies.iter().map(group).collect::<Result<_, _>>()?;
    let columns = groups.iter().map(|g| g.body.layout.columns()).max();
    made.elements.columns = columns.unwrap_or(OWN);
    let mut placed = Vec::new();
    for (number, (body, group)) in bodies.iter().zip(groups).enumerate() {
        check_mesh(body)?;
        placed.push(made.add(number, body, group)?);
    }
    made.finish(options, placed)
        .map(|fem| Box::new(fem) as Box<dyn Method>)
}

fn check(options: &Options) -> Result<(), BuildError> {
    let share = |value: f64| (0.0..=1.0).contains(&value);
    let rate = |value: f64| value >= 0.0;
    let Options {
        nodal_pressure,
        courant,
        edge_change,
        damping,
        stiffness_damping,
        friction,
        ..
    } = *options;
    let checks = [
        (
            "nodal_pressure",
            nodal_pressure,
            share(nodal_pressure),
            "between 0 and 1",
        ),
        (
            "courant",
            courant,
            share(courant) && courant > 0.0,
            "more than 0 and at most 1",
        ),
        (
            "edge_change",
            edge_change,
            share(edge_change) && edge_change > 0.0,
            "more than 0 and at most 1",
        ),
        ("damping", damping, rate(damping), "0 or more"),
        (
            "stiffness_damping",
            stiffness_damping,
            rate(stiffness_damping),
            "0 or more",
        ),
        ("friction", friction, rate(friction), "0 or more"),
    ];
    for (name, value, right, accepted) in checks {
        if !(right && value.is_finite()) {
            return Err(BuildError::Option {
                name,
                value,
                accepted,
            });
        }
    }
    Ok(())
}

/// Finds what is wrong with a mesh.
fn check_mesh(body: &MeshedBody) -> Result<(), BuildError> {
    let MeshedBody {
        mesh,
        velocities,
        axes,
        ..
    } = body;
    let (vertices, elements) = (mesh.vertices.len(), mesh.elements.len());
    let is_vertex = |corner: &u32| (*corner as usize) < vertices;
    let are_finite = |all: &[[f64; 3]]| all.as_flattened().iter().all(|x| x.is_finite());
    let reason = if elements == 0 {
        "it has no elements".into()
    } else if !mesh.elements.as_flattened().iter().all(is_vertex) {
        format!("an element has a corner that is none of its {vertices} vertices")
    } else if velocities.len() != vertices {
        format!("{vertices} vertices have {} velocities", velocities.len())
    } else if !axes.is_empty() && axes.len() != elements {
        format!("{elements} elements have {} axes", axes.len())
    } else if !are_finite(&mesh.vertices) || !are_finite(velocities) {
        "a place or velocity of a vertex is not finite".into()
    } else if let Some(flat) = (0..elements).find(|e| !(mesh.element_volume(*e) > 0.0)) {
        format!("element {flat} has no volume, or is inverted")
    } else {
        return Ok(());
    };
    Err(BuildError::Mesh {
        body: body.name.clone(),
        reason,
    })
}

/// A body without its elements.
fn group(body: &MeshedBody) -> Result<MeshGroup, BuildError> {
    let fail = |error| BuildError::Material {
        body: body.name.clone(),
        error,
    };
    let recipe = &body.recipe;
    let extras = |keeps: &Keeps, _: bool| {
        if !keeps.deformation {
            return Err(RecipeError {
                slot: Some(Slot::Elastic),
                parameter: None,
                reason: format!(
                    "{} follows rates of stress, and elements have whole deformations: use a finite-strain law such as hencky",
                    recipe.elastic.law.name
                ),
            });
        }
        let position = recipe.varies_in_space().then_some(Extra::RestPosition);
        Ok(position.into_iter().collect())
    };
    let first = body.mesh.vertices.first().copied().unwrap_or_default();
    let seeds = [seed(first, Mat3::identity(), 0.0, 0.0)];
    let body = Group::new(&body.name, recipe, &body.acceleration, &seeds, OWN, extras);
    Ok(MeshGroup {
        body: body.map_err(fail)?,
        nodes: 0..0,
        bundles: 0..0,
        edge: 0.0,
        bounds: ElementBounds::default(),
    })
}

pub(crate) fn seed(position: [f64; 3], axes: Mat3<f64>, volume: f64, density: f64) -> Seed {
    Seed {
        position,
        velocity: [0.0; 3],
        gradient: Mat3::zero(),
        axes,
        volume,
        density,
    }
}
