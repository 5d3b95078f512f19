//! The directory of a run, for the one process that writes it.

use super::assets;
use super::files::{RunFiles, names};
use super::info::{self, RunInfo};
use crate::assets::KEPT;
use crate::atomic::{is_partial, write_whole};
use crate::checkpoint::{Checkpoint, write_checkpoint};
use crate::error::{Action, IoError, Occupant};
use crate::fault;
use crate::frame::write_frame;
use crate::table::{Mark, Table, truncate_after};
use plastica_core::Frame;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// How many checkpoints stay: the newest, and one to fall back on.
pub const KEPT_CHECKPOINTS: usize = 2;

const LOCK: &str = ".lock";

/// What to do with a run that is already there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Leave it and say so.
    Refuse,
    /// Remove it, and nothing but it.
    Overwrite,
}

/// Where a table begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TableStart {
    /// Without rows, in place of an older one.
    New,
    /// After the rows up to a time [s]; without rows if it is not there.
    After(f64),
    /// After what was there at a mark; a table that has lost some of it is refused.
    At(Mark),
}

/// A run that this process writes; no other process can until it is dropped.
#[derive(Debug)]
pub struct RunDirectory {
    files: RunFiles,
    // Released by the system when the process ends, however it ends.
    _lock: File,
}

impl RunDirectory {
    /// Starts a run; directories are made as needed. A directory with anything in it is refused,
    /// unless it holds a run and that is to be overwritten.
    pub fn create(
        path: impl AsRef<Path>,
        scene_text: &str,
        existing: Existing,
    ) -> Result<RunDirectory, IoError> {
        let path = path.as_ref();
        let files = RunFiles::at(path);
        // Before the first change, so that a refusal leaves no trace.
        check_free(&files, existing)?;
        make_directory(path)?;
        let run = Self::lock(files)?;
        // Again: another process may have been quicker.
        check_free(&run.files, existing)?;
        run.clear()?;
        make_directory(&run.files.frames())?;
        make_directory(&run.files.checkpoints())?;
        write_whole(&run.files.scene(), |to| to.write_all(scene_text.as_bytes()))?;
        Ok(run)
    }

    /// Takes hold of a run to go on with it. Files that a killed process was writing are removed.
    pub fn open(path: impl AsRef<Path>) -> Result<RunDirectory, IoError> {
        let run = Self::lock(RunFiles::open(path)?)?;
        for directory in run.directories() {
            remove_named(&directory, is_partial)?;
        }
        make_directory(&run.files.checkpoints())?;
        Ok(run)
    }

