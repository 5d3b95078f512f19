//! `[[body]]`: a shape filled with a material, simulated by a method.

use crate::units::Quantity;
use plastica_material::Value;
use plastica_scene::fibre::{Fibre, fibre};
use plastica_scene::placement::{Placement, placement};
use plastica_scene::reader::{
    Family, Table, Varies, direction_field, integer, name, number, reference, word,
};
use plastica_scene::shape::{Shape, bounded_shape};

/// A shape filled with a material, simulated by a method.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its region at the start, before it is placed.
    pub shape: Shape,
    /// Where it stands at the start.
    pub placement: Placement,
    /// With what, how finely and by which method it is filled.
    pub filling: Filling,
    /// Initial velocity [m/s], a function of place.
    pub velocity: [Value; 3],
    /// Initial angular velocity about the centre of mass [rad/s], a function of place.
    pub spin: [Value; 3],
    /// Acceleration beside gravity [m/s²], a function of place and time.
    pub acceleration: [Value; 3],
}

/// With what, how finely and by which method a region is filled.
#[derive(Clone, Debug)]
pub struct Filling {
    /// The name of the material.
    pub material: String,
    /// How it is simulated.
    pub method: Method,
    /// Size of a grid cell, particle or element [m].
    pub resolution: f64,
    /// Particles per grid cell.
    pub particles_per_cell: u32,
    /// How its particles are laid out at the start.
    pub sampling: Sampling,
    /// Direction of the material's z axis.
    pub fibre: Fibre,
    /// Direction that the material's x axis comes nearest to; `None` leaves it to the method.
    pub across: Option<[Value; 3]>,
}

/// How a body is simulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// Material point method.
    Mpm,
    /// Points without a rest shape.
    Points,
    /// Tetrahedra with remeshing.
    Fem,
    /// Deformable splines.
    Spline,
}

/// How particles are laid out at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sampling {
    /// Nearly in rows.
    Loose,
    /// Each anywhere in its cell of a lattice.
    Jittered,
    /// In rows.
    Lattice,
    /// At random, none near another.
    BlueNoise,
}

impl Method {
    /// Its name in scenes.
    pub fn name(self) -> &'static str {
        METHODS
            .iter()
            .find(|(_, _, method)| *method == self)
            .map_or("", |(name, ..)| name)
    }
}

pub(super) fn body(t: &mut Table<'_>) -> Option<Body> {
    let name = t.maybe(
        "name",
        "Its name, for grips and probes.",
        name(Family::Body),
    );
    let filling = filling(t);
    let shape = t.need(
        "shape",
        "The region it fills at the start.",
        bounded_shape(),
    );
    let placement = placement(t);
    let velocity = t.or(
        "velocity",
        "Initial velocity: constants or formulas of x, y, z.",
        number(Quantity::Velocity).varying(Varies::InSpace).vector(),
        "[0, 0, 0]",
    );
    let spin = t.or(
        "spin",
        "Initial angular velocity about the centre of mass, added to the velocity: constants or formulas of x, y, z.",
        number(Quantity::AngularVelocity).varying(Varies::InSpace).vector(),
        "[0, 0, 0]",
    );
    let acceleration = t.or(
        "acceleration",
        "Acceleration beside gravity: constants, formulas of x, y, z, t, or keyframes.",
        number(Quantity::Acceleration)
            .varying(Varies::InSpaceAndTime)
            .vector(),
        "[0, 0, 0]",
    );
    Some(Body {
        name,
        shape: shape?,
        placement: placement?,
        filling: filling?,
        velocity: velocity?,
        spin: spin?,
        acceleration: acceleration?,
    })
}

/// The keys that bodies and emitters share.
pub(super) fn filling(t: &mut Table<'_>) -> Option<Filling> {
    let material = t.need(
        "material",
        "The name of a [[material]].",
        reference(&[Family::Material]),
    );
    let method = t.or(
        "method",
        "How it is simulated.",
        word("method", METHODS),
        "\"mpm\"",
    );
    let resolution = t.need(
        "resolution",
        "Size of a grid cell, or distance between particles of method points.",
        number(Quantity::Length).positive(),
    );
    let particles_per_cell = t.or(
        "particles_per_cell",
        "Particles per grid cell at the start (method mpm).",
        integer(1, 64),
        "8",
    );
    let sampling = t.maybe(
        "sampling",
        "How particles are laid out at the start; without it, jittered for method mpm and loose for the others.",
        word("sampling", SAMPLINGS),
    );
    let fibre = t.or(
        "fibre",
        "Direction of the material's z axis, that of its fibres or across its layers: constants or formulas of x, y, z, or a field.",
        fibre(),
        "[0, 0, 1]",
    );
    let across = t.maybe(
        "across",
        "Direction of the material's x axis, made square to `fibre`; without it, any.",
        direction_field(),
    );
    Some(Filling {
        material: material?,
        method: method?,
        resolution: resolution?,
        particles_per_cell: u32::try_from(particles_per_cell?).ok()?,
        sampling: sampling.unwrap_or(match method? {
            Method::Mpm => Sampling::Jittered,
            _ => Sampling::Loose,
        }),
        fibre: fibre?,
        across,
    })
}

const METHODS: &[(&str, &str, Method)] = &[
    (
        "mpm",
        "Material point method: particles and a grid, for anything that flows, piles or mixes.",
        Method::Mpm,
    ),
    (
        "points",
        "Points that remember their neighbours: soft solids that tear and flow.",
        Method::Points,
    ),
    (
        "fem",
        "Tetrahedra with remeshing: precise solids under large viscoplastic flow.",
        Method::Fem,
    ),
    (
        "spline",
        "Deformable curves, surfaces and solids on a lattice.",
        Method::Spline,
    ),
];

const SAMPLINGS: &[(&str, &str, Sampling)] = &[
    (
        "loose",
        "Each within a tenth of a cell of its place in a row: nearly even, as points that remember their neighbours like it.",
        Sampling::Loose,
    ),
    (
        "jittered",
        "Each anywhere in its cell of a lattice: even, without rows.",
        Sampling::Jittered,
    ),
    (
        "lattice",
        "In rows along the axes: the same every time, but rows can show when the body breaks.",
        Sampling::Lattice,
    ),
    (
        "blue-noise",
        "At random, none near another: no direction is special; slower to make.",
        Sampling::BlueNoise,
    ),
];
