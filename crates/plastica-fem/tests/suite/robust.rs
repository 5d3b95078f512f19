//! Elements that are crushed or inverted, and steps that are too long.

use crate::common::{block, body, elastic, floor, run};
use plastica_core::{Cause, Contact, Grip, Motion, Step, StepError, Window, World};
use plastica_fem::{Options, build};
use plastica_geometry::Shape;
use plastica_material::Value;
use plastica_tensor::Vec3;

/// A block is turned inside out by grips at two of its faces that pass each other. Let go, it finds back to its shape.
#[test]
fn a_body_that_was_turned_inside_out_finds_back() {
    for law in [
        "neo-hookean",
        "corotated",
        "hencky",
        "fixed-corotated",
        "st-venant-kirchhoff",
    ] {
        let recipe = elastic(law, 1000.0, 1e4, 0.3);
        let mesh = block([0.0; 3], [0.3, 0.2, 0.2], [3, 2, 2]);
        let options = Options {
            damping: 5.0,
            stiffness_damping: 1e-3,
            // Inside out the surface has passed through itself.
            contact: false,
            ..Options::default()
        };
        let still = body(&recipe, mesh, [0.0; 3], [0.0; 3]);
        let mut method = build(options, vec![still]).unwrap();
        let mut world = World::empty([0.0; 3]);
        let mut hold = |side: f64, at: f64, motion: Motion| {
            world.grips.push(Grip {
                name: "grip".into(),
                body: None,
                shape: Shape::half_space(Vec3::new(side, 0.0, 0.0), at),
                motion,
                window: Some(Window {
                    start: 0.0,
                    end: 0.3,
                }),
            });
        };
        let mut passing = Motion::at_rest([0.0; 3]);
        passing.position[0] = Value::Keyframes([(0.0, 0.0), (0.2, 0.5)].into());
        hold(1.0, 1e-6, passing);
        hold(-1.0, 1e-6 - 0.3, Motion::at_rest([0.0; 3]));
        let mut least = f64::MAX;
        run(&mut *method, &world, 3.0, |_, _, _, method| {
            least = least.min(method.observed().ledger().volume.unwrap());
        });
        assert!(least < 0.0, "{law}: it was inside out: {least}");
        let volume = method.observed().ledger().volume.unwrap();
        assert!((volume / 0.012 - 1.0).abs() < 0.02, "{law}: {volume}");
    }
}

/// A step in which an edge would change too much is refused and changes nothing.
#[test]
fn steps_that_are_too_long_are_refused() {
    let recipe = elastic("neo-hookean", 1000.0, 1e4, 0.3);
    let mut sheared = body(
        &recipe,
        block([0.0; 3], [0.1; 3], [2; 3]),
        [0.0; 3],
        [0.0; 3],
    );
    for (v, x) in sheared.velocities.iter_mut().zip(&sheared.mesh.vertices) {
        v[0] = 10.0 * x[1];
    }
    let mut method = build(Options::default(), vec![sheared]).unwrap();
    let before = method.observed().snapshot();
    let world = World::empty([0.0; 3]);
    let refused = method.step(&world, Step::new(0.0, 0.04));
    let Err(StepError::TooLong(failure)) = refused else {
        panic!("{refused:?}");
    };
    assert!(matches!(failure.cause, Cause::TooFar { .. }), "{failure}");
    assert_eq!(failure.body.as_deref(), Some("body"));
    assert_eq!(method.observed().snapshot(), before);
    method.step(&world, Step::new(0.0, 1e-3)).unwrap();
}

/// Thrown at a wall far faster than its waves, a soft body stays finite and comes back to its volume.
#[test]
fn a_soft_body_survives_a_hard_throw() {
    for law in ["neo-hookean", "corotated"] {
        let recipe = elastic(law, 1000.0, 1e4, 0.4);
        let mesh = block([0.0, 0.01, 0.0], [0.1, 0.11, 0.1], [4; 3]);
        let thrown = body(&recipe, mesh, [0.0, -12.0, 0.0], [0.0; 3]);
        let options = Options {
            stiffness_damping: 2e-4,
            ..Options::default()
        };
        let mut method = build(options, vec![thrown]).unwrap();
        let mut world = World::empty([0.0, -9.81, 0.0]);
        let floor = floor([0.0, 1.0, 0.0], 0.0, Contact::Separating, 0.2);
        world.colliders.push(floor);
        let mut most = 0f64;
        run(&mut *method, &world, 0.4, |_, _, _, method| {
            let now = method.observed().ledger();
            most = most.max(now.kinetic_energy + now.elastic_energy);
        });
        let end = method.observed().ledger();
        let start = 0.5 * end.mass * 144.0;
        assert!(most < 1.1 * start, "{law}: {most} of {start}");
        let volume = end.volume.unwrap();
        assert!((volume / 1e-3 - 1.0).abs() < 0.1, "{law}: {volume}");
    }
}
