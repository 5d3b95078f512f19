//! The primary formulation: metric and curvature tensors of the body against those of its natural shape.
//!
//! Each element measures one number s of the shape: a squared stretch G_aa, an angle G_ab, a curvature B_aa or B_ab.
//! With the rest value s⁰, E = ½ Σ w (s − s⁰)². Forces are exact gradients, so they keep both momenta.

mod implicit;
mod internal_variables;
mod strain;

use crate::body::{Tensors, pair};
use crate::deformation_model::{DeformationModel, FibreStrain, Vectors};
use crate::elements::{Elements, Kind, Wanted};
use crate::external_forces::ExternalForces;
use crate::lattice::Lattice;
use crate::local::Local;
use crate::nodes::Nodes;
use crate::state;
use crate::stress::symmetric_product;
use crate::structure::Structure;
use crate::system::System;
use crate::unsolved::Unsolved;
use implicit::StepStart;
use plastica_core::{BadValue, Reader, RestoreError, Writer};
use plastica_linear::{Report, SparseMatrix};
use plastica_tensor::{Mat3, Sym3, Vec3};
use strain::strain;

/// A body's tensors and internal variables, element by element.
#[derive(Debug)]
pub(crate) struct Primary {
    tensors: Box<Tensors>,
    elements: Elements,
    /// Weight times measure, zero where cut.
    factors: Vec<f64>,
    internal: InternalVariables,
    start: StepStart,
    /// H of the step.
    hessian: SparseMatrix<Mat3<f64>>,
    system: System<Mat3<f64>>,
}

/// Strain and internal variables of elements.
#[derive(Debug)]
struct InternalVariables {
    /// s⁰.
    rest: Vec<f64>,
    /// s − s⁰.
    elastic: Vec<f64>,
    /// The delayed (Voigt) unit's part of s⁰.
    delayed: Vec<f64>,
    /// Centre of the elastic range (kinematic hardening).
    back: Vec<f64>,
}

impl Primary {
    /// At rest in the shape of its body.
    pub(crate) fn new(tensors: Box<Tensors>, structure: &Structure) -> Self {
        let lattice = structure.lattice();
        let elements = elements(&tensors, lattice);
        let count = elements.list.len();
        let pattern: SparseMatrix<Mat3<f64>> = elements.pattern(lattice.len());
        let rest = (elements.list.iter())
            .map(|element| strain(element, lattice, &structure.body.shape).value)
            .collect();
        Primary {
            tensors,
            factors: vec![0.0; count],
            internal: InternalVariables {
                rest,
                elastic: vec![0.0; count],
                delayed: vec![0.0; count],
                back: vec![0.0; count],
            },
            start: StepStart::default(),
            hessian: pattern.clone(),
            system: System::new(pattern),
            elements,
        }
    }
}

/// Elements with a weight. Solids have no curvature.
fn elements(tensors: &Tensors, lattice: &Lattice) -> Elements {
    let present = |weight: &Local| !weight.is_zero();
    let thin = lattice.axes().count() < 3;
    let kinds = |kind: Kind| match kind {
        Kind::Node => false,
        Kind::Fibre(a) => present(&tensors.stretch[a as usize]),
        Kind::Triple(a) => thin && present(&tensors.bend[a as usize]),
        Kind::Quad(..) => thin && present(&tensors.twist),
        Kind::Shear(a, b) => present(&tensors.shear[pair(a, b)]),
    };
    let wanted = Wanted {
        kinds: &kinds,
        beside: true,
    };
    Elements::new(lattice, &wanted)
}

impl DeformationModel for Primary {
    fn is_linear(&self) -> bool {
        false
    }

    /// Weights, zero for elements with a cut fibre.
    fn assemble_stiffness(
        &mut self,
        structure: &Structure,
        time: f64,
    ) -> Result<(), Box<BadValue>> {
        let (tensors, lattice) = (&self.tensors, structure.lattice());
        self.factors = (self.elements.list.iter())
            .map(|element| {
                if !element.is_whole(lattice, &structure.topology.fibres) {
                    return Ok(0.0);
                }
                let (key, weight) = match element.kind {
                    Kind::Fibre(a) => ("energy.stretch", &tensors.stretch[a as usize]),
                    Kind::Triple(a) => ("energy.bend", &tensors.bend[a as usize]),
                    Kind::Shear(a, b) => ("energy.shear", &tensors.shear[pair(a, b)]),
                    Kind::Node | Kind::Quad(..) => ("energy.twist", &tensors.twist),
                };
                let weight = structure.read(key, weight, time).over(element.nodes())?;
                Ok(weight * element.measure * element.multiplicity())
            })
            .collect::<Result<_, Box<BadValue>>>()?;
        Ok(())
    }