    fn lock(files: RunFiles) -> Result<RunDirectory, IoError> {
        let path = files.root().join(LOCK);
        let told = |e| IoError::system(&path, Action::Lock, e);
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|e| IoError::system(&path, Action::Create, e))?;
        match file.try_lock() {
            Ok(()) => Ok(RunDirectory { files, _lock: file }),
            Err(TryLockError::WouldBlock) => Err(IoError::Locked {
                path: files.root().to_owned(),
            }),
            // Some network disks have no locks: better unguarded than not at all.
            Err(TryLockError::Error(e)) if e.kind() == io::ErrorKind::Unsupported => {
                Ok(RunDirectory { files, _lock: file })
            }
            Err(TryLockError::Error(e)) => Err(told(e)),
        }
    }

    /// Where everything is, and reading of it.
    pub fn files(&self) -> &RunFiles {
        &self.files
    }

    /// Writes a frame under its number.
    pub fn write_frame(&self, frame: &Frame) -> Result<(), IoError> {
        write_frame(self.files.frame(frame.number), frame)
    }

    /// Writes a checkpoint and then removes all but the newest [`KEPT_CHECKPOINTS`]. Frames and rows
    /// up to its time must have been written before.
    pub fn write_checkpoint(&self, checkpoint: &Checkpoint) -> Result<(), IoError> {
        write_checkpoint(self.files.checkpoint(checkpoint.step), checkpoint)?;
        let steps = self.files.checkpoint_steps()?;
        // Never the one just written, even if there are some from a later state.
        let older = steps.iter().rev().filter(|step| **step != checkpoint.step);
        for step in older.skip(KEPT_CHECKPOINTS - 1) {
            remove_file(&self.files.checkpoint(*step))?;
        }
        Ok(())
    }

    /// Writes a checkpoint that stays: from it a run can be taken up again at its frame.
    pub fn write_milestone(&self, checkpoint: &Checkpoint) -> Result<(), IoError> {
        write_checkpoint(self.files.milestone(checkpoint.frame), checkpoint)
    }

    /// Puts another scene in place of the one the run was started with.
    pub fn replace_scene(&self, scene_text: &str) -> Result<(), IoError> {
        write_whole(&self.files.scene(), |to| {
            to.write_all(scene_text.as_bytes())
        })
    }

    /// Writes what is known of the run.
    pub fn write_info(&self, info: &RunInfo) -> Result<(), IoError> {
        info::write(&self.files.info(), info)
    }

    /// Opens the ledger.
    pub fn ledger(&self, columns: &[&str], from: TableStart) -> Result<Table, IoError> {
        table(&self.files.ledger(), columns, from)
    }

    /// Opens the table of a probe.
    pub fn probe(&self, name: &str, columns: &[&str], from: TableStart) -> Result<Table, IoError> {
        make_directory(&self.files.probes())?;
        table(&self.files.probe(name), columns, from)
    }

    /// Takes the run back to a checkpoint: later frames and checkpoints are removed, so that a resumed run ends with the
    /// same files as one that was never stopped. Tables go back as they are opened.
    pub fn rewind(&self, to: &Checkpoint) -> Result<(), IoError> {
        // The newest go first: what is left after a kill is still a run without holes.
        for step in self
            .files
            .checkpoint_steps()?
            .into_iter()
            .rev()
            .filter(|step| *step > to.step)
        {
            remove_file(&self.files.checkpoint(step))?;
        }
        for frame in self
            .files
            .milestone_frames()?
            .into_iter()
            .filter(|n| *n > to.frame)
        {
            remove_file(&self.files.milestone(frame))?;
        }
        for number in self
            .files
            .frame_numbers()?
            .into_iter()
            .rev()
            .filter(|n| *n > to.frame)
        {
            remove_file(&self.files.frame(number))?;
        }
        let grains = self.files.grain_frame_numbers()?;
        for number in grains.into_iter().rev().filter(|n| *n > to.frame) {
            remove_file(&self.files.grain_frame(number))?;
        }
        Ok(())
    }

    /// Drops the rows of all tables after a time [s], also of those that nobody will go on with.
    pub fn truncate_tables(&self, time: f64) -> Result<(), IoError> {
        let probes = self.files.probes();
        let tables = names(&probes)?
            .into_iter()
            .filter(|n| n.ends_with(".csv") && !is_partial(n));
        for table in tables
            .map(|name| probes.join(name))
            .chain([self.files.ledger()])
        {
            if table.is_file() {
                truncate_after(&table, time)?;
            }
        }
        Ok(())
    }

    fn directories(&self) -> [std::path::PathBuf; 5] {
        let files = &self.files;
        [
            files.root().to_owned(),
            files.frames(),
            files.grains(),
            files.checkpoints(),
            files.probes(),
        ]
    }

    /// Removes a run, the scene last: until then it is still recognised as one.
    fn clear(&self) -> Result<(), IoError> {
        let files = &self.files;
        remove_named(&files.checkpoints(), |n| {
            n.ends_with(".ckpt") || is_partial(n)
        })?;
        remove_named(&files.frames(), |n| n.ends_with(".vtkhdf") || is_partial(n))?;
        remove_named(&files.grains(), |n| n.ends_with(".vtkhdf") || is_partial(n))?;
        remove_named(&files.probes(), |n| n.ends_with(".csv") || is_partial(n))?;
        remove_named(files.root(), |n| {
            is_partial(n) || ["ledger.csv", "preview.png", "preview.gif", "run.json"].contains(&n)
        })?;
        assets::clear(files.root())?;
        remove_named(files.root(), |n| n == "scene.toml")
    }
}

fn table(path: &Path, columns: &[&str], from: TableStart) -> Result<Table, IoError> {
    match from {
        TableStart::New => Table::create(path, columns),
        TableStart::After(time) => Table::resume(path, columns, time),
        TableStart::At(mark) => Table::go_on(path, columns, mark),
    }
}

fn check_free(files: &RunFiles, existing: Existing) -> Result<(), IoError> {
    let occupied = |by| {
        Err(IoError::Occupied {
            path: files.root().to_owned(),
            by,
        })
    };
    if files.is_run() {
        return match existing {
            Existing::Overwrite => Ok(()),
            Existing::Refuse => occupied(Occupant::Run),
        };
    }
    // What a kill between the first steps of `create` leaves is no reason to refuse.
    let ours = |name: &String| name == LOCK || is_partial(name);
    let empty = |name: &String| {
        let path = files.root().join(name);
        (path == files.frames() || path == files.checkpoints() || path == files.root().join(KEPT))
            && fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none())
    };
    match names(files.root())?
        .iter()
        .all(|name| ours(name) || empty(name))
    {
        true => Ok(()),
        false => occupied(Occupant::Others),
    }
}

pub(super) fn make_directory(path: &Path) -> Result<(), IoError> {
    let made = match path.is_dir() {
        true => Ok(()),
        false => fault::change().and_then(|()| fs::create_dir_all(path)),
    };
    made.map_err(|e| IoError::system(path, Action::Create, e))
}

pub(super) fn remove_file(path: &Path) -> Result<(), IoError> {
    let removed = fault::change().and_then(|()| fs::remove_file(path));
    removed.map_err(|e| IoError::system(path, Action::Remove, e))
}

/// Removes the files of a directory whose names are chosen; directories stay.
fn remove_named(directory: &Path, chosen: impl Fn(&str) -> bool) -> Result<(), IoError> {
    for name in names(directory)?.iter().filter(|name| chosen(name)) {
        let path = directory.join(name);
        if !path.is_dir() {
            remove_file(&path)?;
        }
    }
    Ok(())
}
