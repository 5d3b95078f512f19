//! Why a run cannot start or go on.

use crate::build::BuildError;
use crate::diagnostics::Diagnostics;
use crate::simulation::DivergedRun;
use plastica_core::RestoreError;
use plastica_io::IoError;
use std::fmt;

/// Why a run cannot start or go on.
#[derive(Debug)]
pub enum RunError {
    /// The scene has mistakes.
    Scene(Box<Diagnostics>),
    /// The scene cannot run.
    Build(BuildError),
    /// Files.
    Files(IoError),
    /// The scene is not the one of the run.
    ChangedScene,
    /// A checkpoint does not fit the scene.
    State(RestoreError),
    /// There is no such frame.
    NoFrame {
        /// The one that was asked for.
        asked: u64,
        /// The last one there is.
        last: u64,
    },
    /// The new scene has its frames at other times.
    OtherTimes {
        /// The frame to go on from.
        frame: u64,
        /// Its time in the run [s].
        run: f64,
        /// Its time in the scene [s].
        scene: f64,
    },
    /// The new scene ends before the frame to go on from.
    Past {
        /// The frame.
        frame: u64,
        /// When the scene ends [s].
        end: f64,
    },
    /// Something was lost that cannot be computed again: the run had another scene then.
    Lost {
        /// What is missing or damaged.
        what: String,
        /// From which frame on the run has its present scene.
        since: u64,
    },
    /// What was computed again is not what had been written.
    NotTheSame {
        /// The file.
        what: String,
    },
    /// The numbers went wrong.
    Diverged(Box<DivergedRun>),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Scene(problems) => problems.fmt(f),
            RunError::Build(error) => error.fmt(f),
            RunError::Files(error) => error.fmt(f),
            RunError::ChangedScene => f.write_str(
                "the scene is not the one this run was started with: use --from-frame N to go on from a frame with the new scene, or another --out for a new run",
            ),
            RunError::State(error) => write!(
                f,
                "the saved state does not fit the scene: {error}. Bodies, resolution, laws and precision must be the same; numbers of laws, motions and gravity may change"
            ),
            RunError::NoFrame { asked, last } => {
                write!(f, "there is no frame {asked}: this run has frames 0 to {last}")
            }
            RunError::OtherTimes { frame, run, scene } => write!(
                f,
                "frame {frame} of the run is at {run} s, in the new scene it would be at {scene} s: keep frames_per_second (and do not go on from a last frame that came early because the duration was no whole number of frames), or use another --out for a new run"
            ),
            RunError::Past { frame, end } => write!(
                f,
                "the new scene ends at {end} s, before frame {frame}: give it a longer duration, or go on from an earlier frame"
            ),
            RunError::Lost { what, since } => write!(
                f,
                "{what}, and cannot be computed again: before frame {since} the run had another scene. Put the file back from a copy, go on without it by --from-frame, or use another --out for a new run"
            ),
            RunError::NotTheSame { what } => write!(
                f,
                "`{what}` was damaged, and what was computed again in its place is not what had been there: the program or a file that the scene names is not the one of before. Go on with those, or start again with --overwrite or another --out"
            ),
            RunError::Diverged(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

impl From<Box<Diagnostics>> for RunError {
    fn from(problems: Box<Diagnostics>) -> Self {
        RunError::Scene(problems)
    }
}
impl From<BuildError> for RunError {
    fn from(error: BuildError) -> Self {
        RunError::Build(error)
    }
}
impl From<IoError> for RunError {
    fn from(error: IoError) -> Self {
        RunError::Files(error)
    }
}
impl From<RestoreError> for RunError {
    fn from(error: RestoreError) -> Self {
        RunError::State(error)
    }
}
impl From<Box<DivergedRun>> for RunError {
    fn from(error: Box<DivergedRun>) -> Self {
        RunError::Diverged(error)
    }
}
