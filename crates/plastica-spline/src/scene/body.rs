//! `[[spline]]`.

use super::Spline;
use super::check::check;
use super::energy::{energies, varying};
use super::image::pictured;
use super::inelastic::{creep, fracture, plastic};
use super::nodes::{MOST, shapes};
use plastica_scene::placement::placement;
use plastica_scene::reader::{Family, Table, Varies, integer, list, name, number, table};
use plastica_scene::units::Quantity;

pub(super) fn spline(t: &mut Table<'_>) -> Option<Spline> {
    let name = t.maybe(
        "name",
        "Its name, for springs, pinches, grips and probes.",
        name(Family::Body),
    );
    let shape = t.need(
        "shape",
        "Its nodes at rest.",
        table("shape of a spline", |t| t.variant("shape", shapes())),
    );
    let warp = t.or(
        "warp",
        "Where a node goes that the shape puts at x, y, z, before it is placed: formulas of these. Makes any curve of a line, any surface of a sheet, a face of a lathed head.",
        number(Quantity::Length).varying(Varies::InSpace).vector(),
        "[\"x\", \"y\", \"z\"]",
    );
    let placement = placement(t);
    let velocity = t.or(
        "velocity",
        "Initial velocity: constants or formulas of x, y, z.",
        number(Quantity::Velocity).varying(Varies::InSpace).vector(),
        "[0, 0, 0]",
    );
    t.renamed("spin", "angular_velocity");
    let angular_velocity = t.or(
        "angular_velocity",
        "Initial angular velocity about the centre of mass, added to the velocity.",
        number(Quantity::AngularVelocity).list::<3>(),
        "[0, 0, 0]",
    );
    let density = t.or(
        "density",
        "Mass per length of a thread [kg/m], area of a surface [kg/m²] or volume of a solid [kg/m³].",
        pictured(
            number(Quantity::Number).positive().varying(Varies::InSpace),
            "image_above_0",
        ),
        "1",
    );
    let damping = t.or(
        "damping",
        "Rate at which its motion is braked.",
        number(Quantity::Rate)
            .not_negative()
            .varying(Varies::InTime),
        "0",
    );
    let formulation = t.need(
        "energy",
        "How it resists deformation.",
        table("energy of a spline", |t| t.variant("energy", energies())),
    );
    let viscous_time = t.or(
        "viscous_time",
        "Delay of the elastic answer: a viscous force beside the elastic one (Kelvin, Voigt).",
        number(Quantity::Time)
            .not_negative()
            .varying(Varies::InTime),
        "0",
    );
    let creep = t.maybe(
        "creep",
        "Flow of the natural shape with time (Maxwell; with `delayed` the four-element model).",
        table("creep of a spline", creep),
    );
    let plastic = t.maybe(
        "yield",
        "Flow of the natural shape beyond a limit.",
        table("yield of a spline", plastic),
    );
    let fracture = t.maybe(
        "fracture",
        "When its fibres break.",
        table("fracture of a spline", fracture),
    );
    let cuts = t.or(
        "cuts",
        "Fibres that are cut from the start: [axis, i, j, k], the axis along which the fibre leads from the node (i, j, k), all counted from 0.",
        list(
            list(integer(0, MOST), 4, "axis, i, j, k"),
            0,
            "[axis, i, j, k]",
        ),
        "[]",
    );
    let acceleration = t.or(
        "acceleration",
        "Acceleration beside gravity: constants, formulas of x, y, z, t, or keyframes.",
        varying(number(Quantity::Acceleration)).vector(),
        "[0, 0, 0]",
    );
    let spline = Spline {
        name,
        shape: shape?,
        warp: warp?,
        placement: placement?,
        velocity: velocity?,
        angular_velocity: angular_velocity?,
        density: density?,
        damping: damping?,
        formulation: formulation?,
        viscous_time: viscous_time?,
        creep,
        plastic,
        fracture,
        cuts: (cuts?.iter())
            .map(|cut| std::array::from_fn(|k| cut[k] as usize))
            .collect(),
        acceleration: acceleration?,
    };
    check(t, &spline)?;
    Some(spline)
}
