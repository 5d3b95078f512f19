//! What a law says about itself: its parameters with units and ranges, its choices, what a point
//! remembers. Scenes, schema, documentation, lab and tests are made from these descriptions.

use std::fmt;

/// The physical kind of a parameter. Values are SI inside; angles are radians inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// A pure number.
    Number,
    /// Stress, modulus, energy density [Pa].
    Pressure,
    /// Dynamic viscosity [Pa s].
    Viscosity,
    /// Rate [1/s].
    Rate,
    /// Time [s].
    Time,
    /// Angle [rad]; a plain number in a scene is in degrees.
    Angle,
    /// Mass per volume [kg/m³].
    Density,
}

impl Quantity {
    /// The SI unit, as written in headers and messages.
    pub const fn unit(self) -> &'static str {
        match self {
            Quantity::Number => "1",
            Quantity::Pressure => "Pa",
            Quantity::Viscosity => "Pa s",
            Quantity::Rate => "1/s",
            Quantity::Time => "s",
            Quantity::Angle => "rad",
            Quantity::Density => "kg/m3",
        }
    }
}

/// The numbers a parameter accepts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Whether the lower end itself is refused.
    pub low_open: bool,
    /// Whether the upper end itself is refused.
    pub high_open: bool,
}

impl Range {
    /// Any finite number.
    pub const ANY: Range = Range {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
        low_open: true,
        high_open: true,
    };
    /// Finite and above 0.
    pub const POSITIVE: Range = Range {
        low: 0.0,
        high: f64::INFINITY,
        low_open: true,
        high_open: true,
    };
    /// Finite and 0 or above.
    pub const NOT_NEGATIVE: Range = Range {
        low: 0.0,
        high: f64::INFINITY,
        low_open: false,
        high_open: true,
    };
    /// 0 to 1, both ends accepted.
    pub const UNIT: Range = Range {
        low: 0.0,
        high: 1.0,
        low_open: false,
        high_open: false,
    };
    /// Poisson's ratio of a stable isotropic solid.
    pub const POISSON: Range = Range {
        low: -1.0,
        high: 0.5,
        low_open: true,
        high_open: true,
    };
    /// An angle from 0 up to but not including 90°.
    pub const ACUTE: Range = Range {
        low: 0.0,
        high: std::f64::consts::FRAC_PI_2,
        low_open: false,
        high_open: true,
    };

    /// Whether a number lies in the range; NaN never does.
    pub fn contains(&self, x: f64) -> bool {
        let above = if self.low_open {
            x > self.low
        } else {
            x >= self.low
        };
        let below = if self.high_open {
            x < self.high
        } else {
            x <= self.high
        };
        above && below
    }

    /// The range in words, with numbers multiplied by `scale` (to speak of degrees, say).
    pub fn describe(&self, scale: f64, unit: &str) -> String {
        let unit = if unit == "1" {
            String::new()
        } else {
            format!(" {unit}")
        };
        let low = if self.low_open {
            "more than"
        } else {
            "at least"
        };
        let high = if self.high_open {
            "less than"
        } else {
            "at most"
        };
        match (self.low.is_finite(), self.high.is_finite()) {
            (false, false) => "any finite number".into(),
            (true, false) => format!("{low} {}{unit}", self.low * scale),
            (false, true) => format!("{high} {}{unit}", self.high * scale),
            (true, true) => format!(
                "{low} {} and {high} {}{unit}",
                self.low * scale,
                self.high * scale
            ),
        }
    }
}

/// One parameter of a law.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its key in a scene, in `snake_case`.
    pub name: &'static str,
    /// Its physical kind, hence its unit.
    pub quantity: Quantity,
    /// How many numbers it takes: 1, 3 (one per axis) or 36 (a 6 × 6 matrix by rows).
    pub count: usize,
    /// One sentence for people.
    pub doc: &'static str,
    /// The value when a scene does not say; `None` makes it required.
    pub default: Option<f64>,
    /// What is accepted, for each number alone.
    pub range: Range,
}

impl Parameter {
    /// A single required number.
    pub const fn new(
        name: &'static str,
        quantity: Quantity,
        range: Range,
        doc: &'static str,
    ) -> Self {
        Parameter {
            name,
            quantity,
            count: 1,
            doc,
            default: None,
            range,
        }
    }
    /// The same, with a default.
    pub const fn or(mut self, default: f64) -> Self {
        self.default = Some(default);
        self
    }
    /// The same, taking `count` numbers.
    pub const fn times(mut self, count: usize) -> Self {
        self.count = count;
        self
    }
}

