//! Numbers of a scene that stop being numbers, and systems that are not solved, stop the step and say why.

use crate::common::{clamp, formula, one};
use plastica_core::{Cause, Collider, Contact, Method, Motion, Owner, Step, StepError, World};
use plastica_geometry::Shape;
use plastica_material::Value;
use plastica_spline::solve::SolverChoice;
use plastica_spline::{
    Body, Creep, Formulation, Fracture, Lattice, Measure, Options, Pinch, Tensors, Weights, Yield,
    build, shape,
};
use plastica_tensor::Vec3;

fn sheet(formulation: Formulation) -> Body {
    let lattice = Lattice::with_lengths(&[(5, false), (5, false)], &[0.4, 0.4]).unwrap();
    let places = shape::mapped(&lattice, |[u, v, _]| [u, 0.2, -v]);
    Body::new("sheet", lattice, places, formulation)
}

fn hybrid() -> Formulation {
    Formulation::hybrid(Weights::uniform([0.0, 5.0, 0.001]))
}

fn primary() -> Formulation {
    Formulation::Primary(Box::new(Tensors::sheet(50.0, 0.001)))
}

/// Good until 0.05 s.
fn spoilt(good: f64, bad: f64) -> Value {
    formula(
        "if(t > 0.05, bad, good)",
        move |_, t| {
            if t > 0.05 { bad } else { good }
        },
    )
}

/// The key that a run of 0.1 s is refused for, and whose it is.
fn refused(body: Body, world: &World, pinches: Vec<Pinch>) -> Option<(Owner, &'static str)> {
    let mut method = build(vec![body], vec![], pinches, Options::default()).unwrap();
    for step in 0..50 {
        let time = step as f64 * 2e-3;
        match method.step(world, Step::new(time, 2e-3)) {
            Ok(_) => {}
            Err(StepError::Refused(failure)) => {
                let Cause::Value(bad) = failure.cause else {
                    panic!("{failure}");
                };
                assert!((time - 0.05).abs() < 3e-3 && (bad.time - 0.05).abs() < 3e-3);
                assert_eq!(bad.formula.as_deref(), Some("if(t > 0.05, bad, good)"));
                return Some((bad.owner, bad.key));
            }
            Err(other) => panic!("{other}"),
        }
    }
    None
}

#[test]
fn every_number_of_a_body_is_checked_when_it_is_read() {
    type Spoil = fn(&mut Body, Value);
    let spoils: [(&str, Spoil); 7] = [
        ("acceleration", |body, bad| body.acceleration[1] = bad),
        ("damping", |body, bad| body.damping = uniform(bad)),
        ("viscous_time", |body, bad| body.viscous_time = uniform(bad)),
        ("creep.rate", |body, bad| {
            body.creep = Some(Creep {
                rate: bad.into(),
                ..Creep::maxwell(1.0)
            });
        }),
        ("yield.limit", |body, bad| {
            body.plastic = Some(Yield {
                measure: Measure::Displacement,
                limit: bad.into(),
                tangent: 0.1,
            });
        }),
        ("fracture.limit", |body, bad| {
            body.fracture = Some(Fracture {
                limit: bad.into(),
                ..Fracture::uniform(1.0)
            });
        }),
        ("energy.stretch", |body, bad| match &mut body.formulation {
            Formulation::Hybrid { weights, .. } => weights.first[0] = bad.into(),
            Formulation::Primary(tensors) => tensors.stretch[0] = bad.into(),
        }),
    ];
    let world = World::empty([0.0, -9.81, 0.0]);
    for formulation in [hybrid, primary] {
        for (key, spoil) in spoils {
            for bad in [f64::NAN, f64::INFINITY] {
                let mut body = sheet(formulation());
                spoil(&mut body, spoilt(1.0, bad));
                let wanted = Some((Owner::Body("sheet".into()), key));
                assert_eq!(refused(body, &world, vec![]), wanted, "{bad}");
                let mut body = sheet(formulation());
                spoil(&mut body, spoilt(1.0, 2.0));
                assert_eq!(refused(body, &world, vec![]), None, "{key}");
            }
        }
    }
}

/// The same for all places.
fn uniform(value: Value) -> Value {
    match value {
        Value::Field(field) => Value::Field(plastica_material::Field {
            varies_in_space: false,
            ..field
        }),
        other => other,
    }
}

