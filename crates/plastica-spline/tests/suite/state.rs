//! Saving, restoring, and the same bits on any number of threads.

use crate::common::run;
use plastica_core::{Collider, Contact, Method, Motion, Reader, Step, Window, World, Writer};
use plastica_geometry::Shape;
use plastica_spline::solve::{SOLVERS, SolverChoice};
use plastica_spline::{
    Body, Creep, Delayed, Formulation, Fracture, Lattice, Measure, Options, Pinch, Splines,
    Tensors, Weights, Yield, build, shape,
};
use plastica_tensor::Vec3;

/// Everything at once: a sheet that creeps, yields and tears, a net, a pinch, a floor; systems solved as asked.
fn scene(solver: SolverChoice) -> (Splines, World) {
    let lattice = Lattice::new(&[(60, false), (45, false)]).unwrap();
    let places = shape::height_field(&lattice, [-0.5; 2], [0.5; 2], |x, y| {
        0.3 + 0.1 * (5.0 * x).sin() * y
    });
    let mut sheet = Body::new(
        "sheet",
        lattice,
        places,
        Formulation::hybrid(Weights::uniform([2.0, 3.0, 0.01])),
    );
    sheet.creep = Some(Creep {
        delayed: Some(Delayed {
            compliance: 0.5,
            time: 0.1,
        }),
        ..Creep::maxwell(0.3)
    });
    sheet.plastic = Some(Yield {
        measure: Measure::Displacement,
        limit: 0.01.into(),
        tangent: 0.3,
    });
    sheet.fracture = Some(Fracture {
        spread: 0.3,
        seed: 7,
        ..Fracture::uniform(0.05)
    });
    sheet.velocities = (sheet.shape.iter())
        .map(|x| Vec3::new(3.0 * x[0], 0.4, 0.5 * x[1] - 1.0))
        .collect();
    let lattice = Lattice::new(&[(20, false), (20, true)]).unwrap();
    let places = shape::lathed(&Lattice::new(&[(20, false), (20, false)]).unwrap(), |t| {
        [0.3 + 0.1 * t, t]
    });
    let mut net = Body::new(
        "net",
        lattice,
        places,
        Formulation::Primary(Box::new(Tensors::sheet(5.0, 0.001))),
    );
    net.creep = Some(Creep::maxwell(1.0));
    let mut motion = Motion::at_rest([0.0, 0.0, 0.3]);
    motion.velocity = [0.0, 0.0, 0.5];
    let pinch = Pinch {
        body: None,
        radius: 0.15,
        stiffness: None,
        motion,
        window: Some(Window {
            start: 0.009,
            end: 0.035,
        }),
    };
    let options = Options {
        solver,
        ..Options::default()
    };
    let method = build(vec![sheet, net], vec![], vec![pinch], options).unwrap();
    let mut world = World::empty([0.0, 0.0, -9.81]);
    let ground = Shape::half_space(Vec3::new(0.0, 0.0, 1.0), 0.25);
    world
        .colliders
        .push(Collider::still("floor", ground, Contact::Separating, 0.4));
    (method, world)
}

fn bytes(method: &Splines) -> Vec<u8> {
    let mut to = Writer::default();
    method.observed().save(&mut to);
    to.into_bytes()
}

#[test]
fn a_restored_run_goes_on_with_the_same_bits() {
    for solver in SOLVERS {
        let (mut whole, world) = scene(solver);
        run(&mut whole, &world, 0.0, 2e-3, 12);
        let saved = bytes(&whole);
        let (mut resumed, _) = scene(solver);
        resumed.restore(&mut Reader::new(&saved)).unwrap();
        assert_eq!(bytes(&resumed), saved);
        for method in [&mut whole, &mut resumed] {
            for k in 12..24 {
                method
                    .step(&world, Step::new(k as f64 * 2e-3, 2e-3))
                    .unwrap();
            }
        }
        assert!(
            !whole.broken_fibres(0).is_empty(),
            "nothing tore: the test is too easy"
        );
        assert!(bytes(&whole) == bytes(&resumed), "{solver:?}");
        assert_eq!(whole.observed().snapshot(), resumed.observed().snapshot());
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    for solver in SOLVERS {
        let results: Vec<Vec<u8>> = [1, 2, 3, 8]
            .into_iter()
            .map(|threads| {
                let pool = rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .unwrap();
                pool.install(|| {
                    let (mut method, world) = scene(solver);
                    run(&mut method, &world, 0.0, 2e-3, 8);
                    bytes(&method)
                })
            })
            .collect();
        assert!(results.iter().all(|r| *r == results[0]), "{solver:?}");
    }
}

#[test]
fn a_state_of_another_scene_is_refused() {
    let (method, _) = scene(SolverChoice::Automatic);
    let saved = bytes(&method);
    let (mut other, _) = scene(SolverChoice::Automatic);
    assert!(
        other
            .restore(&mut Reader::new(&saved[..saved.len() / 2]))
            .is_err()
    );
    let lattice = Lattice::new(&[(5, false)]).unwrap();
    let places = shape::line(&lattice, [0.0; 3], [1.0, 0.0, 0.0]);
    let body = Body::new(
        "line",
        lattice,
        places,
        Formulation::hybrid(Weights::uniform([0.0, 1.0, 0.0])),
    );
    let mut small = build(vec![body], vec![], vec![], Options::default()).unwrap();
    assert!(small.restore(&mut Reader::new(&saved)).is_err());
}
