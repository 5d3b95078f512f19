//! Nets that hang, fall and tear.

use crate::common::{clamp, run};
use plastica_core::{Collider, Contact, Method, World};
use plastica_geometry::Shape;
use plastica_material::Value;
use plastica_spline::solve::Solver;
use plastica_spline::{
    Body, Formulation, Fracture, Lattice, Options, Rule, Splines, Tensors, Weights, build, shape,
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
    });
    net.damping = Value::Constant(3.0);
    net.fracture = Some(Fracture::uniform(limit));
    (net, k)
}

/// Fibres along the outermost columns have half the measure, so their weight is double.
fn even(weight: f64) -> [Value; 3] {
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
    };
    [field(0), field(1), Value::Constant(0.0)]
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

/// Ramps gravity until something breaks: that gravity, and what broke.
fn first_break(method: &mut Splines, g_end: f64) -> (f64, Vec<(usize, usize)>, f64) {
    let mut world = top_held();
    let (steps, dt) = (2000, 0.2);
    let mut sag = 0.0;
    for step in 0..steps {
        let g = g_end * step as f64 / steps as f64;
        world.gravity[1] = Value::Constant(-g);
        method.step(&world, step as f64 * dt, dt).unwrap();
        let broken = method.broken_fibres(0);
        if !broken.is_empty() {
            return (g, broken, sag);
        }
        sag = -method.nodes(0).unwrap().0[ROWS / 2][1] / g.max(1e-12);
    }
    (f64::NAN, Vec::new(), sag)
}

#[test]
fn e01_a_hanging_net_breaks_at_its_top_row_at_once() {
    // A fibre of length 1 that breaks at e* = 0.002; linear in the hybrid formulation, nearly so in the primary one:
    // ½ w (G − 1)² has the stiffness 4 w.
    let limit = 0.002;
    let hybrid = |k: f64| {
        let mut weights = Weights::uniform([0.0; 3]);
        weights.first = even(k);
        Formulation::fixed(weights)
    };
    let primary = |k: f64| {
        let mut tensors = Tensors::net(0.0);
        tensors.stretch = even(0.25 * k);
        Formulation::Primary(Box::new(tensors))
    };
    for (name, formulation) in [
        ("hybrid", &hybrid as &dyn Fn(f64) -> Formulation),
        ("primary", &primary),
    ] {
        let (net, k) = hanging(formulation, limit);
        let mut method = build(vec![net], vec![], vec![], Options::default()).unwrap();
        let wanted = k * limit / 22.0;
        let (g, broken, sag) = first_break(&mut method, 1.2 * wanted);
        println!(
            "E01 {name}: g {:.2e}, {} fibres broken, sag {:.2e} off",
            g / wanted - 1.0,
            broken.len(),
            sag / (253.0 / k) - 1.0
        );
        assert!((g / wanted - 1.0).abs() < 0.01, "{name}: {g} {wanted}");
        let top: Vec<(usize, usize)> = (0..ROWS).map(|i| (1, i + ROWS * (ROWS - 2))).collect();
        assert_eq!(broken, top, "{name}");
        assert!((sag / (253.0 / k) - 1.0).abs() < 0.01, "{name}: {sag}");
        assert_eq!(method.pieces(0), Some(2));
    }
}

