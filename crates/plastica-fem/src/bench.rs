//! What the method is measured on.

use crate::build::{MeshedBody, build};
use crate::options::Options;
use plastica_geometry::{Bounds, TetMesh};
use plastica_particles::bench::Cube;
use plastica_particles::bench::options::{AFTER_MIXING, CELLS, MATERIAL, ORDER, PRECISION, SIMD};
use plastica_scene::method::bench::{Bench, Case, Stepping};
use plastica_tensor::Vec3;

/// Share of the stable step that is taken.
const SHARE: u32 = 10;

pub(crate) const BENCHES: &[Bench] = &[Bench {
    name: "cube",
    doc: "A cube of 0.5 m of 6 --cells³ elements strikes a floor at 1 m/s.",
    options: &[MATERIAL, CELLS, PRECISION, ORDER, AFTER_MIXING, SIMD],
    roofline: None,
    cases: |asked, _| {
        let cube = Cube::new(asked)?;
        let name = asked.word(MATERIAL.name);
        Ok(vec![Case::new(name, move || prepare(&cube))])
    },
}];

fn prepare(cube: &Cube) -> Result<Stepping, String> {
    let cells = cube.cells as usize;
    // On the floor.
    let low = Vec3::new(0.25, 2.0 / f64::from(cube.cells), 0.25);
    let bounds = Bounds {
        low,
        high: low + Vec3::splat(0.5),
    };
    let mut body = MeshedBody::new(
        "cube",
        cube.recipe().clone(),
        TetMesh::lattice(&bounds, [cells; 3]),
    );
    body.velocities.fill([0.0, -1.0, 0.0]);
    let options = Options {
        level: cube.level,
        ..Options::default()
    };
    let world = cube.world();
    let fem = build(options, vec![body]).map_err(|error| error.to_string())?;
    let dt = 0.5 * fem.stable_step(&world, 0.0).dt;
    let effort = cube.effort(SHARE);
    Ok(Stepping::new(fem, world, dt, "node", effort))
}
