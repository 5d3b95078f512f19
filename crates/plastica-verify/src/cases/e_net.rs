//! Nets of 23 × 23 nodes for the cases that tear them.

use crate::lattices::lattice;
use plastica_core::{Collider, Contact, World};
use plastica_geometry::Shape;
use plastica_material::{Field, Value};
use plastica_spline::solve::SolverChoice;
use plastica_spline::{
    Body, Formulation, Fracture, Lattice, Local, Options, Splines, Tensors, Weights,
};
use plastica_spline::{build, shape};
use std::sync::Arc;

pub(super) const ROWS: usize = 23;
pub(super) const LAST: usize = ROWS - 1;

/// A value of space.
fn field(text: &str, evaluate: impl Fn([f64; 3]) -> f64 + Send + Sync + 'static) -> Local {
    Value::Field(Field {
        text: text.into(),
        evaluate: Arc::new(move |at, _| evaluate(at)),
        varies_in_space: true,
        varies_in_time: false,
    })
    .into()
}

/// Weights of fibres along both axes; those along the border have half the measure, so their weight is double.
fn even(weight: f64) -> [Local; 3] {
    let border = |c: f64| c < 0.25 || c > LAST as f64 - 0.25;
    let along = |axis: usize| {
        field("twice at the border", move |at| {
            weight * if border(at[1 - axis]) { 2.0 } else { 1.0 }
        })
    };
    [along(0), along(1), 0.0.into()]
}

/// Fibres of stiffness k: linear ones.
pub(super) fn hybrid(k: f64) -> Formulation {
    let mut weights = Weights::uniform([0.0; 3]);
    weights.first = even(k);
    Formulation::fixed(weights)
}

/// Fibres of stiffness k near rest: ½ w (G − 1)² has the stiffness 4 w.
pub(super) fn primary(k: f64) -> Formulation {
    let mut tensors = Tensors::net(0.0);
    tensors.stretch = even(0.25 * k);
    Formulation::Primary(Box::new(tensors))
}

/// A net in the plane x, y, 1 m between nodes of 1 kg, that breaks at an elongation [m].
pub(super) fn hanging(formulation: Formulation, limit: f64) -> Body {
    let size = LAST as f64;
    let nodes = Lattice::with_lengths(&[(ROWS, false); 2], &[size; 2]).expect("a lattice");
    let places = shape::height_field(&nodes, [0.0; 2], [size; 2], |_, _| 0.0);
    let mut net = Body::new("net", nodes, places, formulation);
    net.density = field("one over the share of a cell", move |[x, y, _]| {
        let share = |c: f64| if c < 0.5 || c > size - 0.5 { 2.0 } else { 1.0 };
        share(x) * share(y)
    });
    net.damping = Value::Constant(3.0);
    net.fracture = Some(Fracture::uniform(limit));
    net
}

/// The paper's net in the plane x, z, 0.1 m above a ball of radius 0.5 m.
pub(super) fn falling(fracture: Fracture) -> (Splines, World) {
    let nodes = lattice(&[(ROWS, false); 2]);
    let places = shape::mapped(&nodes, |[u, v, _]| [u - 0.5, 0.5 + DROP, 0.5 - v]);
    let fibres = Formulation::Primary(Box::new(Tensors::net(20.0)));
    let mut net = Body::new("net", nodes, places, fibres);
    net.damping = Value::Constant(DAMPING);
    net.fracture = Some(fracture);
    let options = Options {
        solver: SolverChoice::General(plastica_linear::cholesky::KIND),
        tolerance: 1e-12,
        ..Options::default()
    };
    let method = build(vec![net], vec![], vec![], options).expect("a net");
    let mut world = World::empty([0.0, -GRAVITY, 0.0]);
    let ball = Shape::sphere(0.5);
    world
        .colliders
        .push(Collider::still("ball", ball, Contact::Separating, 0.1));
    (method, world)
}

/// [m], [1/s], [m/s²].
pub(super) const DROP: f64 = 0.1;
pub(super) const DAMPING: f64 = 0.2;
pub(super) const GRAVITY: f64 = 9.81;
