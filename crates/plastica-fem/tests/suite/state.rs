//! The same bits on any number of threads and after any stop.

use crate::common::{block, body, elastic, floor, flowing};
use plastica_core::{Contact, Method, Reader, RestoreError, Step, World, Writer};
use plastica_fem::{Options, build};

fn bytes(method: &dyn Method) -> Vec<u8> {
    let mut to = Writer::default();
    method.observed().save(&mut to);
    to.into_bytes()
}

/// A soft body and one that flows, both on their way to a rough floor.
fn scene() -> (Box<dyn Method>, World) {
    let soft = elastic("neo-hookean", 1000.0, 2e4, 0.3);
    let flow = [("yield_stress", 100.0), ("rate", 50.0)];
    let dough = flowing(&elastic("corotated", 1500.0, 2e4, 0.3), "creep", &flow);
    let low = block([0.0, 0.01, 0.0], [0.3, 0.2, 0.2], [9, 6, 6]);
    let high = block([0.5, 0.01, 0.0], [0.8, 0.2, 0.2], [8, 5, 7]);
    let bodies = vec![
        body(&dough, low, [0.0, -2.0, 0.0], [0.0; 3]),
        body(&soft, high, [0.2, -2.0, 0.0], [0.0, 1.0, 0.0]),
    ];
    let mut world = World::empty([0.0, -9.81, 0.0]);
    let floor = floor([0.0, 1.0, 0.0], 0.0, Contact::Separating, 0.5);
    world.colliders.push(floor);
    (build(Options::default(), bodies).unwrap(), world)
}

fn steps(method: &mut dyn Method, world: &World, from: u32, to: u32) {
    let dt = 3e-4;
    for k in from..to {
        let step = Step::new(f64::from(k) * dt, dt);
        method.step(world, step).unwrap();
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_with_the_same_bits() {
    let (mut whole, world) = scene();
    steps(&mut *whole, &world, 0, 100);
    let half = bytes(&*whole);
    steps(&mut *whole, &world, 100, 200);
    let (mut resumed, _) = scene();
    resumed.restore(&mut Reader::new(&half)).unwrap();
    assert!(bytes(&*resumed) == half, "saved twice");
    let stable = |method: &dyn Method| method.stable_step(&world, 0.0);
    steps(&mut *resumed, &world, 100, 200);
    assert!(bytes(&*resumed) == bytes(&*whole));
    assert_eq!(stable(&*resumed), stable(&*whole));
    // What a body does not have is NaN, which equals nothing.
    let shown = |method: &dyn Method| format!("{:?}", method.observed().snapshot());
    assert!(shown(&*resumed) == shown(&*whole));
    assert_eq!(resumed.observed().ledger(), whole.observed().ledger());
    let heat = whole.observed().ledger().dissipated_energy;
    assert!(heat > 0.0, "one has flowed");
}

#[test]
fn threads_change_no_bit() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build().unwrap().install(|| {
            let (mut method, world) = scene();
            steps(&mut *method, &world, 0, 100);
            bytes(&*method)
        })
    };
    let one = run(1);
    for threads in [2, 3, 8] {
        assert!(run(threads) == one, "{threads} threads");
    }
}

#[test]
fn a_state_that_is_not_whole_is_refused_and_changes_nothing() {
    let (mut method, world) = scene();
    let before = bytes(&*method);
    let (mut other, _) = scene();
    steps(&mut *other, &world, 0, 3);
    let later = bytes(&*other);
    let cut = &later[..later.len() - 1];
    let refused = method.restore(&mut Reader::new(cut));
    assert_eq!(refused, Err(RestoreError::TooShort));
    assert!(bytes(&*method) == before);
    assert_eq!(method.restore(&mut Reader::new(&later)), Ok(()));
    assert!(bytes(&*method) == later);
}

#[test]
fn a_state_of_other_bodies_is_refused() {
    let (method, _) = scene();
    let soft = elastic("neo-hookean", 1000.0, 2e4, 0.3);
    let alone = body(&soft, block([0.0; 3], [1.0; 3], [2; 3]), [0.0; 3], [0.0; 3]);
    let mut other = build(Options::default(), vec![alone]).unwrap();
    let refused = other.restore(&mut Reader::new(&bytes(&*method)));
    assert!(
        matches!(refused, Err(RestoreError::Different(_))),
        "{refused:?}"
    );
}