#[test]
fn gravity_colliders_grips_and_pinches_are_checked() {
    let still = || World::empty([0.0, -9.81, 0.0]);
    let mut motion = Motion::at_rest([0.0; 3]);
    motion.position[1] = spoilt(0.0, f64::NAN);
    for formulation in [hybrid, primary] {
        let mut world = still();
        world.gravity[1] = spoilt(-9.81, f64::NAN);
        let found = refused(sheet(formulation()), &world, vec![]);
        assert_eq!(found, Some((Owner::Scene, "gravity")));
        let mut world = still();
        let ground = Shape::half_space(Vec3::new(0.0, 1.0, 0.0), -9.0);
        let mut floor = Collider::still("floor", ground, Contact::Separating, 0.4);
        floor.motion = motion.clone();
        world.colliders.push(floor);
        let found = refused(sheet(formulation()), &world, vec![]);
        assert_eq!(found, Some((Owner::Collider("floor".into()), "position")));
        let mut world = still();
        clamp(&mut world, Shape::sphere(0.3), [0.0; 3]);
        world.grips[0].motion = motion.clone();
        let found = refused(sheet(formulation()), &world, vec![]);
        assert_eq!(found, Some((Owner::Grip("grip".into()), "position")));
        let pinch = Pinch {
            body: None,
            radius: 0.3,
            stiffness: None,
            motion: motion.clone(),
            window: None,
        };
        let found = refused(sheet(formulation()), &still(), vec![pinch]);
        assert_eq!(found, Some((Owner::Pinch(1), "position")));
    }
}

/// A soft sheet with a stiff half falls freely at g, whatever solves its systems.
#[test]
fn contrasts_of_a_thousand_million_fall_as_everything_does() {
    let fall = |formulation: Formulation, solver: &str| {
        let lattice = Lattice::with_lengths(&[(13, false), (13, false)], &[0.4, 0.4]).unwrap();
        let places = shape::mapped(&lattice, |[u, v, _]| [u - 0.2, 0.2, 0.2 - v]);
        let mut body = Body::new("sheet", lattice, places, formulation);
        body.density = 0.3.into();
        // Not at rest: modes of all kinds move.
        body.velocities = (body.shape.iter())
            .map(|x| Vec3::new(0.3 * x[2], 0.5 * x[0] * x[2], -0.3 * x[0]))
            .collect();
        let options = Options {
            solver: SolverChoice::named(solver).unwrap(),
            iterations: 300,
            ..Options::default()
        };
        let mut method = one(body, options);
        let world = World::empty([0.0, -9.81, 0.0]);
        for step in 0..50 {
            method
                .step(&world, Step::new(step as f64 * 2e-3, 2e-3))
                .unwrap();
        }
        (
            method.observed().ledger(),
            method.nodes(0).unwrap().0.to_vec(),
        )
    };
    let contrast = || {
        let mut weights = Weights::uniform([0.0, 1.0, 0.0]);
        let stretch = |[x, _, _]: [f64; 3], _: f64| if x > 0.0 { 1e9 } else { 1.0 };
        let bend = |[_, _, z]: [f64; 3], _: f64| if z > 0.0 { 1e6 } else { 0.0 };
        weights.first = [(); 3].map(|()| formula("1e9 or 1", stretch).into());
        weights.second = [(); 3].map(|()| formula("1e6 or 0", bend).into());
        weights.mixed = weights.second.clone();
        Formulation::hybrid(weights)
    };
    let stiff = || Formulation::Primary(Box::new(Tensors::sheet(1e12, 1e12)));
    for formulation in [&contrast as &dyn Fn() -> Formulation, &stiff] {
        let (_, exact) = fall(formulation(), "cholesky");
        for solver in ["automatic", "conjugate-gradients", "multigrid", "sor"] {
            let (ledger, places) = fall(formulation(), solver);
            let fallen = 0.2 - ledger.centre[1];
            let apart = places.iter().zip(&exact).map(|(a, b)| (*a - *b).norm());
            let apart = apart.fold(0.0, f64::max);
            println!("{solver}: fallen {fallen:.6} m, {apart:.1e} m from Cholesky");
            assert!(
                (fallen / (0.5 * 9.81 * 0.01) - 1.0).abs() < 0.03,
                "{fallen}"
            );
            assert!(ledger.fastest < 1.3, "{ledger:?}");
            assert!(apart < 1e-3, "{apart}");
        }
    }
}
