//! `[[emitter]]`: a source of new material.

use super::body::{Filling, filling};
use crate::methods::Methods;
use crate::units::Quantity;
use plastica_core::Window;
use plastica_material::Value;
use plastica_scene::placement::{Placement, placement};
use plastica_scene::reader::{Family, Table, Varies, name, number};
use plastica_scene::shape::{Shape, bounded_shape};
use plastica_scene::window::active;

/// A source of new material.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Emitter {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The region where material appears.
    pub shape: Shape,
    /// Where the region stands.
    pub placement: Placement,
    /// With what, how finely and by which method it is filled.
    pub filling: Filling,
    /// Velocity of new material [m/s], a function of place and time.
    pub velocity: [Value; 3],
    /// Volume per time [m³/s], a function of time.
    pub rate: Value,
    /// When it is on; `None` for always.
    pub window: Option<Window>,
}

pub(super) fn emitter(t: &mut Table<'_>, methods: Methods) -> Option<Emitter> {
    let name = t.maybe("name", "Its name.", name(Family::Emitter));
    let filling = filling(t, methods);
    let shape = t.need(
        "shape",
        "The region where material appears.",
        bounded_shape(),
    );
    let placement = placement(t);
    let velocity = t.or(
        "velocity",
        "Velocity of new material: constants, formulas of x, y, z, t, or keyframes.",
        number(Quantity::Velocity)
            .varying(Varies::InSpaceAndTime)
            .vector(),
        "[0, 0, 0]",
    );
    let rate = t.need(
        "rate",
        "Volume of new material per time, for example \"0.5 L/s\": a constant, a formula of t, or keyframes.",
        number(Quantity::VolumeRate).not_negative().varying(Varies::InTime),
    );
    let window = active(t, "When it is on, [start, end]; without it, always.");
    Some(Emitter {
        name,
        shape: shape?,
        placement: placement?,
        filling: filling?,
        velocity: velocity?,
        rate: rate?,
        window,
    })
}
