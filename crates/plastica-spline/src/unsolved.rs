//! Why a step was not taken.

use plastica_core::BadValue;
use plastica_linear::NotPositiveDefinite;
use std::fmt;

/// Why a step was not taken: its system, or a number that it needs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Unsolved {
    /// A number of the scene cannot be used.
    Value(Box<BadValue>),
    /// The system has no factors.
    Indefinite(NotPositiveDefinite),
    /// Neither an iteration nor factors place the nodes well enough.
    Inaccurate {
        /// Iterations before factors were tried; 0 if none were.
        iterations: usize,
        /// Error of places that the residual allows [m], mean over nodes.
        error: f64,
        /// The largest that is believed [m].
        most: f64,
    },
}

impl Unsolved {
    /// The node it was found at, if it is one.
    pub(crate) fn node(&self) -> Option<usize> {
        match self {
            Unsolved::Indefinite(bad) => Some(bad.node),
            Unsolved::Inaccurate { .. } | Unsolved::Value(_) => None,
        }
    }
}

impl From<NotPositiveDefinite> for Unsolved {
    fn from(bad: NotPositiveDefinite) -> Self {
        Unsolved::Indefinite(bad)
    }
}

impl From<Box<BadValue>> for Unsolved {
    fn from(bad: Box<BadValue>) -> Self {
        Unsolved::Value(bad)
    }
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Value(bad) => bad.fmt(f),
            Unsolved::Indefinite(bad) => bad.fmt(f),
            Unsolved::Inaccurate {
                iterations,
                error,
                most,
            } => {
                write!(
                    f,
                    "the linear system is not solved well enough: places may be wrong by {error:.1e} m where {most:.1e} m are allowed"
                )?;
                match iterations {
                    0 => write!(f, ", by factors"),
                    _ => write!(f, ", after {iterations} iterations"),
                }
            }
        }
    }
}
