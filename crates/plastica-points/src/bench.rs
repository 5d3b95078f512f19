//! What the method is measured on.

use crate::build::build;
use crate::options::Options;
use plastica_particles::bench::Cube;
use plastica_particles::bench::options::{AFTER_MIXING, CELLS, MATERIAL, ORDER, PRECISION, SIMD};
use plastica_scene::method::bench::{Bench, Case, Stepping};

/// Spread of the particles about the points of a lattice, in spacings: that of scenes.
const JITTER: f64 = 0.2;
/// Share of the wave's time across a spacing that a step takes.
const COURANT: f64 = 0.2;
/// A particle costs some thirty times as much as in the material point method: repeats take fewer steps.
const SHARE: u32 = 20;

pub(crate) const BENCHES: &[Bench] = &[Bench {
    name: "cube",
    doc: "A cube of 0.5 m with --cells³ particles strikes a floor at 1 m/s, in steps of 0.2 spacings per wave speed.",
    options: &[MATERIAL, CELLS, PRECISION, ORDER, AFTER_MIXING, SIMD],
    roofline: None,
    cases: |asked, _| {
        let cube = Cube::new(asked)?;
        let name = asked.word(MATERIAL.name);
        Ok(vec![Case::new(name, move || prepare(&cube))])
    },
}];

fn prepare(cube: &Cube) -> Result<Stepping, String> {
    let spacing = cube.spacing();
    let dt = COURANT * spacing / cube.wave_speed()?;
    let options = Options {
        precision: cube.precision,
        level: cube.level,
        ..Options::new(spacing)
    };
    let points = build(options, vec![cube.body(JITTER)], vec![]).map_err(|e| e.to_string())?;
    let effort = cube.effort(SHARE);
    Ok(Stepping::new(points, cube.world(), dt, "particle", effort))
}
