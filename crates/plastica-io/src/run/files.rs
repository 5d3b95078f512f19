//! What is in the directory of a run, for reading.

use super::info::{self, RunInfo};
use super::name::safe_name;
use crate::checkpoint::{Checkpoint, read_checkpoint};
use crate::error::{Action, IoError};
use crate::frame::{read_frame_stamp, write_frame};
use plastica_core::Frame;
use std::fs;
use std::path::{Path, PathBuf};

/// A run to read from; another process may be writing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFiles {
    root: PathBuf,
}

/// A frame of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameEntry {
    /// Its number.
    pub number: u64,
    /// Its time [s].
    pub time: f64,
    /// How many points it has.
    pub points: u64,
    /// Its file.
    pub path: PathBuf,
}

impl RunFiles {
    /// The run in a directory.
    pub fn open(path: impl AsRef<Path>) -> Result<RunFiles, IoError> {
        let files = RunFiles::at(path.as_ref());
        match files.is_run() {
            true => Ok(files),
            false => Err(IoError::NotARun { path: files.root }),
        }
    }

    pub(super) fn at(root: &Path) -> RunFiles {
        RunFiles {
            root: root.to_owned(),
        }
    }
    pub(super) fn is_run(&self) -> bool {
        self.scene().is_file() && self.frames().is_dir()
    }

    /// The directory.
    pub fn root(&self) -> &Path {
        &self.root
    }
    /// The scene as run.
    pub fn scene(&self) -> PathBuf {
        self.root.join("scene.toml")
    }
    /// What is known of the run.
    pub fn info(&self) -> PathBuf {
        self.root.join("run.json")
    }
    /// Directory of the frames.
    pub fn frames(&self) -> PathBuf {
        self.root.join("frames")
    }
    /// A frame by number.
    pub fn frame(&self, number: u64) -> PathBuf {
        self.frames().join(format!("{number:06}.vtkhdf"))
    }
    /// Directory of the grains that fill bodies in pictures.
    pub fn grains(&self) -> PathBuf {
        self.root.join("grains")
    }
    /// The grains of a frame, as instances with place, rotation and size.
    pub fn grain_frame(&self, number: u64) -> PathBuf {
        self.grains().join(format!("{number:06}.vtkhdf"))
    }
    /// Directory of the checkpoints.
    pub fn checkpoints(&self) -> PathBuf {
        self.root.join("checkpoints")
    }
    /// A checkpoint by its number of steps.
    pub fn checkpoint(&self, step: u64) -> PathBuf {
        self.checkpoints().join(format!("{step:06}.ckpt"))
    }
    /// A milestone by its frame: a checkpoint that stays.
    pub fn milestone(&self, frame: u64) -> PathBuf {
        self.checkpoints().join(format!("frame-{frame:06}.ckpt"))
    }
    /// Sums over all material.
    pub fn ledger(&self) -> PathBuf {
        self.root.join("ledger.csv")
    }
    /// Directory of what probes have measured.
    pub fn probes(&self) -> PathBuf {
        self.root.join("probes")
    }
    /// What a probe has measured.
    pub fn probe(&self, name: &str) -> PathBuf {
        self.probes().join(format!("{}.csv", safe_name(name)))
    }
    /// Contact sheet.
    pub fn preview_png(&self) -> PathBuf {
        self.root.join("preview.png")
    }
    /// Moving preview.
    pub fn preview_gif(&self) -> PathBuf {
        self.root.join("preview.gif")
    }

    /// The text of the scene as run.
    pub fn read_scene(&self) -> Result<String, IoError> {
        let path = self.scene();
        fs::read_to_string(&path).map_err(|e| IoError::system(&path, Action::Read, e))
    }
    /// What is known of the run.
    pub fn read_info(&self) -> Result<RunInfo, IoError> {
        info::read(&self.info())
    }

    /// Numbers of the frames that are there, sorted, without opening them.
    pub fn frame_numbers(&self) -> Result<Vec<u64>, IoError> {
        numbered(&self.frames(), ".vtkhdf")
    }

