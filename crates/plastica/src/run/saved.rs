//! What a checkpoint says of the files of a run beside the state of its simulation.

use crate::simulation::{FrameReport, Simulation};
use plastica_core::{Reader, RestoreError, Writer};
use plastica_io::{Checkpoint, IoError, Mark};
use std::path::Path;

/// The section that holds the state of the simulation.
const STATE: &str = "simulation";
/// The section that holds the rest.
const FILES: &str = "files";
/// Version of its layout.
const VERSION: u64 = 1;

/// What was on the disk at a checkpoint, and what was owed to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Saved {
    /// From this frame on the run has its present scene.
    pub(super) since: u64,
    /// Earlier frames that were missing when the scene changed.
    pub(super) absent: Vec<u64>,
    /// How far the tables were written: the ledger, then probes.
    pub(super) marks: Vec<Mark>,
    /// A frame that had been reached but could not be written.
    pub(super) owed: Option<FrameReport>,
}

impl Saved {
    /// A checkpoint of a run whose newest frame on the disk is `frame`.
    pub(super) fn checkpoint(
        &self,
        simulation: &Simulation,
        scene_digest: u64,
        frame: u64,
    ) -> Checkpoint {
        let mut to = Writer::default();
        to.section(FILES, VERSION);
        to.u64(self.since);
        to.u64(self.absent.len() as u64);
        self.absent.iter().for_each(|number| to.u64(*number));
        to.u64(self.marks.len() as u64);
        for mark in &self.marks {
            to.u64(mark.length);
            to.u64(mark.digest);
        }
        to.u64(u64::from(self.owed.is_some()));
        if let Some(report) = &self.owed {
            report.save(&mut to);
        }
        Checkpoint {
            scene_digest,
            time: simulation.time(),
            frame,
            step: simulation.steps(),
            sections: vec![
                (STATE.into(), simulation.save()),
                (FILES.into(), to.into_bytes()),
            ],
        }
    }

    /// What a checkpoint says.
    pub(super) fn of(checkpoint: &Checkpoint) -> Result<Self, RestoreError> {
        let mut from = Reader::new(section(checkpoint, FILES)?);
        from.section(FILES, VERSION)?;
        let mut saved = Saved {
            since: from.u64()?,
            ..Saved::default()
        };
        for _ in 0..from.u64()? {
            saved.absent.push(from.u64()?);
        }
        for _ in 0..from.u64()? {
            let (length, digest) = (from.u64()?, from.u64()?);
            saved.marks.push(Mark { length, digest });
        }
        if from.u64()? != 0 {
            saved.owed = Some(FrameReport::restore(&mut from)?);
        }
        Ok(saved)
    }

    /// Whether a table still begins with what was written of it, by its place in the list.
    pub(super) fn has_table(&self, k: usize, path: &Path) -> Result<bool, IoError> {
        let mark = self.marks.get(k);
        mark.map_or(Ok(false), |mark| mark.is_in(path))
    }
}

/// Takes on the state of a checkpoint.
pub(super) fn restore(
    simulation: &mut Simulation,
    checkpoint: &Checkpoint,
) -> Result<(), RestoreError> {
    simulation.restore(section(checkpoint, STATE)?)
}

fn section<'a>(checkpoint: &'a Checkpoint, name: &str) -> Result<&'a [u8], RestoreError> {
    checkpoint.section(name).ok_or(RestoreError::TooShort)
}
