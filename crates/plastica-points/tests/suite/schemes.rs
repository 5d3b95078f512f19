//! The paper's scheme, its repair and the comparators beside pair memory.

use crate::cloud::double;
use crate::common::{body, elastic, floor, lattice, recipe, run};
use plastica_core::{Contact, Method, World};
use plastica_points::{Options, Scheme, build};

const ALL: [Scheme; 5] = [
    Scheme::Pairs,
    Scheme::Incremental,
    Scheme::Repaired,
    Scheme::Reference,
    Scheme::Additive,
];

fn options(scheme: Scheme) -> Options {
    Options {
        scheme,
        ..double(0.05)
    }
}

fn height(points: &dyn Method) -> f64 {
    let mut ys: Vec<f64> = points
        .observed()
        .snapshot()
        .positions
        .iter()
        .map(|x| x[1])
        .collect();
    ys.sort_unstable_by(f64::total_cmp);
    ys[ys.len() - 1] - ys[0]
}

/// Momentum is kept by all, angular momentum by those whose forces have no moment; the drift of the others is what
/// the paper's scheme costs.
#[test]
fn momentum_is_kept_and_spin_by_most() {
    for scheme in ALL {
        let recipe = elastic("corotated", 1000.0, 2e4, 0.3);
        let places = lattice([0.0; 3], [0.3, 0.3, 0.3], 0.05);
        let mut block = body(&recipe, &places, 1.25e-4, [0.3, 0.0, 0.0], [0.0, 1.0, 2.0]);
        for seed in &mut block.seeds {
            seed.velocity[0] += 2.0 * seed.position[1] * seed.position[1];
        }
        let mut points = build(options(scheme), vec![block], vec![]).unwrap();
        let start = points.observed().ledger();
        run(
            &mut *points,
            &World::empty([0.0; 3]),
            0.2,
            1e-3,
            |_, _, _, _| {},
        );
        let end = points.observed().ledger();
        let difference =
            |a: [f64; 3], b: [f64; 3]| (0..3).map(|k| (a[k] - b[k]).abs()).fold(0.0, f64::max);
        let lost = difference(start.momentum, end.momentum) / start.mass;
        let turned = difference(start.angular_momentum, end.angular_momentum);
        let turned = turned / start.angular_momentum[2].abs();
        println!("{scheme:?}: momentum {lost:.1e} m/s, angular momentum {turned:.1e} of it");
        assert!(lost < 1e-12, "{scheme:?}: {lost}");
        match scheme {
            Scheme::Incremental | Scheme::Additive => assert!(turned < 0.5, "{scheme:?}: {turned}"),
            _ => assert!(turned < 1e-11, "{scheme:?}: {turned}"),
        }
    }
}

/// An elastic block that falls bounces and finds back to its height by every scheme but the one that adds up strains,
/// of which nothing is asked.
#[test]
fn elastic_blocks_bounce_back() {
    for scheme in ALL {
        let recipe = elastic("corotated", 1000.0, 5e4, 0.3);
        let places = lattice([0.0, 0.02, 0.0], [0.3, 0.32, 0.3], 0.05);
        let block = body(&recipe, &places, 1.25e-4, [0.0, -1.0, 0.0], [0.0; 3]);
        let mut points = build(options(scheme), vec![block], vec![]).unwrap();
        let mut world = World::empty([0.0, -9.81, 0.0]);
        let up = [0.0, 1.0, 0.0];
        world
            .colliders
            .push(floor(up, 0.0, Contact::Separating, 0.3));
        let before = height(&*points);
        let (mut fastest, mut least) = (0f64, f64::INFINITY);
        run(&mut *points, &world, 0.25, 1e-3, |_, _, _, method| {
            fastest = fastest
                .max(method.observed().ledger().momentum[1] / method.observed().ledger().mass);
            least = least.min(height(method));
        });
        let after = height(&*points);
        println!(
            "{scheme:?}: rebound {fastest:.3} m/s, height {:.4}, least {:.4}",
            after / before,
            least / before
        );
        assert!(
            points
                .observed()
                .snapshot()
                .positions
                .iter()
                .flatten()
                .all(|x| x.is_finite())
        );
        if scheme != Scheme::Additive {
            assert!(fastest > 0.2, "{scheme:?}: {fastest}");
            assert!(
                (after / before - 1.0).abs() < 0.15,
                "{scheme:?}: {}",
                after / before
            );
        }
        assert!(least / before < 0.97, "it was pressed");
    }
}

/// A dough that slumps ends about as low by pair memory, by the paper's scheme and by its repair.
#[test]
fn dough_slumps_alike() {
    let dough = recipe(
        1000.0,
        &[
            (
                "corotated",
                &[("young_modulus", 2e4), ("poisson_ratio", 0.3)],
            ),
            ("creep", &[("yield_stress", 100.0), ("rate", 30.0)]),
        ],
    );
    let mut heights = Vec::new();
    for scheme in [Scheme::Pairs, Scheme::Incremental, Scheme::Repaired] {
        let places = lattice([0.0, 0.0, 0.0], [0.4, 0.4, 0.4], 0.05);
        let block = body(&dough, &places, 1.25e-4, [0.0; 3], [0.0; 3]);
        let mut points = build(options(scheme), vec![block], vec![]).unwrap();
        let mut world = World::empty([0.0, -9.81, 0.0]);
        let up = [0.0, 1.0, 0.0];
        world
            .colliders
            .push(floor(up, 0.0, Contact::Separating, 0.5));
        run(&mut *points, &world, 0.6, 1e-3, |_, _, _, _| {});
        let low = height(&*points) / 0.35;
        let volume = points.observed().ledger().volume.unwrap() / 0.064;
        println!("{scheme:?}: height {low:.3}, volume {volume:.3}");
        assert!(
            points
                .observed()
                .snapshot()
                .positions
                .iter()
                .flatten()
                .all(|x| x.is_finite())
        );
        heights.push(low);
    }
    assert!(heights[0] < 0.85, "{heights:?}");
    assert!(
        heights
            .iter()
            .all(|low| (low / heights[0] - 1.0).abs() < 0.35),
        "{heights:?}"
    );
}
