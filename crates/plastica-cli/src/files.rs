//! Output to stdout and to files that are complete or absent.

use crate::Failure;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Writes text to stdout; a reader that has gone (`| head`) ends the program quietly.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let newline = if text.ends_with('\n') { "" } else { "\n" };
    match write!(out, "{text}{newline}").and_then(|()| out.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::Unread),
        Err(error) => Err(Failure::Work(format!("cannot write to stdout: {error}"))),
    }
}

/// JSON with indentation.
pub(crate) fn pretty(value: &serde_json::Value) -> String {
    format!("{value:#}")
}

/// Writes a file beside its place and moves it there, so that a reader never sees half of it.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let fail =
        |error: std::io::Error| Failure::Work(format!("cannot write {}: {error}", path.display()));
    let name = path
        .file_name()
        .ok_or_else(|| Failure::Input(format!("{} is not a file name", path.display())))?;
    let mut temporary = name.to_owned();
    temporary.push(format!(".{}.part", std::process::id()));
    let temporary = path.with_file_name(temporary);
    let written = std::fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&temporary, path));
    written.map_err(|error| {
        // The part is of no use to anyone; that it cannot be removed adds nothing to the message.
        let _ = std::fs::remove_file(&temporary);
        fail(error)
    })
}
