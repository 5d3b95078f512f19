//! From a scene to what runs: the world and the methods with their bodies.

mod bodies;
mod check;
mod random;
mod shape;
mod world;

pub use bodies::{region, spacing};
pub use shape::shape;
pub(crate) use world::body_index;
pub use world::world;

use crate::scene::{Method as MethodName, Scene};
use plastica_core::{Method, World};
use plastica_geometry::TriangleMesh;
use plastica_mpm::Options;
use std::fmt;
use std::path::Path;

/// How the meshes of a scene are found.
pub type LoadMesh<'a> = dyn FnMut(&Path) -> Result<TriangleMesh, String> + 'a;

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
pub fn build(scene: &Scene, load_mesh: &mut LoadMesh<'_>) -> Result<Built, BuildError> {
    check::methods(scene)?;
    check::grains(scene, load_mesh)?;
    let world = world::world(scene, load_mesh)?;
    let options = options(scene)?;
    let bodies = bodies::bodies(scene, load_mesh)?;
    let sources = bodies::sources(scene, load_mesh)?;
    check::places(&world, &bodies, options.cell)?;
    let counts = bodies.iter().map(|body| body.seeds.len()).collect();
    let method = plastica_mpm::build(options, bodies, sources)
        .map_err(|error| BuildError::one("material", error.to_string()))?;
    Ok(Built {
        world,
        method,
        counts,
    })
}

/// The choices of the material point method. All its bodies share one grid.
pub fn options(scene: &Scene) -> Result<Options, BuildError> {
    let fillings = scene
        .bodies
        .iter()
        .map(|body| &body.filling)
        .chain(scene.emitters.iter().map(|emitter| &emitter.filling));
    let mut cells: Vec<f64> = fillings
        .filter(|filling| filling.method == MethodName::Mpm)
        .map(|filling| filling.resolution)
        .collect();
    cells.sort_by(f64::total_cmp);
    cells.dedup();
    let cell = match cells[..] {
        [] => {
            return Err(BuildError::one(
                "scene",
                "there is nothing to simulate: add a [[body]] or an [[emitter]]",
            ));
        }
        [cell] => cell,
        [finest, .., coarsest] => {
            return Err(BuildError::one(
                "resolution",
                format!(
                    "bodies of method mpm share one grid but ask for cells of {finest} m and {coarsest} m: give them the same resolution"
                ),
            ));
        }
    };
    let mpm = &scene.mpm;
    Ok(Options {
        kernel: mpm.kernel,
        transfer: mpm.transfer,
        stress: mpm.stress,
        precision: scene.settings.precision,
        courant: mpm.courant,
        damping: mpm.damping,
        ..Options::new(cell)
    })
}

/// The name of the k-th of a kind of thing, or a number for one without a name.
pub fn label(kind: &str, name: Option<&String>, k: usize) -> String {
    name.cloned().unwrap_or_else(|| format!("{kind} {}", k + 1))
}
