//! What can be wrong with a formula.

use std::fmt;
use std::ops::Range;

/// A mistake in a formula, with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpressionError {
    /// Where, in bytes of the text.
    pub span: Range<usize>,
    /// What.
    pub problem: ExpressionProblem,
}

/// The kinds of mistakes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ExpressionProblem {
    /// A name that is neither variable, constant nor function.
    UnknownName {
        /// The name.
        name: String,
        /// A known one spelled nearly so.
        nearest: Option<String>,
    },
    /// Something that cannot stand here.
    Unexpected {
        /// What stands here; `None` at the end.
        found: Option<String>,
        /// What could stand here.
        expected: &'static str,
    },
    /// A function with too few or too many arguments.
    WrongArguments {
        /// The function.
        function: String,
        /// How it is called.
        usage: &'static str,
        /// How many were given.
        given: usize,
    },
    /// Longer than [`super::LONGEST_TEXT`].
    TooLong,
    /// Nested deeper than [`super::DEEPEST_NESTING`].
    TooDeep,
}

impl fmt::Display for ExpressionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExpressionProblem::UnknownName { name, nearest } => {
                write!(f, "unknown name `{name}` in the formula")?;
                match nearest {
                    Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
                    None => Ok(()),
                }
            }
            ExpressionProblem::Unexpected { found, expected } => match found {
                Some(found) => write!(
                    f,
                    "unexpected `{found}` in the formula: {expected} is expected here"
                ),
                None => write!(f, "the formula ends too early: {expected} is expected"),
            },
            ExpressionProblem::WrongArguments {
                function,
                usage,
                given,
            } => {
                write!(
                    f,
                    "`{function}` is called as `{usage}`, not with {given} arguments"
                )
            }
            ExpressionProblem::TooLong => {
                write!(
                    f,
                    "the formula is longer than {} bytes",
                    super::LONGEST_TEXT
                )
            }
            ExpressionProblem::TooDeep => {
                write!(
                    f,
                    "the formula is nested deeper than {} levels",
                    super::DEEPEST_NESTING
                )
            }
        }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

impl std::error::Error for ExpressionError {}
