//! Where pictures get their frames from.

use plastica_core::Frame;
use plastica_io::{IoError, RunFiles, read_frame};
use std::collections::BTreeMap;

/// Where pictures get their frames from.
pub trait FrameSource {
    /// Numbers of the frames there are, in rising order.
    fn numbers(&self) -> Result<Vec<u64>, IoError>;
    /// A frame by number.
    fn frame(&self, number: u64) -> Result<Frame, IoError>;
    /// Takes the grains that fill bodies at the time of a frame.
    fn write_grains(&self, grains: Frame) -> Result<(), IoError>;
    /// Gives them back.
    fn grains(&self, number: u64) -> Result<Frame, IoError>;
}

impl FrameSource for RunFiles {
    fn numbers(&self) -> Result<Vec<u64>, IoError> {
        self.frame_numbers()
    }
    fn frame(&self, number: u64) -> Result<Frame, IoError> {
        read_frame(RunFiles::frame(self, number))
    }
    fn write_grains(&self, grains: Frame) -> Result<(), IoError> {
        self.write_grain_frame(&grains)
    }
    fn grains(&self, number: u64) -> Result<Frame, IoError> {
        read_frame(self.grain_frame(number))
    }
}

/// The files of a run, with frames in front of them that are still in memory.
#[derive(Debug)]
pub struct KeptFrames {
    files: RunFiles,
    kept: BTreeMap<u64, Frame>,
    /// Numbers that all kept frames hold.
    held: usize,
}

impl KeptFrames {
    /// Most numbers to hold: half a gigabyte.
    const MOST: usize = 1 << 27;

    /// None kept yet.
    pub fn new(files: RunFiles) -> Self {
        KeptFrames {
            files,
            kept: BTreeMap::new(),
            held: 0,
        }
    }

    /// Keeps a frame while there is room; others are read from their files.
    pub fn keep(&mut self, frame: &Frame) {
        let attributes = frame.attributes.iter().map(|a| a.values.len());
        let size = 6 * frame.positions.len() + attributes.sum::<usize>();
        if self.held + size <= Self::MOST {
            self.held += size;
            self.kept.insert(frame.number, frame.clone());
        }
    }
}

impl FrameSource for &KeptFrames {
    fn numbers(&self) -> Result<Vec<u64>, IoError> {
        self.files.frame_numbers()
    }
    fn frame(&self, number: u64) -> Result<Frame, IoError> {
        match self.kept.get(&number) {
            Some(frame) => Ok(frame.clone()),
            None => FrameSource::frame(&self.files, number),
        }
    }
    fn write_grains(&self, grains: Frame) -> Result<(), IoError> {
        FrameSource::write_grains(&self.files, grains)
    }
    fn grains(&self, number: u64) -> Result<Frame, IoError> {
        FrameSource::grains(&self.files, number)
    }
}
