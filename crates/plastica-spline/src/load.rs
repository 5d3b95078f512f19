//! What acts on the nodes of a body during a step.

use plastica_tensor::Vec3;

/// Accelerations, springs and holds of one body in one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Load {
    /// By gravity and the like [m/s²].
    pub(crate) accelerations: Vec<Vec3<f64>>,
    /// Springs to places in space, solved along with the body: node, stiffness [N/m], place [m].
    pub(crate) springs: Vec<(usize, f64, Vec3<f64>)>,
    /// Where nodes that are held are at the end of the step [m].
    pub(crate) targets: Vec<(usize, Vec3<f64>)>,
    /// Whether each node is held.
    pub(crate) held: Vec<bool>,
    /// Rate at which motion is braked [1/s].
    pub(crate) damping: f64,
    /// Delay of the elastic answer [s].
    pub(crate) viscous_time: f64,
    pub(crate) time: f64,
    pub(crate) dt: f64,
}
