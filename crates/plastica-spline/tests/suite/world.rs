//! Obstacles, grips, springs and pinches.

use crate::common::{clamp, one, run};
use plastica_core::{Collider, Contact, Method, Motion, Step, Window, World};
use plastica_geometry::Shape;
use plastica_material::Value;
use plastica_spline::{
    Body, Creep, End, Formulation, Lattice, Options, Pinch, Splines, Spring, Tensors, Weights,
    build, shape,
};
use plastica_tensor::Vec3;

/// The paper's ball of 50 nodes, 0.4 m across, dropped from 1 m.
fn ball(creep: Option<f64>) -> Body {
    let lattice = Lattice::new(&[(50, true)]).unwrap();
    let places = shape::circle(&lattice, [0.0, 1.2, 0.0], 0.2);
    let mut ball = Body::new(
        "ball",
        lattice,
        places,
        Formulation::hybrid(Weights::uniform([3000.0, 30.0, 0.1])),
    );
    ball.creep = creep.map(Creep::maxwell);
    ball
}

fn floor(friction: f64) -> World {
    let mut world = World::empty([0.0, -9.81, 0.0]);
    let ground = Shape::half_space(Vec3::new(0.0, 1.0, 0.0), 0.0);
    world.colliders.push(Collider::still(
        "floor",
        ground,
        Contact::Separating,
        friction,
    ));
    world
}

/// How high the centre comes after the first bounce, and how far from round the ball is at the end.
fn rebound(creep: Option<f64>) -> (f64, f64) {
    let options = Options {
        implicitness: 0.5,
        ..Options::default()
    };
    let mut method = one(ball(creep), options);
    let world = floor(0.0);
    let (mut lowest, mut highest) = (f64::INFINITY, 0f64);
    for step in 0..1200 {
        run(&mut method, &world, step as f64 * 1e-3, 1e-3, 1);
        let height = method.observed().ledger().centre[1];
        lowest = lowest.min(height);
        if step > 500 {
            highest = highest.max(height);
        }
        let (x, _) = method.nodes(0).unwrap();
        assert!(x.iter().all(|p| p[1] > -1e-9), "through the floor");
    }
    let centre = Vec3(method.observed().ledger().centre);
    let (x, _) = method.nodes(0).unwrap();
    let radii: Vec<f64> = x.iter().map(|p| (*p - centre).norm()).collect();
    let mean = radii.iter().sum::<f64>() / 50.0;
    let rough = radii.iter().map(|r| (r - mean).abs()).fold(0.0, f64::max);
    (highest, rough)
}

#[test]
fn rebound_heights_fall_in_the_paper_s_order() {
    let [elastic, viscous, very] = [None, Some(0.5), Some(0.1)].map(rebound);
    println!("rebound: elastic {elastic:.3?}, viscoelastic {viscous:.3?}, very {very:.3?}");
    assert!(elastic.0 > viscous.0 && viscous.0 > very.0);
}

#[test]
fn friction_stops_a_sliding_sheet_after_the_way_that_coulomb_says() {
    let lattice = Lattice::new(&[(5, false), (5, false)]).unwrap();
    let places = shape::mapped(&lattice, |[u, v, _]| [0.1 * u, 0.0, -0.1 * v]);
    let mut sheet = Body::new(
        "sheet",
        lattice,
        places,
        Formulation::hybrid(Weights::uniform([0.0, 20.0, 1.0])),
    );
    sheet.velocities = vec![Vec3::new(1.0, 0.0, 0.0); 25];
    let mut method = one(sheet, Options::default());
    let world = floor(0.3);
    let mut pushed = Vec3::zero();
    for step in 0..600 {
        let report = method
            .step(&world, Step::new(step as f64 * 1e-3, 1e-3))
            .unwrap();
        pushed = pushed + Vec3(report.collider_impulses[0]);
    }
    let way = method.observed().ledger().centre[0] - 0.05;
    let wanted = 1.0 / (2.0 * 0.3 * 9.81);
    println!("sliding sheet: {way:.4} m for {wanted:.4}");
    assert!((way / wanted - 1.0).abs() < 0.02, "{way}");
    assert!(method.observed().ledger().fastest < 1e-2);
    // All momentum has gone to the floor: sideways what there was, down what gravity gave.
    assert!((pushed[0] - 1.0).abs() < 0.01, "{pushed:?}");
    assert!((pushed[1] / (-9.81 * 0.6) - 1.0).abs() < 0.01, "{pushed:?}");
}

