//! `[[body]]`: a shape filled with a material, simulated by a method.

use crate::diagnostics::{Problem, Wanted};
use crate::methods::{METHODS, Methods};
use crate::units::Quantity;
use plastica_geometry::sample::Layout;
use plastica_material::Value;
use plastica_scene::fibre::{Fibre, fibre};
use plastica_scene::method::{MethodKind, Takes};
use plastica_scene::placement::{Placement, placement};
use plastica_scene::reader::{
    Book, Context, Family, Form, Kind, Node, Presence, Table, Varies, direction_field, integer,
    name, number, reference, word,
};
use plastica_scene::shape::{Shape, bounded_shape};

/// A shape filled with a material, simulated by a method.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Body {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its region at the start, before it is placed.
    pub shape: Shape,
    /// Where it stands at the start.
    pub placement: Placement,
    /// With what, how finely and by which method it is filled.
    pub filling: Filling,
    /// Initial velocity [m/s], a function of place.
    pub velocity: [Value; 3],
    /// Initial angular velocity about the centre of mass [rad/s], a function of place.
    pub angular_velocity: [Value; 3],
    /// Acceleration beside gravity [m/s²], a function of place and time.
    pub acceleration: [Value; 3],
}

impl Body {
    /// A body of a material at rest in a shape, by the first of the methods.
    pub fn new(name: &str, material: &str, shape: impl Into<Shape>, resolution: f64) -> Self {
        let zero = || [0.0; 3].map(Value::Constant);
        Body {
            name: Some(name.into()),
            shape: shape.into(),
            placement: Placement::default(),
            filling: Filling {
                material: material.into(),
                method: METHODS[0].name,
                resolution,
                particles_per_cell: PARTICLES_PER_CELL,
                sampling: Layout::Loose,
                fibre: Fibre::Formula([0.0, 0.0, 1.0].map(Value::Constant)),
                across: None,
            },
            velocity: zero(),
            angular_velocity: zero(),
            acceleration: zero(),
        }
    }
}

/// With what, how finely and by which method a region is filled.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Filling {
    /// The name of the material.
    pub material: String,
    /// What scenes call the method that simulates it.
    pub method: &'static str,
    /// Size of a grid cell, particle or element [m].
    pub resolution: f64,
    /// Particles per grid cell.
    pub particles_per_cell: u32,
    /// How its particles are laid out at the start.
    pub sampling: Layout,
    /// Direction of the material's z axis.
    pub fibre: Fibre,
    /// Direction that the material's x axis comes nearest to; `None` leaves it to the method.
    pub across: Option<[Value; 3]>,
}

pub(super) fn body(t: &mut Table<'_>, methods: Methods) -> Option<Body> {
    t.renamed("spin", "angular_velocity");
    let name = t.maybe(
        "name",
        "Its name, for grips and probes.",
        name(Family::Body),
    );
    let filling = filling(t, methods);
    let shape = t.need(
        "shape",
        "The region it fills at the start.",
        bounded_shape(),
    );
    let placement = placement(t);
    let velocity = t.or(
        "velocity",
        "Initial velocity: constants or formulas of x, y, z.",
        number(Quantity::Velocity).varying(Varies::InSpace).vector(),
        "[0, 0, 0]",
    );
    let angular_velocity = t.or(
        "angular_velocity",
        "Initial angular velocity about the centre of mass, added to the velocity: constants or formulas of x, y, z.",
        number(Quantity::AngularVelocity).varying(Varies::InSpace).vector(),
        "[0, 0, 0]",
    );
    let acceleration = t.or(
        "acceleration",
        "Acceleration beside gravity: constants, formulas of x, y, z, t, or keyframes.",
        number(Quantity::Acceleration)
            .varying(Varies::InSpaceAndTime)
            .vector(),
        "[0, 0, 0]",
    );
    Some(Body {
        name,
        shape: shape?,
        placement: placement?,
        filling: filling?,
        velocity: velocity?,
        angular_velocity: angular_velocity?,
        acceleration: acceleration?,
    })
}

