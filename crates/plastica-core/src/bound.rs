//! The largest step that keeps a method stable, and what makes it so.

use std::fmt;

/// What limits a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Waves must not cross a cell within a step.
    WaveSpeed,
    /// Material must not cross a cell within a step.
    Motion,
    /// Momentum must not diffuse past a cell within a step.
    Viscosity,
    /// Obstacles must not cross a cell within a step.
    Contact,
    /// The scene's own limit.
    Asked,
    /// The next frame is due.
    Frame,
    /// A step was refused shortly before.
    Caution,
}

impl Bound {
    /// All of them.
    pub const ALL: [Bound; 7] = [
        Bound::WaveSpeed,
        Bound::Motion,
        Bound::Viscosity,
        Bound::Contact,
        Bound::Asked,
        Bound::Frame,
        Bound::Caution,
    ];

    /// In one or two words, for progress and the ledger.
    pub fn name(self) -> &'static str {
        match self {
            Bound::WaveSpeed => "wave speed",
            Bound::Motion => "motion",
            Bound::Viscosity => "viscosity",
            Bound::Contact => "contact",
            Bound::Asked => "max_time_step",
            Bound::Frame => "frame time",
            Bound::Caution => "caution",
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A step and what limits it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepBound {
    /// The largest step [s].
    pub dt: f64,
    /// What limits it.
    pub by: Bound,
}

impl StepBound {
    /// A step with its reason.
    pub fn new(dt: f64, by: Bound) -> Self {
        StepBound { dt, by }
    }
    /// The tighter of two.
    pub fn tighter(self, other: StepBound) -> Self {
        if other.dt < self.dt { other } else { self }
    }
}
