//! How splines resist deformation.

use super::image::{Pictured, pictured};
use crate::{Formulation, FrameMotion, Local, Tensors, Weights};
use plastica_scene::diagnostics::Problem;
use plastica_scene::reader::{
    Number, Presence, Table, Variant, Varies, Varying, number, table, word,
};
use plastica_scene::units::Quantity;

/// A plain number of 0 or more that may vary, or a picture of it.
pub(super) fn weight() -> Pictured {
    pictured(varying(number(Quantity::Number).not_negative()), "image")
}

/// A number that may vary.
pub(super) fn varying(number: Number) -> Varying {
    number.varying(Varies::InSpaceAndTime)
}

pub(super) fn energies() -> Vec<Variant<Formulation>> {
    vec![
        Variant::new(
            "hybrid",
            "A linear spline about a reference shape in a frame that goes along with the body: creeps, yields, stays well conditioned when stiff.",
            table("`hybrid`", hybrid),
        ),
        Variant::new(
            "primary",
            "Metric and curvature tensors: any bending and draping, nets and cloth.",
            table("`primary`", primary),
        ),
    ]
}

/// The same value along three axes.
fn all(value: Local) -> [Local; 3] {
    [value.clone(), value.clone(), value]
}

fn hybrid(t: &mut Table<'_>) -> Option<Formulation> {
    let position = t.or(
        "position",
        "Weight w₀ of displacement from the reference shape itself.",
        weight(),
        "0",
    );
    let stretch = t.or(
        "stretch",
        "Weight of first derivatives: tension per strain.",
        weight(),
        "0",
    );
    let bend = t.or(
        "bend",
        "Weight of second derivatives: moment per curvature.",
        weight(),
        "0",
    );
    let frame = t.or(
        "frame",
        "What the frame does.",
        word(
            "frame",
            &[
                (
                    "free",
                    "It goes along with each piece of the body.",
                    FrameMotion::Free,
                ),
                (
                    "fixed",
                    "It stays: turning the body deforms it.",
                    FrameMotion::Fixed,
                ),
            ],
        ),
        "\"free\"",
    );
    let released = t.ask(
        "released",
        "When a fixed frame goes free; without it, never.",
        number(Quantity::Time).not_negative(),
        Presence::Optional,
    );
    let frame = match (frame?, released) {
        (FrameMotion::Fixed, Some((_, time))) => FrameMotion::FixedUntil(time),
        (_, Some((span, _))) => {
            let problem = Problem::OutOfRange {
                value: "this".into(),
                accepted: "nothing, unless `frame` is \"fixed\"".into(),
            };
            if let Some((cx, _)) = t.context() {
                cx.report(span, problem);
            }
            return None;
        }
        (frame, None) => frame,
    };
    let (stretch, bend) = (stretch?, bend?);
    let weights = Weights {
        position: position?,
        first: all(stretch),
        second: all(bend.clone()),
        mixed: all(bend),
    };
    Some(Formulation::Hybrid {
        weights: Box::new(weights),
        frame,
    })
}

fn primary(t: &mut Table<'_>) -> Option<Formulation> {
    let stretch = t.or(
        "stretch",
        "Weight of the metric along fibres.",
        weight(),
        "0",
    );
    let shear = t.or(
        "shear",
        "Weight of the metric between fibres; 0 for a net.",
        weight(),
        "0",
    );
    let bend = t.or(
        "bend",
        "Weight of the curvature of curves and surfaces.",
        weight(),
        "0",
    );
    let bend = bend?;
    Some(Formulation::Primary(Box::new(Tensors {
        stretch: all(stretch?),
        shear: all(shear?),
        bend: all(bend.clone()),
        twist: bend,
    })))
}
