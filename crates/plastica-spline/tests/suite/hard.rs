//! Cases at the edge: an error or a defined answer, never a number that is none.

use crate::common::run;
use plastica_core::{Method, Motion, World};
use plastica_spline::solve::SOLVERS;
use plastica_spline::{
    Body, BuildError, Creep, End, Formulation, Fracture, Lattice, LatticeError, Options, Pinch,
    Spring, Tensors, Weights, build, shape,
};
use plastica_tensor::Vec3;

fn string(nodes: usize) -> Body {
    let lattice = Lattice::new(&[(nodes, false)]).unwrap();
    let places = shape::line(&lattice, [0.0; 3], [1.0, 0.0, 0.0]);
    Body::new(
        "string",
        lattice,
        places,
        Formulation::hybrid(Weights::uniform([0.0, 1.0, 0.1])),
    )
}

fn error(body: Body) -> BuildError {
    build(vec![body], vec![], vec![], Options::default()).unwrap_err()
}

fn finite(method: &dyn Method) {
    method
        .observed()
        .visit(plastica_core::Selection::All, &mut |p| {
            assert!(p.position.iter().chain(&p.velocity).all(|c| c.is_finite()));
        });
    let ledger = method.observed().ledger();
    assert!(ledger.elastic_energy.is_finite() && ledger.dissipated_energy.is_finite());
}

#[test]
fn one_node_falls() {
    for formulation in [
        Formulation::hybrid(Weights::uniform([1.0, 1.0, 1.0])),
        Formulation::Primary(Box::new(Tensors::net(1.0))),
    ] {
        let lattice = Lattice::new(&[(1, false)]).unwrap();
        let mut body = Body::new("node", lattice, vec![Vec3::zero()], formulation);
        body.fracture = Some(Fracture::uniform(0.1));
        let mut method = build(vec![body], vec![], vec![], Options::default()).unwrap();
        run(&mut method, &World::empty([0.0, -2.0, 0.0]), 0.0, 0.01, 100);
        finite(&method);
        assert!((method.observed().ledger().momentum[1] + 2.0).abs() < 1e-9);
        assert!(method.observed().snapshot().cells.is_empty());
    }
}

#[test]
fn bad_bodies_are_refused_with_their_place() {
    let mut body = string(5);
    body.formulation = Formulation::hybrid(Weights::uniform([0.0; 3]));
    assert_eq!(error(body), BuildError::NoWeights { body: 0 });
    let mut body = string(5);
    body.formulation = Formulation::hybrid(Weights::uniform([0.0, -1.0, 0.0]));
    assert!(matches!(
        error(body),
        BuildError::Number {
            what: "a weight",
            ..
        }
    ));
    let mut body = string(5);
    body.cuts = (0..4).map(|i| (0, i)).collect();
    assert_eq!(error(body), BuildError::AllCut { body: 0 });
    let mut body = string(5);
    body.cuts = vec![(0, 4)];
    assert!(matches!(error(body), BuildError::Cut { node: 4, .. }));
    let mut body = string(5);
    body.shape.pop();
    assert!(matches!(
        error(body),
        BuildError::Count {
            given: 4,
            nodes: 5,
            ..
        }
    ));
    let mut body = string(5);
    body.shape[2] = Vec3::splat(f64::NAN);
    assert!(matches!(error(body), BuildError::Number { .. }));
    let mut body = string(5);
    body.density = 0.0.into();
    assert!(matches!(
        error(body),
        BuildError::Number {
            what: "density",
            ..
        }
    ));
}

#[test]
fn attachments_need_a_body_and_a_node() {
    let spring = |body, node| Spring {
        body,
        end: End::Node(node),
        stiffness: 1.0,
        rest_length: 0.0,
        motion: Motion::at_rest([0.0; 3]),
        window: None,
    };
    let no_node = build(
        vec![string(5)],
        vec![spring(0, 5)],
        vec![],
        Options::default(),
    );
    assert_eq!(
        no_node.unwrap_err(),
        BuildError::NoNode { body: 0, node: 5 }
    );
    let no_body = build(
        vec![string(5)],
        vec![spring(1, 0)],
        vec![],
        Options::default(),
    );
    assert_eq!(no_body.unwrap_err(), BuildError::NoBody { body: 1 });
    let pinch = Pinch {
        body: Some(3),
        radius: 1.0,
        stiffness: None,
        motion: Motion::at_rest([0.0; 3]),
        window: None,
    };
    assert!(build(vec![string(5)], vec![], vec![pinch], Options::default()).is_err());
}

