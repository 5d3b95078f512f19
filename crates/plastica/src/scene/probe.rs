//! `[[probe]]`: a time series to write down.

use crate::units::Quantity;
use plastica_scene::placement::{Placement, placement};
use plastica_scene::reader::{Family, Table, Variant, name, number, reference, table};
use plastica_scene::shape::{Shape, shape};

/// A time series to write down.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Probe {
    /// Its name, and that of its file.
    pub name: String,
    /// What it watches.
    pub watch: Watch,
    /// Time between rows [s]; `None` for one row per frame.
    pub interval: Option<f64>,
}

/// What a probe watches.
#[derive(Clone, Debug)]
pub enum Watch {
    /// The material point nearest to a place at the start.
    Point {
        /// The place [m].
        position: [f64; 3],
        /// The name of the body it belongs to; `None` for any.
        body: Option<String>,
    },
    /// Averages over a region fixed in space.
    Region {
        /// The region.
        shape: Shape,
        /// Where it stands.
        placement: Placement,
        /// The name of the body that counts; `None` for all.
        body: Option<String>,
    },
    /// The force on a collider or grip.
    Force {
        /// Its name.
        on: String,
    },
}

pub(super) fn probe(t: &mut Table<'_>) -> Option<Probe> {
    let name = t.need(
        "name",
        "Its name, and that of its file.",
        name(Family::Probe),
    );
    let interval = t.maybe(
        "interval",
        "Time between rows; without it, one row per frame.",
        number(Quantity::Time).positive(),
    );
    let watch = t.variant(
        "thing to watch",
        vec![
            Variant::new(
                "point",
                "Follows the material point nearest to a place at the start.",
                table("`point`", point),
            ),
            Variant::new(
                "region",
                "Averages stress, strain and velocity over a region fixed in space.",
                table("`region`", region),
            ),
            Variant::new(
                "force",
                "The force on a collider or grip: its mean over the time since the row before.",
                table("`force`", force),
            ),
        ],
    );
    Some(Probe {
        name: name?,
        watch: watch?,
        interval,
    })
}

const BODY: &str = "The name of the body that counts; without it, all.";

fn point(t: &mut Table<'_>) -> Option<Watch> {
    let position = t.need(
        "position",
        "The place at the start.",
        number(Quantity::Length).list::<3>(),
    );
    let body = t.maybe("body", BODY, reference(&[Family::Body]));
    Some(Watch::Point {
        position: position?,
        body,
    })
}

fn region(t: &mut Table<'_>) -> Option<Watch> {
    let shape = t.need("shape", "The region.", shape());
    let placement = placement(t);
    let body = t.maybe("body", BODY, reference(&[Family::Body]));
    Some(Watch::Region {
        shape: shape?,
        placement: placement?,
        body,
    })
}

fn force(t: &mut Table<'_>) -> Option<Watch> {
    let on = t.need(
        "on",
        "The name of a collider or grip.",
        reference(&[Family::Collider, Family::Grip]),
    );
    Some(Watch::Force { on: on? })
}