    /// The matrix is another one in every step.
    fn constraints_changed(&mut self) {}

    fn assemble_step(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        nodes: &Nodes,
    ) -> Result<(), Unsolved> {
        Primary::assemble_step(self, structure, forces, nodes)
    }

    fn advance_nodes(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        nodes: &mut Nodes,
    ) -> Result<(), Unsolved> {
        self.solve_step(structure, forces, nodes)
    }

    fn measure_strain(&mut self, structure: &Structure, positions: Vectors<'_>) {
        let internal = &mut self.internal;
        for (k, element) in self.elements.list.iter().enumerate() {
            let strain = strain(element, structure.lattice(), positions);
            internal.elastic[k] = strain.value - internal.rest[k];
        }
    }

    fn update_internal_variables(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        positions: Vectors<'_>,
    ) -> Result<f64, Box<BadValue>> {
        let heat = self.creep(structure, forces, positions)?;
        Ok(heat + self.yield_elements(structure, forces.time)?)
    }

    /// ½ Σ w (s − s⁰)².
    fn elastic_energy(&self) -> f64 {
        let parts = self.factors.iter().zip(&self.internal.elastic);
        parts.map(|(w, e)| 0.5 * w * e * e).sum()
    }

    /// −Σ w (s − s⁰) ∇s.
    fn force(&self, structure: &Structure, positions: Vectors<'_>, node: usize) -> Vec3<f64> {
        self.elements.of(node).fold(Vec3::zero(), |sum, (k, p)| {
            let strain = strain(&self.elements.list[k], structure.lattice(), positions);
            sum - strain.gradient[p].scale(self.factors[k] * self.internal.elastic[k])
        })
    }

    /// Tensions 2w(G − G⁰) of the fibres at a node along their present tangents, the mean of both sides.
    fn stress(
        &self,
        structure: &Structure,
        positions: Vectors<'_>,
        node: usize,
        _: f64,
    ) -> Sym3<f64> {
        let mut sum = Sym3::zero();
        for (k, _) in self.elements.of(node) {
            let element = &self.elements.list[k];
            if let Kind::Fibre(axis) = element.kind {
                let [a, b] = [element.nodes[0] as usize, element.nodes[1] as usize];
                let h = structure.lattice().spacing[axis as usize];
                let tangent = (positions[b] - positions[a]).scale(1.0 / h);
                let tension = self.factors[k] / element.measure * self.internal.elastic[k];
                let part = symmetric_product(tangent.scale(tension), tangent);
                sum = sum.zip(part, |a, b| a + b);
            }
        }
        sum
    }

    fn fibre(&self, structure: &Structure, x: Vectors<'_>, [i, j]: [usize; 2]) -> FibreStrain {
        let list = &self.elements.list;
        let mut elements = self.elements.of(i).map(|(k, _)| k);
        let fibre = elements.find(|&k| list[k].nodes() == [i as u32, j as u32]);
        let rest_length = fibre.map_or(0.0, |k| {
            let step = list[k].step(structure.lattice());
            self.internal.rest[k].max(0.0).sqrt() * step
        });
        FibreStrain {
            rest_length,
            difference: ((x[j] - x[i]).norm() - rest_length).abs(),
        }
    }

    fn report(&self) -> Report {
        self.system.report
    }

    fn save(&self, to: &mut Writer) {
        let internal = &self.internal;
        for numbers in [
            &internal.rest,
            &internal.elastic,
            &internal.delayed,
            &internal.back,
        ] {
            to.scalars::<f64>(numbers);
        }
        to.u64(u64::from(self.system.by_factors));
    }

    fn restore(&mut self, _: &Structure, from: &mut Reader<'_>) -> Result<(), RestoreError> {
        let count = self.elements.list.len();
        let internal = &mut self.internal;
        for numbers in [
            &mut internal.rest,
            &mut internal.elastic,
            &mut internal.delayed,
            &mut internal.back,
        ] {
            *numbers = from.scalars()?;
            state::expect("groups of nodes", numbers.len() as u64, count)?;
        }
        self.system.by_factors = from.u64()? != 0;
        Ok(())
    }
}
