//! `[[spring]]` and `[[pinch]]`: what pulls at splines.

use super::{Pinch, Spring};
use plastica_scene::motion::motion;
use plastica_scene::reader::{Family, Table, number, reference};
use plastica_scene::units::Quantity;
use plastica_scene::window::active;

pub(super) fn spring(t: &mut Table<'_>) -> Option<Spring> {
    let body = t.need(
        "body",
        "The name of the spline it pulls at.",
        reference(&[Family::Body]),
    );
    let at = t.need(
        "at",
        "It is fastened to the node nearest to this place when it comes.",
        number(Quantity::Length).list::<3>(),
    );
    let stiffness = t.need(
        "stiffness",
        "Its stiffness [N/m].",
        number(Quantity::Number).not_negative(),
    );
    let length = t.or(
        "length",
        "Its length without force.",
        number(Quantity::Length).not_negative(),
        "0",
    );
    let motion = motion(t);
    let window = active(t, "When it is there, [start, end]; without it, always.");
    Some(Spring {
        body: body?,
        at: at?,
        stiffness: stiffness?,
        length: length?,
        motion: motion?,
        window,
    })
}

pub(super) fn pinch(t: &mut Table<'_>) -> Option<Pinch> {
    let body = t.maybe(
        "body",
        "The name of the spline it holds; without it, all.",
        reference(&[Family::Body]),
    );
    let radius = t.need(
        "radius",
        "How far it reaches for nodes when it closes.",
        number(Quantity::Length).positive(),
    );
    let stiffness = t.maybe(
        "stiffness",
        "Stiffness of its hold on each node [N/m]; without it, the hold is firm.",
        number(Quantity::Number).positive(),
    );
    let motion = motion(t);
    let window = active(
        t,
        "When it is closed, [start, end]; without it, always. Nodes that come within reach after it closed are not held: one that closes later than 0 s and reaches none holds nothing until it opens.",
    );
    Some(Pinch {
        body,
        radius: radius?,
        stiffness,
        motion: motion?,
        window,
    })
}
