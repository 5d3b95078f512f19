//! Tables of numbers over time, as CSV: what a run writes row by row and a resumed run goes on with.
//!
//! The first column is the time [s]. A number is written with the fewest digits that give the same
//! bits when read, so that a resumed run ends with the same bytes as one that was never stopped.

mod cell;

pub use cell::Cell;

use crate::atomic::write_whole;
use crate::error::{Action, IoError, Kind};
use crate::fault;
use cell::{header, push_cell};
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::hash::Hasher as _;
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// How far a table is written: with it, what was lost or changed since is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Length [bytes].
    pub length: u64,
    /// XXH3 of them.
    pub digest: u64,
}

impl Mark {
    /// Whether a file begins with what was there at the mark.
    pub fn is_in(&self, path: &Path) -> Result<bool, IoError> {
        match fs::read(path) {
            Ok(bytes) => Ok(self.start_of(&bytes).is_some()),
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(e) => Err(IoError::system(path, Action::Read, e)),
        }
    }

    fn start_of<'a>(&self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let start = bytes.get(..usize::try_from(self.length).ok()?)?;
        (XxHash3_64::oneshot(start) == self.digest).then_some(start)
    }
}

/// A CSV file that grows by rows.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    file: File,
    columns: usize,
    line: String,
    written: Position,
    /// Whether the file may have more than that.
    torn: bool,
}

/// How far a table is written, to go back to.
#[derive(Clone)]
pub struct Position {
    length: u64,
    digest: XxHash3_64,
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.length)
    }
}

impl Position {
    fn after(bytes: &[u8]) -> Self {
        let mut digest = XxHash3_64::new();
        digest.write(bytes);
        let length = bytes.len() as u64;
        Position { length, digest }
    }
}

impl Table {
    /// Starts a table, in place of an older one. The first column is the time [s].
    pub fn create(path: impl AsRef<Path>, columns: &[&str]) -> Result<Table, IoError> {
        let path = path.as_ref();
        let header = header(columns);
        write_whole(path, |to| to.write_all(header.as_bytes()))?;
        Self::open_at_end(path, columns, header.as_bytes())
    }

    /// Goes on with a table after what was there at a mark; the rest is dropped.
    pub fn go_on(path: impl AsRef<Path>, columns: &[&str], mark: Mark) -> Result<Table, IoError> {
        let path = path.as_ref();
        let bytes = read_bytes(path)?;
        let Some(start) = mark.start_of(&bytes) else {
            let reason = "rows that the run has written are missing or changed";
            return Err(IoError::damaged(path, Kind::Table, reason));
        };
        let mut table = Self::open_at_end(path, columns, start)?;
        table.torn = start.len() < bytes.len();
        table.mend()?;
        Ok(table)
    }

    /// Goes on with a table after a state at `time` [s]: rows beyond it are dropped. A table that is
    /// not there is started.
    pub fn resume(path: impl AsRef<Path>, columns: &[&str], time: f64) -> Result<Table, IoError> {
        let path = path.as_ref();
        if !path.exists() {
            return Self::create(path, columns);
        }
        let header = header(columns);
        let bytes = read_bytes(path)?;
        if !bytes.starts_with(header.as_bytes()) {
            let reason = format!("its first line is not `{}`", header.trim_end());
            return Err(IoError::foreign(path, Kind::Table, reason));
        }
        truncate_after(path, time)?;
        Self::open_at_end(path, columns, &read_bytes(path)?)
    }

    /// Opens a table that holds these bytes.
    fn open_at_end(path: &Path, columns: &[&str], bytes: &[u8]) -> Result<Table, IoError> {
        let open = |()| OpenOptions::new().append(true).open(path);
        let file = fault::change().and_then(open);
        Ok(Table {
            path: path.to_owned(),
            file: file.map_err(|e| IoError::system(path, Action::Write, e))?,
            columns: columns.len(),
            line: String::new(),
            written: Position::after(bytes),
            torn: false,
        })
    }

    /// How far it is written.
    pub fn mark(&self) -> Mark {
        Mark {
            length: self.written.length,
            digest: self.written.digest.finish(),
        }
    }

    /// The same, to go back to.
    pub fn position(&self) -> Position {
        self.written.clone()
    }

    /// Takes back all rows since. The file follows before the next row or [`Table::sync`]: now, the disk may be full.
    pub fn go_back(&mut self, to: Position) {
        self.torn |= to.length < self.written.length;
        self.written = to;
    }

    /// Cuts off what is not a row of this table: taken back, or not written to its end.
    fn mend(&mut self) -> Result<(), IoError> {
        if self.torn {
            let cut = fault::change().and_then(|()| self.file.set_len(self.written.length));
            cut.map_err(|e| IoError::system(&self.path, Action::Write, e))?;
            self.torn = false;
        }
        Ok(())
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
        self.mend()?;
        // One call, so that a kill leaves whole rows.
        if let Err(e) = fault::append(&mut self.file, self.line.as_bytes()) {
            self.torn = true;
            return Err(IoError::system(&self.path, Action::Write, e));
        }
        self.written.length += self.line.len() as u64;
        self.written.digest.write(self.line.as_bytes());
        Ok(())
    }

    /// Waits until all rows are on the disk: call it before the checkpoint that relies on them.
    pub fn sync(&mut self) -> Result<(), IoError> {
        self.mend()?;
        fault::change()
            .and_then(|()| self.file.sync_data())
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
    text.lines()
        .skip(1)
        .map(|line| line.split(',').map(|cell| number(path, cell)).collect())
        .collect()
}

/// Columns of a table of numbers, row after row; other columns may hold words. An empty cell is NaN.
pub fn read_columns<const N: usize>(
    path: impl AsRef<Path>,
    columns: [&str; N],
) -> Result<Vec<[f64; N]>, IoError> {
    let path = path.as_ref();
    let text = fs::read_to_string(path).map_err(|e| IoError::system(path, Action::Read, e))?;
    let mut lines = text.lines().map(|line| line.split(',').collect());
    let header: Vec<&str> = lines.next().unwrap_or_default();
    let mut places = [0; N];
    for (place, column) in places.iter_mut().zip(columns) {
        let found = header.iter().position(|name| *name == column);
        *place = found.ok_or_else(|| missing(path, column))?;
    }
    let row = |cells: Vec<&str>| {
        let mut row = [f64::NAN; N];
        for (value, place) in row.iter_mut().zip(places) {
            *value = number(path, cells.get(place).copied().unwrap_or_default())?;
        }
        Ok(row)
    };
    lines.map(row).collect()
}

fn missing(path: &Path, column: &str) -> IoError {
    IoError::foreign(path, Kind::Table, format!("it has no column `{column}`"))
}

/// The number in a cell; an empty one is NaN.
fn number(path: &Path, cell: &str) -> Result<f64, IoError> {
    if cell.is_empty() {
        return Ok(f64::NAN);
    }
    let wrong = |_| IoError::foreign(path, Kind::Table, format!("`{cell}` is not a number"));
    cell.parse().map_err(wrong)
}

/// Drops all rows of a table after `time` [s], and a last row that was not written to its end. The
/// file changes only if there is something to drop.
pub fn truncate_after(path: impl AsRef<Path>, time: f64) -> Result<(), IoError> {
    let path = path.as_ref();
    let bytes = read_bytes(path)?;
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

fn read_bytes(path: &Path) -> Result<Vec<u8>, IoError> {
    fs::read(path).map_err(|e| IoError::system(path, Action::Read, e))
}

#[cfg(test)]
mod tests;
