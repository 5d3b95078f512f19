//! Steps that were not taken, as data.

use crate::bad_value::BadValue;
use std::fmt;

/// Why a step was not taken.
#[derive(Clone, Debug, PartialEq)]
pub enum StepError {
    /// It would have been too long; nothing has changed.
    TooLong(Box<StepFailure>),
    /// Numbers went wrong; the state is of no use.
    Diverged(Box<StepFailure>),
    /// What the scene says cannot be done: shorter steps do not help. The state is of no use.
    Refused(Box<StepFailure>),
}

impl StepError {
    /// Where and why it failed.
    pub fn failure(&self) -> &StepFailure {
        match self {
            StepError::TooLong(failure)
            | StepError::Diverged(failure)
            | StepError::Refused(failure) => failure,
        }
    }
    /// The same without what became of the step.
    pub fn into_failure(self) -> Box<StepFailure> {
        match self {
            StepError::TooLong(failure)
            | StepError::Diverged(failure)
            | StepError::Refused(failure) => failure,
        }
    }
    /// The same failure, told of a step that has already changed something.
    pub fn after_changes(self) -> Self {
        match self {
            StepError::TooLong(failure) | StepError::Diverged(failure) => {
                StepError::Diverged(failure)
            }
            refused @ StepError::Refused(_) => refused,
        }
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.failure().fmt(f)
    }
}

impl std::error::Error for StepError {}

/// Where and why a step failed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StepFailure {
    /// What scenes call the method that failed.
    pub method: &'static str,
    /// When the step started [s].
    pub time: f64,
    /// Its length [s].
    pub dt: f64,
    /// What was found.
    pub cause: Cause,
    /// The body it was found in, if it is known.
    pub body: Option<String>,
    /// The id of the point, if there is one.
    pub point: Option<u32>,
    /// Where [m], if it is known.
    pub position: Option<[f64; 3]>,
}

/// What stops a step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Cause {
    /// Something would move farther than the method can follow in one step.
    TooFar {
        /// What moves, such as `a grid node`.
        what: &'static str,
        /// How far, in `unit`.
        distance: f64,
        /// The farthest that is allowed.
        most: f64,
        /// What distances are counted in, such as `cells`.
        unit: &'static str,
    },
    /// A law has no finite answer.
    Law {
        /// Its material.
        material: String,
        /// What is wrong with the material's parameters by now, if they are the reason.
        parameters: Option<String>,
    },
    /// Material went farther from the origin than the method can follow.
    Outside {
        /// The farthest, along any axis [m].
        most: f64,
    },
    /// A quantity of a point is no finite number.
    NotFinite {
        /// Which, such as `velocity`.
        quantity: &'static str,
    },
    /// A number of the scene cannot be used.
    Value(Box<BadValue>),
    /// Forces within bodies have given motion more energy than was stored: energy from nothing.
    Energy {
        /// What they have given [J].
        given: f64,
        /// What was stored [J].
        stored: f64,
    },
    /// A linear system could not be solved.
    Unsolved {
        /// Why.
        reason: String,
    },
    /// What an emitter makes is refused by its material.
    Emission {
        /// Why.
        reason: String,
    },
    /// The step had been fused with the one before, but has another length or the material moved faster than
    /// foreseen.
    Fused {
        /// Why.
        reason: &'static str,
    },
}

impl StepFailure {
    /// A failure of a step, known by its cause alone.
    pub fn new(method: &'static str, (time, dt): (f64, f64), cause: Cause) -> Self {
        StepFailure {
            method,
            time,
            dt,
            cause,
            body: None,
            point: None,
            position: None,
        }
    }
    /// As the error of a step that was too long and has changed nothing.
    pub fn too_long(self) -> StepError {
        StepError::TooLong(Box::new(self))
    }
    /// As the error of a step after which the state is of no use.
    pub fn diverged(self) -> StepError {
        StepError::Diverged(Box::new(self))
    }
    /// With its body.
    pub fn of_body(mut self, name: &str) -> Self {
        self.body = Some(name.into());
        self
    }
    /// With the id of its point.
    pub fn of_point(mut self, id: u32) -> Self {
        self.point = Some(id);
        self
    }
    /// With its place [m].
    pub fn at(mut self, position: Option<[f64; 3]>) -> Self {
        self.position = position;
        self
    }
}

impl fmt::Display for StepFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::TooFar {
                what,
                distance,
                unit,
                ..
            } => write!(
                f,
                "{what} would move {distance:.3} {unit} in a step of {:.3e} s",
                self.dt
            )?,
            Cause::Law { material, .. } => {
                write!(f, "the law of material {material:?} has no finite answer")?;
            }
            Cause::Outside { most } => write!(
                f,
                "material is farther from the origin than {most:.3e} m, where cells of this size end"
            )?,
            Cause::NotFinite { quantity } => write!(f, "the {quantity} is not finite")?,
            Cause::Value(bad) => write!(f, "{bad}")?,
            Cause::Energy { given, stored } => write!(
                f,
                "energy appears from nothing: forces within bodies gave {given:.3e} J where {stored:.3e} J were stored"
            )?,
            Cause::Unsolved { reason } => f.write_str(reason)?,
            Cause::Emission { reason } => write!(f, "an emitter: {reason}")?,
            Cause::Fused { reason } => f.write_str(reason)?,
        }
        let told = matches!(&self.cause, Cause::Value(_));
        match (self.point, self.body.as_ref().filter(|_| !told)) {
            (Some(id), Some(body)) => write!(f, " for point {id} of {body:?}")?,
            (Some(id), None) => write!(f, " for point {id}")?,
            (None, Some(body)) => write!(f, " in {body:?}")?,
            (None, None) => {}
        }
        if let Some([x, y, z]) = self.position {
            write!(f, " at ({x:.6}, {y:.6}, {z:.6})")?;
        }
        match &self.cause {
            Cause::Law {
                parameters: Some(refused),
                ..
            } => write!(f, "; its parameters are refused: {refused}"),
            _ => Ok(()),
        }
    }
}
