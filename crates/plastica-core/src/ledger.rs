//! What is conserved, and where energy goes.

use crate::works::Works;

/// Sums over all material at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ledger {
    /// How many points.
    pub points: u64,
    /// Mass [kg].
    pub mass: f64,
    /// Present volume [m³] of what has one; absent where nothing has.
    pub volume: Option<f64>,
    /// ½ Σ m v², with the part that lives in the affine motion of points [J].
    pub kinetic_energy: f64,
    /// Stored by the laws that have an energy [J].
    pub elastic_energy: f64,
    /// Turned into heat by the laws since the start [J].
    pub dissipated_energy: f64,
    /// What gave energy to the material and took it since the start.
    pub works: Works,
    /// Σ m v [kg m/s].
    pub momentum: [f64; 3],
    /// Σ m x × v about the origin, with the spin of points [kg m²/s].
    pub angular_momentum: [f64; 3],
    /// Centre of mass [m].
    pub centre: [f64; 3],
    /// The fastest point [m/s].
    pub fastest: f64,
}

impl Ledger {
    /// What was there at the start and came in by works, but is neither moving, stored, turned into heat nor gone [J]: lost in
    /// transfers, time steps and solvers. Below zero it has appeared.
    pub fn numerical_loss(&self) -> Option<f64> {
        let here = self.kinetic_energy + self.elastic_energy + self.dissipated_energy;
        self.works.balance().map(|balance| balance - here)
    }

    /// Sums over this and other material.
    pub fn add(&mut self, other: &Ledger) {
        let sum = |a: [f64; 3], b: [f64; 3]| std::array::from_fn(|k| a[k] + b[k]);
        let mass = self.mass + other.mass;
        if mass > 0.0 {
            let [mine, theirs] = [self.mass / mass, other.mass / mass];
            self.centre = std::array::from_fn(|k| mine * self.centre[k] + theirs * other.centre[k]);
        }
        self.points += other.points;
        self.mass = mass;
        self.volume = match (self.volume, other.volume) {
            (Some(a), Some(b)) => Some(a + b),
            (a, b) => a.or(b),
        };
        self.kinetic_energy += other.kinetic_energy;
        self.elastic_energy += other.elastic_energy;
        self.dissipated_energy += other.dissipated_energy;
        self.works.add(&other.works);
        self.momentum = sum(self.momentum, other.momentum);
        self.angular_momentum = sum(self.angular_momentum, other.angular_momentum);
        self.fastest = self.fastest.max(other.fastest);
    }
}
