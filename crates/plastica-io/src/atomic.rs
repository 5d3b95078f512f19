//! Files that are there whole or not at all: written beside, flushed to the disk, then renamed.

use crate::error::{Action, IoError};
use crate::fault;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Ending of files that are being written.
pub(crate) const PARTIAL: &str = "partial";

/// How large pieces go to the system [bytes].
const PIECE: usize = 1 << 20;

/// Writes a file through `fill`, so that after a failure or a kill the old file, or none, is there.
pub(crate) fn write_whole(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), IoError> {
    write_whole_through(path, create_new, fill)
}

/// Writes a finished file, such as a picture, whole or not at all.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), IoError> {
    write_whole(path, |to| to.write_all(bytes))
}

/// Lets something else, such as another program, write a file beside its place, and moves it there once it is whole.
pub fn write_beside<E: From<IoError>>(
    path: &Path,
    fill: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<(), E> {
    let (temporary, file) =
        open_beside(path, create_new).map_err(|e| IoError::system(path, Action::Create, e))?;
    drop(file);
    let moved = fill(&temporary).and_then(|()| {
        let synced = File::open(&temporary).and_then(|file| file.sync_all());
        let renamed = synced.and_then(|()| rename(&temporary, path));
        Ok(renamed.map_err(|e| IoError::system(path, Action::Replace, e))?)
    });
    if moved.is_err() {
        // The first failure is the one to tell.
        let _ = fs::remove_file(&temporary);
    }
    moved
}

fn create_new(path: &Path) -> io::Result<File> {
    fault::change()?;
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// As [`write_whole`], with the opening of the temporary file in the caller's hand: tests put a full
/// disk there.
fn write_whole_through(
    path: &Path,
    open: impl Fn(&Path) -> io::Result<File>,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), IoError> {
    // Said before anything is made: some systems report the rename onto a directory unclearly.
    if path.is_dir() {
        return Err(IoError::system(
            path,
            Action::Replace,
            io::ErrorKind::IsADirectory.into(),
        ));
    }
    let (temporary, file) =
        open_beside(path, open).map_err(|e| IoError::system(path, Action::Create, e))?;
    let written = fill_and_sync(file, fill)
        .map_err(|e| (Action::Write, e))
        .and_then(|()| rename(&temporary, path).map_err(|e| (Action::Replace, e)));
    if let Err((action, cause)) = written {
        // The first failure is the one to tell; a leftover is cleared by the next opening of the run.
        let _ = fs::remove_file(&temporary);
        return Err(IoError::system(path, action, cause));
    }
    sync_directory_of(path).map_err(|e| IoError::system(path, Action::Write, e))
}

fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fault::change()?;
    fs::rename(from, to)
}

fn fill_and_sync(
    file: File,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    fault::change()?;
    let mut to = BufWriter::with_capacity(PIECE, file);
    fill(&mut to)?;
    to.into_inner()
        .map_err(io::IntoInnerError::into_error)?
        .sync_all()
}

/// A new hidden file in the same directory: renaming works only within one file system.
fn open_beside(
    path: &Path,
    open: impl Fn(&Path) -> io::Result<File>,
) -> io::Result<(PathBuf, File)> {
    let name = path
        .file_name()
        .ok_or(io::ErrorKind::InvalidInput)?
        .to_string_lossy();
    let process = std::process::id();
    let mut attempt = 0u32;
    loop {
        let temporary = path.with_file_name(format!(".{name}.{process}-{attempt}.{PARTIAL}"));
        match open(&temporary) {
            Ok(file) => return Ok((temporary, file)),
            // Of another thread, or left by a killed process with the same number.
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && attempt < 1000 => attempt += 1,
            Err(e) => return Err(e),
        }
    }
}

/// Makes the renaming itself last over a power failure.
#[cfg(unix)]
fn sync_directory_of(path: &Path) -> io::Result<()> {
    fault::change()?;
    let parent = path.parent().filter(|p| !p.as_os_str().is_empty());
    File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
}

/// Directories cannot be opened as files here; the system orders renames itself.
#[cfg(not(unix))]
fn sync_directory_of(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether a file name is one of a file that was being written.
pub(crate) fn is_partial(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".partial")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(directory)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.bin");
        write_whole(&path, |to| to.write_all(b"old")).unwrap();
        write_whole(&path, |to| to.write_all(b"new and longer")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new and longer");
        assert_eq!(names(dir.path()), ["a.bin"]);
    }

    #[test]
    fn a_failure_while_writing_leaves_the_old_file_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.bin");
        fs::write(&path, b"old").unwrap();
        let error = write_whole(&path, |to| {
            to.write_all(&[1; 3 * PIECE])?;
            Err(io::Error::other("pulled the plug"))
        })
        .unwrap_err();
        assert!(error.to_string().contains("pulled the plug"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(dir.path()), ["a.bin"]);
    }

    #[test]
    fn a_directory_in_the_way_is_named_and_left() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.bin");
        fs::create_dir(&path).unwrap();
        let error = write_whole(&path, |to| to.write_all(b"x")).unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("a.bin") && text.contains("a directory has this name"),
            "{text}"
        );
        assert_eq!(names(dir.path()), ["a.bin"]);
        assert!(path.is_dir());
    }

    #[test]
    fn a_missing_directory_is_said() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("nowhere").join("a.bin");
        let text = write_whole(&path, |to| to.write_all(b"x"))
            .unwrap_err()
            .to_string();
        assert!(
            text.contains("nowhere") && text.contains("check the spelling"),
            "{text}"
        );
    }

    /// The kernel lets nobody make files in /sys, not even root.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_place_where_nobody_may_write_is_named_with_a_hint() {
        let error = write_whole(Path::new("/sys/a.bin"), |to| to.write_all(b"x")).unwrap_err();
        let IoError::System {
            cause,
            action: Action::Create,
            ..
        } = &error
        else {
            panic!("{error:?}")
        };
        let kinds = [
            io::ErrorKind::PermissionDenied,
            io::ErrorKind::ReadOnlyFilesystem,
        ];
        assert!(kinds.contains(&cause.kind()), "{error}");
        let text = error.to_string();
        assert!(
            text.contains("/sys/a.bin") && text.contains("choose an --out"),
            "{text}"
        );
    }

    #[test]
    fn temporaries_of_others_are_left_alone() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.bin");
        let theirs = dir
            .path()
            .join(format!(".a.bin.{}-0.{PARTIAL}", std::process::id()));
        fs::write(&theirs, b"theirs").unwrap();
        write_whole(&path, |to| to.write_all(b"ours")).unwrap();
        assert_eq!(fs::read(&theirs).unwrap(), b"theirs");
        assert_eq!(fs::read(&path).unwrap(), b"ours");
    }

    /// The kernel's own full device takes the place of the temporary file.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_named_with_a_hint_and_the_old_file_stays() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.bin");
        fs::write(&path, b"old").unwrap();
        let full = |temporary: &Path| {
            File::create_new(temporary)?;
            OpenOptions::new().write(true).open("/dev/full")
        };
        let error = write_whole_through(&path, full, |to| to.write_all(b"new")).unwrap_err();
        let IoError::System {
            cause,
            action: Action::Write,
            ..
        } = &error
        else {
            panic!("{error:?}")
        };
        assert_eq!(cause.kind(), io::ErrorKind::StorageFull);
        let text = error.to_string();
        assert!(
            text.contains("a.bin") && text.contains("free some space"),
            "{text}"
        );
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(names(dir.path()), ["a.bin"]);
    }
}
