//! What a step sees of the body that a material belongs to.

use crate::lattice::{Fibres, Lattice};
use crate::options::Options;
use plastica_linear::Tolerance;

/// Nodes, fibres and pieces of a body.
pub(crate) struct Carrier<'a> {
    pub(crate) lattice: &'a Lattice,
    pub(crate) fibres: &'a Fibres,
    pub(crate) pieces: &'a [u32],
    pub(crate) count: usize,
    pub(crate) masses: &'a [f64],
    /// Whether each node has met an obstacle in the last step.
    pub(crate) touching: &'a [bool],
    /// √Σ x² of the shape at rest about its middle [m].
    pub(crate) size: f64,
    pub(crate) options: &'a Options,
}

impl Carrier<'_> {
    /// Iterations end at a residual, or when nodes are placed well enough: A is at least M/h².
    pub(crate) fn tolerance(&self, h: f64) -> Tolerance {
        let Carrier {
            options, masses, ..
        } = self;
        let mass: f64 = masses.iter().sum::<f64>() / masses.len() as f64;
        Tolerance {
            relative: options.tolerance,
            absolute: options.place_tolerance * self.size * mass / (h * h),
            max_iterations: options.iterations,
        }
    }
}
