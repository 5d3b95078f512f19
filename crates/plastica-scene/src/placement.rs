//! Where things stand: position, rotation, scale.

use crate::reader::{Kind, Named, Table, direction, named, number, table};
use crate::units::Quantity;
use plastica_core::AxisAngle;

/// Scaled first, then turned, then moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Where its origin comes to lie [m].
    pub position: [f64; 3],
    /// How it is turned.
    pub rotation: AxisAngle,
    /// How many times larger.
    pub scale: f64,
}

impl Default for Placement {
    /// Where it is.
    fn default() -> Self {
        Placement {
            position: [0.0; 3],
            rotation: AxisAngle {
                axis: [0.0, 0.0, 1.0],
                angle: 0.0,
            },
            scale: 1.0,
        }
    }
}

/// The keys of a placement.
pub fn placement(t: &mut Table<'_>) -> Option<Placement> {
    let position = t.or(
        "position",
        "Where its origin comes to lie.",
        number(Quantity::Length).list::<3>(),
        "[0, 0, 0]",
    );
    let rotation = t.or(
        "rotation",
        "How it is turned about its origin, after scaling and before moving.",
        rotation(),
        "{ axis = [0, 1, 0], angle = 0 }",
    );
    let scale = t.or(
        "scale",
        "How many times larger it is made.",
        number(Quantity::Number).positive(),
        "1",
    );
    Some(Placement {
        position: position?,
        rotation: rotation?,
        scale: scale?,
    })
}

/// A constant rotation.
pub fn rotation() -> Named<impl Kind<Out = AxisAngle>> {
    named("rotation", || {
        table("rotation", |t| {
            let axis = t.need("axis", "The axis, of any length but 0.", direction());
            let angle = t.need(
                "angle",
                "How far, counter-clockwise when the axis points at you.",
                number(Quantity::Angle),
            );
            Some(AxisAngle {
                axis: axis?,
                angle: angle?,
            })
        })
    })
}
