//! What can go wrong with files, as data.

mod text;

use std::io;
use std::path::{Path, PathBuf};

/// Why a file or directory could not be written or read.
#[derive(Debug)]
#[non_exhaustive]
pub enum IoError {
    /// The system refused.
    System {
        /// The file or directory.
        path: PathBuf,
        /// What was tried.
        action: Action,
        /// What the system said.
        cause: io::Error,
    },
    /// The file holds something else.
    Foreign {
        /// The file.
        path: PathBuf,
        /// What was expected.
        kind: Kind,
        /// How it can be told.
        reason: String,
    },
    /// The file was one of ours and is broken or cut short.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What it should hold.
        kind: Kind,
        /// What is wrong with it.
        reason: String,
    },
    /// The file was written by a newer plastica.
    Newer {
        /// The file.
        path: PathBuf,
        /// What it holds.
        kind: Kind,
        /// Version of its format.
        version: u32,
        /// Newest version known here.
        known: u32,
    },
    /// The file was written by a plastica whose format is no longer read.
    Older {
        /// The file.
        path: PathBuf,
        /// What it holds.
        kind: Kind,
        /// Version of its format.
        version: u32,
        /// Oldest version known here.
        known: u32,
    },
    /// What should be written contradicts itself; nothing was written.
    Inconsistent {
        /// The file it was meant for.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The directory of a new run is not empty.
    Occupied {
        /// The directory.
        path: PathBuf,
        /// What is in it.
        by: Occupant,
    },
    /// Another process is writing this run.
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// The directory holds no run.
    NotARun {
        /// The directory.
        path: PathBuf,
    },
    /// The name of a mesh file ends in nothing we read.
    MeshFormat {
        /// The file.
        path: PathBuf,
    },
    /// A mesh without triangles.
    MeshEmpty {
        /// The file.
        path: PathBuf,
    },
    /// A mesh larger or smaller than anything.
    MeshSize {
        /// The file.
        path: PathBuf,
        /// How far from the origin it reaches, in its unit.
        size: f64,
    },
    /// A vertex of a mesh that is nowhere.
    MeshNotFinite {
        /// The file.
        path: PathBuf,
        /// The vertex, from 0.
        vertex: usize,
    },
}

/// What was tried with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Making it.
    Create,
    /// Writing into it.
    Write,
    /// Putting a finished file in the place of an older one.
    Replace,
    /// Reading it.
    Read,
    /// Removing it.
    Remove,
    /// Locking it against other processes.
    Lock,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Points at one moment.
    Frame,
    /// A complete state.
    Checkpoint,
    /// Rows of numbers.
    Table,
    /// What is known of a run.
    RunInfo,
    /// A triangle mesh.
    Mesh,
    /// A picture.
    Image,
}

/// What stands in the way of a new run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// An earlier run.
    Run,
    /// Files that are not ours.
    Others,
}

impl IoError {
    pub(crate) fn system(path: &Path, action: Action, cause: io::Error) -> Self {
        IoError::System {
            path: path.to_owned(),
            action,
            cause,
        }
    }
    pub(crate) fn damaged(path: &Path, kind: Kind, reason: impl Into<String>) -> Self {
        IoError::Damaged {
            path: path.to_owned(),
            kind,
            reason: reason.into(),
        }
    }
    pub(crate) fn foreign(path: &Path, kind: Kind, reason: impl Into<String>) -> Self {
        IoError::Foreign {
            path: path.to_owned(),
            kind,
            reason: reason.into(),
        }
    }
    pub(crate) fn inconsistent(path: &Path, reason: impl Into<String>) -> Self {
        IoError::Inconsistent {
            path: path.to_owned(),
            reason: reason.into(),
        }
    }
}

impl std::error::Error for IoError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            IoError::System { cause, .. } => Some(cause),
            _ => None,
        }
    }
}
