//! Material before it is particles of a method.

use crate::motion::Window;
use plastica_material::{Recipe, Value};
use plastica_tensor::Mat3;

/// A body: particles of one material.
#[derive(Clone, Debug)]
pub struct Body {
    /// What to call it.
    pub name: String,
    /// What it is made of.
    pub recipe: Recipe,
    /// Its particles.
    pub seeds: Vec<Seed>,
    /// Acceleration beside gravity [m/s²], a function of place and time.
    pub acceleration: [Value; 3],
}

/// One particle at the start.
#[derive(Clone, Copy, Debug)]
pub struct Seed {
    /// Where it is [m].
    pub position: [f64; 3],
    /// Its velocity [m/s].
    pub velocity: [f64; 3],
    /// Gradient of the velocity there [1/s].
    pub gradient: Mat3<f64>,
    /// The material's axes, as columns.
    pub axes: Mat3<f64>,
    /// Its volume [m³].
    pub volume: f64,
    /// Its density [kg/m³].
    pub density: f64,
}

/// A source of new particles.
#[derive(Clone, Debug)]
pub struct Source {
    /// What to call it.
    pub name: String,
    /// What it gives.
    pub recipe: Recipe,
    /// Places where particles appear [m], one after the other and over again, each time beside the last
    /// by less than half of their spacing.
    pub sites: Vec<[f64; 3]>,
    /// The material's axes, as columns.
    pub axes: Mat3<f64>,
    /// Volume of a particle [m³].
    pub volume: f64,
    /// Velocity of new particles [m/s], a function of place and time.
    pub velocity: [Value; 3],
    /// Volume per time [m³/s], a function of time.
    pub rate: Value,
    /// When it gives; `None` for always.
    pub window: Option<Window>,
}

/// Digits of the numbers that a method keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

impl Precision {
    /// As scenes call it.
    pub fn name(self) -> &'static str {
        match self {
            Precision::Single => "single",
            Precision::Double => "double",
        }
    }
}
