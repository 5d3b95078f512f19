//! What is known of a run, as JSON.

use crate::atomic::write_whole;
use crate::error::{Action, IoError, Kind};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What is known of a run; everything comes from the caller, who may read clocks and machines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RunInfo {
    /// Version of the program.
    pub version: String,
    /// Path of the scene file as it was given.
    pub scene: String,
    /// Digest of the scene, 16 hexadecimal digits.
    pub scene_digest: String,
    /// Title of the scene.
    pub title: String,
    /// Seed of everything random.
    pub seed: u64,
    /// `single` or `double`.
    pub precision: String,
    /// How many threads.
    pub threads: usize,
    /// Name of the processor.
    pub processor: String,
    /// Instruction set of the registers.
    pub instruction_set: String,
    /// When it started, RFC 3339.
    pub started: String,
    /// When it ended, RFC 3339; none while it runs or after a kill.
    pub finished: Option<String>,
    /// How it stands.
    pub outcome: Outcome,
    /// What its user should know, as that all material left the domain.
    pub warnings: Vec<String>,
    /// How often it was resumed.
    pub resumed: u64,
    /// Number of the newest frame.
    pub frames: u64,
    /// Steps taken.
    pub steps: u64,
    /// Steps taken back.
    pub rejected_steps: u64,
    /// Points at the newest frame.
    pub points: u64,
    /// Time that was reached [s].
    pub simulated_seconds: f64,
    /// Time that it took, all sessions together [s].
    pub wall_seconds: f64,
}

/// How a run stands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It runs, or was killed.
    #[default]
    Running,
    /// It came to its end.
    Finished,
    /// It was stopped by its user and can be resumed.
    Stopped,
    /// It gave up, and why.
    Failed(String),
}

pub(super) fn write(path: &Path, info: &RunInfo) -> Result<(), IoError> {
    let mut text = serde_json::to_string_pretty(info)
        .map_err(|e| IoError::inconsistent(path, e.to_string()))?;
    text.push('\n');
    write_whole(path, |to| to.write_all(text.as_bytes()))
}

pub(super) fn read(path: &Path) -> Result<RunInfo, IoError> {
    let text = std::fs::read(path).map_err(|e| IoError::system(path, Action::Read, e))?;
    serde_json::from_slice(&text).map_err(|e| IoError::damaged(path, Kind::RunInfo, e.to_string()))
}