    /// Numbers of the frames whose grains are there, sorted.
    pub fn grain_frame_numbers(&self) -> Result<Vec<u64>, IoError> {
        numbered(&self.grains(), ".vtkhdf")
    }

    /// Writes the grains of a frame whole or not at all, whoever writes the run: they follow from frames.
    pub fn write_grain_frame(&self, grains: &Frame) -> Result<(), IoError> {
        let directory = self.grains();
        fs::create_dir_all(&directory)
            .map_err(|e| IoError::system(&directory, Action::Create, e))?;
        write_frame(self.grain_frame(grains.number), grains)
    }

    /// All frames with their times, sorted by number.
    pub fn list_frames(&self) -> Result<Vec<FrameEntry>, IoError> {
        let entry = |number| {
            let path = self.frame(number);
            let stamp = read_frame_stamp(&path)?;
            Ok(FrameEntry {
                number,
                time: stamp.time,
                points: stamp.points,
                path,
            })
        };
        self.frame_numbers()?.into_iter().map(entry).collect()
    }

    /// Steps of the checkpoints that are there, sorted.
    pub fn checkpoint_steps(&self) -> Result<Vec<u64>, IoError> {
        numbered(&self.checkpoints(), ".ckpt")
    }

    /// Frames of the milestones that are there, sorted.
    pub fn milestone_frames(&self) -> Result<Vec<u64>, IoError> {
        numbered_after(&self.checkpoints(), "frame-", ".ckpt")
    }

    /// The newest whole checkpoint that fits, else the newest such milestone. What is wrong with damaged ones that were
    /// passed over is added to the notes, for the user to see.
    pub fn find_checkpoint(
        &self,
        notes: &mut Vec<String>,
        mut fits: impl FnMut(&Checkpoint) -> Result<bool, IoError>,
    ) -> Result<Option<Checkpoint>, IoError> {
        let newest = |numbers: Vec<u64>| numbers.into_iter().rev();
        let passing = newest(self.checkpoint_steps()?).map(|step| self.checkpoint(step));
        let lasting = newest(self.milestone_frames()?).map(|frame| self.milestone(frame));
        for path in passing.chain(lasting) {
            match read_checkpoint(&path) {
                Ok(checkpoint) if fits(&checkpoint)? => return Ok(Some(checkpoint)),
                Ok(_) => {}
                // Whole, but not for this program: to pass over it would throw away what it has.
                Err(error @ (IoError::Newer { .. } | IoError::Older { .. })) => return Err(error),
                Err(error) => notes.push(error.to_string()),
            }
        }
        Ok(None)
    }
}

/// Numbers of the files `NNNNNN.ending` of a directory, sorted; none if it is not there.
pub(super) fn numbered(directory: &Path, ending: &str) -> Result<Vec<u64>, IoError> {
    numbered_after(directory, "", ending)
}

fn numbered_after(directory: &Path, start: &str, ending: &str) -> Result<Vec<u64>, IoError> {
    let mut numbers: Vec<u64> = names(directory)?
        .iter()
        .filter_map(|name| name.strip_prefix(start)?.strip_suffix(ending))
        // Only what `{:06}` writes: `7.ckpt` and `+00007.ckpt` are not ours.
        .filter(|digits| digits.len() >= 6 && digits.bytes().all(|b| b.is_ascii_digit()))
        .filter(|digits| digits.len() == 6 || !digits.starts_with('0'))
        .filter_map(|digits| digits.parse().ok())
        .collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// Names in a directory; none if it is not there.
pub(super) fn names(directory: &Path) -> Result<Vec<String>, IoError> {
    let told = |e| IoError::system(directory, Action::Read, e);
    let entries = match fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(told(e)),
    };
    entries
        .map(|e| Ok(e.map_err(told)?.file_name().to_string_lossy().into_owned()))
        .collect()
}
