//! Creep, yield and what is left afterwards, against closed forms.

use crate::common::{clamp, one, run};
use plastica_core::{Method, Motion, Reader, Window, World, Writer};
use plastica_geometry::Shape;
use plastica_material::Value;
use plastica_spline::{
    Body, Creep, End, Formulation, FrameMotion, Lattice, Measure, Nonlinear, Options, Spring,
    Weights, Yield, build, shape,
};
use plastica_tensor::Vec3;

/// A single node on a spring of stiffness k to its place, of negligible mass: the paper's uniaxial units.
fn unit(k: f64) -> Body {
    let lattice = Lattice::new(&[(1, false)]).unwrap();
    let places = vec![Vec3::zero()];
    let mut body = Body::new(
        "unit",
        lattice,
        places,
        Formulation::fixed(Weights::uniform([k, 0.0, 0.0])),
    );
    body.density = (1e-12 * k).into();
    body
}

/// Gravity as the force on a body of mass m.
fn pull(force: f64, mass: f64) -> World {
    World::empty([force / mass, 0.0, 0.0])
}

#[test]
fn cooling_keeps_the_shape_that_a_free_body_has_been_given() {
    // Creep for a second under a spring, then frozen by keyframes: what is left is the natural shape.
    let lattice = Lattice::new(&[(24, true)]).unwrap();
    let places = shape::circle(&lattice, [0.0; 3], 1.0);
    let mut body = Body::new(
        "ring",
        lattice,
        places,
        Formulation::hybrid(Weights::uniform([0.0, 5.0, 0.5])),
    );
    let mut creep = Creep::maxwell(0.2);
    creep.rate = Value::Keyframes([(0.0, 5.0), (1.0, 5.0), (1.01, 0.0)].into()).into();
    body.creep = Some(creep);
    body.damping = Value::Constant(3.0);
    let spring = |node: usize, to: [f64; 3]| Spring {
        body: 0,
        end: End::Node(node),
        stiffness: 30.0,
        rest_length: 0.0,
        motion: Motion::at_rest(to),
        window: Some(Window {
            start: 0.0,
            end: 1.2,
        }),
    };
    let springs = vec![spring(0, [1.6, 0.0, 0.0]), spring(12, [-1.6, 0.0, 0.0])];
    let mut method = build(vec![body], springs, vec![], Options::default()).unwrap();
    let world = World::empty([0.0; 3]);
    run(&mut method, &world, 0.0, 5e-3, 1600);
    let (x, _) = method.nodes(0).unwrap();
    let width = (x[0] - x[12]).norm();
    let (_, elastic) = method.natural_shape(0).unwrap();
    let left = elastic.iter().map(|e| e.norm()).fold(0.0, f64::max);
    println!("cooled ring: width {width:.3} of 2, elastic part {left:.1e}");
    assert!(width > 2.3 && left < 1e-3);
}

#[test]
fn negative_and_nonlinear_viscosity_are_defined() {
    let grown = |creep: Creep| {
        let mut body = unit(10.0);
        body.density = 1.0.into();
        body.creep = Some(creep);
        let mut method = one(body, Options::default());
        method.place_nodes(0, |_, _| Vec3::new(0.1, 0.0, 0.0));
        let mut world = World::empty([0.0; 3]);
        clamp(&mut world, Shape::sphere(10.0), [0.0; 3]);
        run(&mut method, &world, 0.0, 1e-3, 500);
        method.natural_shape(0).unwrap().1[0][0]
    };
    // e grows like exp(t/|τ|) when viscosity is negative.
    let negative = grown(Creep::maxwell(-0.5));
    assert!(
        (negative / (0.1 * 1f64.exp()) - 1.0).abs() < 1e-9,
        "{negative}"
    );
    // ė = −e³/(τ ℓ²): e = e₀/√(1 + 2 t e₀²/(τ ℓ²)).
    let mut creep = Creep::maxwell(0.5);
    creep.nonlinear = Some(Nonlinear {
        exponent: 3.0,
        length: 0.1,
    });
    let nonlinear = grown(creep);
    assert!(
        (nonlinear / (0.1 / 3f64.sqrt()) - 1.0).abs() < 2e-3,
        "{nonlinear}"
    );
}

#[test]
fn stress_criteria_limit_the_stress_of_a_stretched_block() {
    for (measure, limit) in [(Measure::VonMises, 5.0), (Measure::Tresca, 5.0)] {
        let lattice = Lattice::new(&[(4, false), (3, false), (3, false)]).unwrap();
        let places = shape::block(&lattice, [0.0; 3], [1.0; 3]);
        let mut body = Body::new(
            "block",
            lattice,
            places,
            Formulation::fixed(Weights::uniform([0.0, 100.0, 0.0])),
        );
        body.plastic = Some(Yield {
            measure,
            limit: limit.into(),
            tangent: 0.0,
        });
        let mut method = one(body, Options::default());
        let mut world = World::empty([0.0; 3]);
        clamp(&mut world, Shape::sphere(9.0), [0.0; 3]);
        method.place_nodes(0, |_, x| Vec3::new(1.2 * x[0], x[1], x[2]));
        run(&mut method, &world, 0.0, 1e-3, 200);
        let mut worst = 0f64;
        method
            .observed()
            .visit(plastica_core::Selection::All, &mut |p| {
                worst = worst.max((1.5 * p.cauchy.unwrap().deviator().norm_squared()).sqrt());
            });
        println!("{measure:?}: {worst:.3} after yield at {limit}, elastic would be 20");
        assert!(worst < 1.05 * limit, "{worst}");
        assert!(method.observed().ledger().dissipated_energy > 0.0);
    }
}

