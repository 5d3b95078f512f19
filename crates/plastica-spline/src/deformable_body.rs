//! One body as it moves: its structure, its nodes, and the formulation that gives its elastic forces.

use crate::body::{Body, Formulation};
use crate::contact;
use crate::deformation_model::DeformationModel;
use crate::external_forces::ExternalForces;
use crate::fracture::{Elongation, breaking_fibres};
use crate::hybrid::Hybrid;
use crate::nodes::Nodes;
use crate::options::Options;
use crate::primary::Primary;
use crate::structure::Structure;
use crate::unsolved::Unsolved;
use plastica_core::{BadValue, Obstacle, StepReport};
use plastica_tensor::{Sym3, Vec3};

/// A body as it moves.
#[derive(Debug)]
pub(crate) struct DeformableBody {
    pub(crate) structure: Structure,
    pub(crate) nodes: Nodes,
    pub(crate) model: Box<dyn DeformationModel>,
    constraints: Constraints,
    /// Energy turned into heat so far [J].
    pub(crate) heat: f64,
}

/// What the matrix of the last step was made for.
#[derive(Debug, Default)]
struct Constraints {
    held: Vec<bool>,
    /// Nodes with springs, and their stiffness as bits.
    springs: Vec<(usize, u64)>,
}

impl Constraints {
    /// Takes over those of a step. Returns whether any has changed.
    fn update(&mut self, forces: &ExternalForces) -> bool {
        let springs = || (forces.springs.iter()).map(|s| (s.node, s.stiffness.to_bits()));
        if self.held == forces.held && springs().eq(self.springs.iter().copied()) {
            return false;
        }
        self.held.clone_from(&forces.held);
        self.springs = springs().collect();
        true
    }
}

impl DeformableBody {
    /// A body that has been checked at its nodes; between them a weight may still be of no use.
    pub(crate) fn new(body: Body, options: Options) -> Result<Self, Box<BadValue>> {
        let structure = Structure::new(body, options);
        let body = &structure.body;
        let model: Box<dyn DeformationModel> = match &body.formulation {
            Formulation::Hybrid { weights, frame } => {
                Box::new(Hybrid::new(weights.clone(), *frame, &structure))
            }
            Formulation::Primary(tensors) => Box::new(Primary::new(tensors.clone(), &structure)),
        };
        let mut body = DeformableBody {
            nodes: Nodes::new(&body.shape, &body.velocities),
            structure,
            model,
            constraints: Constraints::default(),
            heat: 0.0,
        };
        body.assemble_stiffness(0.0)?;
        Ok(body)
    }

    pub(crate) fn name(&self) -> &str {
        &self.structure.body.name
    }

    /// Stiffness by the weights of a time.
    pub(crate) fn assemble_stiffness(&mut self, time: f64) -> Result<(), Box<BadValue>> {
        self.model.assemble_stiffness(&self.structure, time)
    }

    /// Moves the nodes under elastic, viscous, damping and external forces and those of obstacles.
    pub(crate) fn advance_nodes(
        &mut self,
        obstacles: &[Obstacle<'_>],
        forces: &mut ExternalForces,
        report: &mut StepReport,
    ) -> Result<(), Unsolved> {
        self.nodes.start_step();
        if self.structure.weights_vary_in_time() {
            self.assemble_stiffness(forces.time + forces.dt)?;
        }
        let positions = &self.nodes.positions;
        self.heat += self
            .model
            .start_step(&self.structure, positions, forces.time);
        contact::advance(self, obstacles, forces, report)?;
        self.damp(forces);
        Ok(())
    }

    /// Takes over which nodes are held or pulled at.
    pub(crate) fn constrain(&mut self, forces: &ExternalForces) -> Result<(), Unsolved> {
        if self.constraints.update(forces) {
            self.model.constraints_changed();
        }
        self.nodes.go_back();
        (self.model).assemble_step(&self.structure, forces, &self.nodes)
    }

    /// The implicit solve, from the start of the step.
    pub(crate) fn solve(&mut self, forces: &ExternalForces) -> Result<(), Unsolved> {
        self.nodes.go_back();
        self.model
            .advance_nodes(&self.structure, forces, &mut self.nodes)
    }

    /// Velocities decay at the rate γ/μ.
    fn damp(&mut self, forces: &ExternalForces) {
        if forces.damping == 0.0 {
            return;
        }
        let factor = (-forces.damping * forces.dt).exp();
        let nodes = self.nodes.velocities.iter_mut().zip(&self.structure.masses);
        for ((v, m), _) in nodes.zip(&forces.held).filter(|(_, held)| !**held) {
            self.heat += 0.5 * m * v.norm_squared() * (1.0 - factor * factor);
            *v = v.scale(factor);
        }
    }

    /// Elastic strain of the present shape; internal variables stay.
    pub(crate) fn measure_strain(&mut self) {
        (self.model).measure_strain(&self.structure, &self.nodes.positions);
    }

    /// Elastic strain of the new shape, creep, yield and fracture [TF88, section 4].
    pub(crate) fn update_internal_variables(
        &mut self,
        forces: &ExternalForces,
    ) -> Result<(), Box<BadValue>> {
        let positions = &self.nodes.positions;
        let model = &mut self.model;
        self.heat += model.update_internal_variables(&self.structure, forces, positions)?;
        self.fracture(forces.time + forces.dt)
    }

    /// Breaks fibres beyond their limits; the energy they held becomes heat.
    fn fracture(&mut self, time: f64) -> Result<(), Box<BadValue>> {
        let Some(fracture) = &self.structure.body.fracture else {
            return Ok(());
        };
        let structure = &self.structure;
        let excess = |axis: usize, i: usize, j: usize| {
            let limit = structure.fracture_limit(fracture, (axis, i, j), time)?;
            Ok(self.elongation(fracture.measure, [i, j]) / limit)
        };
        let fibres = &structure.topology.fibres;
        let broken = breaking_fibres(fibres, structure.lattice(), fracture.rule, excess)?;
        if broken.is_empty() {
            return Ok(());
        }
        let before = self.model.elastic_energy();
        let topology = &mut self.structure.topology;
        for (axis, node) in broken {
            topology.fibres.intact[axis][node] = false;
        }
        let old = topology.find_pieces(&self.structure.body.lattice);
        self.assemble_stiffness(time)?;
        (self.model).split_pieces(&self.structure, &self.nodes.positions, &old);
        self.heat += before - self.model.elastic_energy();
        Ok(())
    }

    /// Elongation of a fibre over its length in the natural shape; none for one that has no length.
    pub(crate) fn elongation(&self, measure: Elongation, ends: [usize; 2]) -> f64 {
        let positions = &self.nodes.positions;
        let fibre = self.model.fibre(&self.structure, positions, ends);
        if !(fibre.rest_length > 0.0) {
            return 0.0;
        }
        match measure {
            Elongation::Length => {
                let now = positions[ends[1]] - positions[ends[0]];
                now.norm() / fibre.rest_length - 1.0
            }
            Elongation::Difference => fibre.difference / fibre.rest_length,
        }
    }

    /// Elastic force on a node [N].
    pub(crate) fn force(&self, node: usize) -> Vec3<f64> {
        (self.model).force(&self.structure, &self.nodes.positions, node)
    }

    /// Stress at a node in space.
    pub(crate) fn stress(&self, node: usize, time: f64) -> Sym3<f64> {
        (self.model).stress(&self.structure, &self.nodes.positions, node, time)
    }
}
