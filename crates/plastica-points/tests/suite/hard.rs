//! Clouds that tell little, and input that tells nothing.

use crate::cloud::jitter;
use crate::common::{body, elastic, floor, lattice, length, run};
use plastica_core::{Contact, Grip, Method, Motion, Selection, Step, World};
use plastica_geometry::Shape;
use plastica_points::{BuildError, Options, build};
use plastica_tensor::Vec3;

/// All positions, checked to be numbers.
fn positions(points: &dyn Method) -> Vec<[f64; 3]> {
    let frame = points.observed().snapshot();
    for attribute in &frame.attributes {
        for k in 0..attribute.values.len() {
            assert!(attribute.values.at(k).is_finite(), "{}", attribute.name);
        }
    }
    assert!(frame.positions.iter().flatten().all(|x| x.is_finite()));
    frame.positions
}

fn on_the_floor() -> World {
    let mut world = World::empty([0.0, -9.81, 0.0]);
    let up = [0.0, 1.0, 0.0];
    world
        .colliders
        .push(floor(up, 0.0, Contact::Separating, 0.3));
    world
}

/// Few particles hold together by springs: they fall, bounce and stay together.
#[test]
fn three_particles_stay_together() {
    let recipe = elastic("neo-hookean", 1000.0, 1e5, 0.3);
    let places = [[0.0, 0.2, 0.0], [0.05, 0.2, 0.0], [0.0, 0.25, 0.0]];
    let three = body(&recipe, &places, 1.25e-4, [0.0; 3], [0.0, 0.0, 3.0]);
    let mut points = build(Options::new(0.05), vec![three], vec![]).unwrap();
    run(&mut *points, &on_the_floor(), 1.0, 1e-3, |_, _, _, _| {});
    let x = positions(&*points);
    for (a, b, rest) in [(0, 1, 0.05), (0, 2, 0.05), (1, 2, 0.05 * 2f64.sqrt())] {
        let now = (Vec3(x[a]) - Vec3(x[b])).norm();
        assert!((now / rest - 1.0).abs() < 0.2, "{a} {b}: {now}");
    }
    assert!(x.iter().all(|x| x[1] < 0.2 && x[1] > 0.02), "{x:?}");
}

/// A string hangs from its end, a sheet from its edge, about as long as they were.
#[test]
fn lines_and_planes_hang() {
    let recipe = elastic("neo-hookean", 1000.0, 1e5, 0.3);
    for (width, uneven) in [(1, 0.0), (8, 0.0), (8, 0.1)] {
        let mut places = Vec::new();
        for i in 0..20 {
            for j in 0..width {
                places.push([0.05 * f64::from(i), 0.0, 0.05 * f64::from(j)]);
            }
        }
        jitter(&mut places, uneven * 0.05);
        let sheet = body(&recipe, &places, 1.25e-4, [0.0; 3], [0.0; 3]);
        let mut world = World::empty([0.0, -9.81, 0.0]);
        world.grips.push(Grip {
            name: "hand".into(),
            body: None,
            shape: Shape::half_space(Vec3::new(1.0, 0.0, 0.0), 0.01),
            motion: Motion::at_rest([0.0; 3]),
            window: None,
        });
        let options = Options {
            damping: 2.0,
            ..Options::new(0.05)
        };
        let mut points = build(options, vec![sheet], vec![]).unwrap();
        run(&mut *points, &world, 5.0, 1.0, |_, _, _, _| {});
        let x = positions(&*points);
        let lowest = x.iter().map(|x| x[1]).fold(0.0, f64::min);
        println!("{width} wide, jitter {uneven}: hangs down by {lowest}");
        assert!((-1.3..-0.85).contains(&lowest), "{width} wide: {lowest}");
    }
}

/// Two particles in every place move as one.
#[test]
fn coincident_particles_move_together() {
    let recipe = elastic("neo-hookean", 1000.0, 1e5, 0.3);
    let once = lattice([0.0, 0.1, 0.0], [0.3, 0.3, 0.3], 0.05);
    let twice: Vec<[f64; 3]> = once.iter().chain(&once).copied().collect();
    let doubled = body(&recipe, &twice, 0.625e-4, [0.0; 3], [0.0, 1.0, 0.0]);
    let mut points = build(Options::new(0.05), vec![doubled], vec![]).unwrap();
    run(&mut *points, &on_the_floor(), 0.5, 1e-3, |_, _, _, _| {});
    let x = positions(&*points);
    for k in 0..once.len() {
        let apart = (Vec3(x[k]) - Vec3(x[k + once.len()])).norm();
        assert!(apart < 0.025, "{k}: {apart}");
    }
}

