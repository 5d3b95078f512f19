//! What can go wrong, as exit codes and messages.

use plastica::Diagnostics;
use plastica::lab::LabError;
use std::io::IsTerminal;
use std::process::ExitCode;

/// A reason to stop.
pub(crate) enum Failure {
    /// A scene with mistakes; `true` asks for JSON on stdout instead of text on stderr.
    Scene(Box<Diagnostics>, bool),
    /// Other input that cannot be used.
    Input(String),
    /// The input was fine but the work could not be done.
    Work(String),
    /// Whoever read our output went away: nothing to say.
    Unread,
}

impl Failure {
    /// Says what happened; gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Scene(diagnostics, true) => {
                println!("{}", crate::files::pretty(&diagnostics.to_json()));
                ExitCode::from(2)
            }
            Failure::Scene(diagnostics, false) => {
                let colour = std::io::stderr().is_terminal();
                eprintln!("{}", diagnostics.render(colour).trim_end());
                let count = diagnostics.count();
                eprintln!(
                    "\n{count} mistake{}; nothing was run or written.",
                    if count == 1 { "" } else { "s" }
                );
                ExitCode::from(2)
            }
            Failure::Input(message) => {
                eprintln!("error: {message}");
                ExitCode::from(2)
            }
            Failure::Work(message) => {
                eprintln!("error: {message}");
                ExitCode::from(1)
            }
            Failure::Unread => ExitCode::SUCCESS,
        }
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        match error {
            LabError::CannotHold { .. } | LabError::NotFinite { .. } => {
                Failure::Work(error.to_string())
            }
            _ => Failure::Input(error.to_string()),
        }
    }
}