#[test]
fn bad_lattices_are_refused() {
    assert!(matches!(
        Lattice::new(&[(2, true)]),
        Err(LatticeError::Count { fewest: 3, .. })
    ));
    assert!(Lattice::new(&[]).is_err() && Lattice::new(&[(0, false)]).is_err());
    assert!(Lattice::new(&[(100_000, false), (100_000, false)]).is_err());
}

#[test]
fn coincident_nodes_and_crushed_bodies_stay_finite() {
    for formulation in [
        Formulation::hybrid(Weights::uniform([1.0, 5.0, 0.1])),
        Formulation::Primary(Box::new(Tensors::sheet(5.0, 0.1))),
    ] {
        let lattice = Lattice::new(&[(6, false), (6, false)]).unwrap();
        let places = shape::height_field(&lattice, [0.0; 2], [1.0; 2], |_, _| 0.0);
        let mut sheet = Body::new("sheet", lattice, places, formulation);
        sheet.creep = Some(Creep::maxwell(0.1));
        sheet.fracture = Some(Fracture::uniform(0.5));
        // All nodes at one place at rest, or all moved to one place later.
        let mut crushed = build(vec![sheet.clone()], vec![], vec![], Options::default()).unwrap();
        crushed.place_nodes(0, |_, _| Vec3::zero());
        run(&mut crushed, &World::empty([0.0, -1.0, 0.0]), 0.0, 1e-2, 50);
        finite(&crushed);
        sheet.shape = vec![Vec3::zero(); 36];
        let mut point = build(vec![sheet], vec![], vec![], Options::default()).unwrap();
        run(&mut point, &World::empty([0.0, -1.0, 0.0]), 0.0, 1e-2, 50);
        finite(&point);
    }
}

#[test]
fn a_body_that_breaks_all_over_falls_apart_into_nodes() {
    for formulation in [
        Formulation::hybrid(Weights::uniform([0.0, 5.0, 0.1])),
        Formulation::Primary(Box::new(Tensors::sheet(5.0, 0.01))),
    ] {
        let lattice = Lattice::new(&[(6, false), (5, false)]).unwrap();
        let places = shape::height_field(&lattice, [0.0; 2], [1.0; 2], |_, _| 0.0);
        let mut sheet = Body::new("sheet", lattice, places, formulation);
        sheet.velocities = sheet.shape.iter().map(|x| x.scale(50.0)).collect();
        sheet.fracture = Some(Fracture::uniform(0.1));
        for solver in SOLVERS {
            let options = Options {
                solver,
                ..Options::default()
            };
            let mut method = build(vec![sheet.clone()], vec![], vec![], options).unwrap();
            run(&mut method, &World::empty([0.0, -1.0, 0.0]), 0.0, 5e-3, 20);
            finite(&method);
            assert_eq!(method.pieces(0), Some(30));
            let frame = method.observed().snapshot();
            assert!(frame.cells.is_empty());
            let damage = frame.attribute("damage").unwrap();
            assert!((0..30).all(|i| damage.values.at(i) == 1.0));
        }
    }
}

#[test]
fn straight_and_closed_bodies_turn_without_trouble() {
    // A line has no inertia about itself.
    let mut body = string(7);
    body.velocities = (body.shape.iter())
        .map(|x| Vec3::new(0.0, 2.0 * (x[0] - 0.5), 1.0))
        .collect();
    let mut method = build(vec![body], vec![], vec![], Options::default()).unwrap();
    let before = method.observed().ledger();
    run(&mut method, &World::empty([0.0; 3]), 0.0, 2e-3, 500);
    finite(&method);
    let after = method.observed().ledger();
    let change = Vec3(after.angular_momentum) - Vec3(before.angular_momentum);
    assert!(change.norm() < 1e-12, "{change:?}");
}

