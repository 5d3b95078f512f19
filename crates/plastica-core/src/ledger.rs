//! What is conserved, and where energy goes.

/// Sums over all material at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// How many points.
    pub points: u64,
    /// Mass [kg].
    pub mass: f64,
    /// Present volume [m³].
    pub volume: f64,
    /// ½ Σ m v², with the part that lives in the affine motion of points [J].
    pub kinetic_energy: f64,
    /// Stored by the laws that have an energy [J].
    pub elastic_energy: f64,
    /// Turned into heat by the laws since the start [J].
    pub dissipated_energy: f64,
    /// Σ m v [kg m/s].
    pub momentum: [f64; 3],
    /// Σ m x × v about the origin, with the spin of points [kg m²/s].
    pub angular_momentum: [f64; 3],
    /// Centre of mass [m].
    pub centre: [f64; 3],
    /// The fastest point [m/s].
    pub fastest: f64,
}
