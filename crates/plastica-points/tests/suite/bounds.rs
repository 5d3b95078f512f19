//! What limits a step.

use crate::common::{body, lattice, viscous};
use plastica_core::{Bound, Method, Step, World};
use plastica_points::{Options, Precision, build};

/// A body far from the origin, where it is a hundred times as viscous.
fn scene(eta: fn(f64) -> f64) -> Box<dyn Method> {
    let places = lattice([1.0, 0.0, 0.0], [1.2, 0.2, 0.2], 0.025);
    let bodies = vec![body(&viscous(eta), &places, 1.5625e-5, [0.0; 3], [0.0; 3])];
    let options = Options {
        precision: Precision::Double,
        ..Options::new(0.025)
    };
    build(options, bodies, vec![]).unwrap()
}

/// The bound took the viscosity at the origin, whatever it was where the material is.
#[test]
fn the_bound_is_that_of_the_most_viscous_particle() {
    let mut here = scene(|x| if x > 1.1 { 1000.0 } else { 1.0 });
    let everywhere = scene(|x| 1000.0 + 1e-9 * x);
    let world = World::empty([0.0; 3]);
    let bound = here.stable_step(&world, 0.0);
    assert_eq!(bound.by, Bound::Viscosity);
    let expected = everywhere.stable_step(&world, 0.0).dt;
    assert!(
        (bound.dt / expected - 1.0).abs() < 1e-9,
        "{bound:?} {expected}"
    );
    // η (4/3) / ρ = D, and the step is courant d² / 2D.
    let size: f64 = 0.025;
    let by_hand = 0.5 * size * size / (2.0 * 1000.0 * 4.0 / 3.0 / 1000.0);
    assert!(
        (bound.dt / by_hand - 1.0).abs() < 1e-6,
        "{bound:?} {by_hand}"
    );
    // And so it stays after a step.
    let dt = 0.5 * bound.dt;
    here.step(&world, Step::new(0.0, dt)).unwrap();
    assert_eq!(here.stable_step(&world, dt), bound);
}
