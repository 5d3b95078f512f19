//! What is said of an error: the file, the cause and what to do.

use super::{Action, IoError, Kind, Occupant};
use std::fmt;
use std::io;

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Action::Create => "create",
            Action::Write => "write",
            Action::Replace => "put the new file in place of",
            Action::Read => "read",
            Action::Remove => "remove",
            Action::Lock => "lock",
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Frame => "frame",
            Kind::Checkpoint => "checkpoint",
            Kind::Table => "table",
            Kind::RunInfo => "run description",
            Kind::Mesh => "mesh",
            Kind::Image => "image",
        })
    }
}

/// What a user can do about a refusal of the system.
fn hint(action: Action, cause: &io::Error) -> Option<&'static str> {
    Some(match cause.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "free some space, or choose an --out on a disk with room; what was written before is whole"
        }
        io::ErrorKind::PermissionDenied => match action {
            Action::Read => "check who may read it",
            _ => "choose an --out that you may write to, or change the permissions",
        },
        io::ErrorKind::ReadOnlyFilesystem => "choose an --out on a disk that can be written",
        io::ErrorKind::NotFound => "check the spelling of the path",
        io::ErrorKind::IsADirectory => {
            "a directory has this name: remove it or choose another name"
        }
        io::ErrorKind::NotADirectory => "a part of the path is a file: choose another path",
        io::ErrorKind::FileTooLarge => {
            "the disk does not take files this large: choose another --out"
        }
        _ => return None,
    })
}

/// What to do about a broken file.
fn remedy(kind: Kind) -> &'static str {
    match kind {
        Kind::Frame => "run the scene again with --resume, which computes it again",
        Kind::Checkpoint => "remove it to go on from an older one",
        Kind::Table => "run the scene again with --resume, which writes it again",
        Kind::RunInfo => "remove it: the next run writes it again",
        Kind::Mesh | Kind::Image => "export it again from the program that made it",
    }
}

impl fmt::Display for IoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IoError::System {
                path,
                action,
                cause,
            } => {
                write!(f, "cannot {action} `{}`: {cause}", path.display())?;
                hint(*action, cause).map_or(Ok(()), |hint| write!(f, "; {hint}"))
            }
            IoError::Foreign { path, kind, reason } => {
                write!(
                    f,
                    "`{}` is no {kind} that plastica can read: {reason}",
                    path.display()
                )
            }
            IoError::Damaged { path, kind, reason } => {
                write!(
                    f,
                    "the {kind} `{}` is damaged: {reason}; {}",
                    path.display(),
                    remedy(*kind)
                )
            }
            IoError::Newer {
                path,
                kind,
                version,
                known,
            } => write!(
                f,
                "the {kind} `{}` has format version {version}, this plastica knows up to {known}: \
                 use the plastica that wrote it, or a newer one",
                path.display()
            ),
            IoError::Older {
                path,
                kind,
                version,
                known,
            } => write!(
                f,
                "the {kind} `{}` has format version {version}, this plastica reads from {known} on: go on with the plastica \
                 that wrote it, or run the scene again",
                path.display()
            ),
            IoError::Inconsistent { path, reason } => {
                write!(f, "nothing was written to `{}`: {reason}", path.display())
            }
            IoError::Occupied {
                path,
                by: Occupant::Run,
            } => write!(
                f,
                "`{}` already holds a run: go on with it by --resume, choose another --out, \
                 or replace it by --overwrite",
                path.display()
            ),
            IoError::Occupied {
                path,
                by: Occupant::Others,
            } => write!(
                f,
                "`{}` holds files that are not of a run, which are never overwritten \
                 (not even with --overwrite, and there is nothing to --resume): choose another --out",
                path.display()
            ),
            IoError::Locked { path } => write!(
                f,
                "another process is writing the run `{}`: wait for it, stop it, or choose another --out",
                path.display()
            ),
            IoError::NotARun { path } => write!(
                f,
                "`{}` holds no run (scene.toml and frames/ are missing): check the path, \
                 or start without --resume",
                path.display()
            ),
            IoError::MeshFormat { path } => write!(
                f,
                "cannot tell what mesh `{}` is: its name must end in {}",
                path.display(),
                crate::mesh::ACCEPTED
            ),
            IoError::MeshEmpty { path } => write!(
                f,
                "the mesh `{}` has no triangles: export it with its faces",
                path.display()
            ),
            IoError::MeshSize { path, size } => write!(
                f,
                "the mesh `{}` reaches {size:e} m from the origin, where nothing can be computed: export it in another unit",
                path.display()
            ),
            IoError::MeshNotFinite { path, vertex } => write!(
                f,
                "vertex {vertex} of the mesh `{}` is not a finite number: export it again",
                path.display()
            ),
        }
    }
}
