//! What a formulation of deformation has to offer: the part of a body's step that depends on how strain is measured.

use crate::external_forces::ExternalForces;
use crate::nodes::Nodes;
use crate::structure::Structure;
use crate::unsolved::Unsolved;
use plastica_core::{BadValue, Reader, RestoreError, Writer};
use plastica_linear::Report;
use plastica_tensor::{Sym3, Vec3};
use std::fmt;

/// One vector per node.
pub type Vectors<'a> = &'a [Vec3<f64>];

/// Elastic energy and internal variables of a body, by one formulation [TF88, section 3].
pub(crate) trait DeformationModel: fmt::Debug + Send + Sync {
    /// Whether forces are linear in the displacements.
    fn is_linear(&self) -> bool;

    /// Writes the stiffness for the weights of a time and the fibres that hold.
    fn assemble_stiffness(&mut self, structure: &Structure, time: f64)
    -> Result<(), Box<BadValue>>;

    /// Nodes are held or pulled at that were not, or the other way round: a matrix that is kept is out of date.
    fn constraints_changed(&mut self);

    /// What changes by schedule at the start of a step. Returns the heat [J].
    fn start_step(&mut self, _: &Structure, _: Vectors<'_>, _time: f64) -> f64 {
        0.0
    }

    /// Takes over the shape at the start of a step, after which [`DeformationModel::advance_nodes`] may be called for one force
    /// after the other.
    fn assemble_step(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        nodes: &Nodes,
    ) -> Result<(), Unsolved>;

    /// The implicit solve: from the nodes at the start of the step to positions and velocities at its end.
    fn advance_nodes(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        nodes: &mut Nodes,
    ) -> Result<(), Unsolved>;

    /// The elastic strain of given positions; internal variables stay.
    fn measure_strain(&mut self, structure: &Structure, positions: Vectors<'_>);

    /// The elastic strain of new positions, creep and yield [TF88, section 4]. Returns the heat [J].
    fn update_internal_variables(
        &mut self,
        structure: &Structure,
        forces: &ExternalForces,
        positions: Vectors<'_>,
    ) -> Result<f64, Box<BadValue>>;

    /// Pieces have come apart; `old` gives the piece of each node before.
    fn split_pieces(&mut self, _: &Structure, _: Vectors<'_>, _old: &[u32]) {}

    /// Energy stored [J].
    fn elastic_energy(&self) -> f64;

    /// Elastic force on a node [N].
    fn force(&self, structure: &Structure, positions: Vectors<'_>, node: usize) -> Vec3<f64>;

    /// Stress at a node, in space: in Pa for solids, N/m for surfaces, N for curves.
    fn stress(
        &self,
        structure: &Structure,
        positions: Vectors<'_>,
        node: usize,
        time: f64,
    ) -> Sym3<f64>;

    /// Lengths of the fibre between two nodes.
    fn fibre(&self, structure: &Structure, positions: Vectors<'_>, ends: [usize; 2])
    -> FibreStrain;

    /// How the last system was solved.
    fn report(&self) -> Report;

    /// Natural shape r and elastic displacements e, if the formulation has them [m].
    fn natural_shape(&self) -> Option<(Vectors<'_>, Vectors<'_>)> {
        None
    }

    /// Writes the internal variables.
    fn save(&self, to: &mut Writer);

    /// Reads them back.
    fn restore(&mut self, structure: &Structure, from: &mut Reader<'_>)
    -> Result<(), RestoreError>;
}

/// How a fibre is strained.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FibreStrain {
    /// Its length in the natural shape [m].
    pub(crate) rest_length: f64,
    /// Difference of the elastic displacements of its ends [m].
    pub(crate) difference: f64,
}
