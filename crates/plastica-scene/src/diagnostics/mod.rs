//! Mistakes in a scene file as data, and their rendering for people and for programs.

mod file_problem;
mod json;
mod nearest;
mod problem;
mod render;
mod source;
mod terminal;
mod wording;

pub use file_problem::FileProblem;
pub use nearest::nearest;
pub use problem::{Problem, Wanted};
pub use source::{Position, Source};
pub use terminal::{brief, harmless};

pub(crate) use wording::listed;

use std::fmt;
use std::ops::Range;

/// Mistakes beyond this many are only counted: nobody reads them, and a hostile file should not
/// fill the memory.
pub const MOST_DIAGNOSTICS: usize = 500;

/// One mistake and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Where, in bytes of the source; `None` for the file as a whole.
    pub span: Option<Range<usize>>,
    /// What.
    pub problem: Problem,
}

/// All mistakes of one file, in the order of the text. Never empty.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    source: Source,
    list: Vec<Diagnostic>,
    omitted: usize,
    severity: Severity,
}

/// How serious diagnostics are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The file cannot be used.
    Mistake,
    /// It can, but something may not be what its author hopes.
    Warning,
}

impl Diagnostics {
    pub(crate) fn new(source: Source, mut list: Vec<Diagnostic>, omitted: usize) -> Self {
        list.sort_by_key(|d| d.span.as_ref().map(|s| (s.start, s.end)));
        Diagnostics {
            source,
            list,
            omitted,
            severity: Severity::Mistake,
        }
    }

    /// What is no mistake but may not be what the author hopes.
    pub(crate) fn warnings(source: Source, list: Vec<Diagnostic>) -> Self {
        Diagnostics {
            severity: Severity::Warning,
            ..Diagnostics::new(source, list, 0)
        }
    }

    /// How serious they are.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// One problem of the file as a whole.
    pub fn of_file(name: &str, problem: FileProblem) -> Self {
        let diagnostic = Diagnostic {
            span: None,
            problem: Problem::File(problem),
        };
        Diagnostics::new(Source::new(name, String::new()), vec![diagnostic], 0)
    }

    /// The mistakes, in the order of the text.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// How many mistakes there are, also those beyond [`MOST_DIAGNOSTICS`].
    pub fn count(&self) -> usize {
        self.list.len() + self.omitted
    }

    /// The text they refer to.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Line and column of a mistake, counted from 1; `None` for the file as a whole.
    pub fn position(&self, diagnostic: &Diagnostic) -> Option<Position> {
        let span = diagnostic.span.as_ref()?;
        Some(self.source.position(span.start))
    }

    /// For people: each mistake with its line, carets and advice. `colour` adds terminal colours.
    pub fn render(&self, colour: bool) -> String {
        render::render(self, colour)
    }

    /// For programs: a list of objects with `file`, `line`, `column`, `code`, `message` and more.
    pub fn to_json(&self) -> serde_json::Value {
        json::to_json(self)
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}
