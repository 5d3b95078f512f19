//! The frame that goes along with a hybrid body, and what is conserved.

use crate::common::{one, run};
use plastica_core::{Bound, Method, World};
use plastica_spline::{Body, Creep, Formulation, Lattice, Nonlinear, Options, Weights, shape};
use plastica_tensor::Vec3;

/// A stiff block with given sides that turns about its centre.
fn block(sides: [f64; 3], stiffness: f64, omega: Vec3<f64>, drift: Vec3<f64>) -> Body {
    let lattice = Lattice::new(&[(4, false), (4, false), (4, false)]).unwrap();
    let places = shape::block(&lattice, sides.map(|s| -0.5 * s), sides.map(|s| 0.5 * s));
    let weights = Weights::uniform([0.0, stiffness, 0.0]);
    let mut body = Body::new("block", lattice, places, Formulation::hybrid(weights));
    body.velocities = body.shape.iter().map(|x| omega.cross(*x) + drift).collect();
    body
}

/// What limits a step is said by its own name: the step that was asked for, or creep.
#[test]
fn steps_are_limited_by_what_they_say() {
    let still = || block([1.0, 0.6, 0.4], 30.0, Vec3::zero(), Vec3::zero());
    let world = World::empty([0.0; 3]);
    let asked = one(still(), Options::default()).stable_step(&world, 0.0);
    assert_eq!((asked.dt, asked.by), (2e-3, Bound::TimeStep));
    assert_eq!(asked.by.name(), "time_step");
    let mut flowing = still();
    // Creep that is not solved along with the motion: the rate depends on the deformation.
    flowing.creep = Some(Creep {
        nonlinear: Some(Nonlinear {
            exponent: 2.0,
            length: 0.1,
        }),
        ..Creep::maxwell(1e-3)
    });
    let flowing = one(flowing, Options::default()).stable_step(&world, 0.0);
    assert_eq!((flowing.dt, flowing.by), (5e-4, Bound::Creep));
}

/// A solid has volume and stress in pascals; a thread has a tension in newtons and neither.
#[test]
fn threads_and_solids_have_what_they_have() {
    let solid = one(
        block([1.0, 0.6, 0.4], 30.0, Vec3::zero(), Vec3::zero()),
        Options::default(),
    );
    let solid = (solid.observed().snapshot(), solid.observed().ledger());
    assert_eq!(solid.0.attribute("stress").unwrap().unit, "Pa");
    assert!(solid.1.volume.is_some_and(|volume| volume > 0.0));
    let lattice = Lattice::new(&[(5, false)]).unwrap();
    let places = (0..5).map(|k| Vec3::new(k as f64, 0.0, 0.0)).collect();
    let weights = Weights::uniform([0.0, 30.0, 0.0]);
    let thread = Body::new("thread", lattice, places, Formulation::hybrid(weights));
    let thread = one(thread, Options::default());
    let snapshot = thread.observed().snapshot();
    assert!(snapshot.attribute("stress").is_none());
    assert_eq!(snapshot.attribute("tension").unwrap().unit, "N");
    assert_eq!(thread.observed().ledger().volume, None);
}

#[test]
fn soft_bodies_keep_both_momenta_to_round_off() {
    let body = block(
        [1.0, 0.6, 0.4],
        30.0,
        Vec3::new(3.0, -2.0, 4.0),
        Vec3::new(1.0, 2.0, 3.0),
    );
    let mut method = one(body, Options::default());
    method.place_nodes(0, |i, x| {
        x + Vec3::new(0.05 * (i as f64).sin(), 0.02 * (i as f64 * 1.7).cos(), 0.0)
    });
    let before = method.observed().ledger();
    run(&mut method, &World::empty([0.0; 3]), 0.0, 2e-3, 500);
    let after = method.observed().ledger();
    let change = |a: [f64; 3], b: [f64; 3]| (Vec3(a) - Vec3(b)).norm() / Vec3(a).norm();
    let linear = change(before.momentum, after.momentum);
    let angular = change(before.angular_momentum, after.angular_momentum);
    println!("soft block after 500 steps: momentum {linear:.1e}, angular {angular:.1e}");
    assert!(linear < 1e-11 && angular < 1e-11, "{linear} {angular}");
}

#[test]
fn the_midpoint_rule_keeps_the_energy_of_a_soft_turning_body() {
    let body = block(
        [1.0, 0.6, 0.4],
        100.0,
        Vec3::new(1.0, -0.7, 1.5),
        Vec3::zero(),
    );
    let mut method = one(
        body,
        Options {
            implicitness: 0.5,
            ..Options::default()
        },
    );
    method.place_nodes(0, |_, x| x.scale(1.05));
    let energy = |m: &dyn Method| {
        m.observed().ledger().kinetic_energy + m.observed().ledger().elastic_energy
    };
    let before = energy(&method);
    let mut worst = 0f64;
    for k in 0..2000 {
        run(
            &mut method,
            &World::empty([0.0; 3]),
            k as f64 * 1e-3,
            1e-3,
            1,
        );
        worst = worst.max((energy(&method) / before - 1.0).abs());
    }
    println!("midpoint rule, 2000 steps: energy {worst:.1e}");
    assert!(worst < 1e-3, "{worst}");
}