#[test]
fn a_viscous_force_delays_the_answer() {
    // η ė + k e = f: e = f/k (1 − exp(−t/τ)).
    let (k, tau, force) = (1000.0, 0.5, 10.0);
    let mut body = unit(k);
    body.viscous_time = Value::Constant(tau);
    let mut method = one(body, Options::default());
    let world = pull(force, 1e-12 * k);
    run(&mut method, &world, 0.0, 1e-3, 500);
    let wanted = force / k * (1.0 - (-1f64).exp());
    let error = method.nodes(0).unwrap().0[0][0] / wanted - 1.0;
    assert!(error.abs() < 2e-3, "{error}");
}

/// A fibre of the primary formulation that is held stretched.
fn stretched(change: impl Fn(&mut Body)) -> (f64, plastica_spline::Splines) {
    let lattice = Lattice::new(&[(2, false)]).unwrap();
    let places = shape::line(&lattice, [0.0; 3], [1.0, 0.0, 0.0]);
    let tensors = plastica_spline::Tensors::net(100.0);
    let mut body = Body::new(
        "fibre",
        lattice,
        places,
        Formulation::Primary(Box::new(tensors)),
    );
    change(&mut body);
    let mut method = one(body, Options::default());
    method.place_nodes(0, |_, x| x.scale(1.1));
    let mut world = World::empty([0.0; 3]);
    clamp(&mut world, Shape::sphere(10.0), [0.0; 3]);
    let before = method.observed().ledger().elastic_energy;
    run(&mut method, &world, 0.0, 0.01, 100);
    (method.observed().ledger().elastic_energy / before, method)
}

#[test]
fn the_metric_at_rest_creeps_and_yields() {
    // G⁰ follows G with τ = 0.5 s: after 1 s the energy is down by exp(−4).
    let (left, method) = stretched(|body| body.creep = Some(Creep::maxwell(0.5)));
    assert!((left / (-4f64).exp() - 1.0).abs() < 1e-9, "{left}");
    let heat = method.observed().ledger().dissipated_energy;
    assert!(
        (heat + method.observed().ledger().elastic_energy - 0.5 * 100.0 * 0.21f64.powi(2)).abs()
            < 1e-9
    );
    // G − G⁰ = 0.21 with a limit of 0.07: a ninth of the energy stays.
    let (left, _) = stretched(|body| {
        body.plastic = Some(Yield {
            measure: Measure::Displacement,
            limit: 0.07.into(),
            tangent: 0.0,
        });
    });
    assert!((left * 9.0 - 1.0).abs() < 1e-9, "{left}");
}

#[test]
fn a_fixed_frame_lets_go_and_the_body_falls_with_the_shape_it_has() {
    let lattice = Lattice::new(&[(40, true)]).unwrap();
    let places = shape::circle(&lattice, [0.3, 1.0, 0.0], 0.2);
    let fixed = Formulation::Hybrid {
        weights: Box::new(Weights::uniform([300.0, 12.0, 0.05])),
        frame: FrameMotion::FixedUntil(1.0),
    };
    let mut ring = Body::new("ring", lattice, places, fixed);
    ring.damping = Value::Keyframes(vec![(0.99, 40.0), (1.0, 0.0)].into());
    ring.creep = Some(Creep {
        rate: Value::Keyframes(vec![(0.2, 20.0), (0.25, 0.0)].into()).into(),
        ..Creep::maxwell(1.0)
    });
    let spring = Spring {
        body: 0,
        end: End::Node(0),
        stiffness: 300.0,
        rest_length: 0.0,
        motion: Motion::at_rest([0.8, 1.0, 0.0]),
        window: Some(Window {
            start: 0.0,
            end: 0.25,
        }),
    };
    let mut method = build(vec![ring], vec![spring], vec![], Options::default()).unwrap();
    let (still, falling) = (World::empty([0.0; 3]), World::empty([0.0, -9.81, 0.0]));
    run(&mut method, &still, 0.0, 1e-3, 1000);
    let moulded = method.nodes(0).unwrap().0.to_vec();
    assert!(moulded[0][0] > 0.7, "{:?}", moulded[0]);
    // Saved at the moment of release and afterwards, the run goes on alike.
    let (mut before, mut after) = (Writer::default(), Writer::default());
    method.observed().save(&mut before);
    run(&mut method, &falling, 1.0, 1e-3, 100);
    method.observed().save(&mut after);
    let fallen = method.nodes(0).unwrap().0.to_vec();
    let way = 0.5 * 9.81 * 0.1 * 0.1;
    for (a, b) in moulded.iter().zip(&fallen) {
        let off = (*b - *a - Vec3::new(0.0, -way, 0.0)).norm();
        assert!(off < 1e-3 * 0.2, "{off}");
    }
    let momentum = method.observed().ledger().momentum[1] / method.observed().ledger().mass;
    assert!((momentum + 0.981).abs() < 1e-9, "{momentum}");
    method
        .restore(&mut Reader::new(&before.into_bytes()))
        .unwrap();
    run(&mut method, &falling, 1.0, 1e-3, 100);
    let mut again = Writer::default();
    method.observed().save(&mut again);
    assert!(again.into_bytes() == after.into_bytes());
}
