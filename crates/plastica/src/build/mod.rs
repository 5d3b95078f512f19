//! From a scene to what runs: the world and the methods with their bodies.

mod bodies;
mod check;
mod random;
mod splines;
mod world;

pub use bodies::{region, spacing};
pub use plastica_scene::shape::build as shape;
pub(crate) use splines::{Fault, body as spline_body};
pub(crate) use world::body_index;
pub use world::world;

use crate::scene::{Method as MethodName, Scene};
use plastica_core::{Method, World};
use std::fmt;

/// A scene ready to run.
pub struct Built {
    /// What surrounds the material.
    pub world: World,
    /// What moves it.
    pub method: Box<dyn Method>,
    /// Particles of each body at the start, in the order of the scene.
    pub counts: Vec<usize>,
}

/// Why a scene that is well written cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildProblem {
    /// The part of the scene at fault.
    pub part: String,
    /// What is wrong and what to do.
    pub reason: String,
}

impl fmt::Display for BuildProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.part, self.reason)
    }
}

/// All reasons why a scene cannot run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError(pub Vec<BuildProblem>);

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for BuildError {}

impl BuildError {
    pub(crate) fn one(part: impl Into<String>, reason: impl Into<String>) -> Self {
        BuildError(vec![BuildProblem {
            part: part.into(),
            reason: reason.into(),
        }])
    }
}

/// Fills the bodies of a scene with material and sets up its world.
pub fn build(scene: &Scene) -> Result<Built, BuildError> {
    let name = check::method(scene)?;
    if name == MethodName::Spline {
        return splines::build(scene);
    }
    let resolution = check::resolution(scene)?;
    let world = world::world(scene)?;
    let bodies = bodies::bodies(scene)?;
    let sources = bodies::sources(scene)?;
    check::places(&world, &bodies, resolution)?;
    let counts = bodies.iter().map(|body| body.seeds.len()).collect();
    let method = match name {
        MethodName::Mpm => plastica_mpm::build(mpm(scene, resolution), bodies, sources)
            .map_err(|error| BuildError::one("material", error.to_string())),
        MethodName::Points => plastica_points::build(points(scene, resolution), bodies, sources)
            .map_err(|error| BuildError::one("points", error.to_string())),
        MethodName::Fem | MethodName::Spline => Err(check::not_yet("scene".into(), name)),
    };
    Ok(Built {
        world,
        method: method?,
        counts,
    })
}

/// The choices of the material point method. All its bodies share one grid.
fn mpm(scene: &Scene, cell: f64) -> plastica_mpm::Options {
    let mpm = &scene.mpm;
    plastica_mpm::Options {
        kernel: mpm.kernel,
        transfer: mpm.transfer,
        stress: mpm.stress,
        precision: scene.settings.precision,
        courant: mpm.courant,
        damping: mpm.damping,
        ..plastica_mpm::Options::new(cell)
    }
}

/// The choices of the point-based method.
fn points(scene: &Scene, spacing: f64) -> plastica_points::Options {
    let points = &scene.points;
    plastica_points::Options {
        reach: points.reach,
        neighbours: points.neighbours,
        scheme: points.scheme,
        surface: points.surface,
        residual_stiffness: points.residual_stiffness,
        residual_damping: points.residual_damping,
        merges: points.merges,
        friction: points.friction,
        pressure: points.pressure,
        viscosity: points.viscosity,
        surface_tension: points.surface_tension,
        precision: scene.settings.precision,
        courant: points.courant,
        damping: points.damping,
        ..plastica_points::Options::new(spacing)
    }
}

/// The name of the k-th of a kind of thing, or a number for one without a name.
pub fn label(kind: &str, name: Option<&String>, k: usize) -> String {
    name.cloned().unwrap_or_else(|| format!("{kind} {}", k + 1))
}
