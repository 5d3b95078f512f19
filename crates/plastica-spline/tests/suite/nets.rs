//! Nets that hang, fall and tear.

use crate::common::{clamp, run};
use plastica_core::{Collider, Contact, Method, Step, World};
use plastica_geometry::Shape;
use plastica_material::Value;
use plastica_spline::solve::SolverChoice;
use plastica_spline::{
    Body, Formulation, Fracture, Lattice, Local, Options, Rule, Splines, Tensors, Weights, build,
    shape,
};
use plastica_tensor::Vec3;

const ROWS: usize = 23;

/// A net hanging in the plane x, y, node spacing 1, all nodes of mass 1, fibres of stiffness k along both axes.
fn hanging(formulation: impl Fn(f64) -> Formulation, limit: f64) -> (Body, f64) {
    let k = 1000.0;
    let size = (ROWS - 1) as f64;
    let lattice = Lattice::with_lengths(&[(ROWS, false), (ROWS, false)], &[size, size]).unwrap();
    let places = shape::height_field(&lattice, [0.0; 2], [size; 2], |_, _| 0.0);
    let mut net = Body::new("net", lattice, places, formulation(k));
    // The outermost rows and columns have half of a cell; the density makes every node weigh 1.
    net.density = Value::Field(plastica_material::Field {
        text: "1 over the share".into(),
        evaluate: std::sync::Arc::new(move |[x, y, _], _| {
            let half = |c: f64| if c < 0.5 || c > size - 0.5 { 2.0 } else { 1.0 };
            half(x) * half(y)
        }),
        varies_in_space: true,
        varies_in_time: false,
    })
    .into();
    net.damping = Value::Constant(3.0);
    net.fracture = Some(Fracture::uniform(limit));
    (net, k)
}

/// Fibres along the outermost columns have half the measure, so their weight is double.
fn even(weight: f64) -> [Local; 3] {
    let size = (ROWS - 1) as f64;
    let field = |axis: usize| {
        Value::Field(plastica_material::Field {
            text: "even".into(),
            evaluate: std::sync::Arc::new(move |at: [f64; 3], _| {
                let c = at[1 - axis];
                weight
                    * if c < 0.25 || c > size - 0.25 {
                        2.0
                    } else {
                        1.0
                    }
            }),
            varies_in_space: true,
            varies_in_time: false,
        })
        .into()
    };
    [field(0), field(1), 0.0.into()]
}

fn top_held() -> World {
    let mut world = World::empty([0.0; 3]);
    clamp(
        &mut world,
        Shape::block(Vec3::new(100.0, 0.2, 100.0)),
        [0.0, (ROWS - 1) as f64, 0.0],
    );
    world
}

/// The paper's net above a ball, in the plane x, z, falling along −y.
fn falling(limit: f64, spread: f64, seed: u64, solver: SolverChoice) -> (Splines, World) {
    let lattice = Lattice::with_lengths(&[(ROWS, false), (ROWS, false)], &[1.0, 1.0]).unwrap();
    let places = shape::mapped(&lattice, |[u, v, _]| [u - 0.5, 0.5 + 0.1, 0.5 - v]);
    let mut net = Body::new(
        "net",
        lattice,
        places,
        Formulation::Primary(Box::new(Tensors::net(20.0))),
    );
    net.density = 1.0.into();
    net.damping = Value::Constant(0.2);
    net.fracture = Some(Fracture {
        spread,
        seed,
        rule: Rule::All,
        ..Fracture::uniform(limit)
    });
    let options = Options {
        solver,
        tolerance: 1e-12,
        time_step: 2e-3,
        ..Options::default()
    };
    let method = build(vec![net], vec![], vec![], options).unwrap();
    let mut world = World::empty([0.0, -9.81, 0.0]);
    world.colliders.push(Collider::still(
        "ball",
        Shape::sphere(0.5),
        Contact::Separating,
        0.1,
    ));
    (method, world)
}

#[test]
fn the_same_seed_tears_alike_and_another_differently() {
    let torn = |spread, seed| {
        let (mut method, world) = falling(0.10, spread, seed, SolverChoice::Automatic);
        run(&mut method, &world, 0.0, 2e-3, 350);
        (method.broken_fibres(0), method.pieces(0).unwrap())
    };
    // Part of the broken fibres that have a broken one beside them, so that a tear goes straight on there.
    let straight = |broken: &[(usize, usize)]| {
        let beside = |&(axis, node): &(usize, usize)| {
            let across = if axis == 0 { ROWS } else { 1 };
            let there = |other: Option<usize>| other.is_some_and(|o| broken.contains(&(axis, o)));
            there(node.checked_add(across)) || there(node.checked_sub(across))
        };
        broken.iter().filter(|f| beside(f)).count() as f64 / broken.len() as f64
    };
    let (uniform, pieces) = torn(0.0, 0);
    println!(
        "uniform net: {:.2} of its broken fibres go straight on",
        straight(&uniform)
    );
    println!("uniform net: {} broken, {pieces} pieces", uniform.len());
    assert!(!uniform.is_empty());
    let (a, _) = torn(0.2, 1);
    let (b, _) = torn(0.2, 2);
    let (again, _) = torn(0.2, 1);
    println!(
        "net with spread 0.2: {:.2} and {:.2}",
        straight(&a),
        straight(&b)
    );
    assert!(!a.is_empty() && a != b);
    assert_eq!(a, again);
}