/// Who flies away costs nobody anything, and goes his way.
#[test]
fn a_particle_flies_away() {
    let recipe = elastic("neo-hookean", 1000.0, 1e5, 0.3);
    let mut places = lattice([0.0, 0.1, 0.0], [0.3, 0.3, 0.3], 0.05);
    places.push([1e9, 1e9, -3e12]);
    let mut block = body(&recipe, &places, 1.25e-4, [0.0; 3], [0.0; 3]);
    let last = block.seeds.len() - 1;
    block.seeds[last].velocity = [40.0, 0.0, 0.0];
    let mut points = build(Options::new(0.05), vec![block], vec![]).unwrap();
    let mut world = on_the_floor();
    world.gravity[1] = 0.0.into();
    run(&mut *points, &world, 0.2, 1e-3, |_, _, _, _| {});
    let x = positions(&*points);
    assert!((x[last][0] - 1e9 - 8.0).abs() < 1e-3, "{:?}", x[last]);
    for (x, rest) in x.iter().zip(&places).take(last) {
        assert!((Vec3(*x) - Vec3(*rest)).norm() < 1e-4, "{x:?} {rest:?}");
    }
}

/// Bodies that start inside each other push each other without violence. Layers that fit between each other may
/// stay there; they come no deeper.
#[test]
fn bodies_inside_each_other_do_no_harm() {
    let recipe = elastic("neo-hookean", 1000.0, 1e5, 0.3);
    let a = lattice([0.0, 0.0, 0.0], [0.3, 0.3, 0.3], 0.05);
    let b: Vec<[f64; 3]> = a.iter().map(|[x, y, z]| [x + 0.23, y + 0.01, *z]).collect();
    let bodies = [&a, &b].map(|places| body(&recipe, places, 1.25e-4, [0.0; 3], [0.0; 3]));
    let options = Options {
        damping: 1.0,
        ..Options::new(0.05)
    };
    let mut points = build(options, bodies.to_vec(), vec![]).unwrap();
    let mut fastest = 0f64;
    run(
        &mut *points,
        &World::empty([0.0; 3]),
        1.0,
        1e-3,
        |_, _, _, method| {
            fastest = fastest.max(method.observed().ledger().fastest);
        },
    );
    let x = positions(&*points);
    let mean = |x: &[[f64; 3]]| x.iter().map(|x| x[0]).sum::<f64>() / x.len() as f64;
    let apart = mean(&x[a.len()..]) - mean(&x[..a.len()]);
    println!("centres {apart} apart, fastest {fastest}");
    assert!(apart > 0.23, "{apart}");
    // Waves run at 11.6 m/s.
    assert!(fastest < 11.6, "{fastest}");
}

#[test]
fn what_cannot_be_is_refused_with_a_reason() {
    let good = elastic("neo-hookean", 1000.0, 1e5, 0.3);
    let places = lattice([0.0; 3], [0.2; 3], 0.05);
    let whole = body(&good, &places, 1.25e-4, [0.0; 3], [0.0; 3]);
    let refused = |change: &dyn Fn(&mut plastica_points::Body)| {
        let mut changed = whole.clone();
        change(&mut changed);
        build(Options::new(0.05), vec![changed], vec![])
            .err()
            .unwrap()
    };
    let error = refused(&|body| body.recipe = elastic("hypoelastic", 1000.0, 1e5, 0.3));
    assert!(matches!(error, BuildError::Material { .. }));
    assert!(error.to_string().contains("hencky"), "{error}");
    let error = refused(&|body| body.seeds[3].position[1] = f64::NAN);
    assert!(matches!(error, BuildError::Particle { index: 3, .. }));
    let error = refused(&|body| body.seeds[5].volume = 0.0);
    assert!(matches!(error, BuildError::Particle { index: 5, .. }));
    let error = build(Options::new(0.0), vec![whole.clone()], vec![]).err();
    assert!(matches!(
        error,
        Some(BuildError::Option {
            name: "spacing",
            ..
        })
    ));
    // A method without bodies is a method.
    let mut empty = build(Options::new(0.05), vec![], vec![]).unwrap();
    empty
        .step(&World::empty([0.0; 3]), Step::new(0.0, 1e-3))
        .unwrap();
    assert!(empty.is_empty());
}

/// A step that is too long is refused and changes nothing.
#[test]
fn long_steps_are_refused() {
    let recipe = elastic("neo-hookean", 1000.0, 1e5, 0.3);
    let places = lattice([0.0; 3], [0.2; 3], 0.05);
    let block = body(&recipe, &places, 1.25e-4, [1.0, 0.0, 0.0], [0.0; 3]);
    let mut points = build(Options::new(0.05), vec![block], vec![]).unwrap();
    let before = points.observed().snapshot();
    let error = points
        .step(&World::empty([0.0; 3]), Step::new(0.0, 0.1))
        .unwrap_err();
    assert!(matches!(error, plastica_core::StepError::TooLong(_)));
    assert_eq!(points.observed().snapshot(), before);
    points.observed().visit(Selection::Id(0), &mut |p| {
        assert!((length(p.velocity) - 1.0).abs() < 1e-6)
    });
}
