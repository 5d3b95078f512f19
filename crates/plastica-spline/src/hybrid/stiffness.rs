//! The stiffness K of a spline energy, and what its term of order 0 does in a free frame.

use crate::body::{Weights, pair};
use crate::elements::{Element, Elements, Kind, Wanted};
use crate::lattice::{Fibres, Lattice};
use crate::local::{Local, Reading, Sites};
use crate::topology::Topology;
use plastica_core::BadValue;
use plastica_linear::SparseMatrix;
use plastica_tensor::Vec3;

/// K with the elements it is a sum over.
#[derive(Debug)]
pub(super) struct Stiffness {
    pub(super) weights: Box<Weights>,
    elements: Elements,
    /// K.
    pub(super) matrix: SparseMatrix<f64>,
    /// K·1: what w₀ adds, by node; empty if there is no w₀.
    pub(super) row_sums: Vec<f64>,
}

impl Stiffness {
    /// The pattern of K, with zeros.
    pub(super) fn new(weights: Box<Weights>, lattice: &Lattice) -> Self {
        let present = |weight: &Local| !weight.is_zero();
        let kinds = |kind: Kind| match kind {
            Kind::Node => present(&weights.position),
            Kind::Fibre(a) => present(&weights.first[a as usize]),
            Kind::Triple(a) => present(&weights.second[a as usize]),
            Kind::Quad(a, b) => present(&weights.mixed[pair(a, b)]),
            Kind::Shear(..) => false,
        };
        let wanted = Wanted {
            kinds: &kinds,
            beside: false,
        };
        let elements = Elements::new(lattice, &wanted);
        Stiffness {
            matrix: elements.pattern(lattice.len()),
            elements,
            weights,
            row_sums: Vec::new(),
        }
    }

    /// Writes K for the weights of a time and the fibres that hold [TF88, Eqs. 4, 8].
    pub(super) fn assemble(&mut self, body: Weighed<'_>) -> Result<(), Box<BadValue>> {
        let list = &self.elements.list;
        let sites = body.sites;
        let factors = (list.iter())
            .map(|element| body.factor(element, &self.weights))
            .collect::<Result<Vec<f64>, _>>()?;
        self.elements.assemble(&mut self.matrix, |k, p, q| {
            let d = list[k].difference();
            factors[k] * d[p] * d[q]
        });
        let sum = |i: usize| self.matrix.row(i).map(|(_, k)| k).sum();
        self.row_sums = if list.iter().any(|e| e.kind == Kind::Node) {
            (0..sites.lattice.len()).map(sum).collect()
        } else {
            Vec::new()
        };
        Ok(())
    }

    /// In a free frame w₀ weighs displacements from the body's own mean: takes what it has on the mean out of K x, for
    /// the pieces that are free.
    pub(super) fn remove_mean(
        &self,
        topology: &Topology,
        free: impl Fn(usize) -> bool,
        x: &[Vec3<f64>],
        product: &mut [Vec3<f64>],
    ) {
        if self.row_sums.is_empty() {
            return;
        }
        let mut sums = vec![(Vec3::zero(), 0.0); topology.piece_count];
        for (i, p) in topology.nodes() {
            let (along, total) = &mut sums[p];
            *along = *along + x[i].scale(self.row_sums[i]);
            *total += self.row_sums[i];
        }
        for (i, p) in topology.nodes() {
            let (along, total) = sums[p];
            if free(p) && total > 0.0 {
                product[i] = product[i] - along.scale(self.row_sums[i] / total);
            }
        }
    }
}

/// A body whose weights are taken.
#[derive(Clone, Copy)]
pub(super) struct Weighed<'a> {
    pub(super) sites: Sites<'a>,
    pub(super) fibres: &'a Fibres,
    /// What it is called.
    pub(super) name: &'a str,
    /// When [s].
    pub(super) time: f64,
}

impl Weighed<'_> {
    /// What stands before |difference|² of an element: its weight, the measure, the multiplicity [TF88, Eq. 4].
    fn factor(&self, element: &Element, weights: &Weights) -> Result<f64, Box<BadValue>> {
        let &Weighed {
            sites, name, time, ..
        } = self;
        if !element.is_whole(sites.lattice, self.fibres) {
            return Ok(0.0);
        }
        let (key, local) = match element.kind {
            Kind::Node => ("energy.position", &weights.position),
            Kind::Fibre(a) => ("energy.stretch", &weights.first[a as usize]),
            Kind::Triple(a) => ("energy.bend", &weights.second[a as usize]),
            Kind::Quad(a, b) | Kind::Shear(a, b) => ("energy.bend", &weights.mixed[pair(a, b)]),
        };
        let reading = Reading {
            sites,
            name,
            key,
            local,
            signed: false,
            time,
        };
        let step = element.step(sites.lattice);
        let weight = reading.over(element.nodes())?;
        Ok(element.multiplicity() * weight * element.measure / (step * step))
    }
}

/// The stiffness K of a spline [TF88, Eq. 8] without a body. Weights are taken at `places`, at time 0.
///
/// # Panics
/// If a weight is negative or not finite there.
pub fn stiffness(
    lattice: &Lattice,
    fibres: &Fibres,
    weights: &Weights,
    places: &[Vec3<f64>],
) -> SparseMatrix<f64> {
    let mut stiffness = Stiffness::new(Box::new(weights.clone()), lattice);
    let assembled = stiffness.assemble(Weighed {
        sites: Sites { lattice, places },
        fibres,
        name: "it",
        time: 0.0,
    });
    assembled.unwrap_or_else(|bad| panic!("{bad}"));
    stiffness.matrix
}
