//! Stresses of a spline at its nodes, in the frame.

use super::Hybrid;
use crate::stress::symmetric_product;
use crate::structure::Structure;
use plastica_tensor::{Sym3, Vec3};

impl Hybrid {
    /// The symmetric part of Σ w_a ∂_a e ⊗ t_a, t_a the unit tangents of the natural shape, for an elastic displacement in
    /// the frame. With material coordinates in metres it is in Pa for solids, N/m for surfaces, N for curves.
    pub(super) fn stress_in_frame(
        &self,
        structure: &Structure,
        elastic: &[Vec3<f64>],
        i: usize,
        time: f64,
    ) -> Sym3<f64> {
        let weights = &self.stiffness.weights;
        let mut sum = Sym3::zero();
        for axis in structure.lattice().axes() {
            let tangent = derivative(structure, &self.internal.reference, axis, i);
            let length = tangent.norm();
            if !(length > 0.0) {
                continue;
            }
            let weight = structure.sites().at(&weights.first[axis], i, time);
            let pull = derivative(structure, elastic, axis, i).scale(weight / length);
            sum = sum.zip(symmetric_product(pull, tangent), |a, b| a + b);
        }
        sum
    }
}

/// Derivative of a field along an axis at a node, over the fibres that hold.
fn derivative(structure: &Structure, field: &[Vec3<f64>], axis: usize, i: usize) -> Vec3<f64> {
    let lattice = structure.lattice();
    let h = lattice.spacing[axis];
    let intact = &structure.topology.fibres.intact[axis];
    let behind = lattice.next(axis, i).filter(|_| intact[i]);
    let before = lattice.before(axis, i).filter(|&j| intact[j]);
    match (before, behind) {
        (Some(a), Some(b)) => (field[b] - field[a]).scale(0.5 / h),
        (Some(a), None) => (field[i] - field[a]).scale(1.0 / h),
        (None, Some(b)) => (field[b] - field[i]).scale(1.0 / h),
        (None, None) => Vec3::zero(),
    }
}
