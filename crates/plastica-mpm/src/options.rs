//! What can be chosen about the method.

use plastica_core::Precision;
use plastica_tensor::simd::Level;

/// Choices of the method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Distance between grid nodes [m].
    pub cell: f64,
    /// How far a particle reaches.
    pub kernel: Kernel,
    /// How velocity goes between particles and grid.
    pub transfer: Transfer,
    /// When the law is asked.
    pub stress: StressUpdate,
    /// Digits.
    pub precision: Precision,
    /// Share of the time in which a wave, or the material, crosses a cell that a step may take.
    pub courant: f64,
    /// When obstacles act on material.
    pub touch: Touch,
    /// Rate at which all motion is braked, for states of rest [1/s].
    pub damping: f64,
    /// Whether particles that are drawn long are split in two.
    pub split: bool,
    /// Registers to use; this processor must have them.
    pub level: Level,
}

impl Options {
    /// The usual choices on a grid of the given spacing [m].
    pub fn new(cell: f64) -> Self {
        Options {
            cell,
            kernel: Kernel::Quadratic,
            transfer: Transfer::Apic,
            stress: StressUpdate::Last,
            precision: Precision::Single,
            courant: 0.5,
            touch: Touch::Near,
            damping: 0.0,
            split: true,
            level: Level::best(),
        }
    }
}

/// How far a particle reaches on the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Quadratic B-spline: 27 nodes.
    Quadratic,
    /// Cubic B-spline [JY17, Eq. 37]: 64 nodes.
    Cubic,
}

/// How velocity goes between particles and grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// With a local affine motion per particle: keeps angular momentum [JSS15].
    Apic,
    /// As `Apic`, but particles keep what the grid cannot carry of their own velocity while waves cross some cells: loses far less
    /// energy, at about two thirds of the speed [FGW21].
    Aflip,
    /// Velocity alone: damps rotation and shear strongly.
    Pic,
}

/// When obstacles that can separate act on material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// As soon as it reaches their nodes, up to two cells away.
    Near,
    /// When its surface touches them, as the masses of the nodes tell.
    Surface,
}

/// When the law is asked for the stress of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StressUpdate {
    /// With the velocities at the start of the step, before forces act [JY17, Section 4.3].
    First,
    /// With the velocities at its end; the next step uses the answer.
    Last,
}
