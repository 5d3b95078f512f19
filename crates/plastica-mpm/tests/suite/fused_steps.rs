//! Steps that go on at once end with the bits of steps that were looked at one by one.
use crate::common::{body, elastic, floor, lattice};
use plastica_core::{Contact, Method, Step, World, Writer};
use plastica_mpm::{Kernel, Options, Precision, build};

fn bytes(mpm: &dyn Method) -> Vec<u8> {
    let mut to = Writer::default();
    mpm.observed().save(&mut to);
    to.into_bytes()
}

/// Two bodies of different laws collide above a rough floor.
fn scene(kernel: Kernel, precision: Precision) -> (Box<dyn Method>, World) {
    let options = Options {
        kernel,
        precision,
        ..Options::new(0.05)
    };
    let soft = elastic("neo-hookean", 1000.0, 2e4, 0.3);
    let hard = elastic("hypoelastic", 2000.0, 5e4, 0.2);
    let low = lattice([0.0, 0.03, 0.0], [0.3, 0.2, 0.2], 0.025);
    let high = lattice([0.1, 0.25, 0.0], [0.3, 0.4, 0.2], 0.025);
    let bodies = vec![
        body(&soft, &low, 1.5625e-5, [0.0; 3], [0.0; 3]),
        body(&hard, &high, 1.5625e-5, [0.2, -1.0, 0.0], [0.0, 1.0, 0.0]),
    ];
    let mut world = World::empty([0.0, -9.81, 0.0]);
    let up = [0.0, 1.0, 0.0];
    world
        .colliders
        .push(floor(up, 0.0, Contact::Separating, 0.5));
    (build(options, bodies, vec![]).unwrap(), world)
}

#[test]
fn going_on_changes_no_bit() {
    for kernel in [Kernel::Quadratic, Kernel::Cubic] {
        for precision in [Precision::Single, Precision::Double] {
            let (mut plain, world) = scene(kernel, precision);
            let (mut quick, _) = scene(kernel, precision);
            let dt = |k: u32| 1e-3 * (1.0 + 0.1 * f64::from(k % 3));
            let mut time = 0.0;
            let mut reports = Vec::new();
            for k in 0..120 {
                reports.push(plain.step(&world, Step::new(time, dt(k))).unwrap());
                time += dt(k);
            }
            time = 0.0;
            for k in 0..120 {
                let fused = k % 40 != 39;
                let step = Step {
                    next: fused.then(|| dt(k + 1)),
                    ..Step::new(time, dt(k))
                };
                let report = quick.step(&world, step);
                assert_eq!(report.unwrap(), reports[k as usize], "step {k}");
                time += dt(k);
            }
            assert!(
                bytes(&*plain) == bytes(&*quick),
                "{kernel:?} {precision:?}: other bits"
            );
        }
    }
}

/// Between fused steps particles lack what observers need: nothing can be observed, rather than something stale.
#[test]
fn nothing_can_be_observed_between_fused_steps() {
    let (mut mpm, world) = scene(Kernel::Quadratic, Precision::Single);
    assert!(mpm.observe().is_some());
    mpm.step(&world, fused(0.0)).unwrap();
    assert!(mpm.observe().is_none());
    mpm.step(&world, Step::new(1e-3, 1e-3)).unwrap();
    assert!(mpm.observe().is_some());
}

fn fused(time: f64) -> Step {
    Step {
        next: Some(1e-3),
        ..Step::new(time, 1e-3)
    }
}

/// A step of another length than the one that was begun is an error, not a wrong result.
#[test]
fn a_step_that_was_begun_keeps_its_length() {
    let (mut mpm, world) = scene(Kernel::Quadratic, Precision::Single);
    mpm.step(&world, fused(0.0)).unwrap();
    mpm.step(&world, Step::new(1e-3, 2e-3)).unwrap_err();
}
