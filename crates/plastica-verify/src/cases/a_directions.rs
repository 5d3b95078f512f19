//! A small block that deforms alike everywhere: what one material point does, done by particles.
//!
//! Velocities are L x, which affine transfers carry to the nodes and back to rounding, at edges too. Where the
//! law bears no stress, or for one step from rest, every particle sees the velocity gradient L.

use crate::method_under_test::double_precision;
use crate::specimen::Specimen;
use plastica_core::{Method, Snapshot, Step, World};
use plastica_material::Recipe;
use plastica_mpm::build;
use plastica_tensor::{Mat3, Vec3};

/// Size of a cell [m].
const CELL: f64 = 0.1;

/// A block of 2³ cells of a material with these axes, at velocities L x.
pub(super) fn block(recipe: &Recipe, axes: &Mat3<f64>, gradient: &Mat3<f64>) -> Box<dyn Method> {
    let specimen = Specimen::block([-CELL; 3], [CELL; 3], 0.5 * CELL);
    let mut body = specimen.with(recipe, |x| (gradient.mul_vec(Vec3(x)).0, *gradient));
    for seed in &mut body.seeds {
        seed.axes = *axes;
    }
    build(double_precision(CELL), vec![body], vec![]).expect("a good recipe")
}

/// The block after one step by which it is stretched by exp(strain).
pub(super) fn strained(recipe: &Recipe, axes: &Mat3<f64>, gradient: &Mat3<f64>) -> Box<dyn Method> {
    let mut mpm = block(recipe, axes, &gradient.scale(1.0 / STEP));
    let world = World::empty([0.0; 3]);
    mpm.step(&world, Step::new(0.0, STEP))
        .expect("a short step");
    mpm
}

/// Length of that step [s].
const STEP: f64 = 1e-7;

/// Numbers of an attribute of one particle.
pub(super) fn attribute(frame: &Snapshot, name: &str, particle: usize) -> Vec<f64> {
    let found = frame.attribute(name);
    let attribute = found.unwrap_or_else(|| panic!("frames have no {name}"));
    let n = attribute.components;
    let numbers = (0..n).map(|k| attribute.values.at(n * particle + k));
    numbers.collect()
}
