//! The physical kinds a scene speaks of.

use super::Dimension;
use plastica_material::spec;
use std::fmt;

/// A physical kind, hence a dimension and an SI unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// A pure number.
    Number,
    /// Length [m].
    Length,
    /// Time [s].
    Time,
    /// Mass [kg].
    Mass,
    /// Angle [rad]; a plain number is in degrees.
    Angle,
    /// Volume [m³].
    Volume,
    /// Velocity [m/s].
    Velocity,
    /// Acceleration [m/s²].
    Acceleration,
    /// Angular velocity [rad/s]; a plain number is in rad/s.
    AngularVelocity,
    /// Rate [1/s].
    Rate,
    /// Frequency [Hz].
    Frequency,
    /// Mass per volume [kg/m³].
    Density,
    /// Force [N].
    Force,
    /// Energy, work, heat [J].
    Energy,
    /// Stress, modulus, energy density [Pa].
    Pressure,
    /// Dynamic viscosity [Pa s].
    Viscosity,
    /// Volume per time [m³/s].
    VolumeRate,
}

impl Quantity {
    /// All of them.
    pub const ALL: [Quantity; 17] = [
        Quantity::Number,
        Quantity::Length,
        Quantity::Time,
        Quantity::Mass,
        Quantity::Angle,
        Quantity::Volume,
        Quantity::Velocity,
        Quantity::Acceleration,
        Quantity::AngularVelocity,
        Quantity::Rate,
        Quantity::Frequency,
        Quantity::Density,
        Quantity::Force,
        Quantity::Energy,
        Quantity::Pressure,
        Quantity::Viscosity,
        Quantity::VolumeRate,
    ];

    /// Its name with an article, its SI unit, and a unit people like to write.
    const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Quantity::Number => ("a plain number", "1", "%"),
            Quantity::Length => ("a length", "m", "cm"),
            Quantity::Time => ("a time", "s", "ms"),
            Quantity::Mass => ("a mass", "kg", "g"),
            Quantity::Angle => ("an angle", "rad", "deg"),
            Quantity::Volume => ("a volume", "m3", "cm3"),
            Quantity::Velocity => ("a velocity", "m/s", "cm/s"),
            Quantity::Acceleration => ("an acceleration", "m/s2", "m/s2"),
            Quantity::AngularVelocity => ("an angular velocity", "rad/s", "rpm"),
            Quantity::Rate => ("a rate", "1/s", "1/s"),
            Quantity::Frequency => ("a frequency", "Hz", "Hz"),
            Quantity::Density => ("a density", "kg/m3", "g/cm3"),
            Quantity::Force => ("a force", "N", "kN"),
            Quantity::Energy => ("an energy", "J", "kJ"),
            Quantity::Pressure => ("a pressure", "Pa", "kPa"),
            Quantity::Viscosity => ("a viscosity", "Pa s", "Pa s"),
            Quantity::VolumeRate => ("a volume per time", "m3/s", "L/s"),
        }
    }

    /// The SI unit.
    pub const fn unit(self) -> &'static str {
        self.words().1
    }

    /// A unit people like to write, for examples.
    pub const fn handy_unit(self) -> &'static str {
        self.words().2
    }

    /// The unit of a plain number in a scene: SI, but degrees for angles.
    pub const fn plain_unit(self) -> &'static str {
        match self {
            Quantity::Angle => "deg",
            _ => self.unit(),
        }
    }

    /// What turns a plain number of a scene into SI.
    pub fn plain_factor(self) -> f64 {
        match self {
            Quantity::Angle => 1f64.to_radians(),
            _ => 1.0,
        }
    }

    /// Its dimension.
    pub const fn dimension(self) -> Dimension {
        match self {
            Quantity::Number => Dimension::new(0, 0, 0, 0),
            Quantity::Length => Dimension::new(1, 0, 0, 0),
            Quantity::Time => Dimension::new(0, 0, 1, 0),
            Quantity::Mass => Dimension::new(0, 1, 0, 0),
            Quantity::Angle => Dimension::new(0, 0, 0, 1),
            Quantity::Volume => Dimension::new(3, 0, 0, 0),
            Quantity::Velocity => Dimension::new(1, 0, -1, 0),
            Quantity::Acceleration => Dimension::new(1, 0, -2, 0),
            Quantity::AngularVelocity => Dimension::new(0, 0, -1, 1),
            Quantity::Rate | Quantity::Frequency => Dimension::new(0, 0, -1, 0),
            Quantity::Density => Dimension::new(-3, 1, 0, 0),
            Quantity::Force => Dimension::new(1, 1, -2, 0),
            Quantity::Energy => Dimension::new(2, 1, -2, 0),
            Quantity::Pressure => Dimension::new(-1, 1, -2, 0),
            Quantity::Viscosity => Dimension::new(-1, 1, -1, 0),
            Quantity::VolumeRate => Dimension::new(3, 0, -1, 0),
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().0)
    }
}

impl From<spec::Quantity> for Quantity {
    fn from(quantity: spec::Quantity) -> Self {
        match quantity {
            spec::Quantity::Number => Quantity::Number,
            spec::Quantity::Pressure => Quantity::Pressure,
            spec::Quantity::Viscosity => Quantity::Viscosity,
            spec::Quantity::Rate => Quantity::Rate,
            spec::Quantity::Time => Quantity::Time,
            spec::Quantity::Angle => Quantity::Angle,
            spec::Quantity::Density => Quantity::Density,
        }
    }
}
