//! What can be chosen about the method.

use plastica_core::Precision;
use plastica_tensor::simd::Level;

/// Choices of the method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Distance between particles at the start [m].
    pub spacing: f64,
    /// How far a particle reaches for neighbours [spacings].
    pub reach: f64,
    /// Most neighbours of a particle: the nearest; at most 32.
    pub neighbours: usize,
    /// How particles at surfaces read the deformation.
    pub surface: Surface,
    /// κ: stiffness against motion of neighbours that no deformation explains, as a part of the material's.
    pub residual_stiffness: f64,
    /// η: damping of such motion.
    pub residual_damping: f64,
    /// Whether material that flows joins what it touches, of its own body or another.
    pub merges: bool,
    /// Digits. Positions always have 64 bits.
    pub precision: Precision,
    /// Share of the time in which a wave, or the material, crosses a spacing that a step may take.
    pub courant: f64,
    /// Rate at which all motion is braked, for states of rest [1/s].
    pub damping: f64,
    /// Registers to use; this processor must have them.
    pub level: Level,
}

impl Options {
    /// The usual choices for particles of the given spacing [m].
    pub fn new(spacing: f64) -> Self {
        Options {
            spacing,
            reach: 2.2,
            neighbours: 32,
            surface: Surface::Curved,
            residual_stiffness: 0.3,
            residual_damping: 0.1,
            merges: true,
            precision: Precision::Single,
            courant: 0.5,
            damping: 0.0,
            level: Level::best(),
        }
    }
}

/// How the deformation is read from the offsets of neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// By the best linear map [GB09, Eqs. 1–6]. Next to a surface it is that of a place further inside.
    Plain,
    /// By the best linear map with the curvature of the motion taken out: that of the particle's own place.
    Curved,
}