#[test]
fn a_hanging_body_pulls_at_its_grip_with_its_weight() {
    for formulation in [
        Formulation::hybrid(Weights::uniform([0.0, 40.0, 0.1])),
        Formulation::Primary(Box::new(Tensors::net(30.0))),
    ] {
        let lattice = Lattice::new(&[(9, false), (6, false)]).unwrap();
        let places = shape::height_field(&lattice, [0.0; 2], [1.0; 2], |_, _| 0.0);
        let mut body = Body::new("cloth", lattice, places, formulation);
        body.damping = Value::Constant(4.0);
        let mut method = one(body, Options::default());
        let mut world = World::empty([0.0, -2.0, 0.0]);
        clamp(
            &mut world,
            Shape::block(Vec3::new(9.0, 0.1, 9.0)),
            [0.0, 1.0, 0.0],
        );
        let mut force = Vec3::zero();
        for step in 0..600 {
            let report = method
                .step(&world, Step::new(step as f64 * 0.02, 0.02))
                .unwrap();
            force = Vec3(report.grip_impulses[0]).scale(1.0 / 0.02);
        }
        println!("hanging cloth of 1 kg at 2 m/s²: {:.5?} N", force.0);
        assert!(
            (force - Vec3::new(0.0, -2.0, 0.0)).norm() < 1e-3,
            "{force:?}"
        );
    }
}

#[test]
fn a_spring_pulls_with_its_law_and_lets_go() {
    let lattice = Lattice::new(&[(1, false)]).unwrap();
    let body = Body::new(
        "mass",
        lattice,
        vec![Vec3::zero()],
        Formulation::hybrid(Weights::uniform([1.0, 0.0, 0.0])),
    );
    let spring = Spring {
        body: 0,
        end: End::Nearest([1.0, 1.0, 1.0]),
        stiffness: 100.0,
        rest_length: 0.3,
        motion: Motion::at_rest([1.0, 0.0, 0.0]),
        window: Some(Window {
            start: 0.0,
            end: 4.0,
        }),
    };
    let mut damped = body.clone();
    damped.damping = Value::Constant(5.0);
    let mut method = build(vec![damped], vec![spring], vec![], Options::default()).unwrap();
    run(
        &mut method,
        &World::empty([0.0, -1.0, 0.0]),
        0.0,
        2e-3,
        1999,
    );
    // A mass of 1 at rest: |away| = 0.3 + 1/100, below the end of the spring.
    let (x, _) = method.nodes(0).unwrap();
    let away = x[0] - Vec3::new(1.0, 0.0, 0.0);
    assert!((away.norm() - 0.31).abs() < 1e-4, "{away:?}");
    run(&mut method, &World::empty([0.0, -1.0, 0.0]), 4.0, 2e-3, 500);
    assert!(method.nodes(0).unwrap().0[0][1] < -0.4, "still held");
}

/// A sheet of putty that is pinched, pulled and let go.
fn pinch(stiffness: Option<f64>, creep: Option<f64>) -> (f64, f64) {
    let lattice = Lattice::new(&[(21, false), (21, false)]).unwrap();
    let places = shape::height_field(&lattice, [-0.5; 2], [0.5; 2], |_, _| 0.0);
    let mut sheet = Body::new(
        "putty",
        lattice,
        places,
        Formulation::fixed(Weights::uniform([5.0, 1.0, 0.01])),
    );
    sheet.creep = creep.map(Creep::maxwell);
    sheet.damping = Value::Constant(3.0);
    let mut motion = Motion::at_rest([0.0; 3]);
    motion.position[2] = Value::Keyframes([(0.1, 0.0), (0.6, 0.2)].into());
    let pinch = Pinch {
        body: Some(0),
        radius: 0.08,
        stiffness,
        motion,
        window: Some(Window {
            start: 0.05,
            end: 1.0,
        }),
    };
    let mut method = build(vec![sheet], vec![], vec![pinch], Options::default()).unwrap();
    let world = World::empty([0.0; 3]);
    let middle = |m: &Splines| m.nodes(0).unwrap().0[10 + 21 * 10][2];
    run(&mut method, &world, 0.0, 5e-3, 190);
    let pulled = middle(&method);
    run(&mut method, &world, 0.95, 5e-3, 600);
    (pulled, middle(&method))
}

