//! Getting the text of a scene file, whatever the path leads to.

use crate::diagnostics::FileProblem;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The most bytes a scene file may have.
pub const LARGEST_FILE: u64 = 16 << 20;

pub(super) fn read(path: &Path) -> Result<String, FileProblem> {
    let file = File::open(path).map_err(refused)?;
    let about = file.metadata().map_err(refused)?;
    if about.is_dir() {
        return Err(FileProblem::Directory);
    }
    let limit = LARGEST_FILE;
    if about.len() > limit {
        let bytes = Some(about.len());
        return Err(FileProblem::TooLarge { bytes, limit });
    }
    // Pipes and devices do not tell their size: never take more than one byte too many.
    let mut bytes = Vec::new();
    file.take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(refused)?;
    if bytes.len() as u64 > limit {
        return Err(FileProblem::TooLarge { bytes: None, limit });
    }
    text_of(bytes)
}

fn text_of(bytes: Vec<u8>) -> Result<String, FileProblem> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        FileProblem::NotUtf8 {
            line: bytes[..offset].iter().filter(|b| **b == b'\n').count() + 1,
            offset,
            byte: bytes[offset],
        }
    })
}

fn refused(error: io::Error) -> FileProblem {
    match error.kind() {
        ErrorKind::NotFound => FileProblem::Missing,
        ErrorKind::IsADirectory => FileProblem::Directory,
        _ => FileProblem::Unreadable {
            reason: error.to_string(),
        },
    }
}
