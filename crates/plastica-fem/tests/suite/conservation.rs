//! Momenta and energy.

use crate::common::{block, body, elastic, floor, flowing, run};
use plastica_core::{Contact, World};
use plastica_fem::{Options, build};
use plastica_tensor::Vec3;

fn options(nodal_pressure: f64) -> Options {
    Options {
        nodal_pressure,
        ..Options::default()
    }
}

/// A block that is thrown, turns and shakes keeps both momenta, and its energy but for a ripple.
#[test]
fn free_motion_keeps_momenta_and_energy() {
    for (nodal_pressure, poisson) in [(0.0, 0.3), (0.9, 0.45)] {
        let rubber = elastic("neo-hookean", 1000.0, 1e5, poisson);
        let mesh = block([-0.2; 3], [0.2, 0.2, 0.3], [4, 4, 5]);
        let mut thrown = body(&rubber, mesh, [1.0, 2.0, 3.0], [2.0, -4.0, 3.0]);
        for (v, x) in thrown.velocities.iter_mut().zip(&thrown.mesh.vertices) {
            v[0] += 5.0 * x[1] * x[2].sin();
            v[1] -= 4.0 * x[1];
        }
        let mut method = build(options(nodal_pressure), vec![thrown]).unwrap();
        let start = method.observed().ledger();
        let before = start.kinetic_energy;
        let (mut least, mut most) = (f64::MAX, 0f64);
        let world = World::empty([0.0; 3]);
        run(&mut *method, &world, 0.5, |_, _, _, method| {
            let now = method.observed().ledger();
            let energy = now.kinetic_energy + now.elastic_energy;
            (least, most) = (least.min(energy), most.max(energy));
        });
        let end = method.observed().ledger();
        let off = |a: [f64; 3], b: [f64; 3]| (Vec3(a) - Vec3(b)).norm() / Vec3(b).norm();
        assert!(off(end.momentum, start.momentum) < 1e-12);
        assert!(off(end.angular_momentum, start.angular_momentum) < 1e-3);
        assert!(end.elastic_energy > 1e-4 * before, "it shakes");
        let shaking = 1.0 - most / before;
        assert!(
            most < 1.005 * before && least > 0.995 * before,
            "{nodal_pressure}: {least} {most} of {before} ({shaking})"
        );
    }
}

/// Energy after a bounce over that before, and what the ledger says is lost, of a block of so many layers.
fn bounce(layers: usize) -> [f64; 2] {
    let rubber = elastic("neo-hookean", 1000.0, 1e5, 0.3);
    let mesh = block([0.0, 0.01, 0.0], [0.04, 0.41, 0.04], [2, layers, 2]);
    let thrown = body(&rubber, mesh, [0.0, -1.0, 0.0], [0.0; 3]);
    let mut method = build(Options::default(), vec![thrown]).unwrap();
    let mut world = World::empty([0.0; 3]);
    let floor = floor([0.0, 1.0, 0.0], 0.0, Contact::Separating, 0.0);
    world.colliders.push(floor);
    let start = method.observed().ledger();
    run(&mut *method, &world, 0.3, |_, _, _, _| ());
    let end = method.observed().ledger();
    assert!(end.momentum[1] > 0.7 * -start.momentum[1], "it came back");
    assert_eq!(end.works.friction, Some(0.0));
    let before = start.kinetic_energy;
    let energy = end.kinetic_energy + end.elastic_energy;
    [energy / before, end.numerical_loss().unwrap() / before]
}

/// Half of the lowest layer of elements stops dead: that share of the energy is lost, and no more.
#[test]
fn an_elastic_bounce_loses_what_stops_dead() {
    for layers in [10, 60] {
        let [energy, loss] = bounce(layers);
        let layer = 0.5 / layers as f64;
        assert!((energy + loss - 1.0).abs() < 1e-9);
        assert!(
            (0.0..1.1 * layer).contains(&loss),
            "{layers} layers: {loss}"
        );
    }
    let [energy, _] = bounce(60);
    assert!(energy > 0.99, "{energy}");
}

/// Friction, heat and gravity are booked: nothing is left over but what stops dead on the floor.
#[test]
fn a_body_that_flows_and_slides_books_its_losses() {
    let flow = [("yield_stress", 200.0), ("rate", 100.0)];
    let dough = flowing(&elastic("hencky", 1000.0, 3e4, 0.4), "creep", &flow);
    let mesh = block([0.0, 0.0, 0.0], [0.2, 0.1, 0.2], [8, 4, 8]);
    let thrown = body(&dough, mesh, [1.0, 0.0, 0.0], [0.0; 3]);
    let mut method = build(Options::default(), vec![thrown]).unwrap();
    let mut world = World::empty([0.0, -9.81, 0.0]);
    let floor = floor([0.0, 1.0, 0.0], 0.0, Contact::Separating, 0.4);
    world.colliders.push(floor);
    run(&mut *method, &world, 0.3, |_, _, _, _| ());
    let end = method.observed().ledger();
    let loss = end.numerical_loss().unwrap();
    let turned_over = end.works.turned_over().unwrap();
    assert!(end.dissipated_energy > 0.0 && end.works.friction.unwrap() > 0.0);
    assert!(
        loss.abs() < 0.02 * turned_over,
        "{loss} of {turned_over}: {end:?}"
    );
}
