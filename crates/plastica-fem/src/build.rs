//! Meshed bodies into the method.

use crate::elements::{ElementBounds, Elements, MASS, MeshGroup, OWN, REST, VOLUME};
use crate::force::{Exchange, Span};
use crate::incidence::Incidence;
use crate::nodes::{Nodes, quad};
use crate::observe;
use crate::options::Options;
use crate::order::along_curve;
use crate::step::Fem;
use crate::surface::Surface;
use crate::survey::survey;
use plastica_core::{Method, Observe as _, Seed, StepError, Works};
use plastica_geometry::TetMesh;
use plastica_material::spec::Slot;
use plastica_material::{Keeps, Recipe, RecipeError, Value};
use plastica_particles::{BUNDLE, ColumnsMut, Extra, Group, Seeding};
use plastica_tensor::{Mat3, Vec3};
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

fn seed(position: [f64; 3], axes: Mat3<f64>, volume: f64, density: f64) -> Seed {
    Seed {
        position,
        velocity: [0.0; 3],
        gradient: Mat3::zero(),
        axes,
        volume,
        density,
    }
}

/// Nodes and elements under way.
#[derive(Default)]
struct Makings {
    nodes: Nodes,
    elements: Elements,
}

impl Makings {
    /// Adds a body: its vertices, then its elements, each in the order of a curve that fills space.
    fn add(
        &mut self,
        number: usize,
        body: &MeshedBody,
        mut group: MeshGroup,
    ) -> Result<MeshGroup, BuildError> {
        let mesh = &body.mesh;
        let first = self.nodes.len();
        let places: Vec<Vec3<f64>> = mesh.vertices.iter().map(|v| Vec3(*v)).collect();
        let mut node_of = vec![0; places.len()];
        for vertex in along_curve(&places) {
            node_of[vertex as usize] = self.nodes.len() as u32;
            self.nodes.ids.push(first as u32 + vertex);
            self.nodes.positions.push(quad(places[vertex as usize]));
            let velocity = Vec3(body.velocities[vertex as usize]);
            self.nodes.velocities.push(quad(velocity));
        }
        self.nodes.masses.resize(self.nodes.len(), 0.0);
        group.nodes = first..self.nodes.len();

        let centre = |e: usize| {
            let [a, b, c, d] = mesh.corners(e);
            (a + b + c + d).scale(0.25)
        };
        let centres: Vec<Vec3<f64>> = (0..mesh.elements.len()).map(centre).collect();
        let bundle = self.elements.places() / BUNDLE;
        let seeding = Seeding::<f64>::new(&group.body.recipe, 0.0);
        let fail = |error| BuildError::Material {
            body: body.name.clone(),
            error,
        };
        let seeding = seeding.map_err(fail)?;
        for e in along_curve(&centres) {
            let element = e as usize;
            let density = body.recipe.density.at(centres[element].0, 0.0);
            let axes = body.axes.get(element).copied();
            let seed = seed(
                centres[element].0,
                axes.unwrap_or(Mat3::identity()),
                mesh.element_volume(element),
                density,
            );
            (body.recipe.check_at(seed.position, 0.0)).map_err(fail)?;
            let corners = mesh.elements[element].map(|v| node_of[v as usize]);
            self.enter(&group, &seeding, corners, &seed).map_err(fail)?;
        }
        self.fill_bundle(number);
        group.bundles = bundle..self.elements.places() / BUNDLE;
        // A regular tetrahedron of edge a has the volume a³/(6√2).
        let mean = mesh.volume() / mesh.elements.len() as f64;
        group.edge = (6.0 * std::f64::consts::SQRT_2 * mean).cbrt();
        Ok(group)
    }

    /// Adds an element at rest.
    fn enter(
        &mut self,
        group: &MeshGroup,
        seeding: &Seeding<'_, f64>,
        corners: [u32; 4],
        seed: &Seed,
    ) -> Result<(), RecipeError> {
        let (mut state, _) = seeding.start(seed)?;
        let [a, b, c, d] = corners.map(|node| self.nodes.position(node as usize));
        let edges = Mat3::from_columns([b - a, c - a, d - a]);
        state.deformation = edges.inverse() * state.deformation;
        let mass = seed.density * seed.volume;
        for corner in corners {
            self.nodes.masses[corner as usize] += 0.25 * mass;
        }
        let Elements {
            corners: all,
            table,
            columns,
            ..
        } = &mut self.elements;
        let at = all.len();
        if at.is_multiple_of(BUNDLE) {
            table.resize(table.len() + BUNDLE * *columns, 0.0);
        }
        all.push(corners);
        let mut to = ColumnsMut::new(table, *columns);
        to.set(VOLUME, at, seed.volume);
        to.set(MASS, at, mass);
        to.set(REST, at, seed.volume);
        group.body.layout.store_new(&mut to, at, &state, seed);
        Ok(())
    }

    /// Fills the last bundle up with copies of its last element that have no mass.
    fn fill_bundle(&mut self, body: usize) {
        let Elements {
            corners,
            table,
            columns,
            bodies,
        } = &mut self.elements;
        let last = corners.len() - 1;
        while !corners.len().is_multiple_of(BUNDLE) {
            let at = corners.len();
            corners.push(corners[last]);
            for column in 0..*columns {
                let mut to = ColumnsMut::new(table, *columns);
                let value = to.read().get(column, last);
                to.set(column, at, value);
            }
            ColumnsMut::new(table, *columns).set(MASS, at, 0.0);
        }
        bodies.resize(corners.len() / BUNDLE, body as u32);
    }

    fn finish(self, options: Options, groups: Vec<MeshGroup>) -> Result<Fem, BuildError> {
        let Makings {
            mut nodes,
            elements,
        } = self;
        let count = nodes.len();
        nodes.forces.resize(count, [0.0; 4]);
        nodes.grip_of.resize(count, 0);
        let loose = |group: &&MeshGroup| group.nodes.clone().any(|n| nodes.masses[n] == 0.0);
        if let Some(group) = groups.iter().find(loose) {
            return Err(BuildError::Mesh {
                body: group.body.name.clone(),
                reason: "a vertex belongs to no element".into(),
            });
        }
        let speeds = (0..count).map(|node| nodes.velocity(node).norm());
        let mut fem = Fem {
            fastest: speeds.fold(0.0, f64::max),
            incidence: Incidence::new(&elements, count),
            surface: Surface::new(&elements),
            surfaces: None,
            options,
            groups,
            nodes,
            elements,
            closed: Vec::new(),
            dissipated: 0.0,
            works: Works::default(),
            now: 0.0,
            exchange: Exchange::default(),
            volumes: Vec::new(),
        };
        fem.renew_surfaces();
        fem.check_apart()?;
        let places = fem.nodes.positions.clone();
        let start = survey(&fem.elements, &places, &places, options.level, Vec::new());
        let span = Span { time: 0.0, dt: 0.0 };
        let nothing = |error: StepError| BuildError::Start(error.to_string());
        fem.respond(&places, start.volumes, span).map_err(nothing)?;
        let start = fem.ledger();
        fem.works = Works::none(observe::start_energy(&fem, &start));
        Ok(fem)
    }
}