/// A thread that stretches as it spins bends a little; with the inertia that gives it about itself it must not start to wobble.
#[test]
fn a_straight_thread_that_spins_keeps_its_energy() {
    for (implicitness, loss) in [(1.0, 0.1), (0.5, 1e-3)] {
        let mut body = string(30);
        body.formulation = Formulation::hybrid(Weights::uniform([0.0, 50.0, 0.01]));
        let spin = Vec3::new(0.0, 4.0, 6.0);
        let middle = Vec3::new(0.5, 0.0, 0.0);
        body.velocities = (body.shape.iter())
            .map(|x| spin.cross(*x - middle))
            .collect();
        let options = Options {
            implicitness,
            ..Options::default()
        };
        let mut method = build(vec![body], vec![], vec![], options).unwrap();
        let energy = |m: &dyn Method| {
            m.observed().ledger().kinetic_energy + m.observed().ledger().elastic_energy
        };
        let before = energy(&method);
        run(&mut method, &World::empty([0.0; 3]), 0.0, 2e-3, 500);
        let kept = energy(&method) / before;
        println!("spinning thread, θ = {implicitness}: {kept:.6} of its energy after 500 steps");
        assert!(kept > 1.0 - loss && kept < 1.0 + 1e-3, "{kept}");
    }
}

#[test]
fn frames_draw_curves_sheets_nets_and_the_outside_of_solids() {
    let count = |axes: &[(usize, bool)], formulation: Formulation| {
        let lattice = Lattice::new(axes).unwrap();
        let places = shape::mapped(&lattice, |u| u);
        let body = Body::new("body", lattice, places, formulation);
        let method = build(vec![body], vec![], vec![], Options::default()).unwrap();
        let cells = method.observed().snapshot().cells;
        (cells.lines.len(), cells.triangles.len())
    };
    let spline = || Formulation::hybrid(Weights::uniform([0.0, 1.0, 0.1]));
    assert_eq!(count(&[(5, false)], spline()), (4, 0));
    assert_eq!(count(&[(5, true)], spline()), (5, 0));
    assert_eq!(count(&[(5, false), (4, false)], spline()), (0, 24));
    assert_eq!(count(&[(5, true), (4, true)], spline()), (0, 40));
    let net = Formulation::Primary(Box::new(Tensors::net(1.0)));
    assert_eq!(count(&[(5, false), (4, false)], net), (31, 0));
    // 2·(4·3 + 3·2 + 4·2) faces of two triangles.
    assert_eq!(
        count(&[(5, false), (4, false), (3, false)], spline()),
        (0, 104)
    );
}

/// Fibres that bridge a tear are threads: what holds can be seen.
#[test]
fn a_torn_sheet_shows_the_fibres_that_hold() {
    let lattice = Lattice::new(&[(3, false), (2, false)]).unwrap();
    let places = shape::mapped(&lattice, |u| u);
    let spline = Formulation::hybrid(Weights::uniform([0.0, 1.0, 0.1]));
    let mut sheet = Body::new("sheet", lattice.clone(), places, spline);
    sheet.cuts = [0, 1].map(|row| (0, lattice.index([1, row, 0]))).to_vec();
    let method = build(vec![sheet], vec![], vec![], Options::default()).unwrap();
    let cells = method.observed().snapshot().cells;
    let far = [0, 1].map(|row| lattice.index([2, row, 0]) as u32);
    assert_eq!((cells.lines, cells.triangles.len()), (vec![far], 2));
}

/// The outside of a solid faces outward: its triangles enclose a positive volume.
#[test]
fn the_outside_of_a_solid_encloses_its_volume() {
    let lattice = Lattice::new(&[(4, false), (3, false), (5, false)]).unwrap();
    let places = shape::block(&lattice, [0.0; 3], [1.0, 2.0, 0.5]);
    let body = Body::new(
        "block",
        lattice,
        places,
        Formulation::hybrid(Weights::uniform([0.0, 1.0, 0.0])),
    );
    let method = build(vec![body], vec![], vec![], Options::default()).unwrap();
    let frame = method.observed().snapshot();
    let at = |i: u32| Vec3(frame.positions[i as usize]);
    let volume: f64 = (frame.cells.triangles.iter())
        .map(|[a, b, c]| at(*a).dot(at(*b).cross(at(*c))) / 6.0)
        .sum();
    assert!((volume - 1.0).abs() < 1e-12, "{volume}");
}