#[test]
fn pinches_pull_and_release_and_leave_a_residual() {
    let (firm, left) = pinch(None, Some(0.5));
    assert!((firm - 0.2).abs() < 1e-9, "{firm}");
    assert!(left > 0.05 && left < 0.19, "{left}");
    let (_, elastic) = pinch(None, None);
    assert!(elastic.abs() < 5e-3, "{elastic}");
    let (soft, _) = pinch(Some(0.05), Some(0.5));
    assert!(soft > 0.01 && soft < 0.19, "{soft}");
}

/// It takes what is there when it closes, not what it meets afterwards.
#[test]
fn a_pinch_that_closes_on_nothing_holds_nothing() {
    let thread = || {
        let lattice = Lattice::new(&[(9, false)]).unwrap();
        let places = shape::line(&lattice, [0.0; 3], [1.0, 0.0, 0.0]);
        let weights = Weights::uniform([0.0, 5.0, 0.1]);
        Body::new("thread", lattice, places, Formulation::hybrid(weights))
    };
    let mut motion = Motion::at_rest([0.5, 1.0, 0.0]);
    motion.position[1] = Value::Keyframes([(0.1, 1.0), (0.3, -1.0)].into());
    let pinch = Pinch {
        body: None,
        radius: 0.2,
        stiffness: None,
        motion,
        window: Some(Window {
            start: 0.1,
            end: 0.4,
        }),
    };
    let fall = |pinches: Vec<Pinch>| {
        let mut method = build(vec![thread()], vec![], pinches, Options::default()).unwrap();
        run(&mut method, &World::empty([0.0, -1.0, 0.0]), 0.0, 5e-3, 100);
        method.nodes(0).unwrap().0.to_vec()
    };
    assert_eq!(fall(vec![pinch]), fall(vec![]));
}

#[test]
fn moving_obstacles_carry_what_sticks_to_them() {
    let lattice = Lattice::new(&[(6, false), (6, false)]).unwrap();
    let places = shape::mapped(&lattice, |[u, v, _]| [0.2 * u, 0.0, -0.2 * v]);
    let sheet = Body::new(
        "sheet",
        lattice,
        places,
        Formulation::hybrid(Weights::uniform([0.0, 20.0, 0.5])),
    );
    let mut method = one(sheet, Options::default());
    let mut world = floor(0.0);
    world.colliders[0].contact = Contact::Sticky;
    world.colliders[0].motion.velocity = [0.5, 0.2, 0.0];
    run(&mut method, &world, 0.0, 1e-3, 500);
    let centre = method.observed().ledger().centre;
    assert!((centre[0] - 0.1 - 0.25).abs() < 1e-6, "{centre:?}");
    assert!((centre[1] - 0.1).abs() < 1e-6, "{centre:?}");
}

#[test]
fn stiff_and_soft_blocks_come_to_rest_on_the_floor() {
    for stiffness in [50.0, 1e3, 1e5, 1e7] {
        let lattice = Lattice::new(&[(4, false), (4, false), (4, false)]).unwrap();
        let places = shape::block(&lattice, [-0.5, 0.05, -0.5], [0.5, 1.05, 0.5]);
        let weights = Weights::uniform([0.0, stiffness, 0.0]);
        let mut block = Body::new("block", lattice, places, Formulation::hybrid(weights));
        block.damping = Value::Constant(4.0);
        let mut method = one(block, Options::default());
        let world = floor(0.4);
        let mut force = Vec3::zero();
        for step in 0..4000 {
            let report = method
                .step(&world, Step::new(step as f64 * 2e-3, 2e-3))
                .unwrap();
            if step >= 3500 {
                force = force + Vec3(report.collider_impulses[0]);
            }
            let (x, _) = method.nodes(0).unwrap();
            assert!(x.iter().all(|p| p[1] > -1e-9), "through the floor");
        }
        let mean = force.scale(1.0 / (500.0 * 2e-3));
        let ledger = method.observed().ledger();
        println!(
            "block of stiffness {stiffness:e}: weight {:.3?}, speed {:.1e}, height {:.4}",
            mean.0, ledger.fastest, ledger.centre[1]
        );
        assert!((mean[1] / -9.81 - 1.0).abs() < 1e-3, "{mean:?}");
        assert!(ledger.fastest < 1e-3, "{}", ledger.fastest);
    }
}
