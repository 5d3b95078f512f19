//! Flat outlines, to be extruded, lathed or swept.

use crate::reader::{Kind, Named, Table, Variant, integer, list, named, number, table};
use crate::units::Quantity;
use plastica_material::spec::Range;

/// A closed outline in the x–y plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The outline about its own origin.
    pub outline: Outline,
    /// Where its origin lies [m].
    pub offset: [f64; 2],
}

/// A closed outline about the origin.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A circle.
    Circle {
        /// Its radius [m].
        radius: f64,
    },
    /// A rectangle along the axes.
    Rectangle {
        /// Its sides [m].
        size: [f64; 2],
    },
    /// Straight lines through points.
    Polygon {
        /// The corners [m], at least 3.
        points: Vec<[f64; 2]>,
    },
    /// A smooth closed curve through points.
    Curve {
        /// The points [m], at least 3.
        points: Vec<[f64; 2]>,
    },
    /// A star with a tip on the y axis.
    Star(Star),
}

/// A star in the x–y plane with a tip on the y axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Star {
    /// How many tips, at least 3.
    pub points: u32,
    /// From the centre to the tips [m].
    pub radius: f64,
    /// From the centre to the notches, as a fraction of the radius.
    pub inner: f64,
}

/// An outline with its place.
pub fn profile() -> Named<impl Kind<Out = Profile>> {
    named("profile", || {
        table("profile", |t| {
            let offset = t.or(
                "offset",
                "Where the origin of the outline lies in the x–y plane.",
                number(Quantity::Length).list::<2>(),
                "[0, 0]",
            );
            let outline = t.variant("outline", outlines());
            Some(Profile {
                outline: outline?,
                offset: offset?,
            })
        })
    })
}

fn outlines() -> Vec<Variant<Outline>> {
    vec![
        Variant::new("circle", "A circle.", table("`circle`", circle)),
        Variant::new(
            "rectangle",
            "A rectangle along the axes.",
            table("`rectangle`", rectangle),
        ),
        Variant::new(
            "polygon",
            "Straight lines through points, closed.",
            table("`polygon`", |t| {
                corners(t).map(|points| Outline::Polygon { points })
            }),
        ),
        Variant::new(
            "curve",
            "A smooth closed curve through points.",
            table("`curve`", |t| {
                corners(t).map(|points| Outline::Curve { points })
            }),
        ),
        Variant::new(
            "star",
            "A star with a tip on the y axis.",
            table("`star`", |t| star(t).map(Outline::Star)),
        ),
    ]
}

fn circle(t: &mut Table<'_>) -> Option<Outline> {
    let radius = t.need("radius", "Its radius.", number(Quantity::Length).positive());
    Some(Outline::Circle { radius: radius? })
}

fn rectangle(t: &mut Table<'_>) -> Option<Outline> {
    let size = t.need(
        "size",
        "Its sides along x and y.",
        number(Quantity::Length).positive().list::<2>(),
    );
    Some(Outline::Rectangle { size: size? })
}

fn corners(t: &mut Table<'_>) -> Option<Vec<[f64; 2]>> {
    t.need(
        "points",
        "Its corners [x, y], at least 3.",
        list(number(Quantity::Length).list::<2>(), 3, "points [x, y]"),
    )
}

/// The keys of a star.
pub fn star(t: &mut Table<'_>) -> Option<Star> {
    const INNER: Range = Range {
        low: 0.0,
        high: 1.0,
        low_open: true,
        high_open: false,
    };
    let points = t.or("points", "How many tips.", integer(3, 1000), "5");
    let radius = t.need(
        "radius",
        "From the centre to the tips.",
        number(Quantity::Length).positive(),
    );
    let inner = t.or(
        "inner",
        "From the centre to the notches, as a fraction of the radius.",
        number(Quantity::Number).within(INNER),
        "0.5",
    );
    Some(Star {
        points: u32::try_from(points?).ok()?,
        radius: radius?,
        inner: inner?,
    })
}
