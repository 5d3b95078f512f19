//! Elements that are crushed or inverted, and steps that are too long.

use crate::common::{block, body, elastic, floor, run};
use plastica_core::{Cause, Contact, Grip, Method, Motion, Step, StepError, Window, World};
use plastica_fem::{Options, build};
use plastica_geometry::Shape;
use plastica_tensor::Vec3;

/// The least volume ratio of a cell.
fn least_ratio(method: &dyn Method) -> f64 {
    let snapshot = method.observed().snapshot();
    let ratios = (snapshot.cell_attributes.iter()).find(|a| a.name == "volume_ratio");
    let values = &ratios.unwrap().values;
    (0..values.len()).fold(f64::MAX, |least, k| least.min(values.at(k)))
}

/// A vertex inside a block is thrown through its neighbours, so that elements are inverted, and all is held for a
/// moment. Let go, the block finds back to its shape.
#[test]
fn inverted_elements_find_back() {
    for law in ["neo-hookean", "hencky"] {
        let recipe = elastic(law, 1000.0, 1e4, 0.3);
        let mesh = block([0.0; 3], [0.3; 3], [3; 3]);
        let rest = mesh.vertices.clone();
        let options = Options {
            damping: 10.0,
            stiffness_damping: 1e-3,
            edge_change: 1.0,
            ..Options::default()
        };
        let mut thrown = body(&recipe, mesh, [0.0; 3], [0.0; 3]);
        let jump = 1e-7;
        // Vertex 21 is at (0.1, 0.1, 0.1), and the elements around it end 0.07 m away along this way.
        thrown.velocities[21] = [0.067 / jump, -0.067 / jump, 0.0];
        let mut method = build(options, vec![thrown]).unwrap();
        let empty = World::empty([0.0; 3]);
        method.step(&empty, Step::new(0.0, jump)).unwrap();
        let least = least_ratio(&*method);
        assert!(least < 0.0, "{law}: some are inverted: {least}");
        let mut world = World::empty([0.0; 3]);
        world.grips.push(Grip {
            name: "grip".into(),
            body: None,
            shape: Shape::half_space(Vec3::new(1.0, 0.0, 0.0), 10.0),
            motion: Motion::at_rest([0.0; 3]),
            window: Some(Window {
                start: -1.0,
                end: 1e-3,
            }),
        });
        run(&mut *method, &world, 3.0, |_, _, _, _| ());
        // The block has drifted: distances tell.
        let now = method.observed().snapshot().positions;
        let length = |x: &[[f64; 3]], k: usize| (Vec3(x[k]) - Vec3(x[0])).norm();
        let off = (1..now.len()).map(|k| (length(&now, k) - length(&rest, k)).abs());
        let off = off.fold(0.0, f64::max);
        assert!(off < 1e-3, "{law}: {off}");
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
