//! The same bits on any number of threads and after any stop.

use crate::common::{body, elastic, floor, lattice, recipe};
use plastica_core::{Contact, Method, Reader, RestoreError, Step, World, Writer};
use plastica_points::{Options, Precision, build};

fn bytes(points: &dyn Method) -> Vec<u8> {
    let mut to = Writer::default();
    points.observed().save(&mut to);
    to.into_bytes()
}

/// A soft body falls onto one that flows, above a rough floor.
fn scene(precision: Precision) -> (Box<dyn Method>, World) {
    let soft = elastic("neo-hookean", 1000.0, 2e4, 0.3);
    let flowing = recipe(
        1500.0,
        &[
            (
                "corotated",
                &[("young_modulus", 2e4), ("poisson_ratio", 0.3)],
            ),
            ("creep", &[("yield_stress", 100.0), ("rate", 50.0)]),
        ],
    );
    let low = lattice([0.0, 0.03, 0.0], [0.3, 0.2, 0.2], 0.025);
    let high = lattice([0.1, 0.23, 0.0], [0.3, 0.38, 0.2], 0.025);
    let bodies = vec![
        body(&flowing, &low, 1.5625e-5, [0.0; 3], [0.0; 3]),
        body(&soft, &high, 1.5625e-5, [0.2, -2.0, 0.0], [0.0, 1.0, 0.0]),
    ];
    let mut world = World::empty([0.0, -9.81, 0.0]);
    let up = [0.0, 1.0, 0.0];
    world
        .colliders
        .push(floor(up, 0.0, Contact::Separating, 0.5));
    let options = Options {
        precision,
        ..Options::new(0.025)
    };
    (build(options, bodies, vec![]).unwrap(), world)
}

fn steps(points: &mut dyn Method, world: &World, from: u32, to: u32) {
    let dt = 1.5e-3;
    for k in from..to {
        points
            .step(world, Step::new(f64::from(k) * dt, dt))
            .unwrap();
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_with_the_same_bits() {
    for precision in [Precision::Single, Precision::Double] {
        let (mut whole, world) = scene(precision);
        steps(&mut *whole, &world, 0, 60);
        let half = bytes(&*whole);
        steps(&mut *whole, &world, 60, 120);
        let (mut resumed, _) = scene(precision);
        resumed.restore(&mut Reader::new(&half)).unwrap();
        assert!(bytes(&*resumed) == half, "saved twice");
        steps(&mut *resumed, &world, 60, 120);
        assert!(bytes(&*resumed) == bytes(&*whole), "{precision:?}");
        assert_eq!(resumed.observed().snapshot(), whole.observed().snapshot());
        assert!(
            whole.observed().ledger().dissipated_energy > 0.0,
            "one has flowed"
        );
    }
}

#[test]
fn a_state_of_another_scene_is_refused() {
    let (single, _) = scene(Precision::Single);
    let (mut double, _) = scene(Precision::Double);
    let saved = bytes(&*single);
    assert!(double.restore(&mut Reader::new(&saved)).is_err());
    let (mut other, _) = scene(Precision::Single);
    assert!(
        other
            .restore(&mut Reader::new(&saved[..saved.len() / 2]))
            .is_err()
    );
    assert!(bytes(&*other) == saved, "a refused state changes nothing");
}

#[test]
fn threads_change_no_bit() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let (mut points, world) = scene(Precision::Single);
            steps(&mut *points, &world, 0, 80);
            bytes(&*points)
        })
    };
    let one = run(1);
    assert!(run(2) == one);
    assert!(run(5) == one);
}

/// Every contradiction was said to be a state that ends too early.
#[test]
fn a_state_that_contradicts_itself_is_not_said_to_be_short() {
    let (points, _) = scene(Precision::Single);
    let whole = bytes(&*points);
    let restore = |bytes: &[u8]| scene(Precision::Single).0.restore(&mut Reader::new(bytes));
    assert_eq!(restore(&whole), Ok(()));
    let short = &whole[..whole.len() - 1];
    assert_eq!(restore(short), Err(RestoreError::TooShort));
    // Of the works, three numbers, a position for each place and how often lists changed: what stands before is the next id.
    let mut works = Writer::default();
    points.observed().ledger().works.save(&mut works);
    let places = points.len().next_multiple_of(16);
    let at = whole.len() - works.into_bytes().len() - 3 * 8 - (8 + 32 * places) - 2 * 8;
    let mut broken = whole.clone();
    broken[at..at + 8].fill(0);
    let refused = restore(&broken);
    assert!(
        matches!(refused, Err(RestoreError::Inconsistent { .. })),
        "{refused:?}"
    );
}
