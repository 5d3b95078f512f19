//! What a reading carries along: the mistakes so far, the names declared, the depth.

use super::Node;
use super::name::Names;
use crate::assets::Assets;
use crate::diagnostics::{Diagnostic, Diagnostics, MOST_DIAGNOSTICS, Position, Problem, Source};
use crate::formulas::{Formula, Formulas};
use std::ops::Range;
use std::sync::Arc;
use toml::de::DeValue;

/// Shapes nested deeper than this are refused, so that whoever walks them may recurse.
pub(super) const DEEPEST_NESTING: usize = 24;

/// What a reading carries along.
pub struct Context {
    source: Source,
    assets: Box<dyn Assets>,
    list: Vec<Diagnostic>,
    omitted: usize,
    notes: Vec<Diagnostic>,
    formulas: Formulas,
    /// The key that is read.
    pub(super) key: &'static str,
    pub(super) names: Names,
    pub(super) depth: usize,
}

impl Context {
    /// A reading of a text that has not begun.
    pub fn new(source: Source, assets: Box<dyn Assets>) -> Self {
        Context {
            source,
            assets,
            list: Vec::new(),
            omitted: 0,
            notes: Vec::new(),
            formulas: Formulas::default(),
            key: "",
            names: Names::default(),
            depth: 0,
        }
    }

    /// Where files come from that the scene names.
    pub fn assets(&self) -> &dyn Assets {
        &*self.assets
    }

    /// The formulas that were read so far, and those still to come.
    pub fn formulas(&self) -> &Formulas {
        &self.formulas
    }

    /// Keeps a formula of the key that is read.
    pub(super) fn formula(&mut self, node: &Node<'_>, text: Arc<str>) -> Arc<Formula> {
        let Position { line, column } = self.source.position(node.span.start);
        let place = format!("{}:{line}:{column}", self.source.name());
        self.formulas.add(self.key, text, place)
    }

    /// Notes a mistake.
    pub fn report(&mut self, span: Range<usize>, problem: Problem) {
        if self.is_full() {
            self.omit();
        } else {
            self.list.push(Diagnostic {
                span: Some(span),
                problem,
            });
        }
    }

    /// Notes something that is no mistake but may not be what the author hopes.
    pub fn warn(&mut self, span: Range<usize>, problem: Problem) {
        self.notes.push(Diagnostic {
            span: Some(span),
            problem,
        });
    }

    /// All warnings so far, if there are any.
    pub fn take_warnings(&mut self) -> Option<Diagnostics> {
        let notes = std::mem::take(&mut self.notes);
        (!notes.is_empty()).then(|| Diagnostics::warnings(self.source.clone(), notes))
    }

    /// Whether further mistakes are only counted.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= MOST_DIAGNOSTICS
    }

    /// Counts a mistake that is not shown.
    pub(super) fn omit(&mut self) {
        self.omitted += 1;
    }

    /// Notes that a value has the wrong type.
    pub fn wrong_type(&mut self, node: &Node<'_>, expected: impl Into<String>) {
        let problem = Problem::WrongType {
            found: type_in_words(node.value).into(),
            expected: expected.into(),
        };
        self.report(node.span.clone(), problem);
    }

    /// The value, unless mistakes were noted.
    pub fn conclude<T>(self, value: Option<T>) -> Result<T, Diagnostics> {
        match value {
            Some(value) if self.list.is_empty() => Ok(value),
            _ => Err(Diagnostics::new(self.source, self.list, self.omitted)),
        }
    }

    /// The text of a value as written.
    pub(super) fn written(&self, node: &Node<'_>) -> &str {
        self.source
            .text()
            .get(node.span.clone())
            .unwrap_or_default()
    }

    /// The place of a part of a string value. A string with escapes is pointed at as a whole, for
    /// its bytes do not match those of the source.
    pub(super) fn within(&self, node: &Node<'_>, part: &Range<usize>) -> Range<usize> {
        let written = self.written(node);
        let long = written.starts_with("\"\"\"") || written.starts_with("'''");
        let quote = if long { 3 } else { 1 };
        let content = node.value.as_str().unwrap_or_default();
        match written.get(quote..quote + content.len()) {
            Some(inside) if inside == content => {
                let start = node.span.start + quote;
                start + part.start..start + part.end
            }
            _ => node.span.clone(),
        }
    }
}

/// The type of a value with its article.
fn type_in_words(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "a boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
