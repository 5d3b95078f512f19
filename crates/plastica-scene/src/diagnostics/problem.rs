//! The kinds of mistakes, as data.

use super::FileProblem;
use crate::expression::ExpressionProblem;
use crate::units::{Dimension, Quantity};
use std::ops::Range;

/// A word that is not among the accepted ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// What was written.
    pub found: String,
    /// What is accepted.
    pub accepted: Vec<String>,
    /// The accepted one spelled most like it.
    pub nearest: Option<String>,
}

impl Wanted {
    /// A word beside the accepted ones, with the nearest of them.
    pub fn new<S: AsRef<str>>(found: &str, accepted: &[S]) -> Self {
        Wanted {
            found: found.to_string(),
            accepted: accepted.iter().map(|a| a.as_ref().to_string()).collect(),
            nearest: super::nearest(found, accepted).map(str::to_string),
        }
    }
}

/// A mistake.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The file as a whole cannot be read.
    File(FileProblem),
    /// Not TOML.
    Syntax {
        /// What the TOML reader says.
        message: String,
    },
    /// A key that the table does not have.
    UnknownKey {
        /// The table.
        table: String,
        /// The key and those accepted.
        key: Wanted,
    },
    /// A key that has another name now.
    RenamedKey {
        /// The name it had.
        before: String,
        /// The name it has.
        now: String,
    },
    /// A key that the table needs.
    MissingKey {
        /// The table.
        table: String,
        /// The key.
        key: String,
        /// What it means.
        doc: String,
    },
    /// A value of another type.
    WrongType {
        /// The type of the value.
        found: String,
        /// What is expected.
        expected: String,
    },
    /// A list of another length.
    WrongLength {
        /// How many items it has.
        found: usize,
        /// What is expected.
        expected: String,
    },
    /// A word that is not among the accepted ones.
    UnknownWord {
        /// What the words are: "method", "preset", "elastic law".
        what: String,
        /// The word and those accepted.
        word: Wanted,
    },
    /// A name that nothing in the scene has.
    UnknownName {
        /// What it should name: "material", "collider or grip".
        what: String,
        /// The name and those declared.
        name: Wanted,
    },
    /// A name given twice.
    DuplicateName {
        /// What is named.
        what: String,
        /// The name.
        name: String,
        /// Where it was given first.
        first: Range<usize>,
    },
    /// A name that could not be part of a file name.
    BadName {
        /// The name.
        name: String,
    },
    /// A table that should hold exactly one of several keys.
    NotOneVariant {
        /// What the keys are: "shape", "elastic law".
        what: String,
        /// The ones given.
        found: Vec<String>,
        /// The ones accepted.
        accepted: Vec<String>,
    },
    /// A number that is NaN or infinite.
    NotFinite {
        /// The number as written.
        value: String,
    },
    /// A number out of range.
    OutOfRange {
        /// The number, in the unit of a plain number.
        value: String,
        /// What is accepted, in words.
        accepted: String,
    },
    /// A unit that is not known.
    UnknownUnit {
        /// The unit.
        unit: String,
        /// A known one spelled most like it.
        nearest: Option<String>,
        /// What is expected.
        expected: Quantity,
    },
    /// A unit of another kind.
    WrongDimension {
        /// The text.
        text: String,
        /// What it measures.
        found: Dimension,
        /// What is expected.
        expected: Quantity,
        /// The same number with a fitting unit.
        example: String,
    },
    /// A formula that cannot be read.
    Formula(ExpressionProblem),
    /// A formula that depends on what is not known where it stands.
    VariesHere {
        /// The variable.
        variable: &'static str,
        /// What it may depend on.
        allowed: &'static [&'static str],
    },
    /// Keyframe times or window ends that do not rise.
    TimesNotRising {
        /// The time before [s].
        before: f64,
        /// The time [s].
        time: f64,
    },
    /// A direction of no length.
    ZeroDirection,
    /// Two opposite corners in the wrong order.
    CornersCrossed {
        /// The axis, `x`, `y` or `z`.
        axis: char,
    },
    /// A shape without end where material should fill it.
    Unbounded,
    /// Shapes nested too deeply.
    TooDeep {
        /// The deepest allowed.
        limit: usize,
    },
    /// A key beside another one that says the same.
    Conflict {
        /// The key.
        key: String,
        /// The one it clashes with.
        with: String,
    },
    /// Some keys of a group that goes together.
    Incomplete {
        /// The key that was given.
        given: String,
        /// Those that must go with it.
        missing: Vec<String>,
    },
    /// Numbers that do not make a material together.
    BadMaterial {
        /// Why.
        reason: String,
    },
    /// A file that gives no mesh.
    BadMesh {
        /// Why, and what to do.
        reason: String,
    },
    /// A file that gives no image.
    BadImage {
        /// Why, and what to do.
        reason: String,
    },
    /// Bodies of different methods, which do not feel each other.
    Apart {
        /// The method of the body.
        method: String,
        /// Other methods of the scene.
        others: Vec<String>,
    },
    /// Something well written that a method cannot use.
    Unusable {
        /// Why.
        reason: String,
        /// What to do.
        advice: &'static str,
    },
}
