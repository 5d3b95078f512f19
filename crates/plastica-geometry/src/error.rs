//! What cannot be made into a shape.

use crate::MeshProblem;
use std::fmt;

/// Why a description gives no shape.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A size that is not a positive finite number.
    Size {
        /// Which.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// An outline or a path whose points nearly all coincide.
    FewPoints {
        /// How many distinct points there are.
        distinct: usize,
        /// How many it takes.
        needed: usize,
    },
    /// An outline to be turned about y that lies wholly at x < 0.
    BehindTheAxis,
    /// A character that no letter is drawn for.
    Character(char),
    /// A text of nothing but spaces.
    NoLetters,
    /// A mesh that does not bound a region.
    Mesh(MeshProblem),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::Size { what, value } => {
                write!(f, "{what} is {value}: it must be positive and finite")
            }
            ShapeError::FewPoints { distinct, needed } => write!(
                f,
                "the outline or path has {distinct} distinct points: it needs at least {needed}"
            ),
            ShapeError::BehindTheAxis => write!(
                f,
                "the outline lies wholly at x < 0: only its part at x ≥ 0 is turned about y, so move it by `offset`"
            ),
            ShapeError::Character(c) => {
                write!(
                    f,
                    "no letter is drawn for {c:?}: use A to Z, 0 to 9 and spaces"
                )
            }
            ShapeError::NoLetters => write!(f, "the text has no letters"),
            ShapeError::Mesh(problem) => problem.fmt(f),
        }
    }
}

impl std::error::Error for ShapeError {}

impl From<MeshProblem> for ShapeError {
    fn from(problem: MeshProblem) -> ShapeError {
        ShapeError::Mesh(problem)
    }
}

/// Why a shape's volume is not known.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum VolumeError {
    /// The shape has no end.
    Unbounded,
    /// It takes too many cells to tell it.
    Unsettled {
        /// No less than this [m³].
        low: f64,
        /// No more than this [m³].
        high: f64,
    },
}

impl fmt::Display for VolumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VolumeError::Unbounded => write!(f, "the shape has no end"),
            VolumeError::Unsettled { low, high } => write!(
                f,
                "its volume cannot be told: it is between {low:.4e} and {high:.4e} m³, in parts too thin for its size; make it thicker or of fewer shapes that cut each other"
            ),
        }
    }
}

impl std::error::Error for VolumeError {}

/// `value` if it is a length.
pub(crate) fn positive(what: &'static str, value: f64) -> Result<f64, ShapeError> {
    if value > 0.0 && value.is_finite() {
        Ok(value)
    } else {
        Err(ShapeError::Size { what, value })
    }
}
