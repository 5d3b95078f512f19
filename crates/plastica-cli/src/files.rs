//! Output to stdout.

use crate::Failure;
use std::io::{ErrorKind, Write};

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
