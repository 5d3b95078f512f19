//! Contact takes energy or leaves it, and depth never becomes speed.

use crate::common::{clamp, formula, one};
use plastica_core::{Cause, Collider, Contact, Method, Step, StepError, Window, World};
use plastica_geometry::Shape;
use plastica_material::Value;
use plastica_spline::{
    Body, Formulation, Lattice, Local, Options, Splines, Tensors, Weights, shape,
};
use plastica_tensor::Vec3;

const GRAVITY: f64 = 9.81;

/// A ten-thousandth of the distance of nodes, which contact leaves alone [m].
const SHALLOW: f64 = 1e-5;

/// A square sheet of 0.4 m and 13 × 13 nodes at a height.
fn sheet(formulation: Formulation, height: f64) -> Body {
    let lattice = Lattice::with_lengths(&[(13, false), (13, false)], &[0.4, 0.4]).unwrap();
    let places = shape::mapped(&lattice, |[u, v, _]| [u - 0.2, height, 0.2 - v]);
    let mut sheet = Body::new("sheet", lattice, places, formulation);
    sheet.density = 0.3.into();
    sheet
}

fn block(stiffness: f64) -> Body {
    let lattice = Lattice::with_lengths(&[(4, false), (5, false), (6, false)], &[0.3; 3]).unwrap();
    let places = shape::mapped(&lattice, |[u, v, w]| [u - 0.1, v + 0.13, w - 0.2]);
    let weights = Weights::uniform([0.0, stiffness, 0.0]);
    let mut block = Body::new("block", lattice, places, Formulation::hybrid(weights));
    block.density = 40.0.into();
    block
}

fn world(shape: Shape, friction: f64) -> World {
    let mut world = World::empty([0.0, -GRAVITY, 0.0]);
    let collider = Collider::still("obstacle", shape, Contact::Separating, friction);
    world.colliders.push(collider);
    world
}

fn ground() -> Shape {
    Shape::half_space(Vec3::new(0.0, 1.0, 0.0), 0.0)
}

/// Kinetic, elastic and potential energy [J].
fn energy(method: &Splines) -> f64 {
    let ledger = method.observed().ledger();
    ledger.kinetic_energy + ledger.elastic_energy + ledger.mass * GRAVITY * ledger.centre[1]
}

/// What a run shows of its contact.
#[derive(Debug)]
struct Outcome {
    /// The most that energy and heat together rise from their least, over the energy of a fall by 0.2 m and the motion of the start.
    gain: f64,
    /// How deep nodes get [m].
    deepest: f64,
    /// How fast nodes get [m/s].
    fastest: f64,
}

fn outcome(
    body: Body,
    world: &World,
    options: Options,
    dt: f64,
    seconds: f64,
) -> Result<Outcome, StepError> {
    let mut method = one(body, options);
    let ledger = method.observed().ledger();
    let scale = ledger.kinetic_energy + ledger.mass * GRAVITY * 0.2;
    let start = energy(&method);
    let mut least = start;
    let mut outcome = Outcome {
        gain: f64::NEG_INFINITY,
        deepest: 0.0,
        fastest: 0.0,
    };
    for step in 0..(seconds / dt).round() as usize {
        method.step(world, Step::new(step as f64 * dt, dt))?;
        let ledger = method.observed().ledger();
        // Nothing rises again either: what a step loses stays lost.
        let lost = ledger.dissipated_energy + ledger.works.friction.unwrap();
        let sum = energy(&method) + lost;
        least = least.min(sum);
        let gain = sum - least;
        outcome.gain = outcome.gain.max(gain / scale);
        outcome.fastest = outcome.fastest.max(ledger.fastest);
        for x in method.nodes(0).unwrap().0 {
            let gap = world.colliders[0].shape.distance(*x) - options.thickness;
            outcome.deepest = outcome.deepest.max(-gap);
        }
    }
    Ok(outcome)
}

