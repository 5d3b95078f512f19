//! `[[grains]]`: what a material is made of, for pictures.

use crate::diagnostics::{Problem, Wanted};
use crate::units::Quantity;
use plastica_material::spec::Range;
use plastica_scene::assets::{MeshFile, mesh_file};
use plastica_scene::reader::{
    Book, Context, Family, Form, Kind, Node, Table, integer, number, reference,
};
use std::f64::consts::PI;
use toml::de::DeValue;

/// Rods, cards or grains that fill bodies in pictures.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Grains {
    /// Names of the bodies and emitters that they fill.
    pub bodies: Vec<String>,
    /// How many for each particle.
    pub per_particle: u32,
    /// What they look like.
    pub shape: GrainShape,
    /// Full extents along their own axes [m]; `None` for as large as fills the material.
    pub size: Option<[f64; 3]>,
    /// How much their sizes differ, as a part of the size either way.
    pub variation: f64,
    /// How far they are turned from the axes of the material [rad]; `None` for as the material says.
    pub scatter: Option<f64>,
    /// Part of the rest density below which they fly on their own.
    pub threshold: f64,
}

/// What grains look like; z is the axis of fibres, or the normal of layers.
#[derive(Clone, Debug, PartialEq)]
pub enum GrainShape {
    /// A cylinder along z.
    Rod,
    /// A box, thin along z.
    Card,
    /// A cylinder, flat along z.
    Disc,
    /// An ellipsoid.
    Grain,
    /// A mesh.
    Mesh(MeshFile),
}

/// From whole to part of something.
const PART: Range = Range {
    low: 0.0,
    high: 1.0,
    low_open: false,
    high_open: true,
};
const ANGLE: Range = Range {
    low: 0.0,
    high: PI,
    low_open: false,
    high_open: false,
};
/// More than this for a particle is a slip: a million particles would have ten thousand million.
const MOST_PER_PARTICLE: u64 = 10_000;

pub(super) fn grains(t: &mut Table<'_>) -> Option<Grains> {
    let bodies = t.need(
        "body",
        "The name of the body or emitter that they fill, or a list of names.",
        Bodies,
    );
    let per_particle = t.or(
        "per_particle",
        "How many for each particle.",
        integer(1, MOST_PER_PARTICLE),
        "10",
    );
    let shape = t.or(
        "shape",
        "What they look like, or a mesh file (OBJ, STL, PLY, glTF) relative to the scene file. Their z axis is that of the material: the fibre, or the normal of layers.",
        Shape,
        "\"grain\"",
    );
    let size = t.maybe(
        "size",
        "Full extents along their own x, y, z; without it, as large as fills the material.",
        number(Quantity::Length).positive().list::<3>(),
    );
    let variation = t.or(
        "variation",
        "How much sizes differ from one to the other: 0.1 for a tenth either way.",
        number(Quantity::Number).within(PART),
        "0.1",
    );
    let scatter = t.maybe(
        "scatter",
        "How far they are turned from the axes of the material, at random: the standard deviation about each axis. Without it, as the material says, and any way round if it has no directions.",
        number(Quantity::Angle).within(ANGLE),
    );
    let threshold = t.or(
        "threshold",
        "Where there is less material than this part of the rest density, they fly on their own.",
        number(Quantity::Number).within(PART),
        "0.005",
    );
    Some(Grains {
        bodies: bodies?,
        per_particle: u32::try_from(per_particle?).ok()?,
        shape: shape?,
        size,
        variation: variation?,
        scatter,
        threshold: threshold?,
    })
}

const FILLED: &[Family] = &[Family::Body, Family::Emitter];

/// A name, or a list of them.
struct Bodies;

impl Kind for Bodies {
    type Out = Vec<String>;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Vec<String>> {
        match node.value {
            DeValue::Array(_) => names().read(cx, node),
            _ => reference(FILLED).read(cx, node).map(|name| vec![name]),
        }
    }

    fn form(&self, book: &mut Book) -> Form {
        let [one, many] = [reference(FILLED).form(book), names().form(book)].map(Box::new);
        Form::Either(one, many)
    }
}

fn names() -> impl Kind<Out = Vec<String>> {
    plastica_scene::reader::list(reference(FILLED), 1, "names of bodies and emitters")
}

/// One of the shapes, or a file.
struct Shape;

