//! Obstacles, grips, and bodies that meet.

use crate::common::{body, elastic, floor, lattice, recipe, run};
use plastica_core::{Bound, Contact, Grip, Motion, Selection, Window, World};
use plastica_geometry::{Bounds, Shape};
use plastica_material::Value;
use plastica_points::{Options, Source, build};
use plastica_tensor::{Mat3, Vec3};

const SPACING: f64 = 0.05;

/// A block at rest weighs what it weighs, and its lowest particles are half a spacing above the floor.
#[test]
fn a_block_at_rest_weighs_what_it_weighs() {
    let recipe = elastic("hencky", 1000.0, 1e6, 0.3);
    let places = lattice([0.0, 0.02, 0.0], [0.4, 0.42, 0.4], SPACING);
    let block = body(&recipe, &places, SPACING.powi(3), [0.0; 3], [0.0; 3]);
    let options = Options {
        damping: 10.0,
        ..Options::new(SPACING)
    };
    let mut points = build(options, vec![block], vec![]).unwrap();
    let mut world = World::empty([0.0, -10.0, 0.0]);
    let up = [0.0, 1.0, 0.0];
    world
        .colliders
        .push(floor(up, 0.0, Contact::Separating, 0.3));
    let (mut impulse, mut time) = (0.0, 0.0);
    run(&mut *points, &world, 1.5, 1e-2, |now, dt, report, _| {
        if now > 1.0 {
            impulse += report.collider_impulses[0][1];
            time += dt;
        }
    });
    let weight = points.observed().ledger().mass * 10.0;
    assert!(
        (-impulse / time / weight - 1.0).abs() < 0.01,
        "{}",
        impulse / time
    );
    let mut lowest = f64::INFINITY;
    points
        .observed()
        .visit(Selection::All, &mut |p| lowest = lowest.min(p.position[1]));
    assert!(
        (lowest / SPACING - 0.5).abs() < 0.02,
        "{}",
        lowest / SPACING
    );
}

/// On a slope a block stays where friction is enough and slides with g (sin θ − μ cos θ) where it is not (B20).
#[test]
fn friction_is_coulombs() {
    let recipe = elastic("hencky", 1000.0, 1e6, 0.0);
    let angle = 0.4f64;
    for (friction, bound) in [(0.6, 0.02), (0.2, 0.03)] {
        let places = lattice([0.0; 3], [0.4, 0.2, 0.2], SPACING);
        let block = body(&recipe, &places, SPACING.powi(3), [0.0; 3], [0.0; 3]);
        let mut points = build(Options::new(SPACING), vec![block], vec![]).unwrap();
        let mut world = World::empty([10.0 * angle.sin(), -10.0 * angle.cos(), 0.0]);
        let up = [0.0, 1.0, 0.0];
        world
            .colliders
            .push(floor(up, 0.0, Contact::Separating, friction));
        run(&mut *points, &world, 1.0, 1e-2, |_, _, _, _| {});
        let slid = points.observed().ledger().momentum[0] / points.observed().ledger().mass;
        let expected = 10.0 * (angle.sin() - friction * angle.cos()).max(0.0);
        println!("friction {friction}: speed {slid}, expected {expected}");
        assert!((slid - expected).abs() < bound * 10.0, "{slid} {expected}");
    }
}

/// A moving plate takes along what sticks to it; one that is only smooth does not.
#[test]
fn sticky_walls_carry() {
    for (contact, carried) in [(Contact::Sticky, true), (Contact::Sliding, false)] {
        let recipe = elastic("hencky", 1000.0, 1e5, 0.3);
        let places = lattice([0.0; 3], [0.2; 3], SPACING);
        let block = body(&recipe, &places, SPACING.powi(3), [0.0; 3], [0.0; 3]);
        let mut points = build(Options::new(SPACING), vec![block], vec![]).unwrap();
        let mut world = World::empty([0.0; 3]);
        let mut plate = floor([0.0, 1.0, 0.0], 0.0, contact, 0.0);
        plate.motion.velocity = [0.3, -0.2, 0.0];
        world.colliders.push(plate);
        assert_eq!(points.stable_step(&world, 0.0).by, Bound::WaveSpeed);
        run(&mut *points, &world, 1.0, 1e-2, |_, _, _, _| {});
        let centre = points.observed().ledger().centre;
        assert!((centre[1] + 0.1).abs() < 0.02, "{contact:?}: {centre:?}");
        assert_eq!(centre[0] > 0.35, carried, "{contact:?}: {centre:?}");
    }
}

