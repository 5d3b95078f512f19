//! A18: a held shape becomes the natural one [TF88, section 4], ṙ = e/η.
//!
//! The nodes of a string are displaced by e₀ and held for 1 s, η = 0.5 s: e = e₀ exp(−t/η), r gains the rest. Then it is cooled
//! (no more flow), let go, and comes to rest in r. η is a time here, see docs/errata.md.

use crate::lattices::{clamp, lattice, one, run};
use crate::{Case, Row, Size};
use plastica_core::World;
use plastica_geometry::Shape;
use plastica_material::Value;
use plastica_spline::{Body, Creep, Formulation, Options, Weights, shape};
use plastica_tensor::Vec3;

pub(super) const CASE: Case = Case {
    id: "A18",
    title: "Feedback of the elastic part into the reference",
    source: "derived; [TF88, section 4]",
    runs: &[("spline", spline)],
};

const NODES: usize = 5;
/// [s].
const ETA: f64 = 0.5;
/// When it is cooled and let go [s].
const HELD: f64 = 1.0;
const STEP: f64 = 0.02;
const TOLERANCE: f64 = 1e-3;

fn displaced(i: usize) -> Vec3<f64> {
    Vec3::new(0.0, 0.1 * (i as f64 + 1.0), 0.02 * i as f64)
}

/// What is left of e₀ and what r has gained after 1 s, farthest from the references over all nodes, and how far from r it
/// comes to rest, over |e₀|.
fn hold_and_release(eta: f64) -> [f64; 3] {
    let nodes = lattice(&[(NODES, false)]);
    let places = shape::line(&nodes, [0.0; 3], [1.0, 0.0, 0.0]);
    let weights = Weights::uniform([1.0, 2.0, 0.1]);
    let mut body = Body::new("string", nodes, places.clone(), Formulation::fixed(weights));
    let (rate, end) = (1.0 / eta, HELD - 0.5 * STEP);
    let keys = [(0.0, rate), (end, rate), (end + 1e-9, 0.0)];
    body.creep = Some(Creep {
        rate: Value::Keyframes(keys.into()).into(),
        ..Creep::maxwell(eta)
    });
    body.damping = Value::Constant(20.0);
    let mut string = one(body, Options::default());
    string.place_nodes(0, |i, x| x + displaced(i));
    let mut world = World::empty([0.0; 3]);
    clamp(&mut world, Shape::sphere(10.0), [0.0; 3], Some(end));
    run(&mut string, &world, 0.0, STEP, 50);
    let farthest = |values: &mut dyn Iterator<Item = f64>, wanted: f64| {
        values.fold(wanted, |worst, value| {
            match (value - wanted).abs() > (worst - wanted).abs() {
                true => value,
                false => worst,
            }
        })
    };
    let part = |i: usize, v: Vec3<f64>| v.dot(displaced(i)) / displaced(i).norm_squared();
    let (reference, elastic) = string.natural_shape(0).expect("a hybrid body");
    let reference = reference.to_vec();
    let left = farthest(
        &mut (0..NODES).map(|i| part(i, elastic[i])),
        (-HELD / ETA).exp(),
    );
    let gained = farthest(
        &mut (0..NODES).map(|i| part(i, reference[i] - places[i])),
        1.0 - (-HELD / ETA).exp(),
    );
    run(&mut string, &world, HELD, 0.05, 4000);
    let (x, _) = string.nodes(0).expect("a body");
    let rest = (0..NODES).map(|i| (x[i] - reference[i]).norm() / displaced(i).norm());
    [left, gained, rest.fold(0.0, f64::max)]
}

fn spline(_: Size) -> Vec<Row> {
    let [left, gained, rest] = hold_and_release(ETA);
    let [slow, ..] = hold_and_release(2.0 * ETA);
    vec![
        Row::relative("e after 1 s / e₀, farthest node", 0.135335, left, TOLERANCE),
        Row::relative("gain of r / e₀, farthest node", 0.864665, gained, TOLERANCE),
        Row::at_most(
            "distance from r at rest after release / |e₀|",
            TOLERANCE,
            rest,
        ),
        Row::at_least("control: e / e₀ with twice the time", 0.3, slow),
    ]
}
