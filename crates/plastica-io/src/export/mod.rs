//! Frames in the formats of other programs, one file a frame. Formats are a list: one file and one line for a new one.

mod csv;
mod obj;
mod ply;

use crate::atomic::write_whole;
use crate::error::IoError;
use plastica_core::Frame;
use std::io::{self, Write};
use std::path::Path;

/// A format that frames can be written in.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// What the command line calls it.
    pub name: &'static str,
    /// What its files end in, without the dot.
    pub ending: &'static str,
    /// What it holds and who reads it, in a sentence.
    pub doc: &'static str,
    /// Writes a frame.
    pub write: fn(&Frame, &mut dyn Write) -> io::Result<()>,
}

/// All formats.
pub const FORMATS: &[&Format] = &[&ply::FORMAT, &obj::FORMAT, &csv::FORMAT];

/// Writes a frame in a format, whole or not at all.
pub fn export(format: &Format, frame: &Frame, path: &Path) -> Result<(), IoError> {
    write_whole(path, |to| (format.write)(frame, to))
}

/// Names of the numbers of an attribute: its own, or with the axes behind it.
fn columns(name: &str, components: usize) -> Vec<String> {
    let axes: &[&str] = match components {
        1 => return vec![name.into()],
        3 => &["x", "y", "z"],
        4 => &["x", "y", "z", "w"],
        6 => &["xx", "yy", "zz", "xy", "yz", "xz"],
        many => return (0..many).map(|k| format!("{name}_{k}")).collect(),
    };
    axes.iter().map(|axis| format!("{name}_{axis}")).collect()
}

#[cfg(test)]
mod tests;
