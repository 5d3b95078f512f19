//! `[camera]`: from where pictures are taken.

use crate::units::Quantity;
use plastica_material::Value;
use plastica_material::spec::Range;
use plastica_scene::reader::{Table, Varies, direction, number};
use std::f64::consts::PI;

/// From where pictures are taken.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Camera {
    /// Where it stands [m], a function of time.
    pub position: [Value; 3],
    /// What it looks at [m], a function of time.
    pub target: [Value; 3],
    /// What is up in the picture, a unit vector.
    pub up: [f64; 3],
    /// Angle between the lower and the upper edge of the picture [rad].
    pub field_of_view: Value,
}

/// Half a turn and more cannot be drawn on a plane; less than a tenth of a degree is a slip.
const FIELD_OF_VIEW: Range = Range {
    low: PI / 1800.0,
    high: PI,
    low_open: false,
    high_open: true,
};

pub(super) fn camera(t: &mut Table<'_>) -> Option<Camera> {
    let place = number(Quantity::Length).varying(Varies::InTime).vector();
    let position = t.need(
        "position",
        "Where it stands: constants, formulas of t, or keyframes.",
        place,
    );
    let target = t.need(
        "target",
        "What it looks at: constants, formulas of t, or keyframes.",
        place,
    );
    let up = t.or("up", "What is up in the picture.", direction(), "[0, 1, 0]");
    let field_of_view = t.or(
        "field_of_view",
        "Angle between the lower and the upper edge of the picture.",
        number(Quantity::Angle)
            .within(FIELD_OF_VIEW)
            .varying(Varies::InTime),
        "40",
    );
    Some(Camera {
        position: position?,
        target: target?,
        up: up?,
        field_of_view: field_of_view?,
    })
}
