//! Why pictures of a run cannot be made.

use crate::diagnostics::Diagnostics;
use plastica_draw::DrawError;
use plastica_io::IoError;
use plastica_scene::method::BuildError;
use std::fmt;

/// Why pictures of a run cannot be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum PictureError {
    /// The scene of the run has mistakes, or files that it names are gone.
    Scene(Box<Diagnostics>),
    /// Its colliders cannot be built.
    Build(BuildError),
    /// Files of the run.
    Files(IoError),
    /// The drawing itself.
    Draw(DrawError),
    /// A mesh of grains.
    GrainMesh(String),
    /// There is nothing to draw.
    NoFrames,
    /// There is no `ffmpeg` to make films with.
    NoFfmpeg,
    /// `ffmpeg` has failed.
    Film {
        /// What it said.
        message: String,
    },
    /// Pictures could not be handed to `ffmpeg`.
    Pipe(std::io::Error),
    /// There is no such quantity to colour by.
    NoAttribute {
        /// What was asked for.
        asked: String,
        /// What there is.
        known: Vec<String>,
    },
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureError::Scene(problems) => problems.fmt(f),
            PictureError::Build(error) => error.fmt(f),
            PictureError::Files(error) => error.fmt(f),
            PictureError::Draw(error) => write!(f, "cannot draw: {error}"),
            PictureError::GrainMesh(reason) => write!(f, "grains: {reason}"),
            PictureError::NoFfmpeg => {
                f.write_str("ffmpeg not found: install it to write .mp4 files, or write a .gif")
            }
            PictureError::Film { message } => write!(f, "ffmpeg failed: {message}"),
            PictureError::Pipe(error) => {
                write!(f, "the pictures could not be handed to ffmpeg: {error}")
            }
            PictureError::NoFrames => f.write_str("the run has no frames to draw"),
            PictureError::NoAttribute { asked, known } => write!(
                f,
                "frames have no attribute {asked:?}: they have {}",
                known.join(", ")
            ),
        }
    }
}

impl std::error::Error for PictureError {}

impl From<Diagnostics> for PictureError {
    fn from(problems: Diagnostics) -> Self {
        PictureError::Scene(Box::new(problems))
    }
}
impl From<BuildError> for PictureError {
    fn from(error: BuildError) -> Self {
        PictureError::Build(error)
    }
}
impl From<IoError> for PictureError {
    fn from(error: IoError) -> Self {
        PictureError::Files(error)
    }
}
impl From<DrawError> for PictureError {
    fn from(error: DrawError) -> Self {
        PictureError::Draw(error)
    }
}
