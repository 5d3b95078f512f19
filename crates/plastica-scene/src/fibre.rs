//! `fibre`: where the fibres of a body run.

use crate::diagnostics::Problem;
use crate::reader::{
    Book, Context, Form, Kind, Named, Node, Table, Variant, direction, direction_field, list,
    named, number, table,
};
use crate::units::Quantity;
use plastica_material::Value;
use toml::de::DeValue;

/// Direction of a material's z axis, a function of the place at rest.
#[derive(Clone, Debug)]
pub enum Fibre {
    /// Three constants or formulas, of any length but 0.
    Formula([Value; 3]),
    /// Circles around an axis.
    Around {
        /// Direction of the axis, unit.
        axis: [f64; 3],
        /// A point of the axis [m].
        through: [f64; 3],
    },
    /// The direction of a smooth curve at its point nearest to the place.
    Along {
        /// Points of the curve [m], two of them different; closed if the last is the first.
        points: Vec<[f64; 3]>,
    },
    /// The outward normal of the body's own shape: layers parallel to its surface.
    Normal,
}

impl Fibre {
    /// Whether it is the same everywhere.
    pub fn is_uniform(&self) -> bool {
        matches!(self, Fibre::Formula(values) if !values.iter().any(Value::varies_in_space))
    }
}

/// A direction as three numbers, or a field by name.
pub fn fibre() -> Named<impl Kind<Out = Fibre>> {
    named("fibre", || FibreKind)
}

struct FibreKind;

impl Kind for FibreKind {
    type Out = Fibre;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Fibre> {
        match node.value {
            DeValue::Table(_) => table("`fibre`", field).read(cx, node),
            _ => direction_field().read(cx, node).map(Fibre::Formula),
        }
    }

    fn form(&self, book: &mut Book) -> Form {
        Form::Either(
            Box::new(table("`fibre`", field).form(book)),
            Box::new(direction_field().form(book)),
        )
    }
}

fn field(t: &mut Table<'_>) -> Option<Fibre> {
    t.variant(
        "field of directions",
        vec![
            Variant::new(
                "around",
                "Circles around an axis: a wound bale. No particle may lie on the axis.",
                table("`around`", around),
            ),
            Variant::new(
                "along",
                "The direction of a smooth curve at its point nearest to the particle: a bent branch. No particle may be as near to one part of the curve as to another that runs elsewhere.",
                table("`along`", along),
            ),
            Variant::new(
                "normal",
                "The outward normal of the body's own shape, that of the nearest place on its surface: layers parallel to the surface. Where two are as near, one of them.",
                table("`normal`", |_| Some(Fibre::Normal)),
            ),
        ],
    )
}

fn around(t: &mut Table<'_>) -> Option<Fibre> {
    let axis = t.need(
        "axis",
        "Direction of the axis, of any length but 0; fibres run counter-clockwise when it points at you.",
        direction(),
    );
    let through = t.or(
        "through",
        "A point of the axis, in the coordinates of the scene.",
        number(Quantity::Length).list::<3>(),
        "[0, 0, 0]",
    );
    Some(Fibre::Around {
        axis: axis?,
        through: through?,
    })
}

fn along(t: &mut Table<'_>) -> Option<Fibre> {
    let points = t.need(
        "points",
        "Points of the curve, in the coordinates of the scene, two of them different; a last one that is the first closes it.",
        Points,
    );
    Some(Fibre::Along { points: points? })
}

/// Places that are not all the same.
struct Points;

impl Points {
    fn list() -> impl Kind<Out = Vec<[f64; 3]>> {
        list(number(Quantity::Length).list::<3>(), 2, "points [x, y, z]")
    }
}

impl Kind for Points {
    type Out = Vec<[f64; 3]>;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Vec<[f64; 3]>> {
        let span = node.span.clone();
        let points = Points::list().read(cx, node)?;
        if points.iter().all(|point| *point == points[0]) {
            let problem = Problem::WrongLength {
                found: 1,
                expected: "a list of at least 2 different points".into(),
            };
            cx.report(span, problem);
            return None;
        }
        Some(points)
    }

    fn form(&self, book: &mut Book) -> Form {
        Points::list().form(book)
    }
}
