//! What the method is measured on.

use crate::build::{MeshedBody, build};
use crate::options::Options;
use plastica_geometry::{Bounds, TetMesh};
use plastica_particles::bench::Cube;
use plastica_particles::bench::options::{AFTER_MIXING, CELLS, MATERIAL, ORDER, PRECISION, SIMD};
use plastica_scene::method::bench::{
    Bench, BenchOption, Case, Choices, Effort, Measurable, Stepping,
};
use plastica_tensor::Vec3;

/// Share of the steps of other methods that a repeat takes.
const SHARE: u32 = 10;
/// Share of the stable step at rest that is taken: the cube is squeezed.
const SHORT: f64 = 0.5;

const PLAIN: BenchOption = BenchOption {
    name: "plain",
    formerly: None,
    doc: "Without averaged pressure.",
    takes: Choices::Switch,
};

pub(crate) const BENCHES: &[Bench] = &[Bench {
    name: "cube",
    doc: "A cube of 0.5 m of 6 --cells³ elements strikes a floor at 1 m/s, in half of its largest stable steps.",
    options: &[MATERIAL, CELLS, PRECISION, ORDER, AFTER_MIXING, SIMD, PLAIN],
    roofline: None,
    cases: |asked, _| {
        let cube = Cube::new(asked)?;
        let (name, plain) = (asked.word(MATERIAL.name), asked.is_on(PLAIN.name));
        Ok(vec![Case::new(name, move || {
            ElementSteps::new(&cube, plain)
        })])
    },
}];

/// Steps, counted by elements.
struct ElementSteps {
    stepping: Stepping,
    elements: usize,
}

impl ElementSteps {
    fn new(cube: &Cube, plain: bool) -> Result<Self, String> {
        let cells = cube.cells as usize;
        // On the floor.
        let low = Vec3::new(0.25, 2.0 / f64::from(cube.cells), 0.25);
        let bounds = Bounds {
            low,
            high: low + Vec3::splat(0.5),
        };
        let mesh = TetMesh::lattice(&bounds, [cells; 3]);
        let elements = mesh.elements.len();
        let mut body = MeshedBody::new("cube", cube.recipe().clone(), mesh);
        body.velocities.fill([0.0, -1.0, 0.0]);
        let usual = Options::default();
        let options = Options {
            level: cube.level,
            nodal_pressure: if plain { 0.0 } else { usual.nodal_pressure },
            ..usual
        };
        let world = cube.world();
        let fem = build(options, vec![body]).map_err(|error| error.to_string())?;
        let dt = SHORT * fem.stable_step(&world, 0.0).dt;
        let effort = cube.effort(SHARE);
        Ok(ElementSteps {
            stepping: Stepping::new(fem, world, dt, "element", effort),
            elements,
        })
    }
}

impl Measurable for ElementSteps {
    fn point(&self) -> &'static str {
        "element"
    }

    fn points(&self) -> usize {
        self.elements
    }

    fn effort(&self) -> Effort {
        self.stepping.effort()
    }

    fn advance(&mut self, steps: u32) -> Result<(), String> {
        self.stepping.advance(steps)
    }

    fn findings(&self) -> Vec<(&'static str, Vec<f64>)> {
        self.stepping.findings()
    }
}
