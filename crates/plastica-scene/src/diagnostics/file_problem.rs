//! What can be wrong with a file before its text is looked at.

use std::fmt;

/// A problem of the file as a whole.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FileProblem {
    /// No file of that name.
    Missing,
    /// A directory.
    Directory,
    /// More bytes than a scene may have.
    TooLarge {
        /// Its size; `None` when the source does not tell (a pipe, say).
        bytes: Option<u64>,
        /// The most that is read.
        limit: u64,
    },
    /// Bytes that are not UTF-8.
    NotUtf8 {
        /// Line of the first bad byte, from 1.
        line: usize,
        /// Offset of the first bad byte in the file, from 0.
        offset: usize,
        /// That byte.
        byte: u8,
    },
    /// Nothing but spaces and comments.
    Empty,
    /// The system refused to read it.
    Unreadable {
        /// What the system said.
        reason: String,
    },
}

impl FileProblem {
    pub(super) fn code(&self) -> &'static str {
        match self {
            FileProblem::Missing => "no-such-file",
            FileProblem::Directory => "is-a-directory",
            FileProblem::TooLarge { .. } => "file-too-large",
            FileProblem::NotUtf8 { .. } => "not-utf8",
            FileProblem::Empty => "empty-file",
            FileProblem::Unreadable { .. } => "unreadable-file",
        }
    }

    pub(super) fn advice(&self) -> Option<&'static str> {
        match self {
            FileProblem::Directory => Some("name the scene file inside it"),
            FileProblem::TooLarge { .. } => Some(
                "keep geometry in mesh files and name them: shape = { mesh = { file = \"part.obj\" } }",
            ),
            FileProblem::NotUtf8 { .. } => Some("save the file as UTF-8 text"),
            FileProblem::Empty => Some(
                "the smallest scene has a [scene] table with a duration, a [[material]] and a [[body]]",
            ),
            FileProblem::Missing | FileProblem::Unreadable { .. } => None,
        }
    }
}

impl fmt::Display for FileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileProblem::Missing => write!(f, "there is no such file"),
            FileProblem::Directory => write!(f, "this is a directory, not a scene file"),
            FileProblem::TooLarge { bytes, limit } => {
                let limit = limit >> 20;
                match bytes {
                    Some(bytes) => write!(
                        f,
                        "the file has {} MB; a scene has at most {limit} MB",
                        bytes >> 20
                    ),
                    None => write!(f, "more than {limit} MB came in; a scene has at most that"),
                }
            }
            FileProblem::NotUtf8 { line, offset, byte } => {
                write!(
                    f,
                    "line {line} is not UTF-8 text: byte 0x{byte:02X} at offset {offset}"
                )
            }
            FileProblem::Empty => write!(f, "the scene is empty"),
            FileProblem::Unreadable { reason } => write!(f, "cannot read the file: {reason}"),
        }
    }
}
