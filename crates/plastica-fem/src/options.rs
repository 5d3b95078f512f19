//! What can be chosen about the method.

use plastica_tensor::simd::Level;

/// Choices of the method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Share of the volume change of an element that is the mean of those at its nodes: 0 is the plain element.
    pub nodal_pressure: f64,
    /// Share of the largest step that is stable by the stiffness of elements.
    pub courant: f64,
    /// By how much an edge may change in a step, as a part of its length.
    pub edge_change: f64,
    /// Rate at which all motion is braked [1/s].
    pub damping: f64,
    /// Delay of the elastic answer: stiffness times this is the damping of deformation [s].
    pub stiffness_damping: f64,
    /// Whether surfaces meet each other and themselves, or go through each other. Not by default: a soft body that is crushed against
    /// an obstacle may take a hundred times as long with it.
    pub contact: bool,
    /// Coefficient of friction where surfaces meet.
    pub friction: f64,
    /// Registers to use; this processor must have them.
    pub level: Level,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            nodal_pressure: 0.9,
            courant: 0.8,
            edge_change: 0.2,
            damping: 0.0,
            stiffness_damping: 0.0,
            contact: false,
            friction: 0.3,
            level: Level::best(),
        }
    }
}