/// The paper's net above a ball, in the plane x, z, falling along −y.
fn falling(limit: f64, spread: f64, seed: u64, solver: Solver) -> (Splines, World) {
    let lattice = Lattice::with_lengths(&[(ROWS, false), (ROWS, false)], &[1.0, 1.0]).unwrap();
    let places = shape::mapped(&lattice, |[u, v, _]| [u - 0.5, 0.5 + 0.1, 0.5 - v]);
    let mut net = Body::new(
        "net",
        lattice,
        places,
        Formulation::Primary(Box::new(Tensors::net(20.0))),
    );
    net.density = Value::Constant(1.0);
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

/// Largest distance between a node's place and where its mirror images say it should be.
fn asymmetry(method: &Splines) -> f64 {
    let (x, _) = method.nodes(0).unwrap();
    let at = |i: usize, j: usize| x[i + ROWS * j];
    let last = ROWS - 1;
    let mut worst = 0f64;
    for i in 0..ROWS {
        for j in 0..ROWS {
            let p = at(i, j);
            let images = [
                at(last - i, j) - Vec3::new(-p[0], p[1], p[2]),
                at(i, last - j) - Vec3::new(p[0], p[1], -p[2]),
                at(j, i) - Vec3::new(-p[2], p[1], -p[0]),
            ];
            worst = images.iter().map(|d| d.norm()).fold(worst, f64::max);
        }
    }
    worst
}

#[test]
fn e03_a_net_on_a_ball_keeps_its_symmetry_until_it_tears_and_in_how_it_tears() {
    let (mut method, world) = falling(0.12, 0.0, 0, Solver::Cholesky);
    let dt = 1e-3;
    let mut contact = None;
    let (mut worst, mut time) = (0f64, 0.0);
    for step in 0..1500 {
        let report = method.step(&world, time, dt).unwrap();
        time = (step + 1) as f64 * dt;
        if contact.is_none() && report.collider_impulses[0] != [0.0; 3] {
            let (_, v) = method.nodes(0).unwrap();
            // The node in the middle is the first to be stopped.
            let slowest = (0..v.len())
                .max_by(|&a, &b| v[a][1].total_cmp(&v[b][1]))
                .unwrap();
            assert_eq!(slowest, ROWS * ROWS / 2);
            contact = Some(time);
        }
        if !method.broken_fibres(0).is_empty() {
            break;
        }
        worst = worst.max(asymmetry(&method));
    }
    let broken = method.broken_fibres(0);
    // Damping of 0.2/s and steps of 1 ms: later than √(2h/g) by less than two steps and 0.2 √(2h/g)²/6.
    let wanted = (0.2 / 9.81f64).sqrt();
    let contact = contact.unwrap();
    println!(
        "E03: contact at {contact:.4} for {wanted:.4}; asymmetry {worst:.1e}; {} broken at {time:.3}",
        broken.len()
    );
    assert!((contact - wanted).abs() < 2.0 * dt + 0.2 * wanted * wanted / 6.0);
    assert!(worst < 1e-9, "{worst}");
    assert!(!broken.is_empty() && broken.len() % 4 == 0, "{broken:?}");
    let last = ROWS - 1;
    for &(axis, node) in &broken {
        let (i, j) = (node % ROWS, node / ROWS);
        let mirrored = match axis {
            0 => (0, (last - 1 - i) + ROWS * j),
            _ => (1, (last - i) + ROWS * j),
        };
        let swapped = (1 - axis, j + ROWS * i);
        assert!(broken.contains(&mirrored) && broken.contains(&swapped));
    }
}

#[test]
fn the_same_seed_tears_alike_and_another_differently() {
    let torn = |spread, seed| {
        let (mut method, world) = falling(0.10, spread, seed, Solver::Automatic);
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
fn e03_pieces_that_touch_nothing_fall_freely() {
    let (mut method, world) = falling(0.10, 0.0, 0, Solver::Cholesky);
    let dt = 2e-3;
    run(&mut method, &world, 0.0, dt, 400);
    assert!(method.pieces(0).unwrap() > 1);
    let frame = method.frame();
    let piece = frame.attribute("piece").unwrap();
    let mass = frame.attribute("mass").unwrap();
    let centre = |method: &Splines, p: usize| {
        let (x, v) = method.nodes(0).unwrap();
        let (mut sum, mut moving, mut near) = (0.0, Vec3::zero(), f64::INFINITY);
        for i in (0..x.len()).filter(|&i| piece.values.at(i) as usize == p) {
            sum += mass.values.at(i);
            moving = moving + v[i].scale(mass.values.at(i));
            near = near.min(x[i].norm() - 0.5);
        }
        (moving.scale(1.0 / sum), near)
    };
    let pieces: Vec<usize> = (0..method.pieces(0).unwrap()).collect();
    let before: Vec<_> = pieces.iter().map(|&p| centre(&method, p)).collect();
    method.step(&world, 400.0 * dt, dt).unwrap();
    let mut free = 0;
    for (&p, (v, near)) in pieces.iter().zip(before) {
        let (after, near_after) = centre(&method, p);
        if near.min(near_after) < 0.01 {
            continue;
        }
        // Gravity, then the braking of 0.2/s.
        let wanted = (v + Vec3::new(0.0, -9.81 * dt, 0.0)).scale((-0.2 * dt).exp());
        let error = (after - wanted).norm() / (9.81 * dt);
        println!("E03: piece {p} off by {error:.1e} of g");
        assert!(error < 1e-9, "{error}");
        free += 1;
    }
    assert!(free > 0, "every piece touches the ball");
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
        method.step(&world, step as f64 * 0.1, 0.1).unwrap();
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
        .map(|i| match lattice.place(i)[0] < 3 {
            true => Vec3::new(-4.0, -0.5, 0.0),
            false => Vec3::new(4.0, 0.5, 0.0),
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
        let energy = |m: &Splines| m.ledger().elastic_energy;
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
