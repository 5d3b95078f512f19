//! What can go wrong, as exit codes and messages.

use crate::{files, say, talk};
use plastica::Diagnostics;
use plastica::expect::ExpectationResult;
use plastica::lab::LabError;
use plastica::pictures::PictureError;
use plastica::run::{EnergyNote, RunError};
use plastica_core::Ledger;
use plastica_io::IoError;
use std::io::ErrorKind;
use std::process::ExitCode;

/// A reason to stop.
pub(crate) enum Failure {
    /// A scene with mistakes; `true` asks for JSON on stdout instead of text on stderr.
    Scene(Box<Diagnostics>, bool),
    /// Other input that cannot be used.
    Input(String),
    /// The input was fine but the work could not be done.
    Work(String),
    /// The numbers of a simulation went wrong.
    Diverged(String),
    /// A simulation came to its end, but not to what its scene expects.
    Missed {
        /// Expectations that do not hold.
        missed: usize,
        /// All of them.
        of: usize,
    },
    /// A simulation came to its end with energy that nothing gave it.
    Gained(String),
    /// The user stopped it; everything was said.
    Stopped,
    /// Whoever read our output went away: nothing to say.
    Unread,
}

/// For `--help`.
pub(crate) const EXIT_CODES: &str = "Exit codes: 0 success, 2 bad input (a scene, a file, an argument, a directory in use), 3 a simulation that had to give up, 4 one that did not do what its scene expects, 5 one in which energy appeared from nothing, 130 stopped by Ctrl-C or SIGTERM, 1 anything else (a full disk, for example).";

impl Failure {
    /// What stopped a run; `json` asks for mistakes of the scene as JSON.
    pub(crate) fn of_run(error: RunError, json: bool) -> Self {
        let message = error.to_string();
        match error {
            RunError::Scene(problems) => Failure::Scene(problems, json),
            RunError::Files(error) => Failure::of_files(&error),
            RunError::Diverged(_) => Failure::Diverged(message),
            RunError::Build(_)
            | RunError::ChangedScene
            | RunError::State(_)
            | RunError::NoFrame { .. }
            | RunError::OtherTimes { .. }
            | RunError::Past { .. }
            | RunError::Lost { .. }
            | RunError::NotTheSame { .. } => Failure::Input(message),
        }
    }

    /// A failure unless everything that was expected holds.
    pub(crate) fn if_missed(results: &[ExpectationResult]) -> Result<(), Self> {
        let missed = results.iter().filter(|result| !result.holds).count();
        match missed {
            0 => Ok(()),
            _ => Err(Failure::Missed {
                missed,
                of: results.len(),
            }),
        }
    }

    /// A failure if energy has appeared: whatever the pictures show, they cannot be trusted.
    pub(crate) fn if_gained(sums: &Ledger) -> Result<(), Self> {
        match EnergyNote::of(sums) {
            Some(EnergyNote::Gain(note)) => Err(Failure::Gained(note)),
            _ => Ok(()),
        }
    }

    /// Files that are in the way or not what they should be are bad input; the rest is the system's.
    pub(crate) fn of_files(error: &IoError) -> Self {
        match error {
            IoError::Occupied { .. } | IoError::NotARun { .. } | IoError::Locked { .. } => {
                Failure::Input(error.to_string())
            }
            // A path through a file.
            IoError::System { cause, .. } if cause.kind() == ErrorKind::NotADirectory => {
                Failure::Input(error.to_string())
            }
            _ => Failure::Work(error.to_string()),
        }
    }

    /// Says what happened; gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Failure::Scene(diagnostics, true) => {
                // Nothing is left to do if nobody reads it.
                let _ = files::print(&files::pretty(&diagnostics.to_json()));
                ExitCode::from(2)
            }
            Failure::Scene(diagnostics, false) => {
                talk::diagnostics(&diagnostics);
                let count = diagnostics.count();
                say!(
                    "\n{count} mistake{}; nothing was run or written.",
                    if count == 1 { "" } else { "s" }
                );
                ExitCode::from(2)
            }
            Failure::Input(message) => told(&message, 2),
            Failure::Work(message) => told(&message, 1),
            Failure::Diverged(message) => told(&message, 3),
            Failure::Missed { missed, of } => told(
                &format!("{missed} of {of} expectations of the scene do not hold"),
                4,
            ),
            Failure::Gained(note) => told(
                &format!("{note}: a shorter max_time_step or a finer resolution may help"),
                5,
            ),
            Failure::Stopped => ExitCode::from(130),
            Failure::Unread => ExitCode::SUCCESS,
        }
    }
}

fn told(message: &str, code: u8) -> ExitCode {
    say!("error: {message}");
    ExitCode::from(code)
}

impl From<IoError> for Failure {
    fn from(error: IoError) -> Self {
        Failure::of_files(&error)
    }
}

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Scene(problems) => Failure::Scene(problems, false),
            PictureError::Files(error) => error.into(),
            PictureError::Draw(_) | PictureError::Film { .. } => Failure::Work(error.to_string()),
            _ => Failure::Input(error.to_string()),
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

#[cfg(test)]
mod tests {
    use super::Failure;
    use plastica_core::{Ledger, Works};

    /// Energy that nothing gave fails a run; what was lost to the grid, or came from a piston, does not.
    #[test]
    fn energy_from_nothing_is_a_failure() {
        let ledger = |kinetic_energy: f64, obstacles: f64| Ledger {
            mass: 1.0,
            kinetic_energy,
            works: Works {
                obstacles: Some(obstacles),
                ..Works::none(Some(1.0))
            },
            ..Ledger::default()
        };
        let gained = |kinetic: f64, obstacles: f64| {
            matches!(
                Failure::if_gained(&ledger(kinetic, obstacles)),
                Err(Failure::Gained(_))
            )
        };
        assert!(gained(1.05, 0.0));
        assert!(!gained(1.05, 0.05));
        assert!(!gained(1.01, 0.0));
        assert!(!gained(0.5, 0.0));
    }
}
