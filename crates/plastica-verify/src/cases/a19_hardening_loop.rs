//! A19: the loop OABCDO of kinematic hardening [TF88, Fig. 4].
//!
//! A spring k = 1000 in series with a slip unit f_A = 10 beside a spring H = 250, led through the displacements of the corners.
//! Isotropic hardening would have the elastic range 2 f_B = 30.

use crate::lattices::{elongation, one, unit};
use crate::{Case, Row, Size};
use plastica_core::{Grip, Method, Motion, Step, World};
use plastica_geometry::Shape;
use plastica_material::Value;
use plastica_spline::{Measure, Options, Yield};

pub(super) const CASE: Case = Case {
    id: "A19",
    title: "Kinematic hardening loop",
    source: "derived; model of [TF88, Fig. 4]",
    runs: &[("spline", spline)],
};

const K: f64 = 1000.0;
const H: f64 = 250.0;
const LIMIT: f64 = 10.0;
const TOLERANCE: f64 = 1e-9;
/// Corners with their displacements [m] and forces [N].
const CORNERS: [(&str, f64, f64); 6] = [
    ("O", 0.0, 0.0),
    ("A", 0.01, 10.0),
    ("B", 0.035, 15.0),
    ("C", 0.015, -5.0),
    ("D", -0.01, -10.0),
    ("O again", 0.0, 0.0),
];

/// What the loop gives.
struct Loop {
    /// Force at each corner [N].
    forces: Vec<f64>,
    /// ∮ f dx [J].
    work: f64,
    /// What the ledger has of it as heat [J].
    heat: f64,
    /// Natural shape and elastic displacement at the end [m].
    left: f64,
}

/// In steps that land on the corners, with a hardening slope over the elastic one.
fn lead(tangent: f64, steps: usize) -> Loop {
    let mut body = unit(K);
    body.plastic = Some(Yield {
        measure: Measure::Displacement,
        limit: (LIMIT / K).into(),
        tangent,
    });
    let mut model = one(body, Options::default());
    let mut world = World::empty([0.0; 3]);
    let mut motion = Motion::at_rest([0.0; 3]);
    let keys: Vec<(f64, f64)> = (CORNERS.iter().enumerate())
        .map(|(i, (_, x, _))| (i as f64, *x))
        .collect();
    motion.position[0] = Value::Keyframes(keys.into());
    world.grips.push(Grip {
        name: "machine".into(),
        body: None,
        shape: Shape::sphere(1.0),
        motion,
        window: None,
    });
    let (mut forces, mut work, mut before) = (vec![0.0], 0.0, (0.0, 0.0));
    for step in 0..(CORNERS.len() - 1) * steps {
        let dt = 1.0 / steps as f64;
        model
            .step(&world, Step::new(step as f64 * dt, dt))
            .expect("a step of the machine");
        let force = K * model.natural_shape(0).expect("a hybrid body").1[0][0];
        let now = (elongation(&model), force);
        work += 0.5 * (now.1 + before.1) * (now.0 - before.0);
        before = now;
        if (step + 1) % steps == 0 {
            forces.push(force);
        }
    }
    let (reference, elastic) = model.natural_shape(0).expect("a hybrid body");
    Loop {
        forces,
        work,
        heat: model.observed().ledger().dissipated_energy,
        left: reference[0].norm().max(elastic[0].norm()),
    }
}

fn spline(_: Size) -> Vec<Row> {
    let tangent = H / (K + H);
    let Loop {
        forces,
        work,
        heat,
        left,
    } = lead(tangent, 100);
    let mut rows: Vec<Row> = (CORNERS.iter().zip(&forces).skip(1))
        .map(|((name, at, wanted), found)| {
            let quantity = format!("force at {name}, {at} m [N]");
            Row::absolute(quantity, *wanted, *found, TOLERANCE)
        })
        .collect();
    let slope =
        |from: usize, to: usize| (forces[to] - forces[from]) / (CORNERS[to].1 - CORNERS[from].1);
    rows.push(Row::relative(
        "slope AB [N/m]",
        200.0,
        slope(1, 2),
        TOLERANCE,
    ));
    rows.push(Row::relative(
        "slope CD [N/m]",
        200.0,
        slope(3, 4),
        TOLERANCE,
    ));
    rows.push(Row::relative(
        "elastic range f_B − f_C [N]",
        2.0 * LIMIT,
        forces[2] - forces[3],
        TOLERANCE,
    ));
    rows.push(Row::relative("work of the loop [J]", 0.4, work, TOLERANCE));
    rows.push(Row::at_most(
        "natural shape and elastic part at the end [m]",
        TOLERANCE,
        left,
    ));
    let finer = lead(tangent, 200).heat;
    rows.push(Row::at_least(
        "order at which the ledger's heat meets the work in the step",
        0.9,
        ((heat - 0.4).abs() / (finer - 0.4).abs()).log2(),
    ));
    rows.push(Row::at_least(
        "control: without hardening f_B is off by [N]",
        4.0,
        15.0 - lead(0.0, 100).forces[2],
    ));
    rows
}
