//! What is missing or damaged of what a run has written, and computing it again.
//!
//! The same scene gives the same bits, so a lost frame or table comes back as it was by taking the steps again from the
//! newest checkpoint before it.

use super::saved::{Saved, restore};
use super::{RunError, SceneFile, Tables, Watch};
use crate::simulation::Simulation;
use plastica_io::run::TableStart;
use plastica_io::{Checkpoint, IoError, RunDirectory, RunFiles, check_frame};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// What is missing or damaged of a run up to a checkpoint.
pub(super) struct Holes {
    /// The newest frame that should be there.
    last: u64,
    saved: Saved,
    /// Where the tables are: the ledger, then probes.
    tables: Vec<PathBuf>,
    /// Numbers of frames.
    frames: BTreeSet<u64>,
    /// Places in the list of tables.
    broken: BTreeSet<usize>,
}

impl Holes {
    /// Looks at all frames up to one and at all tables.
    pub(super) fn find(
        files: &RunFiles,
        simulation: &Simulation,
        last: u64,
        saved: &Saved,
    ) -> Result<Self, IoError> {
        let mut frames = missing_frames(files, last)?;
        frames.retain(|number| !saved.absent.contains(number));
        let tables = Tables::paths(files, simulation);
        let mut broken = BTreeSet::new();
        for (k, path) in tables.iter().enumerate() {
            if !saved.has_table(k, path)? {
                broken.insert(k);
            }
        }
        Ok(Holes {
            last,
            saved: saved.clone(),
            tables,
            frames,
            broken,
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.frames.is_empty() && self.broken.is_empty()
    }

    /// Computes again what is missing. Breaks off if `watch` asks for it: the next time begins anew.
    pub(super) fn fill(
        &self,
        scene: &SceneFile,
        directory: &RunDirectory,
        watch: &mut Watch<'_>,
    ) -> Result<ControlFlow<()>, RunError> {
        let mut simulation = Simulation::new(&scene.scene)?;
        let base = self.base(directory.files(), &simulation, scene.digest())?;
        let marks = match &base {
            Some((checkpoint, saved)) => {
                restore(&mut simulation, checkpoint)?;
                saved.marks.clone()
            }
            None if self.saved.since == 0 => Vec::new(),
            None => {
                let (what, since) = (self.to_string(), self.saved.since);
                return Err(RunError::Lost { what, since });
            }
        };
        let start = |k: usize| match marks.get(k) {
            Some(mark) => TableStart::At(*mark),
            None => TableStart::New,
        };
        let mut tables = Tables::open(directory, &simulation, |k| {
            self.broken.contains(&k).then(|| start(k))
        })?;
        if base.is_none() {
            tables.write(&simulation.start_report(), &simulation.ledger())?;
        }
        self.write_frame(directory, &simulation)?;
        while simulation.frame_number() < self.end() {
            let Some(report) = simulation.next_frame(watch)? else {
                return Ok(ControlFlow::Break(()));
            };
            tables.write(&report, &simulation.ledger())?;
            self.write_frame(directory, &simulation)?;
        }
        tables.sync()?;
        self.compare(&mut tables)?;
        Ok(ControlFlow::Continue(()))
    }

    /// The frame up to which steps must be taken again.
    fn end(&self) -> u64 {
        match self.broken.is_empty() {
            true => self.frames.last().copied().unwrap_or(0),
            false => self.last,
        }
    }

    /// The newest state from which everything can be computed again; `None` for the start of the scene.
    fn base(
        &self,
        files: &RunFiles,
        simulation: &Simulation,
        digest: u64,
    ) -> Result<Option<(Checkpoint, Saved)>, RunError> {
        let mut chosen = None;
        let found = files.find_checkpoint(&mut Vec::new(), |checkpoint| {
            if checkpoint.scene_digest != digest || !self.is_before(checkpoint, simulation) {
                return Ok(false);
            }
            let Ok(saved) = Saved::of(checkpoint) else {
                return Ok(false);
            };
            for k in &self.broken {
                if !saved.has_table(*k, &self.tables[*k])? {
                    return Ok(false);
                }
            }
            let usable = saved.owed.is_none();
            chosen = Some(saved);
            Ok(usable)
        })?;
        Ok(found.zip(chosen))
    }

    /// Whether all missing frames can be had from a state: they come after it, or the first is where it is.
    fn is_before(&self, checkpoint: &Checkpoint, simulation: &Simulation) -> bool {
        let at_frame = checkpoint.time == simulation.time_of(checkpoint.frame);
        self.frames.first().is_none_or(|first| {
            checkpoint.frame < *first || (checkpoint.frame == *first && at_frame)
        })
    }

    /// Writes the present frame if it is missing.
    fn write_frame(
        &self,
        directory: &RunDirectory,
        simulation: &Simulation,
    ) -> Result<(), IoError> {
        let number = simulation.frame_number();
        let due = simulation.time() == simulation.time_of(number);
        if due && self.frames.contains(&number) {
            directory.write_frame(&simulation.frame().rounded())?;
        }
        Ok(())
    }

    /// Tables must end with the bytes that the checkpoint remembers.
    fn compare(&self, tables: &mut Tables) -> Result<(), RunError> {
        for (k, mark) in self.broken.iter().zip(tables.marks()) {
            if self.saved.marks.get(*k) != Some(&mark) {
                let what = self.tables[*k].display().to_string();
                return Err(RunError::NotTheSame { what });
            }
        }
        Ok(())
    }
}

/// Numbers of the frames up to one that are not there, or not as they were written.
pub(super) fn missing_frames(files: &RunFiles, last: u64) -> Result<BTreeSet<u64>, IoError> {
    let mut missing = BTreeSet::new();
    for number in 0..=last {
        match check_frame(files.frame(number)) {
            Ok(stamp) if stamp.number == number => {}
            Ok(_) | Err(IoError::Damaged { .. } | IoError::Foreign { .. }) => {
                missing.insert(number);
            }
            Err(IoError::System { cause, .. }) if cause.kind() == std::io::ErrorKind::NotFound => {
                missing.insert(number);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(missing)
}

impl fmt::Display for Holes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut names = Vec::new();
        match (self.frames.first(), self.frames.last()) {
            (Some(one), Some(last)) if one == last => names.push(format!("frame {one}")),
            (Some(first), Some(last)) => {
                let count = self.frames.len();
                names.push(format!("{count} frames from {first} to {last}"));
            }
            _ => {}
        }
        for k in &self.broken {
            let name = self.tables[*k].file_name().unwrap_or_default();
            names.push(name.to_string_lossy().into_owned());
        }
        let many = self.frames.len() + self.broken.len() > 1;
        let are = if many { "are" } else { "is" };
        write!(f, "{} {are} missing or damaged", names.join(", "))
    }
}
