//! Obstacles and grips.

use crate::common::{block, body, elastic, floor, run};
use plastica_core::{Contact, Grip, Motion, World};
use plastica_fem::{Options, build};
use plastica_geometry::Shape;
use plastica_tensor::Vec3;

fn world(contact: Contact, friction: f64) -> World {
    let mut world = World::empty([0.0, -10.0, 0.0]);
    let floor = floor([0.0, 1.0, 0.0], 0.0, contact, friction);
    world.colliders.push(floor);
    world
}

fn stiff_block(low: f64) -> plastica_fem::MeshedBody {
    let rubber = elastic("neo-hookean", 1000.0, 1e5, 0.3);
    let mesh = block([0.0, low, 0.0], [0.2, low + 0.1, 0.2], [4, 2, 4]);
    body(&rubber, mesh, [0.0; 3], [0.0; 3])
}

/// A body that starts inside the floor is lifted, and gets no speed from that to speak of.
#[test]
fn depth_never_becomes_velocity() {
    let mut method = build(Options::default(), vec![stiff_block(-0.02)]).unwrap();
    let mut fastest = 0f64;
    let mut world = world(Contact::Separating, 0.3);
    world.gravity[1] = 0.0.into();
    run(&mut *method, &world, 1.0, |_, _, _, method| {
        fastest = fastest.max(method.observed().ledger().fastest);
    });
    let low = (method.observed().snapshot().positions.iter()).fold(f64::MAX, |l, x| l.min(x[1]));
    assert!(low > -1e-4, "it is out: {low}");
    assert!(fastest < 0.2, "{fastest}");
}

/// The floor bears the weight.
#[test]
fn a_floor_bears_what_lies_on_it() {
    let options = Options {
        damping: 10.0,
        ..Options::default()
    };
    let mut method = build(options, vec![stiff_block(0.0)]).unwrap();
    let world = world(Contact::Separating, 0.3);
    let mut push = 0.0;
    let mut time = 0.0;
    run(&mut *method, &world, 1.0, |at, dt, report, _| {
        if at > 0.8 {
            push -= report.collider_impulses[0][1];
            time += dt;
        }
    });
    let weight = 10.0 * method.observed().ledger().mass;
    assert!(
        (push / time / weight - 1.0).abs() < 1e-3,
        "{} of {weight}",
        push / time
    );
}

/// A floor that does not let go holds a body that is pulled up, one that does lets it go.
#[test]
fn only_walls_that_hold_can_pull() {
    for (contact, flies) in [
        (Contact::Separating, true),
        (Contact::Sliding, false),
        (Contact::Sticky, false),
    ] {
        let mut method = build(Options::default(), vec![stiff_block(0.0)]).unwrap();
        let mut world = world(contact, 0.0);
        world.gravity = [1.0, 5.0, 0.0].map(Into::into);
        run(&mut *method, &world, 0.3, |_, _, _, _| ());
        let positions = method.observed().snapshot().positions;
        let low = positions.iter().fold(f64::MAX, |l, x| l.min(x[1]));
        assert_eq!(low > 0.1, flies, "{contact:?}: {low}");
        let feet = positions.iter().filter(|x| x[1] < 1e-3).map(|x| x[0]);
        let slid = feet.fold(f64::MAX, f64::min);
        match contact {
            Contact::Sticky => assert!(slid.abs() < 1e-12, "{slid}"),
            Contact::Sliding => assert!(slid > 0.03, "{slid}"),
            Contact::Separating => {}
        }
    }
}

/// A wall that moves carries a body along; it does the work of that.
#[test]
fn a_moving_wall_does_work() {
    let mut method = build(Options::default(), vec![stiff_block(0.0)]).unwrap();
    let mut world = World::empty([0.0; 3]);
    let mut wall = floor([1.0, 0.0, 0.0], 0.0, Contact::Sticky, 0.0);
    wall.motion.velocity = [0.5, 0.0, 0.0];
    world.colliders.push(wall);
    run(&mut *method, &world, 0.5, |_, _, _, _| ());
    let end = method.observed().ledger();
    let work = end.works.obstacles.unwrap();
    let has = end.kinetic_energy + end.elastic_energy;
    assert!(end.momentum[0] > 0.3 * end.mass, "it moves along");
    assert!(
        work >= has && end.numerical_loss().unwrap() < 0.3 * work,
        "{work} {has}"
    );
}

/// A ball of triangles is an obstacle as any other.
#[test]
fn a_grip_moves_what_it_holds_and_books_it() {
    let mut method = build(Options::default(), vec![stiff_block(0.0)]).unwrap();
    let mut world = World::empty([0.0; 3]);
    let mut motion = Motion::at_rest([0.0; 3]);
    motion.velocity = [0.0, 0.2, 0.0];
    world.grips.push(Grip {
        name: "grip".into(),
        body: None,
        shape: Shape::half_space(Vec3::new(0.0, -1.0, 0.0), -0.0999),
        motion,
        window: None,
    });
    run(&mut *method, &world, 0.5, |_, _, _, _| ());
    let positions = method.observed().snapshot().positions;
    let high = positions.iter().fold(0.0, |h: f64, x| h.max(x[1]));
    assert!((high - 0.2).abs() < 1e-12, "{high}");
    let end = method.observed().ledger();
    let work = end.works.grips.unwrap();
    assert!(work > 0.0 && end.numerical_loss().unwrap().abs() < 0.6 * work);
}
