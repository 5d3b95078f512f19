//! The scene file: from TOML to plain typed data.
//!
//! [`Scene::read`] gives either a scene in which every number is in range, every name is known and
//! every law is complete, or all mistakes of the file at once.

mod body;
mod camera;
mod collider;
mod emitter;
mod expect;
mod file;
mod grains;
mod grip;
mod mpm;
mod points;
mod probe;
mod settings;
mod spline;

pub use body::{Body, Filling, Method, Sampling};
pub use camera::Camera;
pub use collider::Collider;
pub use emitter::Emitter;
pub use expect::Expectation;
pub use file::LARGEST_FILE;
pub use grains::{GrainShape, Grains};
pub use grip::Grip;
pub use mpm::MpmSettings;
pub use plastica_core::{AxisAngle, Contact, Motion, Precision, Rotation, Window};
pub use plastica_scene::fibre::Fibre;
pub use plastica_scene::placement::Placement;
pub use plastica_scene::profile::{Outline, Profile};
pub use plastica_scene::shape::{Form as ShapeForm, Shape};
pub use points::PointsSettings;
pub use probe::{Probe, Watch};
pub use settings::{Domain, Settings};
pub use spline::{Finger, Joint, Spline, SplineSettings, SplineShape, Spring};

use crate::diagnostics::Diagnostics;
use plastica_io::Folder;
use plastica_material::Recipe;
use plastica_scene::assets::{Assets, Memory};
use plastica_scene::material::material;
use plastica_scene::reader::{Kind, Table, list, parse, placed, table, tables};
use std::path::Path;

/// Everything a scene file says.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What holds for the scene as a whole.
    pub settings: Settings,
    /// Materials, each with laws and density.
    pub materials: Vec<Recipe>,
    /// What is simulated from the start.
    pub bodies: Vec<Body>,
    /// Obstacles.
    pub colliders: Vec<Collider>,
    /// Sources of new material.
    pub emitters: Vec<Emitter>,
    /// Regions that are held or moved.
    pub grips: Vec<Grip>,
    /// What is written down over time.
    pub probes: Vec<Probe>,
    /// What bodies are filled with in pictures.
    pub grains: Vec<Grains>,
    /// What must hold in a run.
    pub expectations: Vec<Expectation>,
    /// How the material point method works.
    pub mpm: MpmSettings,
    /// How the point-based method works.
    pub points: PointsSettings,
    /// Deformable curves, surfaces and solids.
    pub splines: Vec<Spline>,
    /// Springs that pull at splines.
    pub springs: Vec<Spring>,
    /// Sticky fingers that hold splines.
    pub fingers: Vec<Finger>,
    /// How splines are stepped and solved.
    pub splining: SplineSettings,
    /// From where pictures are taken, if the scene says.
    pub camera: Option<Camera>,
}

/// The text of a scene file.
pub fn read_text(path: impl AsRef<Path>) -> Result<String, Diagnostics> {
    let path = path.as_ref();
    file::read(path).map_err(|problem| Diagnostics::of_file(&path.display().to_string(), problem))
}

impl Scene {
    /// Reads a scene file and the files that it names, relative to itself.
    pub fn read(path: impl AsRef<Path>) -> Result<Scene, Diagnostics> {
        let path = path.as_ref();
        Scene::parse_with(
            &path.display().to_string(),
            &read_text(path)?,
            Folder::of(path),
        )
    }

    /// Reads a scene that names no files from text; `name` is what messages call it.
    pub fn parse(name: &str, text: &str) -> Result<Scene, Diagnostics> {
        Scene::parse_with(name, text, Memory::default())
    }

    /// Reads a scene from text; meshes and images that it names come from `assets` and are kept.
    pub fn parse_with(
        name: &str,
        text: &str,
        assets: impl Assets + 'static,
    ) -> Result<Scene, Diagnostics> {
        parse(name, text, assets, root())
    }

    /// A material by name; the names in a scene that was read are all known.
    pub fn material(&self, name: &str) -> Option<&Recipe> {
        self.materials.iter().find(|m| m.name == name)
    }