/// The keys that bodies and emitters share.
pub(super) fn filling(t: &mut Table<'_>, methods: Methods) -> Option<Filling> {
    let material = t.need(
        "material",
        "The name of a [[material]].",
        reference(&[Family::Material]),
    );
    // The first of the list, where the scene does not say.
    let words = MethodWord(methods);
    let usual = words.kinds().next();
    let default = usual.map_or(String::new(), |kind| format!("{:?}", kind.name));
    let method = t.ask(
        "method",
        "How it is simulated.",
        words,
        Presence::Default(default.into()),
    );
    let method = if t.has("method") {
        method.map(|(_, kind)| kind)
    } else {
        usual
    };
    let resolution = t.need(
        "resolution",
        "Size of a grid cell; the distance between particles for methods without cells.",
        number(Quantity::Length).positive(),
    );
    let particles_per_cell = t.ask(
        "particles_per_cell",
        "Particles per grid cell at the start, for methods with cells.",
        integer(1, 64),
        Presence::Default(PARTICLES_PER_CELL.to_string().into()),
    );
    let takes = method.and_then(|kind| kind.takes);
    let cells = !matches!(
        takes,
        Some(
            Takes::Particles {
                per_cell: false,
                ..
            } | Takes::Region
        )
    );
    if let (Some((span, _)), false, Some((cx, _))) = (&particles_per_cell, cells, t.context()) {
        let reason = "this method has no grid cells".into();
        let advice = "leave it out: `resolution` alone says how fine the body is";
        cx.report(span.clone(), Problem::Unusable { reason, advice });
        return None;
    }
    let sampling = t.maybe(
        "sampling",
        "How particles are laid out at the start; without it, perturbed.",
        word("sampling", SAMPLINGS).renamed(&[("loose", "perturbed")]),
    );
    let fibre = t.or(
        "fibre",
        "Direction of the material's z axis, that of its fibres or across its layers: constants or formulas of x, y, z, or a field.",
        fibre(),
        "[0, 0, 1]",
    );
    let across = t.maybe(
        "across",
        "Direction of the material's x axis, made square to `fibre`; without it, any.",
        direction_field(),
    );
    Some(Filling {
        material: material?,
        method: method?.name,
        resolution: resolution?,
        particles_per_cell: match particles_per_cell {
            Some((_, count)) => u32::try_from(count).ok()?,
            None => PARTICLES_PER_CELL,
        },
        sampling: sampling.unwrap_or(match takes {
            Some(Takes::Particles { sampling, .. }) => sampling,
            _ => Layout::Loose,
        }),
        fibre: fibre?,
        across,
    })
}

/// Particles per grid cell, where a scene does not say.
const PARTICLES_PER_CELL: u32 = 8;

/// The name of a method that takes bodies.
struct MethodWord(Methods);

impl MethodWord {
    fn kinds(&self) -> impl Iterator<Item = &'static MethodKind> {
        let kinds = self.0.iter().copied();
        kinds.filter(|kind| kind.takes.is_some())
    }
}

impl Kind for MethodWord {
    type Out = &'static MethodKind;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Self::Out> {
        let names: Vec<&str> = self.kinds().map(|kind| kind.name).collect();
        let Some(text) = node.value.as_str() else {
            cx.wrong_type(&node, format!("a method (\"{}\")", names.join("\", \"")));
            return None;
        };
        let found = self.kinds().find(|kind| kind.name == text);
        if found.is_none() {
            let problem = Problem::UnknownWord {
                what: "method".into(),
                word: Wanted::new(text, &names),
            };
            cx.report(node.span, problem);
        }
        found
    }

    fn form(&self, _: &mut Book) -> Form {
        Form::Words(self.kinds().map(|kind| (kind.name, kind.doc)).collect())
    }
}

const SAMPLINGS: &[(&str, &str, Layout)] = &[
    (
        "perturbed",
        "Each within a tenth of a cell of its place in a row: nearly even, as points that remember their neighbours like it.",
        Layout::Loose,
    ),
    (
        "jittered",
        "Each anywhere in its cell of a lattice: even, without rows.",
        Layout::Jittered,
    ),
    (
        "lattice",
        "In rows along the axes: the same every time, but rows can show when the body breaks.",
        Layout::Lattice,
    ),
    (
        "blue-noise",
        "At random, none near another: no direction is special; slower to make.",
        Layout::BlueNoise,
    ),
];
