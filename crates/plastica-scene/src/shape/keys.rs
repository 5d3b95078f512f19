//! The keys of each shape.

use super::{Form, Shape};
use crate::assets::mesh_file;
use crate::diagnostics::Problem;
use crate::placement::placement;
use crate::profile::{profile, star};
use crate::reader::{
    Book, Context, Form as Description, Kind, List, Named, Node, Number, Table, Variant, direction,
    list, nested, number, table, text, word,
};
use crate::units::Quantity;
use plastica_geometry::figure::Figure;

/// A shape of any kind, which may contain others.
pub fn shape() -> Named<impl Kind<Out = Shape>> {
    nested("shape", || {
        table("shape", |t| {
            let placement = placement(t);
            let form = t.variant("shape", forms());
            Some(Shape {
                form: form?,
                placement: placement?,
            })
        })
    })
}

/// A shape that material can fill.
pub fn bounded_shape() -> impl Kind<Out = Shape> {
    Bounded(shape())
}

struct Bounded<K>(K);

impl<K: Kind<Out = Shape>> Kind for Bounded<K> {
    type Out = Shape;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Shape> {
        let span = node.span.clone();
        let shape = self.0.read(cx, node)?;
        if !shape.is_bounded() {
            cx.report(span, Problem::Unbounded);
            return None;
        }
        Some(shape)
    }

    fn form(&self, book: &mut Book) -> Description {
        self.0.form(book)
    }
}

fn forms() -> Vec<Variant<Form>> {
    vec![
        Variant::new(
            "box",
            "A box along the axes, centred.",
            table("`box`", block),
        ),
        Variant::new("sphere", "A ball.", table("`sphere`", sphere)),
        Variant::new(
            "cylinder",
            "A cylinder along y, centred.",
            table("`cylinder`", cylinder),
        ),
        Variant::new(
            "capsule",
            "A cylinder along y with a half ball at each end, centred.",
            table("`capsule`", capsule),
        ),
        Variant::new(
            "cone",
            "A cone along y, its base at y = 0.",
            table("`cone`", cone),
        ),
        Variant::new("torus", "A ring about y.", table("`torus`", torus)),
        Variant::new(
            "ellipsoid",
            "A ball stretched along the axes.",
            table("`ellipsoid`", ellipsoid),
        ),
        Variant::new(
            "half_space",
            "Everything on one side of a plane; not for bodies.",
            table("`half_space`", half_space),
        ),
        Variant::new(
            "star",
            "A flat star in the x–y plane, centred.",
            table("`star`", flat_star),
        ),
        Variant::new(
            "union",
            "What lies in any of several shapes.",
            shapes().map(Form::Union),
        ),
        Variant::new(
            "intersection",
            "What lies in all of several shapes.",
            shapes().map(Form::Intersection),
        ),
        Variant::new(
            "difference",
            "What lies in the first shape and in none of the others.",
            shapes().map(Form::Difference),
        ),
        Variant::new(
            "smooth_union",
            "What lies in any of several shapes, seams rounded.",
            table("`smooth_union`", smooth_union),
        ),
        Variant::new(
            "extrude",
            "An outline of the x–y plane drawn out along z, centred.",
            table("`extrude`", extrude),
        ),
        Variant::new(
            "lathe",
            "The part at x ≥ 0 of an outline of the x–y plane, turned about y.",
            table("`lathe`", lathe),
        ),
        Variant::new(
            "sweep",
            "An outline moved along a path, square to it.",
            table("`sweep`", sweep),
        ),
        Variant::new(
            "mesh",
            "The inside of a closed triangle mesh.",
            table("`mesh`", mesh),
        ),
        Variant::new(
            "figure",
            "A character that comes with the program, standing on y = 0.",
            table("`figure`", figure),
        ),
        Variant::new(
            "letters",
            "A line of capital letters and digits in the x–y plane, standing on y = 0, centred in x and z, a quarter as thick as high.",
            table("`letters`", letters),
        ),
    ]
}

fn shapes() -> List<impl Kind<Out = Shape>> {
    list(shape(), 1, "shapes")
}

const LENGTH: Number = number(Quantity::Length).positive();

fn block(t: &mut Table<'_>) -> Option<Form> {
    let size = t.need("size", "Its sides along x, y, z.", LENGTH.list::<3>());
    Some(Form::Box { size: size? })
}

fn sphere(t: &mut Table<'_>) -> Option<Form> {
    let radius = t.need("radius", "Its radius.", LENGTH);
    Some(Form::Sphere { radius: radius? })
}

fn cylinder(t: &mut Table<'_>) -> Option<Form> {
    let radius = t.need("radius", "Its radius.", LENGTH);
    let height = t.need("height", "Its length along y.", LENGTH);
    Some(Form::Cylinder {
        radius: radius?,
        height: height?,
    })
}

