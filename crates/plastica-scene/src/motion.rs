//! How obstacles and grips move.

use crate::placement::rotation;
use crate::reader::{
    Book, Context, Form, Kind, Node, Table, Varies, direction, keyframes, named, number, table,
};
use crate::units::Quantity;
use plastica_core::{Motion, Rotation};
use toml::de::DeValue;

/// The keys of a motion.
pub fn motion(t: &mut Table<'_>) -> Option<Motion> {
    let position = t.or(
        "position",
        "Where the origin of the shape is: constants, formulas of t, or keyframes.",
        number(Quantity::Length).varying(Varies::InTime).vector(),
        "[0, 0, 0]",
    );
    let rotation = t.or(
        "rotation",
        "How the shape is turned about its origin; the angle, or the whole rotation, may be keyframed.",
        named("moving_rotation", || MovingRotation),
        "{ axis = [0, 1, 0], angle = 0 }",
    );
    let velocity = t.or(
        "velocity",
        "Constant velocity, added to the position as time goes on.",
        number(Quantity::Velocity).list::<3>(),
        "[0, 0, 0]",
    );
    t.renamed("spin", "angular_velocity");
    let spin = t.or(
        "angular_velocity",
        "Constant angular velocity about the origin of the shape, added to the rotation.",
        number(Quantity::AngularVelocity).list::<3>(),
        "[0, 0, 0]",
    );
    Some(Motion {
        position: position?,
        rotation: rotation?,
        velocity: velocity?,
        spin: spin?,
    })
}

/// A rotation whose angle may vary, or keyframes of rotations.
struct MovingRotation;

impl Kind for MovingRotation {
    type Out = Rotation;

    fn read(&self, cx: &mut Context, node: Node<'_>) -> Option<Rotation> {
        match node.value {
            DeValue::Table(entries) if entries.contains_key("keyframes") => keyframes(rotation())
                .read(cx, node)
                .map(Rotation::Keyframes),
            _ => table("rotation", turn).read(cx, node),
        }
    }

    fn form(&self, book: &mut Book) -> Form {
        let keyed = keyframes(rotation()).form(book);
        Form::Either(
            Box::new(table("rotation", turn).form(book)),
            Box::new(keyed),
        )
    }
}

fn turn(t: &mut Table<'_>) -> Option<Rotation> {
    let axis = t.need("axis", "The axis, of any length but 0.", direction());
    let angle = t.need(
        "angle",
        "How far, counter-clockwise when the axis points at you.",
        number(Quantity::Angle).varying(Varies::InTime),
    );
    Some(Rotation::Turn {
        axis: axis?,
        angle: angle?,
    })
}