/// Stiff for x > 0, soft for x < 0.
fn half_stiff(stiff: f64) -> Formulation {
    let mut weights = Weights::uniform([0.0, 1.0, 0.0]);
    let step = move |[x, _, _]: [f64; 3], _: f64| if x > 0.0 { stiff } else { 1.0 };
    weights.first = [(); 3].map(|()| Local::Value(formula("if(x > 0, stiff, 1)", step)));
    Formulation::hybrid(weights)
}

#[test]
fn stiff_and_viscous_sheets_gain_no_energy_at_a_ball() {
    for (stiff, viscous) in [(1e4, 0.0), (1e6, 0.0), (1e4, 100.0), (1e4, 1e5)] {
        for (dt, friction) in [(2e-3, 0.0), (1e-3, 0.4)] {
            let mut body = sheet(half_stiff(stiff), 0.12);
            body.viscous_time = Value::Constant(viscous);
            let ball = world(Shape::sphere(0.1), friction);
            let outcome = outcome(body, &ball, Options::default(), dt, 0.12).unwrap();
            println!("stretch {stiff:e}, viscous {viscous:e} s, step {dt}: {outcome:?}");
            assert!(outcome.gain < 1e-3, "{outcome:?}");
            assert!(outcome.deepest < SHALLOW, "{outcome:?}");
            // The edge of a rigid sheet that tips over falls faster than free fall, but not at 36 m/s.
            assert!(outcome.fastest < 3.0, "{outcome:?}");
        }
    }
}

/// A viscous time of 30 years makes the shape 10¹⁴ times as stiff as it is heavy: double precision has no digits left for the fall, and
/// the step says so.
#[test]
fn what_double_precision_cannot_tell_is_refused() {
    let mut body = sheet(half_stiff(1e4), 0.12);
    body.viscous_time = Value::Constant(1e9);
    let ball = world(Shape::sphere(0.1), 0.0);
    let failure = outcome(body, &ball, Options::default(), 2e-3, 0.12).unwrap_err();
    let Cause::Unsolved { reason } = &failure.failure().cause else {
        panic!("{failure}");
    };
    assert!(reason.contains("places may be wrong by"), "{reason}");
}

#[test]
fn nets_sheets_and_blocks_gain_no_energy_on_the_floor() {
    let bodies = || {
        let net = sheet(Formulation::Primary(Box::new(Tensors::net(700.0))), 0.01);
        let cloth = sheet(
            Formulation::Primary(Box::new(Tensors::sheet(2000.0, 0.3))),
            0.013,
        );
        let plate = sheet(
            Formulation::hybrid(Weights::uniform([0.0, 3e5, 40.0])),
            0.02,
        );
        let stiff = sheet(
            Formulation::hybrid(Weights::uniform([0.0, 1e7, 500.0])),
            0.02,
        );
        [net, cloth, plate, block(300.0), block(2e6), stiff]
    };
    for (k, mut body) in bodies().into_iter().enumerate() {
        let turn = Vec3::new(0.3, 1.0, -2.0);
        body.velocities = (body.shape.iter())
            .map(|x| Vec3::new(0.7, -1.9, 0.2) + turn.cross(*x))
            .collect();
        let outcome = outcome(body, &world(ground(), 0.3), Options::default(), 1e-3, 0.15).unwrap();
        println!("body {k} thrown down at 1.9 m/s: {outcome:?}");
        // The primary formulation treats compression explicitly: its own step is not free of error.
        assert!(outcome.gain < 5e-3, "{outcome:?}");
        assert!(outcome.deepest < SHALLOW, "{outcome:?}");
    }
}

