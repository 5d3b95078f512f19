//! Numbers of a scene that cannot be used where and when they are read.

use crate::failure::{Cause, StepError, StepFailure};
use plastica_material::Value;
use std::fmt;

/// Whose number it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Owner {
    /// The scene itself: gravity.
    Scene,
    /// An obstacle, by name.
    Collider(String),
    /// A grip, by name.
    Grip(String),
    /// A body, by name.
    Body(String),
    /// A spring, counted from 1.
    Spring(usize),
    /// A pinch, counted from 1.
    Pinch(usize),
}

/// A number that cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub struct BadValue {
    /// Whose it is.
    pub owner: Owner,
    /// Its key in the scene, such as `position`.
    pub key: &'static str,
    /// The formula as written, if it is one.
    pub formula: Option<String>,
    /// What it is.
    pub value: f64,
    /// When [s].
    pub time: f64,
    /// Where [m], if it depends on it.
    pub position: Option<[f64; 3]>,
}

impl BadValue {
    /// The number of a value, or what is wrong with it.
    pub fn check(
        value: &Value,
        (owner, key): (impl FnOnce() -> Owner, &'static str),
        position: [f64; 3],
        time: f64,
        fits: impl Fn(f64) -> bool,
    ) -> Result<f64, Box<BadValue>> {
        let number = value.at(position, time);
        if number.is_finite() && fits(number) {
            return Ok(number);
        }
        Err(Box::new(BadValue {
            owner: owner(),
            key,
            formula: match value {
                Value::Field(field) => Some(field.text.to_string()),
                _ => None,
            },
            value: number,
            time,
            position: value.varies_in_space().then_some(position),
        }))
    }

    /// As the error of a step, which shorter ones would not mend.
    pub fn refuses(self: Box<Self>, method: &'static str, step: (f64, f64)) -> StepError {
        let (body, position) = match &self.owner {
            Owner::Body(name) => (Some(name.clone()), self.position),
            _ => (None, self.position),
        };
        let mut failure = StepFailure::new(method, step, Cause::Value(self)).at(position);
        failure.body = body;
        StepError::Refused(Box::new(failure))
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Owner::Scene => f.write_str("the scene"),
            Owner::Collider(name) => write!(f, "collider {name:?}"),
            Owner::Grip(name) => write!(f, "grip {name:?}"),
            Owner::Body(name) => write!(f, "body {name:?}"),
            Owner::Spring(number) => write!(f, "spring {number}"),
            Owner::Pinch(number) => write!(f, "pinch {number}"),
        }
    }
}

impl fmt::Display for BadValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadValue {
            owner,
            key,
            value,
            time,
            ..
        } = self;
        write!(f, "`{key}` of {owner} is {value} at {time:.6} s")?;
        match &self.formula {
            Some(formula) => write!(f, ", by the formula {formula:?}"),
            None => Ok(()),
        }
    }
}
