//! The checksum at the end of a frame.
//!
//! ```text
//! 8 bytes   'P' 'L' 'F' 'R' 'A' 'M' 'E' 0A
//! 8 bytes   XXH3 of everything before the seal, little-endian
//! ```
//!
//! It stands behind the end of the HDF5 file that its superblock names, where HDF5 readers do not look.

use std::hash::Hasher as _;
use std::io::{self, Write};
use twox_hash::XxHash3_64;

const MAGIC: [u8; 8] = *b"PLFRAME\n";
/// Length of a seal [bytes].
const LENGTH: usize = 16;

/// Writes through and adds up the checksum.
pub(super) struct Sealing<'a> {
    to: &'a mut dyn Write,
    digest: XxHash3_64,
}

impl<'a> Sealing<'a> {
    pub(super) fn new(to: &'a mut dyn Write) -> Self {
        let digest = XxHash3_64::new();
        Sealing { to, digest }
    }

    /// Ends the file.
    pub(super) fn seal(self) -> io::Result<()> {
        self.to.write_all(&MAGIC)?;
        self.to.write_all(&self.digest.finish().to_le_bytes())
    }
}

impl Write for Sealing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.to.write(bytes)?;
        self.digest.write(&bytes[..count]);
        Ok(count)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// What a file is by its seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seal {
    /// As it was written.
    Whole,
    /// Changed since.
    Broken,
    /// Without a seal: of an earlier version, or cut short.
    Absent,
}

pub(super) fn seal(bytes: &[u8]) -> Seal {
    let Some((content, end)) = bytes.split_last_chunk::<LENGTH>() else {
        return Seal::Absent;
    };
    let (magic, digest) = end.split_at(MAGIC.len());
    match (
        magic == MAGIC,
        digest == XxHash3_64::oneshot(content).to_le_bytes(),
    ) {
        (true, true) => Seal::Whole,
        (true, false) => Seal::Broken,
        (false, _) => Seal::Absent,
    }
}
