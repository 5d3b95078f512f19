//! Nodes: places, motion and forces.

use plastica_particles::Quad;
use plastica_tensor::Vec3;

/// All nodes, body after body.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes {
    /// Their ids: the numbers of vertices in the meshes of bodies, one behind the other.
    pub(crate) ids: Vec<u32>,
    /// Where they are [m]; the fourth number is 0.
    pub(crate) positions: Vec<Quad<f64>>,
    /// How they move [m/s]; the fourth number is 0.
    pub(crate) velocities: Vec<Quad<f64>>,
    /// Forces of elements on them [N]; the fourth number is 0.
    pub(crate) forces: Vec<Quad<f64>>,
    /// Their masses: a quarter of that of each element that they belong to [kg].
    pub(crate) masses: Vec<f64>,
    /// 1 + the index of the grip that holds them, or 0.
    pub(crate) grip_of: Vec<u32>,
}

impl Nodes {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }
    /// Where a node is [m].
    pub(crate) fn position(&self, node: usize) -> Vec3<f64> {
        vector(&self.positions[node])
    }
    /// How it moves [m/s].
    pub(crate) fn velocity(&self, node: usize) -> Vec3<f64> {
        vector(&self.velocities[node])
    }
    /// The force of elements on it [N].
    pub(crate) fn force(&self, node: usize) -> Vec3<f64> {
        vector(&self.forces[node])
    }
}

/// The first three of four numbers.
pub(crate) fn vector(&[x, y, z, _]: &Quad<f64>) -> Vec3<f64> {
    Vec3([x, y, z])
}

/// A vector with 0 behind it.
pub(crate) fn quad(Vec3([x, y, z]): Vec3<f64>) -> Quad<f64> {
    [x, y, z, 0.0]
}