/// Dough that is pressed against dough sticks to it, unless bodies are told not to merge.
#[test]
fn dough_merges_and_rubber_does_not() {
    let dough = recipe(
        1000.0,
        &[
            (
                "corotated",
                &[("young_modulus", 1e4), ("poisson_ratio", 0.3)],
            ),
            ("creep", &[("yield_stress", 50.0), ("rate", 30.0)]),
        ],
    );
    let rubber = elastic("corotated", 1000.0, 1e4, 0.3);
    let hand = |sign: f64, at: f64, keys: &[(f64, f64)]| {
        let mut motion = Motion::at_rest([0.0; 3]);
        motion.position[0] = Value::Keyframes(keys.into());
        Grip {
            name: "hand".into(),
            body: None,
            shape: Shape::half_space(Vec3::new(sign, 0.0, 0.0), sign * at),
            motion,
            window: None,
        }
    };
    for (recipe, merges, together) in [
        (&dough, true, true),
        (&dough, false, false),
        (&rubber, true, false),
    ] {
        let a = lattice([0.0; 3], [0.3, 0.2, 0.2], SPACING);
        let b = lattice([0.3, 0.0, 0.0], [0.6, 0.2, 0.2], SPACING);
        let bodies =
            [&a, &b].map(|places| body(recipe, places, SPACING.powi(3), [0.0; 3], [0.0; 3]));
        let options = Options {
            merges,
            damping: 2.0,
            ..Options::new(SPACING)
        };
        let mut points = build(options, bodies.to_vec(), vec![]).unwrap();
        let mut world = World::empty([0.0; 3]);
        world.grips.push(hand(1.0, 0.06, &[(0.0, 0.0)]));
        // Pressed together, held, pulled back a little beyond the start.
        let keys = [(0.0, 0.0), (0.5, -0.1), (1.0, -0.1), (1.5, 0.05)];
        let mut pull = hand(-1.0, 0.54, &keys);
        pull.window = Some(Window {
            start: 0.0,
            end: 9.0,
        });
        world.grips.push(pull);
        run(&mut *points, &world, 1.5, 1e-2, |_, _, _, _| {});
        // The widest gap between particles along x, in the middle.
        let mut xs: Vec<f64> = points
            .observed()
            .snapshot()
            .positions
            .iter()
            .map(|x| x[0])
            .collect();
        xs.sort_unstable_by(f64::total_cmp);
        let gap = xs
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .fold(0.0, f64::max);
        println!("merges {merges}: widest gap {:.3} spacings", gap / SPACING);
        assert_eq!(
            gap < 1.5 * SPACING,
            together,
            "{} merges {merges}: {gap}",
            recipe.name
        );
        let frame = points.observed().snapshot();
        assert!(frame.positions.iter().flatten().all(|x| x.is_finite()));
    }
}

/// An emitter gives the volume it is asked for, and what it gives is one body; what leaves the domain is dropped.
#[test]
fn emitters_give_and_the_domain_takes() {
    let recipe = elastic("neo-hookean", 1000.0, 1e4, 0.3);
    let sites: Vec<[f64; 3]> = lattice([0.0, 1.0, 0.0], [0.2, 1.0 + SPACING, 0.2], SPACING);
    let per_layer = sites.len() as f64;
    let source = Source {
        name: "nozzle".into(),
        recipe,
        sites,
        axes: Mat3::identity(),
        volume: SPACING.powi(3),
        velocity: [0.0, -1.0, 0.0].map(Value::Constant),
        rate: Value::Constant(per_layer * SPACING.powi(2)),
        window: Some(Window {
            start: 0.0,
            end: 0.4,
        }),
    };
    let mut points = build(Options::new(SPACING), vec![], vec![source]).unwrap();
    let mut world = World::empty([0.0; 3]);
    // The first of them have come 0.4 m farther by the end.
    world.domain = Some(Bounds {
        low: Vec3::new(-1.0, 0.6, -1.0),
        high: Vec3::splat(2.0),
    });
    let (mut given, mut taken) = (0, 0);
    run(&mut *points, &world, 0.6, 1e-2, |_, _, report, _| {
        given += report.emitted;
        taken += report.dropped;
    });
    // 0.4 s at 1 m/s are 8 layers, the last particle of which may be due by rounding.
    let expected = (8.0 * per_layer) as u64;
    assert!(given == expected || given + 1 == expected, "{given}");
    assert_eq!(points.len() as u64, given - taken);
    let layers = taken as f64 / per_layer;
    assert!((3.0..5.0).contains(&layers), "{layers}");
    assert!(
        (points.observed().ledger().momentum[1] / points.observed().ledger().mass + 1.0).abs()
            < 0.05
    );
}
