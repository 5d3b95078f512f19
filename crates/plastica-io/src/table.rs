//! Tables of numbers over time, as CSV: what a run writes row by row and a resumed run goes on with.
//!
//! The first column is the time [s]. A number is written with the fewest digits that give the same
//! bits when read, so that a resumed run ends with the same bytes as one that was never stopped.

use crate::atomic::write_whole;
use crate::error::{Action, IoError, Kind};
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

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

/// A CSV file that grows by rows.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    file: File,
    columns: usize,
    line: String,
}

impl Table {
    /// Starts a table, in place of an older one. The first column is the time [s].
    pub fn create(path: impl AsRef<Path>, columns: &[&str]) -> Result<Table, IoError> {
        let path = path.as_ref();
        let header = header(columns);
        write_whole(path, |to| to.write_all(header.as_bytes()))?;
        Self::open_at_end(path, columns)
    }

    /// Goes on with a table after a state at `time` [s]: rows beyond it are dropped. A table that is
    /// not there is started.
    pub fn resume(path: impl AsRef<Path>, columns: &[&str], time: f64) -> Result<Table, IoError> {
        let path = path.as_ref();
        if !path.exists() {
            return Self::create(path, columns);
        }
        let header = header(columns);
        let bytes = fs::read(path).map_err(|e| IoError::system(path, Action::Read, e))?;
        if !bytes.starts_with(header.as_bytes()) {
            let reason = format!("its first line is not `{}`", header.trim_end());
            return Err(IoError::foreign(path, Kind::Table, reason));
        }
        truncate_after(path, time)?;
        Self::open_at_end(path, columns)
    }

    fn open_at_end(path: &Path, columns: &[&str]) -> Result<Table, IoError> {
        let file = OpenOptions::new()
            .append(true)
            .open(path)
            .map_err(|e| IoError::system(path, Action::Write, e))?;
        Ok(Table {
            path: path.to_owned(),
            file,
            columns: columns.len(),
            line: String::new(),
        })
    }

    /// Adds a row and hands it to the system.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), IoError> {
        if cells.len() != self.columns || !matches!(cells.first(), Some(Cell::Number(_))) {
            let (have, want) = (cells.len(), self.columns);
            let reason = format!("a row has {have} values for {want} columns, or no time in front");
            return Err(IoError::inconsistent(&self.path, reason));
        }
        self.line.clear();
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                self.line.push(',');
            }
            push_cell(&mut self.line, *cell);
        }
        self.line.push('\n');
        // One call, so that a kill leaves whole rows.
        self.file
            .write_all(self.line.as_bytes())
            .map_err(|e| IoError::system(&self.path, Action::Write, e))
    }

    /// Waits until all rows are on the disk: call it before the checkpoint that relies on them.
    pub fn sync(&self) -> Result<(), IoError> {
        self.file
            .sync_data()
            .map_err(|e| IoError::system(&self.path, Action::Write, e))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The rows of a table of numbers, without its header.
pub fn read(path: impl AsRef<Path>) -> Result<Vec<Vec<f64>>, IoError> {
    let path = path.as_ref();
    let text = fs::read_to_string(path).map_err(|e| IoError::system(path, Action::Read, e))?;
    let number = |cell: &str| match cell {
        "" => Ok(f64::NAN),
        cell => cell
            .parse()
            .map_err(|_| IoError::foreign(path, Kind::Table, format!("`{cell}` is not a number"))),
    };
    text.lines()
        .skip(1)
        .map(|line| line.split(',').map(number).collect())
        .collect()
}

/// Drops all rows of a table after `time` [s], and a last row that was not written to its end. The
/// file changes only if there is something to drop.
pub fn truncate_after(path: impl AsRef<Path>, time: f64) -> Result<(), IoError> {
    let path = path.as_ref();
    let bytes = fs::read(path).map_err(|e| IoError::system(path, Action::Read, e))?;
    let mut end = 0;
    for (index, line) in bytes.split_inclusive(|b| *b == b'\n').enumerate() {
        if line.last() != Some(&b'\n') {
            break;
        }
        if index > 0 {
            let cell = line
                .split(|b| matches!(b, b',' | b'\n'))
                .next()
                .unwrap_or_default();
            let number = std::str::from_utf8(cell)
                .ok()
                .and_then(|text| text.parse::<f64>().ok());
            let row = number.ok_or_else(|| {
                let reason = format!("line {} does not begin with a time", index + 1);
                IoError::damaged(path, Kind::Table, reason)
            })?;
            if !(row <= time) {
                break;
            }
        }
        end += line.len();
    }
    match end == bytes.len() {
        true => Ok(()),
        false => write_whole(path, |to| to.write_all(&bytes[..end])),
    }
}

fn header(columns: &[&str]) -> String {
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

fn push_cell(line: &mut String, cell: Cell<'_>) {
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
fn push_number(line: &mut String, value: f64) {
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

#[cfg(test)]
mod tests;
