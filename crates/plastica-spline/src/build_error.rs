//! Why bodies cannot be simulated.

use plastica_core::BadValue;
use std::fmt;

/// Why a body cannot be simulated. Bodies, springs and pinches are given by index.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BuildError {
    /// The number of places or velocities is not that of the nodes.
    Count {
        /// Which body.
        body: usize,
        /// How many are given.
        given: usize,
        /// How many nodes there are.
        nodes: usize,
    },
    /// A number is outside what it can be.
    Number {
        /// Which body; `None` for options.
        body: Option<usize>,
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A number between nodes is of no use.
    Value {
        /// Which body.
        body: usize,
        /// What is wrong.
        bad: Box<BadValue>,
    },
    /// A value varies in space that must be the same all over.
    Varies {
        /// Which body.
        body: usize,
        /// Which value.
        what: &'static str,
    },
    /// All weights are zero: nothing holds the body together.
    NoWeights {
        /// Which body.
        body: usize,
    },
    /// A cut of a fibre that does not exist.
    Cut {
        /// Which body.
        body: usize,
        /// Along which axis.
        axis: usize,
        /// From which node.
        node: usize,
    },
    /// Cuts leave no fibre.
    AllCut {
        /// Which body.
        body: usize,
    },
    /// A spring or pinch for a body that does not exist.
    NoBody {
        /// Which body was asked for.
        body: usize,
    },
    /// A spring to a node that does not exist.
    NoNode {
        /// Which body.
        body: usize,
        /// Which node was asked for.
        node: usize,
    },
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Count { body, given, nodes } => {
                write!(
                    f,
                    "body {body} has {nodes} nodes but {given} places or velocities"
                )
            }
            BuildError::Number { body, what, value } => match body {
                Some(body) => write!(f, "body {body}: {what} cannot be {value}"),
                None => write!(f, "{what} cannot be {value}"),
            },
            BuildError::Value { bad, .. } => bad.fmt(f),
            BuildError::Varies { body, what } => {
                write!(f, "{what} of body {body} must be the same all over")
            }
            BuildError::NoWeights { body } => write!(f, "all weights of body {body} are zero"),
            BuildError::Cut { body, axis, node } => write!(
                f,
                "body {body} has no fibre along axis {axis} at node {node} that could be cut"
            ),
            BuildError::AllCut { body } => write!(f, "all fibres of body {body} are cut"),
            BuildError::NoBody { body } => write!(f, "there is no body {body} to attach to"),
            BuildError::NoNode { body, node } => write!(f, "body {body} has no node {node}"),
        }
    }
}

impl std::error::Error for BuildError {}

impl BuildError {
    /// The body at fault, if it is one.
    pub fn body(&self) -> Option<usize> {
        match self {
            BuildError::Number { body, .. } => *body,
            BuildError::Count { body, .. }
            | BuildError::Value { body, .. }
            | BuildError::Varies { body, .. }
            | BuildError::NoWeights { body }
            | BuildError::Cut { body, .. }
            | BuildError::AllCut { body }
            | BuildError::NoNode { body, .. } => Some(*body),
            BuildError::NoBody { .. } => None,
        }
    }
}
