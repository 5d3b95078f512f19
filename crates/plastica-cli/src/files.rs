//! Output to stdout.

use crate::Failure;
use plastica::diagnostics::harmless;
use std::io::{ErrorKind, Write};

/// Writes text to stdout; a reader that has gone (`| head`) ends the program quietly. Control characters of names and
/// titles do not reach the terminal.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let text = harmless(text);
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