/// A parameter that is a word.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Its key in a scene.
    pub name: &'static str,
    /// One sentence for people.
    pub doc: &'static str,
    /// The accepted words, each with a sentence. The first is the default.
    pub options: &'static [(&'static str, &'static str)],
}

/// Another way to give the same numbers: `shear_modulus` and `bulk_modulus` for `young_modulus`
/// and `poisson_ratio`, say. All of `names` are given, or none.
#[derive(Clone, Copy, Debug)]
pub struct Alternative {
    /// The keys that a scene may use instead.
    pub names: &'static [Parameter],
    /// The parameters they replace.
    pub replaces: &'static [&'static str],
    /// Turns values for `names` into values for `replaces`.
    pub convert: fn(&[f64]) -> Vec<f64>,
}

/// Something a material point remembers beside its elastic state.
#[derive(Clone, Copy, Debug)]
pub struct History {
    /// Its column name in tables and frames.
    pub name: &'static str,
    /// Its physical kind.
    pub quantity: Quantity,
    /// 1 for a number, 6 for a symmetric tensor (Voigt order 11, 22, 33, 23, 31, 12).
    pub components: usize,
    /// Its value at rest, in each component.
    pub initial: f64,
    /// One sentence for people.
    pub doc: &'static str,
}

/// Which of a material's four places a law takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// How it stores energy.
    Elastic,
    /// How it yields.
    Flow,
    /// How it resists rates of deformation.
    Viscosity,
    /// How direction matters.
    Map,
}

impl Slot {
    /// Its key in a scene.
    pub const fn key(self) -> &'static str {
        match self {
            Slot::Elastic => "elastic",
            Slot::Flow => "flow",
            Slot::Viscosity => "viscosity",
            Slot::Map => "map",
        }
    }
}

/// How the answer to a path depends on the number of steps it is cut into. The conformance tests
/// hold every law to what it says here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// The answer depends on the deformation at the end alone.
    Exact,
    /// Time plays no part. Exact along proportional paths; along others the error falls with this
    /// power of the step.
    RateIndependent {
        /// The power.
        order: u8,
    },
    /// Time plays a part. Held strain: exact, however long the step. Driven strain: the error falls
    /// with this power of the step.
    RateDependent {
        /// The power along a path with a constant velocity gradient.
        order: u8,
    },
}

/// Everything a law says about itself.
#[derive(Debug)]
pub struct LawSpec {
    /// Its name in scenes, in `kebab-case`.
    pub name: &'static str,
    /// Which place of a material it takes.
    pub slot: Slot,
    /// What it does, in a sentence or two.
    pub doc: &'static str,
    /// Where it comes from: keys of the bibliography.
    pub source: &'static str,
    /// What it promises about time steps.
    pub timing: Timing,
    /// Its numbers, in the order its constructor takes them.
    pub parameters: &'static [Parameter],
    /// Its words, in the order its constructor takes them.
    pub choices: &'static [Choice],
    /// Other ways to give its numbers.
    pub alternatives: &'static [Alternative],
    /// What a point remembers.
    pub history: &'static [History],
    /// What the numbers must satisfy together, beyond each one's range.
    pub check: fn(&[f64]) -> Result<(), Violation>,
    /// Turns values and chosen words into the constants of the formulas, once, in double
    /// precision: moduli from E and ν, cone constants from angles.
    pub derive: fn(values: &[f64], choices: &[usize]) -> Vec<f64>,
}

impl LawSpec {
    /// How many plain numbers the parameters come to.
    pub fn value_count(&self) -> usize {
        self.parameters.iter().map(|p| p.count).sum()
    }
    /// Index of the first number of a parameter in the flat list of values.
    pub fn offset_of(&self, name: &str) -> Option<usize> {
        let index = self.parameters.iter().position(|p| p.name == name)?;
        Some(self.parameters[..index].iter().map(|p| p.count).sum())
    }
    /// How many numbers a point remembers for this law.
    pub fn history_len(&self) -> usize {
        self.history.iter().map(|h| h.components).sum()
    }
}

/// Numbers that are each in range but do not make a material together.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// The parameter to point at.
    pub parameter: &'static str,
    /// What is wrong and what would be right.
    pub reason: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.parameter, self.reason)
    }
}

impl std::error::Error for Violation {}

/// For laws whose formulas use their parameters as they are.
pub fn as_given(values: &[f64], _: &[usize]) -> Vec<f64> {
    values.to_vec()
}

/// For laws whose parameters are free of each other.
pub fn no_further_conditions(_: &[f64]) -> Result<(), Violation> {
    Ok(())
}
