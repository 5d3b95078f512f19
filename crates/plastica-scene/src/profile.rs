//! Flat outlines, to be extruded, lathed or swept.

use crate::reader::{Kind, Named, Table, Variant, integer, list, named, number, table};
use crate::units::Quantity;
use plastica_geometry::{Outline, Profile};
use plastica_material::spec::Range;

/// A star in the x–y plane with a tip on the y axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Star {
    /// How many tips, at least 3.
    pub(crate) points: u32,
    /// From the centre to the tips [m].
    pub(crate) radius: f64,
    /// From the centre to the notches, as a fraction of the radius.
    pub(crate) inner: f64,
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
            table("`star`", |t| {
                star(t).map(|star| Outline::Star {
                    points: star.points,
                    radius: star.radius,
                    inner: star.inner,
                })
            }),
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
pub(crate) fn star(t: &mut Table<'_>) -> Option<Star> {
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
