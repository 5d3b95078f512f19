//! Stresses of a spline at its nodes, for yield and for those who look.

use crate::body::Formulation;
use crate::elements::Kind;
use crate::hybrid::Hybrid;
use crate::model::{Bulk, Material, Model};
use crate::primary::Primary;
use plastica_tensor::{Sym3, Vec3, eigen};

/// Derivative of a field along an axis at a node, over the fibres that hold.
fn derivative(bulk: &Bulk, field: &[Vec3<f64>], axis: usize, i: usize) -> Vec3<f64> {
    let (lattice, h) = (&bulk.body.lattice, bulk.body.lattice.spacing[axis]);
    let intact = &bulk.fibres.intact[axis];
    let behind = lattice.next(axis, i).filter(|_| intact[i]);
    let before = lattice.before(axis, i).filter(|&j| intact[j]);
    match (before, behind) {
        (Some(a), Some(b)) => (field[b] - field[a]).scale(0.5 / h),
        (Some(a), None) => (field[i] - field[a]).scale(1.0 / h),
        (None, Some(b)) => (field[b] - field[i]).scale(1.0 / h),
        (None, None) => Vec3::zero(),
    }
}

/// The symmetric part of Σ w_a ∂_a e ⊗ t_a, t_a the unit tangents of the natural shape, for an elastic displacement in the
/// frame. With material coordinates in metres it is in Pa for solids, N/m for surfaces, N for curves.
pub(crate) fn at_node(
    bulk: &Bulk,
    hybrid: &Hybrid,
    elastic: &[Vec3<f64>],
    i: usize,
    time: f64,
) -> Sym3<f64> {
    let Formulation::Hybrid { weights, .. } = &bulk.body.formulation else {
        return Sym3::zero();
    };
    let mut sum = Sym3::zero();
    for axis in bulk.body.lattice.axes() {
        let tangent = derivative(bulk, &hybrid.reference, axis, i);
        let length = tangent.norm();
        if !(length > 0.0) {
            continue;
        }
        let weight = bulk.body.sites().at(&weights.first[axis], i, time);
        let pull = derivative(bulk, elastic, axis, i).scale(weight / length);
        sum = sum.zip(product(pull, tangent), |a, b| a + b);
    }
    sum
}

fn product(a: Vec3<f64>, b: Vec3<f64>) -> Sym3<f64> {
    Sym3::from_fn(|i, j| 0.5 * (a[i] * b[j] + a[j] * b[i]))
}

/// √(3/2 s:s).
pub(crate) fn von_mises(stress: &Sym3<f64>) -> f64 {
    (1.5 * stress.deviator().norm_squared()).sqrt()
}

/// The largest difference of principal stresses.
pub(crate) fn tresca(stress: &Sym3<f64>) -> f64 {
    let (values, _) = eigen(stress);
    values[0] - values[2]
}

/// The stress of a node in space.
pub(crate) fn seen(model: &Model, i: usize, time: f64) -> Sym3<f64> {
    match &model.material {
        Material::Hybrid(hybrid) => {
            let inside = at_node(&model.bulk, hybrid, &hybrid.elastic, i, time);
            let turn = &hybrid.turns[model.bulk.pieces[i] as usize];
            Sym3::conjugate(&inside, turn)
        }
        Material::Primary(primary) => fibres(model, primary, i),
    }
}

/// Tensions 2w(G − G⁰) of the fibres at a node along their present tangents, the mean of both sides.
fn fibres(model: &Model, primary: &Primary, i: usize) -> Sym3<f64> {
    let mut sum = Sym3::zero();
    for (k, _) in primary.elements.of(i) {
        let element = &primary.elements.list[k];
        if let Kind::Fibre(axis) = element.kind {
            let [a, b] = [element.nodes[0] as usize, element.nodes[1] as usize];
            let h = model.bulk.body.lattice.spacing[axis as usize];
            let tangent = (model.positions[b] - model.positions[a]).scale(1.0 / h);
            let tension = primary.factors[k] / element.measure * primary.elastic[k];
            sum = sum.zip(product(tangent.scale(tension), tangent), |a, b| a + b);
        }
    }
    sum
}