const SHAPES: &[(&str, &str, GrainShape)] = &[
    (
        "rod",
        "A cylinder along z: straw, needles.",
        GrainShape::Rod,
    ),
    (
        "card",
        "A box, thin along z: cards, slates.",
        GrainShape::Card,
    ),
    (
        "disc",
        "A cylinder, flat along z: coins, chips.",
        GrainShape::Disc,
    ),
    ("grain", "An ellipsoid: rice, lentils.", GrainShape::Grain),
];

impl Kind for Shape {
    type Out = GrainShape;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<GrainShape> {
        let Some(text) = node.value.as_str() else {
            cx.wrong_type(&node, "a shape or the name of a mesh file");
            return None;
        };
        let known = SHAPES.iter().find(|(name, ..)| *name == text);
        match known {
            Some((_, _, shape)) => Some(shape.clone()),
            // The names of files have endings.
            None if text.contains('.') => mesh_file().read(cx, node).map(GrainShape::Mesh),
            None => {
                let words: Vec<&str> = SHAPES.iter().map(|(name, ..)| *name).collect();
                let problem = Problem::UnknownWord {
                    what: "shape of grains".into(),
                    word: Wanted::new(text, &words),
                };
                cx.report(node.span, problem);
                None
            }
        }
    }

    fn form(&self, _: &mut Book) -> Form {
        let words = SHAPES.iter().map(|(name, doc, _)| (*name, *doc)).collect();
        Form::Either(Box::new(Form::Words(words)), Box::new(Form::Text))
    }
}

#[cfg(test)]
mod tests {
    use super::{GrainShape, Grains};
    use crate::{Diagnostics, Scene};
    use plastica_geometry::TriangleMesh;
    use plastica_scene::assets::Memory;
    use std::path::Path;

    fn read(table: &str) -> Result<Grains, Diagnostics> {
        let text = format!(
            r#"
            [[grains]]
            {table}
            [scene]
            duration = 1
            [[material]]
            name = "hay"
            preset = "dry sand"
            [[body]]
            name = "bale"
            material = "hay"
            resolution = 0.1
            shape.sphere.radius = 0.5
            [[emitter]]
            name = "spout"
            material = "hay"
            resolution = 0.1
            rate = 1
            shape.sphere.radius = 0.5
            "#
        );
        let mut assets = Memory::default();
        let nut = TriangleMesh::default();
        assets.meshes.insert("parts/nut.obj".into(), nut);
        Scene::parse_with("test", &text, assets).map(|mut scene| scene.grains.remove(0))
    }

    #[test]
    fn little_needs_to_be_said() {
        let grains = read("body = \"bale\"").unwrap();
        let wanted = Grains {
            bodies: vec!["bale".into()],
            per_particle: 10,
            shape: GrainShape::Grain,
            size: None,
            variation: 0.1,
            scatter: None,
            threshold: 0.005,
        };
        assert_eq!(grains, wanted);
    }

    #[test]
    fn everything_can_be_said() {
        let grains = read(
            "body = [\"bale\", \"spout\"]\nper_particle = 25\nshape = \"rod\"\nsize = [\"2 mm\", 0.002, \"3 cm\"]\nscatter = 9\nvariation = 0\nthreshold = 0.01",
        )
        .unwrap();
        assert_eq!(grains.bodies, ["bale", "spout"]);
        assert_eq!((grains.per_particle, grains.shape), (25, GrainShape::Rod));
        assert_eq!(grains.size, Some([0.002, 0.002, 0.03]));
        assert!((grains.scatter.unwrap() - 9f64.to_radians()).abs() < 1e-15);
        let shape = read("body = \"bale\"\nshape = \"parts/nut.obj\"")
            .unwrap()
            .shape;
        assert!(matches!(shape, GrainShape::Mesh(mesh) if mesh.file == Path::new("parts/nut.obj")));
    }

    #[test]
    fn slips_are_told() {
        for (table, wanted) in [
            ("body = \"bail\"", "bale"),
            ("body = []", "at least 1"),
            ("body = \"bale\"\nshape = \"rods\"", "rod"),
            ("body = \"bale\"\nper_particle = 0", "1 to 10000"),
            ("body = \"bale\"\nthreshold = 1.5", "1.5"),
        ] {
            let told = read(table).unwrap_err().to_string();
            assert!(told.contains(wanted), "{table}: {told}");
        }
    }
}