#[test]
fn a_planar_body_stays_in_its_plane_exactly() {
    let lattice = Lattice::new(&[(50, true)]).unwrap();
    let places = shape::circle(&lattice, [0.0, 1.0, 0.0], 0.3);
    let weights = Weights::uniform([1.0, 2.0, 0.01]);
    let mut ball = Body::new("ball", lattice, places, Formulation::hybrid(weights));
    let spin = Vec3::new(0.0, 0.0, 3.0);
    ball.velocities = (ball.shape.iter())
        .map(|x| Vec3::new(1.0 + 0.3 * x[1], 0.5, 0.0) + spin.cross(*x))
        .collect();
    let mut method = one(ball, Options::default());
    let mut world = World::empty([0.0, -9.81, 0.0]);
    world.colliders.push(plastica_core::Collider::still(
        "floor",
        plastica_geometry::Shape::half_space(Vec3::new(0.0, 1.0, 0.0), 0.0),
        plastica_core::Contact::Separating,
        0.3,
    ));
    run(&mut method, &world, 0.0, 1e-3, 2000);
    let (x, v) = method.nodes(0).unwrap();
    assert!(x.iter().chain(v).all(|p| p[2] == 0.0));
    assert!(x.iter().all(|p| p[1] > -1e-12), "through the floor");
}

#[test]
fn a_rotation_does_not_deform() {
    // Natural places turned by a large angle: the frame finds them, and there is no energy.
    let lattice = Lattice::new(&[(9, false), (7, false)]).unwrap();
    let places = shape::height_field(&lattice, [0.0; 2], [1.0, 0.8], |x, y| 0.2 * x * y);
    let weights = Weights::uniform([0.5, 3.0, 0.1]);
    let body = Body::new("sheet", lattice, places, Formulation::hybrid(weights));
    let mut method = one(body, Options::default());
    let turn = plastica_core::AxisAngle::from_vector(Vec3::new(0.4, -2.0, 1.1)).matrix();
    method.place_nodes(0, |_, x| turn.mul_vec(x) + Vec3::new(3.0, 1.0, -2.0));
    let energy = method.observed().ledger().elastic_energy;
    assert!(energy < 1e-24, "{energy}");
    run(&mut method, &World::empty([0.0; 3]), 0.0, 1e-2, 50);
    assert!(
        method.observed().ledger().kinetic_energy < 1e-20,
        "{}",
        method.observed().ledger().kinetic_energy
    );
}

#[test]
fn the_primary_formulation_keeps_momentum_and_loses_spin_with_the_step() {
    // Backward Euler brakes rotation: the loss is of first order in the step.
    let lost = |dt: f64| {
        let lattice = Lattice::new(&[(8, false), (8, false)]).unwrap();
        let places = shape::height_field(&lattice, [-0.5; 2], [0.5; 2], |x, y| 0.1 * x * y);
        let tensors = plastica_spline::Tensors::sheet(50.0, 0.01);
        let formulation = Formulation::Primary(Box::new(tensors));
        let mut sheet = Body::new("sheet", lattice, places, formulation);
        let spin = Vec3::new(0.3, 0.2, 1.0);
        sheet.velocities = (sheet.shape.iter())
            .map(|x| spin.cross(*x) + Vec3::new(1.0, 0.0, 0.0))
            .collect();
        // An iteration would keep momentum to its residual only.
        let options = Options {
            solver: plastica_spline::solve::SolverChoice::General(plastica_linear::cholesky::KIND),
            ..Options::default()
        };
        let mut method = one(sheet, options);
        let before = method.observed().ledger();
        run(
            &mut method,
            &World::empty([0.0; 3]),
            0.0,
            dt,
            (0.5 / dt).round() as usize,
        );
        let after = method.observed().ledger();
        let change = Vec3(after.momentum) - Vec3(before.momentum);
        assert!(change.norm() < 1e-9, "{change:?}");
        let spin = |l: &plastica_core::Ledger| {
            Vec3(l.angular_momentum) - Vec3(l.centre).cross(Vec3(l.momentum))
        };
        (spin(&after) - spin(&before)).norm() / spin(&before).norm()
    };
    let (coarse, fine) = (lost(2e-3), lost(1e-3));
    println!(
        "primary sheet, half a second: spin lost {coarse:.1e} and {fine:.1e} in half the step"
    );
    assert!((coarse / fine - 2.0).abs() < 0.2, "{coarse} {fine}");
}
