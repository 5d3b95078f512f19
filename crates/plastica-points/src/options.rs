//! What can be chosen about the method.

use plastica_core::Precision;
use plastica_tensor::simd::Level;

/// Choices of the method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Distance between particles at the start [m].
    pub spacing: f64,
    /// How far a particle has neighbours [spacings].
    pub support_radius: f64,
    /// Most neighbours of a particle: the nearest; at most 32.
    pub neighbours: usize,
    /// How deformations are read and forces made of them.
    pub scheme: Scheme,
    /// How particles at surfaces read the deformation, in the schemes with bonds.
    pub surface: Surface,
    /// κ: stiffness against motion of neighbours that no deformation explains, as a part of the material's. 1 is that of
    /// the material along each offset.
    pub hourglass_stiffness: f64,
    /// η: damping of such motion.
    pub hourglass_damping: f64,
    /// Whether material that flows joins what it touches, of its own body or another.
    pub merges: bool,
    /// Friction between bodies.
    pub friction: f64,
    /// Pressure of crowded particles in the schemes without bonds, as a part of ρc² per
    /// relative excess of their density.
    pub pressure: f64,
    /// Viscosity in those schemes, as a part of ρcd.
    pub viscosity: f64,
    /// Tension of surfaces [N/m], roughly: neighbours attract each other.
    pub surface_tension: f64,
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
            support_radius: 2.2,
            neighbours: 32,
            scheme: Scheme::Pairs,
            surface: Surface::Curved,
            hourglass_stiffness: 0.7,
            hourglass_damping: 0.1,
            merges: true,
            friction: 0.3,
            pressure: 0.2,
            viscosity: 0.1,
            surface_tension: 0.0,
            precision: Precision::Single,
            courant: 0.5,
            damping: 0.0,
            level: Level::best(),
        }
    }
}

/// How deformations are read and forces made of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// Each particle is bonded with its neighbours; flow acts on the reference vectors of bonds.
    Pairs,
    /// As in the paper: the deformation of each step, fitted to the motion of the neighbours of the moment, is composed
    /// to a whole [GB09, Eqs. 1–8], and forces follow kernels of offsets led back by it [GB09, Eqs. 10–13].
    Incremental,
    /// The same deformation, with forces that follow from its energy, weights of offsets led back, and a memory of the
    /// mean motion that the fits have missed. Keeps both momenta; good to some 10 % of tension and for flow.
    Repaired,
    /// A comparator [GB09, Fig. 8]: neighbours and their offsets are those of the start for ever, and flow is
    /// kept as a plastic deformation. Right for elastic bodies; fails under large flow.
    Reference,
    /// A comparator [GB09, Fig. 8]: as `Incremental`, but Green's strains of steps are added up. Right for slight
    /// deformation; does not find back from a large one.
    Additive,
}

impl Scheme {
    /// Whether lists of neighbours are made anew as particles move, without bonds.
    pub(crate) fn rebuilds_neighbours(self) -> bool {
        matches!(
            self,
            Scheme::Incremental | Scheme::Repaired | Scheme::Additive
        )
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
