//! Values of tables and how they are written.

use std::fmt::Write as _;

/// One value of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// A number in the unit that its column names.
    Number(f64),
    /// A whole number.
    Count(u64),
    /// A text; line breaks become spaces.
    Text(&'a str),
    /// Nothing: what the row is about does not have it.
    Absent,
}

impl Cell<'_> {
    /// A number that may not be there: none, or not a number.
    pub fn maybe(value: Option<f64>) -> Self {
        match value {
            Some(value) if !value.is_nan() => Cell::Number(value),
            _ => Cell::Absent,
        }
    }
}

impl From<f64> for Cell<'_> {
    fn from(value: f64) -> Self {
        Cell::Number(value)
    }
}

impl From<u64> for Cell<'_> {
    fn from(value: u64) -> Self {
        Cell::Count(value)
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(value: &'a str) -> Self {
        Cell::Text(value)
    }
}

/// The first line of a table.
pub(super) fn header(columns: &[&str]) -> String {
    let mut line = String::new();
    for (index, name) in columns.iter().enumerate() {
        if index > 0 {
            line.push(',');
        }
        push_cell(&mut line, Cell::Text(name));
    }
    line.push('\n');
    line
}

pub(super) fn push_cell(line: &mut String, cell: Cell<'_>) {
    match cell {
        Cell::Number(value) => push_number(line, value),
        Cell::Count(value) => {
            // Writing into a string cannot fail.
            let _ = write!(line, "{value}");
        }
        Cell::Text(text) => push_text(line, text),
        Cell::Absent => {}
    }
}

/// Shortest digits that read back as the same bits, with an exponent where zeros would pile up.
pub(super) fn push_number(line: &mut String, value: f64) {
    let size = value.abs();
    let plain = size == 0.0 || (1e-5..1e16).contains(&size) || !value.is_finite();
    let _ = if plain {
        write!(line, "{value}")
    } else {
        write!(line, "{value:e}")
    };
}

/// Quoted where a comma or a quote would end it [RFC 4180]; always on one line, so that rows are lines.
fn push_text(line: &mut String, text: &str) {
    let quoted = text.contains([',', '"']) || text.starts_with(' ') || text.ends_with(' ');
    if quoted {
        line.push('"');
    }
    for c in text.chars() {
        match c {
            '\n' | '\r' => line.push(' '),
            '"' => line.push_str("\"\""),
            other => line.push(other),
        }
    }
    if quoted {
        line.push('"');
    }
}
