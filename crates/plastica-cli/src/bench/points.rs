//! The cube by the point-based method: elastic and flowing material, at a fixed step.

use super::{Arguments, DENSITY, Measured, PhaseClock, Setup, cube, measure, name, room};
use crate::{Failure, files};
use plastica_points::{Options, build};
use serde_json::json;

/// Spread of the particles about the places of a lattice, in spacings: that of scenes.
const JITTER: f64 = 0.2;

/// Measures one material and prints what came of it.
pub(super) fn run(setup: &Setup, arguments: &Arguments) -> Result<(), Failure> {
    if arguments.roofline.is_some() {
        let reason = "there is no roofline of method points: leave out --roofline";
        return Err(Failure::Input(reason.into()));
    }
    let fail = |error: &dyn std::fmt::Display| Failure::Work(error.to_string());
    let recipe = arguments.material.recipe()?;
    let rest = recipe
        .material_at::<f64>([0.0; 3], 0.0)
        .map_err(|e| fail(&e))?;
    let wave = (rest.p_wave_modulus(&rest.rest()) / DENSITY).sqrt();
    let spacing = 0.5 / f64::from(setup.cells);
    let dt = 0.2 * spacing / wave;
    let options = Options {
        precision: setup.options.precision,
        level: setup.level,
        ..Options::new(spacing)
    };
    let body = cube(setup.cells, &recipe, arguments.order, JITTER);
    let mut points = build(options, vec![body], vec![]).map_err(|e| fail(&e))?;
    let world = room(setup.cells);
    // One particle costs some thirty times as much as in the material point method.
    let steps = arguments.steps.unwrap_or(setup.steps.div_ceil(20));
    let warm = if arguments.mixed {
        super::MIXING
    } else {
        steps
    };
    let Measured {
        repeats,
        mean_velocity,
        ..
    } = measure(
        &mut *points,
        &PhaseClock::default(),
        &world,
        dt,
        warm,
        steps,
        arguments.repeats,
    )?;
    let (least, median, most) = (
        repeats[0],
        repeats[repeats.len() / 2],
        repeats[repeats.len() - 1],
    );
    let material = name(&arguments.material);
    let precision = name(&options.precision);
    let registers = name(&setup.level);
    files::print(&match arguments.json {
        true => files::pretty(&json!({
            "method": "points", "material": material, "particles": setup.particles,
            "precision": precision, "threads": setup.threads, "registers": registers,
            "mixed": arguments.mixed, "steps": steps, "repeats": repeats.len(),
            "ns_per_particle_step": median, "ns_least": least, "ns_most": most,
            "mean_velocity": mean_velocity,
        })),
        false => format!(
            "{material} of {} points, {precision} precision, {} threads, {registers} registers\n\
             {median:.0} ns per particle and step ({least:.0} to {most:.0} in {} repeats of {steps} steps)\n",
            setup.particles,
            setup.threads,
            repeats.len(),
        ),
    })
}
