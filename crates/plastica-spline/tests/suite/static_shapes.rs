//! Deflections at rest against closed forms.

use crate::common::square;
use plastica_spline::solve::{Ready, Solver, Stop};
use plastica_spline::{Fibres, Lattice, Weights, shape, stiffness};
use plastica_tensor::Vec3;

const STOP: Stop = Stop {
    relative: 1e-12,
    absolute: 0.0,
    most: 10_000,
};

/// Deflection of the middle under a load of 1 per area.
fn middle(n: usize, weights: &Weights) -> f64 {
    let (lattice, fibres, held, matrix) = square(n, weights);
    let load: Vec<Vec3<f64>> = (0..lattice.len())
        .map(|i| Vec3::new(0.0, 0.0, if held[i] { 0.0 } else { lattice.measure(i) }))
        .collect();
    let mut ready = Ready::new(Solver::Cholesky, &lattice, &fibres, &held, &matrix, None).unwrap();
    let mut x = vec![Vec3::zero(); lattice.len()];
    ready.solve(&matrix, &load, &mut x, STOP);
    x[lattice.index([n / 2, n / 2, 0])][2]
}

#[test]
fn b23_membranes_and_plates_sag_as_far_as_they_should() {
    let membrane = Weights::uniform([0.0, 1.0, 0.0]);
    let plate = Weights::uniform([0.0, 0.0, 1.0]);
    for (name, weights, wanted) in [
        ("membrane", membrane, 0.0736714),
        ("plate", plate, 0.00406235),
    ] {
        let errors = [16, 32, 64].map(|n| middle(n, &weights) / wanted - 1.0);
        let order = (errors[0] / errors[1]).abs().log2();
        println!("B23 {name}: errors {errors:?}, order {order:.2}");
        assert!(errors[1].abs() < 0.01, "{name}: {errors:?}");
        assert!((order - 2.0).abs() < 0.2, "{name}: order {order}");
    }
}

#[test]
fn b08_a_clamped_curve_bends_under_its_tip_load() {
    // Nodes 0 and 1 are held: the clamp is half-way between them.
    let nodes = 41;
    let lattice = Lattice::new(&[(nodes, false)]).unwrap();
    let (fibres, h) = (Fibres::all(&lattice), lattice.spacing[0]);
    let places = shape::line(&lattice, [0.0; 3], [1.0, 0.0, 0.0]);
    let mut matrix = stiffness(
        &lattice,
        &fibres,
        &Weights::uniform([0.0, 0.0, 3.0]),
        &places,
    );
    let mut held = vec![false; nodes];
    (held[0], held[1]) = (true, true);
    plastica_spline::hold(&mut matrix, &held);
    let mut load = vec![Vec3::zero(); nodes];
    load[nodes - 1] = Vec3::new(0.0, 0.01, 0.0);
    let mut ready = Ready::new(Solver::Profile, &lattice, &fibres, &held, &matrix, None).unwrap();
    let mut x = vec![Vec3::zero(); nodes];
    ready.solve(&matrix, &load, &mut x, STOP);
    let length = 1.0 - 0.5 * h;
    let wanted = 0.01 * length.powi(3) / (3.0 * 3.0);
    let error = x[nodes - 1][1] / wanted - 1.0;
    println!("B08 tip deflection: {error:.2e}");
    assert!(error.abs() < 0.02, "{error}");
}
