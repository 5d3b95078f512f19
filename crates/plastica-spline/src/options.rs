//! What can be chosen about the method.

use crate::solve::SolverChoice;

/// Choices of the method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// The largest step [s]. Steps are stable at any length; vibrations that are faster than this are damped away.
    pub time_step: f64,
    /// From ½, which keeps the energy of vibrations, to 1, which damps those that a step cannot follow.
    pub implicitness: f64,
    /// How systems are solved.
    pub solver: SolverChoice,
    /// Residual over right-hand side at which an iteration ends.
    pub tolerance: f64,
    /// Or error of places over the size of the body: stiff bodies need few iterations to be placed well.
    pub place_tolerance: f64,
    /// Most iterations of a solution.
    pub iterations: usize,
    /// Share of the distance to the next node that a node may move in a step.
    pub courant: f64,
    /// How near to obstacles nodes come [m]: half of the body's thickness.
    pub thickness: f64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            time_step: 2e-3,
            implicitness: 1.0,
            solver: SolverChoice::Automatic,
            tolerance: 1e-6,
            place_tolerance: 1e-12,
            iterations: 2000,
            courant: 0.5,
            thickness: 0.0,
        }
    }
}
