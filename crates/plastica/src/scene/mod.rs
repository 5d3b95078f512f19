//! The scene file: from TOML to plain typed data.
//!
//! [`Scene::read`] gives either a scene in which every number is in range, every name is known and
//! every law is complete, or all mistakes of the file at once.

mod body;
mod camera;
mod checks;
mod collider;
mod emitter;
mod expect;
mod file;
mod grains;
mod probe;
mod settings;

pub use body::{Body, Filling};
pub use camera::Camera;
pub use collider::Collider;
pub use emitter::Emitter;
pub use expect::Expectation;
pub use file::LARGEST_FILE;
pub use grains::{GrainShape, Grains};
pub use plastica_core::{AxisAngle, Contact, Motion, Precision, Rotation, Window};
pub use plastica_scene::fibre::Fibre;
pub use plastica_scene::grip::Grip;
pub use plastica_scene::placement::Placement;
pub use plastica_scene::shape::Shape;
pub use probe::{Probe, Watch};
pub use settings::{Domain, Settings};

use crate::diagnostics::Diagnostics;
use crate::methods::{METHODS, Methods};
use plastica_material::Recipe;
use plastica_scene::assets::{Assets, Memory};
use plastica_scene::formulas::Formulas;
use plastica_scene::material::material;
use plastica_scene::method::MethodScene;
use plastica_scene::reader::{Kind, Table, list, parse, placed, table, tables};
use std::collections::BTreeMap;
use std::path::Path;

/// Everything a scene file says.
#[derive(Clone, Debug)]
#[non_exhaustive]
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
    /// What it says for each method, by the methods' names.
    pub methods: BTreeMap<&'static str, Box<dyn MethodScene>>,
    /// The methods it may name.
    pub kinds: Methods,
    /// What is no mistake but may not be what the author hopes.
    pub warnings: Option<Diagnostics>,
    /// Its formulas, and which of them had no finite value.
    pub formulas: Formulas,
    /// From where pictures are taken, if the scene says.
    pub camera: Option<Camera>,
    /// What may be taken of memory to build and step it [bytes]: infinite unless the program knows better.
    pub memory: f64,
}

/// The text of a scene file.
pub fn read_text(path: impl AsRef<Path>) -> Result<String, Diagnostics> {
    let path = path.as_ref();
    file::read(path).map_err(|problem| Diagnostics::of_file(&path.display().to_string(), problem))
}

impl Scene {
    /// Reads a scene file and the files that it names, relative to itself.
    #[cfg(feature = "files")]
    pub fn read(path: impl AsRef<Path>) -> Result<Scene, Diagnostics> {
        let path = path.as_ref();
        Scene::parse_with(
            &path.display().to_string(),
            &read_text(path)?,
            plastica_io::Folder::of(path),
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
        Scene::parse_by(METHODS, name, text, assets)
    }

    /// The same with a list of methods that the scene may name.
    pub fn parse_by(
        methods: Methods,
        name: &str,
        text: &str,
        assets: impl Assets + 'static,
    ) -> Result<Scene, Diagnostics> {
        parse(name, text, assets, root(methods))
    }

    /// An empty scene of some seconds, with the usual choices, to be filled in code.
    ///
    /// # Panics
    /// If the usual choices are refused: a mistake in our code.
    pub fn new(duration: f64) -> Scene {
        let mut scene = Scene::parse("scene", "[scene]\nduration = 1").expect("the usual choices");
        scene.settings.duration = duration;
        scene
    }

    /// Puts what is said for a method in place of what was.
    pub fn set_method(&mut self, method: Box<dyn MethodScene>) {
        self.methods.insert(method.name(), method);
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
        for method in scene.methods.values_mut() {
            method.coarsen(factor);
        }
        scene
    }
}

/// The JSON Schema (draft 2020-12) of a scene file that may name these methods.
pub fn json_schema(methods: Methods) -> serde_json::Value {
    plastica_scene::schema::json_schema(&root(methods))
}

/// The text of `docs/scene.md`.
pub fn reference_markdown(methods: Methods) -> String {
    plastica_scene::reference::reference_markdown(&root(methods))
}

/// The whole file.
fn root(methods: Methods) -> impl Kind<Out = Scene> {
    table("the scene file", move |t| {
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
        let bodies = t.or(
            "body",
            "A shape filled with a material, simulated by a method.",
            list(
                placed(table("[[body]]", move |t| body::body(t, methods))),
                0,
                "[[body]]",
            ),
            "[]",
        );
        // Methods have tables of their own, some with bodies that others refer to.
        let own: Vec<_> = methods
            .iter()
            .map(|kind| (kind.name, (kind.read)(t)))
            .collect();
        let own: Option<BTreeMap<_, _>> = (own.into_iter())
            .map(|(name, scene)| Some((name, scene?)))
            .collect();
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
            move |t| emitter::emitter(t, methods),
        );
        let grips = t.or(
            "grip",
            "A region of a body that is held or moved.",
            list(
                placed(table("[[grip]]", plastica_scene::grip::grip)),
                0,
                "[[grip]]",
            ),
            "[]",
        );
        checks::warn_apart(
            t,
            bodies.as_deref().unwrap_or_default(),
            emitters.as_deref().unwrap_or_default(),
            own.as_ref(),
        );
        let bodies = bodies.map(checks::stripped);
        let grips = checks::grips(t, own.as_ref(), bodies.as_deref(), grips);
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
        let camera = t.maybe(
            "camera",
            "From where pictures are taken; without it the whole scene is shown.",
            table("[camera]", camera::camera),
        );
        Some(Scene {
            settings: settings?,
            materials: materials?,
            bodies: bodies?,
            colliders: colliders?,
            emitters: emitters?,
            grips: grips?,
            probes: probes?,
            grains: grains?,
            expectations: expectations?,
            methods: own?,
            kinds: methods,
            warnings: t.context().and_then(|(cx, _)| cx.take_warnings()),
            formulas: (t.context()).map_or_else(Formulas::default, |(cx, _)| cx.formulas().clone()),
            camera,
            memory: f64::INFINITY,
        })
    })
}

fn many<T>(
    t: &mut Table<'_>,
    key: &'static str,
    doc: &'static str,
    what: &'static str,
    ask: impl Fn(&mut Table<'_>) -> Option<T>,
) -> Option<Vec<T>> {
    t.or(key, doc, tables(what, ask), "[]")
}
