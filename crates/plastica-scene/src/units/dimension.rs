//! The dimension of a quantity: powers of metre, kilogram, second and radian.

use super::Quantity;
use std::fmt;

/// Powers of the base units. Angles are kept apart from plain numbers so that `"30 deg"` is not
/// taken where a ratio is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Dimension {
    /// Power of the metre.
    pub length: i32,
    /// Power of the kilogram.
    pub mass: i32,
    /// Power of the second.
    pub time: i32,
    /// Power of the radian.
    pub angle: i32,
}

impl Dimension {
    pub(super) const fn new(length: i32, mass: i32, time: i32, angle: i32) -> Self {
        Dimension {
            length,
            mass,
            time,
            angle,
        }
    }

    /// This dimension times another one to a power.
    pub(super) fn times(self, other: Dimension, power: i32) -> Self {
        Dimension {
            length: self.length + power * other.length,
            mass: self.mass + power * other.mass,
            time: self.time + power * other.time,
            angle: self.angle + power * other.angle,
        }
    }

    /// The powers with their base units, those that occur.
    fn base_units(self) -> String {
        let powers = [
            ("m", self.length),
            ("kg", self.mass),
            ("s", self.time),
            ("rad", self.angle),
        ];
        let words: Vec<String> = powers
            .iter()
            .filter(|(_, power)| *power != 0)
            .map(|(unit, power)| match power {
                1 => (*unit).to_string(),
                _ => format!("{unit}{power}"),
            })
            .collect();
        words.join(" ")
    }
}

impl fmt::Display for Dimension {
    /// With its article: "a length", "a quantity in m3 kg s-2".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Quantity::ALL.iter().find(|q| q.dimension() == *self) {
            Some(quantity) => write!(f, "{quantity}"),
            None => write!(f, "a quantity in {}", self.base_units()),
        }
    }
}