#[test]
fn the_greatest_excess_breaks_one_fibre_in_a_step() {
    let (mut method, world) = {
        let (mut net, _) = hanging(
            |k| {
                let mut weights = Weights::uniform([0.0; 3]);
                weights.first = even(k);
                Formulation::fixed(weights)
            },
            0.002,
        );
        net.fracture = net.fracture.map(|f| Fracture {
            rule: Rule::Greatest,
            ..f
        });
        let mut world = top_held();
        world.gravity[1] = Value::Constant(-0.2);
        (
            build(vec![net], vec![], vec![], Options::default()).unwrap(),
            world,
        )
    };
    let mut most = 0;
    let mut before = 0;
    for step in 0..60 {
        method
            .step(&world, Step::new(step as f64 * 0.1, 0.1))
            .unwrap();
        let now = method.broken_fibres(0).len();
        most = most.max(now - before);
        before = now;
    }
    assert!(before > 3 && most == 1, "{before} {most}");
}

#[test]
fn pieces_of_a_torn_solid_fly_on_their_own() {
    // A block cut in two but for a bridge, its halves turning apart: the bridge breaks, and each half is a free body.
    let lattice = Lattice::new(&[(6, false), (3, false), (3, false)]).unwrap();
    let places = shape::block(&lattice, [0.0; 3], [1.0, 0.4, 0.4]);
    let mut block = Body::new(
        "block",
        lattice.clone(),
        places,
        Formulation::hybrid(Weights::uniform([0.0, 50.0, 0.0])),
    );
    block.cuts = (0..lattice.len())
        .filter(|&i| lattice.place(i)[0] == 2 && lattice.place(i) != [2, 1, 1])
        .map(|i| (0, i))
        .collect();
    block.velocities = (0..lattice.len())
        .map(|i| {
            if lattice.place(i)[0] < 3 {
                Vec3::new(-4.0, -0.5, 0.0)
            } else {
                Vec3::new(4.0, 0.5, 0.0)
            }
        })
        .collect();
    block.fracture = Some(Fracture::uniform(0.3));
    let mut method = build(vec![block], vec![], vec![], Options::default()).unwrap();
    assert_eq!(method.pieces(0), Some(1));
    let world = World::empty([0.0, -1.0, 0.0]);
    run(&mut method, &world, 0.0, 2e-3, 400);
    assert_eq!(method.pieces(0), Some(2));
    let half = |method: &Splines, left: bool| {
        let (x, v) = method.nodes(0).unwrap();
        let (mut mass, mut at, mut moving) = (0.0, Vec3::zero(), Vec3::zero());
        for i in (0..x.len()).filter(|&i| (lattice.place(i)[0] < 3) == left) {
            let m = lattice.measure(i);
            mass += m;
            at = at + x[i].scale(m);
            moving = moving + v[i].scale(m);
        }
        (at.scale(1.0 / mass), moving.scale(1.0 / mass))
    };
    let before = [half(&method, true), half(&method, false)];
    let dt = 2e-3;
    run(&mut method, &world, 0.8, dt, 250);
    for (k, left) in [true, false].into_iter().enumerate() {
        let (at, moving) = half(&method, left);
        let t = 250.0 * dt;
        let g = Vec3::new(0.0, -1.0, 0.0);
        let wanted = before[k].0 + before[k].1.scale(t) + g.scale(0.5 * t * t);
        assert!((at - wanted).norm() < 1e-9, "{at:?} {wanted:?}");
        assert!((moving - before[k].1 - g.scale(t)).norm() < 1e-9);
    }
}

#[test]
fn primary_forces_are_gradients() {
    // Work of a small motion against the force is the change of energy, and forces have neither sum nor moment.
    for axes in [1usize, 2, 3] {
        let counts: Vec<(usize, bool)> = vec![(5, false); axes];
        let lattice = Lattice::new(&counts).unwrap();
        let places = shape::mapped(&lattice, |[u, v, w]| {
            [u + 0.1 * v * v, v - 0.2 * u * w, w + 0.3 * u * u]
        });
        let body = Body::new(
            "body",
            lattice,
            places,
            Formulation::Primary(Box::new(Tensors::sheet(3.0, 0.4))),
        );
        let mut method = build(vec![body], vec![], vec![], Options::default()).unwrap();
        let bent = |i: usize, x: Vec3<f64>| {
            x.scale(1.05)
                + Vec3::new(
                    0.1 * (i as f64).sin(),
                    0.1 * (1.3 * i as f64).cos(),
                    0.07 * (0.7 * i as f64).sin(),
                )
        };
        method.place_nodes(0, bent);
        let mut forces = Vec::new();
        let energy = |m: &Splines| m.observed().ledger().elastic_energy;
        let count = method.nodes(0).unwrap().0.len();
        for i in 0..count {
            let mut force = Vec3::zero();
            for axis in 0..3 {
                let mut push = Vec3::zero();
                push[axis] = 1e-6;
                let mut sides = [0.0; 2];
                for (side, sign) in [1.0, -2.0].into_iter().enumerate() {
                    method.place_nodes(0, |j, x| if j == i { x + push.scale(sign) } else { x });
                    sides[side] = energy(&method);
                }
                method.place_nodes(0, |j, x| if j == i { x + push } else { x });
                force[axis] = -(sides[0] - sides[1]) / 2e-6;
            }
            forces.push(force);
        }
        let real = method.forces(0).unwrap();
        let size = forces.iter().map(|f| f.norm()).fold(0.0, f64::max);
        let (x, _) = method.nodes(0).unwrap();
        let (mut sum, mut moment) = (Vec3::zero(), Vec3::zero());
        for i in 0..count {
            assert!(
                (real[i] - forces[i]).norm() < 1e-6 * size,
                "{axes}: {:?} {:?}",
                real[i],
                forces[i]
            );
            sum = sum + real[i];
            moment = moment + x[i].cross(real[i]);
        }
        assert!(
            sum.norm() < 1e-12 * size && moment.norm() < 1e-12 * size,
            "{axes}"
        );
    }
}