/// An obstacle that appears around a sheet, as a grip does that lets go of it inside one: it comes out, and not fast.
#[test]
fn depth_does_not_become_speed() {
    for formulation in [
        half_stiff(1e4),
        Formulation::Primary(Box::new(Tensors::sheet(50.0, 0.001))),
    ] {
        let mut world = world(ground(), 0.4);
        world.gravity = [0.0; 3].map(Value::Constant);
        world.colliders[0].window = Some(Window {
            start: 0.01,
            end: 9.0,
        });
        let mut method = one(sheet(formulation, -0.3), Options::default());
        let (mut fastest, mut most) = (0.0f64, 0.0f64);
        for step in 0..500 {
            let dt = 2e-3;
            method
                .step(&world, Step::new(step as f64 * dt, dt))
                .unwrap();
            let ledger = method.observed().ledger();
            fastest = fastest.max(ledger.fastest);
            most = most.max(ledger.kinetic_energy + ledger.elastic_energy);
        }
        let height = method.observed().ledger().centre[1];
        println!(
            "0.3 m deep: fastest {fastest:.1e} m/s, energy {most:.1e} J, then at {height:.1e} m"
        );
        // At 148 m/s it had 525 J.
        assert!(fastest < 1e-3 && most < 1e-6);
        assert!(height > -0.3 * (-9.0f64).exp() - 1e-5, "{height}");
    }
}

/// A body at rest on a slope below the angle of friction stays; above it slides as Coulomb says, and what friction takes is its work.
#[test]
fn friction_holds_slides_and_heats() {
    let slope = |tangent: f64, friction: f64| {
        let normal = Vec3::new(-tangent, 1.0, 0.0).scale(1.0 / tangent.hypot(1.0));
        let mut world = world(Shape::half_space(normal, 0.0), friction);
        world.gravity = [0.0, -GRAVITY, 0.0].map(Value::Constant);
        let weights = Weights::uniform([0.0, 500.0, 2.0]);
        let mut body = sheet(Formulation::hybrid(weights), 0.0);
        for x in &mut body.shape {
            x[1] = tangent * x[0];
        }
        let mut method = one(body, Options::default());
        for step in 0..300 {
            method
                .step(&world, Step::new(step as f64 * 1e-3, 1e-3))
                .unwrap();
        }
        let ledger = method.observed().ledger();
        let along = Vec3::new(-1.0, -tangent, 0.0).scale(1.0 / tangent.hypot(1.0));
        let way = Vec3(ledger.centre).dot(along);
        (way, ledger.works.friction.unwrap(), ledger.mass)
    };
    let (way, _, _) = slope(0.3, 0.35);
    assert!(way.abs() < 1e-4, "{way}");
    let (way, heat, mass) = slope(0.3, 0.2);
    let (sine, cosine) = (0.3 / 0.3f64.hypot(1.0), 1.0 / 0.3f64.hypot(1.0));
    let wanted = 0.5 * GRAVITY * (sine - 0.2 * cosine) * 0.3f64.powi(2);
    let work = 0.2 * mass * GRAVITY * cosine * way;
    println!("slope: {way:.5} m for {wanted:.5}, heat {heat:.5} J for {work:.5}");
    assert!((way / wanted - 1.0).abs() < 0.01, "{way} {wanted}");
    assert!((heat / work - 1.0).abs() < 0.02, "{heat} {work}");
}

/// Forces on obstacles and grips at rest are the weight, whoever bears it.
#[test]
fn obstacles_and_grips_share_the_weight() {
    let mut body = sheet(
        Formulation::hybrid(Weights::uniform([0.0, 200.0, 1.0])),
        0.1,
    );
    body.damping = Value::Constant(20.0);
    let mut world = world(Shape::sphere(0.1), 0.5);
    clamp(
        &mut world,
        Shape::block(Vec3::new(0.02, 9.0, 9.0)),
        [0.2, 0.0, 0.0],
    );
    let mut method = one(body, Options::default());
    let mut down = 0.0;
    for step in 0..1500 {
        let report = method
            .step(&world, Step::new(step as f64 * 2e-3, 2e-3))
            .unwrap();
        if step >= 1400 {
            down -= report.collider_impulses[0][1] + report.grip_impulses[0][1];
        }
    }
    let weight = method.observed().ledger().mass * GRAVITY;
    assert!((down / 0.2 / weight - 1.0).abs() < 5e-3, "{down} {weight}");
}