fn capsule(t: &mut Table<'_>) -> Option<Form> {
    let radius = t.need("radius", "Its radius.", LENGTH);
    let height = t.need(
        "height",
        "Its length along y without the half balls.",
        LENGTH,
    );
    Some(Form::Capsule {
        radius: radius?,
        height: height?,
    })
}

fn cone(t: &mut Table<'_>) -> Option<Form> {
    let radius = t.need("radius", "Radius of the base.", LENGTH);
    let top_radius = t.or(
        "top_radius",
        "Radius of the top; 0 is a tip.",
        number(Quantity::Length).not_negative(),
        "0",
    );
    let height = t.need("height", "Its height along y.", LENGTH);
    Some(Form::Cone {
        radius: radius?,
        top_radius: top_radius?,
        height: height?,
    })
}

fn torus(t: &mut Table<'_>) -> Option<Form> {
    let radius = t.need(
        "radius",
        "From the centre to the middle of the tube.",
        LENGTH,
    );
    let tube_radius = t.need("tube_radius", "Radius of the tube.", LENGTH);
    Some(Form::Torus {
        radius: radius?,
        tube_radius: tube_radius?,
    })
}

fn ellipsoid(t: &mut Table<'_>) -> Option<Form> {
    let radii = t.need(
        "radii",
        "Half its extent along x, y, z.",
        LENGTH.list::<3>(),
    );
    Some(Form::Ellipsoid { radii: radii? })
}

fn half_space(t: &mut Table<'_>) -> Option<Form> {
    let normal = t.need(
        "normal",
        "Direction that points out of it, of any length but 0.",
        direction(),
    );
    let offset = t.or(
        "offset",
        "Distance of the plane from the origin along the normal.",
        number(Quantity::Length),
        "0",
    );
    Some(Form::HalfSpace {
        normal: normal?,
        offset: offset?,
    })
}

fn flat_star(t: &mut Table<'_>) -> Option<Form> {
    let star = star(t);
    let thickness = t.need("thickness", "Its extent along z.", LENGTH);
    Some(Form::Star {
        star: star?,
        thickness: thickness?,
    })
}

fn smooth_union(t: &mut Table<'_>) -> Option<Form> {
    let shapes = t.need("shapes", "The shapes.", shapes());
    let radius = t.need("radius", "Radius of the rounding.", LENGTH);
    Some(Form::SmoothUnion {
        shapes: shapes?,
        radius: radius?,
    })
}

fn extrude(t: &mut Table<'_>) -> Option<Form> {
    let profile = t.need("profile", "The outline.", profile());
    let height = t.need("height", "Its length along z.", LENGTH);
    Some(Form::Extrude {
        profile: profile?,
        height: height?,
    })
}

fn lathe(t: &mut Table<'_>) -> Option<Form> {
    let profile = t.need("profile", "The outline.", profile());
    Some(Form::Lathe { profile: profile? })
}

fn sweep(t: &mut Table<'_>) -> Option<Form> {
    let profile = t.need("profile", "The outline.", profile());
    let path = t.need(
        "path",
        "Points [x, y, z] of a smooth path, at least 2.",
        list(number(Quantity::Length).list::<3>(), 2, "points [x, y, z]"),
    );
    Some(Form::Sweep {
        profile: profile?,
        path: path?,
    })
}

fn mesh(t: &mut Table<'_>) -> Option<Form> {
    let file = t.need(
        "file",
        "Its file (OBJ, STL, PLY, glTF), relative to the scene file.",
        mesh_file(),
    );
    file.map(Form::Mesh)
}

fn figure(t: &mut Table<'_>) -> Option<Form> {
    let name = t.need("name", "Which character.", word("figure", FIGURES));
    let height = t.need("height", "Its height along y.", LENGTH);
    Some(Form::Figure {
        name: name?,
        height: height?,
    })
}

const FIGURES: &[(&str, &str, Figure)] = &[
    (
        "rabbit",
        "A sitting rabbit that looks along x.",
        Figure::Rabbit,
    ),
    (
        "bust",
        "A human bust on a pedestal that looks along z.",
        Figure::Bust,
    ),
];

fn letters(t: &mut Table<'_>) -> Option<Form> {
    let text = t.need(
        "text",
        "What it says: letters A to Z, digits, spaces.",
        Writing,
    );
    let height = t.need("height", "Height of the letters along y.", LENGTH);
    Some(Form::Letters {
        text: text?,
        height: height?,
    })
}

/// A text of which every character can be drawn.
struct Writing;

impl Kind for Writing {
    type Out = String;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<String> {
        let span = node.span.clone();
        let written = text().read(cx, node)?;
        let strange = written
            .chars()
            .find(|c| !(c.is_ascii_alphanumeric() || *c == ' '));
        if let Some(character) = strange {
            let problem = Problem::WrongType {
                found: format!("one with {character:?}"),
                expected: "a text of letters A to Z, digits and spaces".into(),
            };
            cx.report(span, problem);
            return None;
        }
        Some(written)
    }

    fn form(&self, book: &mut Book) -> Description {
        text().form(book)
    }
}
