//! What must be kept to round-off.

use crate::cloud::double;
use crate::common::{body, elastic, lattice, recipe, run};
use plastica_core::{Selection, Step, World};
use plastica_points::build;

/// B01: free fall. Symplectic Euler gives x₀ + v₀t + ½gt²(1 + Δt/t) exactly, and no stress.
#[test]
fn free_fall_is_exact() {
    let recipe = elastic("neo-hookean", 1000.0, 1e5, 0.3);
    let places = lattice([0.1, 0.2, 0.3], [0.5, 0.6, 0.6], 0.05);
    let body = body(&recipe, &places, 1.25e-4, [1.0, 2.0, -0.5], [0.0; 3]);
    let mut points = build(double(0.05), vec![body], vec![]).unwrap();
    let world = World::empty([0.0, -9.81, 0.0]);
    let start = points.observed().ledger();
    let (dt, steps) = (1e-3, 1000);
    for k in 0..steps {
        points.step(&world, Step::new(k as f64 * dt, dt)).unwrap();
    }
    let end = points.observed().ledger();
    let t = steps as f64 * dt;
    let fall = [
        1.0 * t,
        2.0 * t - 0.5 * 9.81 * t * t * (1.0 + dt / t),
        -0.5 * t,
    ];
    for k in 0..3 {
        let expected = start.centre[k] + fall[k];
        assert!(
            (end.centre[k] - expected).abs() < 1e-12 * 5.0,
            "{k}: {} {expected}",
            end.centre[k]
        );
    }
    assert_eq!(start.mass, end.mass);
    let momentum = start.mass * (2.0 - 9.81 * t);
    assert!((end.momentum[1] - momentum).abs() < 1e-12 * momentum.abs());
    let mut largest = 0f64;
    points.observed().visit(Selection::All, &mut |p| {
        largest = largest.max(p.cauchy.unwrap().max_abs())
    });
    assert!(largest < 1e-10 * 1e5, "stress {largest}");
}

/// Elastic and flowing bodies that collide and spin keep both momenta and mass to round-off.
#[test]
fn collisions_keep_momentum() {
    let soft = elastic("corotated", 500.0, 2e4, 0.2);
    let flowing = recipe(
        1500.0,
        &[
            (
                "corotated",
                &[("young_modulus", 5e4), ("poisson_ratio", 0.3)],
            ),
            ("creep", &[("yield_stress", 300.0), ("rate", 20.0)]),
        ],
    );
    let a = lattice([0.0, 0.0, 0.0], [0.3, 0.3, 0.3], 0.05);
    let b = lattice([0.35, 0.1, 0.05], [0.65, 0.4, 0.35], 0.05);
    let bodies = vec![
        body(&soft, &a, 1.25e-4, [1.0, 0.1, 0.0], [0.0, 0.5, 0.0]),
        body(&flowing, &b, 1.25e-4, [-1.0, 0.0, 0.2], [0.0; 3]),
    ];
    let mut points = build(double(0.05), bodies, vec![]).unwrap();
    let world = World::empty([0.0; 3]);
    let start = points.observed().ledger();
    run(&mut *points, &world, 0.3, 1e-3, |_, _, _, _| {});
    let end = points.observed().ledger();
    let scale = start.mass * 1.0;
    for k in 0..3 {
        let lost = (end.momentum[k] - start.momentum[k]).abs();
        let turned = (end.angular_momentum[k] - start.angular_momentum[k]).abs();
        assert!(lost < 1e-12 * scale, "momentum {lost}");
        assert!(turned < 1e-12 * scale, "angular momentum {turned}");
    }
    assert_eq!(start.mass, end.mass);
    assert!(
        end.kinetic_energy < 0.9 * start.kinetic_energy,
        "they have met"
    );
    assert!(end.dissipated_energy > 0.0, "one has flowed");
}