    /// The same scene with every resolution multiplied: coarser, and so faster, above 1.
    pub fn coarsened(&self, factor: f64) -> Scene {
        let mut scene = self.clone();
        let bodies = scene.bodies.iter_mut().map(|body| &mut body.filling);
        let emitters = scene
            .emitters
            .iter_mut()
            .map(|emitter| &mut emitter.filling);
        for filling in bodies.chain(emitters) {
            filling.resolution *= factor;
        }
        for spline in &mut scene.splines {
            spline.shape.coarsen(factor);
        }
        scene
    }
}

/// The JSON Schema (draft 2020-12) of a scene file.
pub fn json_schema() -> serde_json::Value {
    plastica_scene::schema::json_schema(&root())
}

/// The text of `docs/scene.md`.
pub fn reference_markdown() -> String {
    plastica_scene::reference::reference_markdown(&root())
}

/// The whole file.
fn root() -> impl Kind<Out = Scene> {
    table("the scene file", |t| {
        let settings = t.need(
            "scene",
            "What holds for the scene as a whole: duration, frames, gravity.",
            table("[scene]", settings::settings),
        );
        // Names are declared before anything refers to them, whatever the order in the file.
        let materials = many(
            t,
            "material",
            "A material: laws with numbers and a density.",
            "[[material]]",
            material,
        );
        let bodies = many(
            t,
            "body",
            "A shape filled with a material, simulated by a method.",
            "[[body]]",
            body::body,
        );
        let splines = many(
            t,
            "spline",
            "A deformable curve, surface or solid that creeps, yields and tears.",
            "[[spline]]",
            spline::spline,
        );
        let colliders = many(
            t,
            "collider",
            "An obstacle, at rest or moving.",
            "[[collider]]",
            collider::collider,
        );
        let emitters = many(
            t,
            "emitter",
            "A source of new material.",
            "[[emitter]]",
            emitter::emitter,
        );
        let grips = t.or(
            "grip",
            "A region of a body that is held or moved.",
            list(placed(table("[[grip]]", grip::grip)), 0, "[[grip]]"),
            "[]",
        );
        let springs = t.or(
            "spring",
            "A spring from a node of a spline to a place that moves.",
            list(placed(table("[[spring]]", spline::spring)), 0, "[[spring]]"),
            "[]",
        );
        let fingers = t.or(
            "finger",
            "A sticky finger that pinches nodes of splines, pulls and lets go.",
            list(placed(table("[[finger]]", spline::finger)), 0, "[[finger]]"),
            "[]",
        );
        let hands = spline::hands(t, splines.as_deref(), springs, fingers, grips);
        let probes = many(
            t,
            "probe",
            "A time series to write down.",
            "[[probe]]",
            probe::probe,
        );
        let expectations = many(
            t,
            "expect",
            "What must hold in a run: a measure with bounds, told at its end.",
            "[[expect]]",
            expect::expectation,
        );
        let grains = many(
            t,
            "grains",
            "Rods, cards or grains that fill a body in pictures.",
            "[[grains]]",
            grains::grains,
        );
        let mpm = t.or(
            "mpm",
            "How the material point method works.",
            table("[mpm]", mpm::mpm),
            "{}",
        );
        let points = t.or(
            "points",
            "How the point-based method works.",
            table("[points]", points::points),
            "{}",
        );
        let splining = t.or(
            "splines",
            "How splines are stepped and solved.",
            table("[splines]", spline::settings),
            "{}",
        );
        let camera = t.maybe(
            "camera",
            "From where pictures are taken; without it the whole scene is shown.",
            table("[camera]", camera::camera),
        );
        let hands = hands?;
        Some(Scene {
            settings: settings?,
            materials: materials?,
            bodies: bodies?,
            colliders: colliders?,
            emitters: emitters?,
            grips: hands.grips,
            probes: probes?,
            grains: grains?,
            expectations: expectations?,
            mpm: mpm?,
            points: points?,
            splines: splines?,
            springs: hands.springs,
            fingers: hands.fingers,
            splining: splining?,
            camera,
        })
    })
}

fn many<T>(
    t: &mut Table<'_>,
    key: &'static str,
    doc: &'static str,
    what: &'static str,
    ask: fn(&mut Table<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    t.or(key, doc, tables(what, ask), "[]")
}
