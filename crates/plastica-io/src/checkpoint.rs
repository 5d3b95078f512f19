//! The complete state of a run at one moment, as a private, compressed and checksummed file.
//!
//! ```text
//! at  bytes
//!  0  8      89 'P' 'L' 'C' 'K' 0D 0A 1A       binary, and hurt by any text conversion
//!  8  4      version
//! 12  8      digest of the scene
//! 20  8      time [s]
//! 28  8      frame
//! 36  8      step
//! 44  8      length of what follows at 68, unpacked
//! 52  8      length of what follows at 68
//! 60  8      XXH3 of everything else
//! 68         packed (`packing`): count of sections, then for each length of name, length of data; then for each
//!            name, data
//! ```
//! Numbers are little-endian; counts and lengths have 8 bytes.

use crate::atomic::write_whole;
use crate::error::{Action, IoError, Kind};
use crate::packing;
use std::path::Path;
use twox_hash::XxHash3_64;

const MAGIC: [u8; 8] = *b"\x89PLCK\r\n\x1a";
/// Version 1 was packed by zstd, version 2 did not say how far tables were written.
const VERSION: u32 = 3;
/// Length of what stands before the payload [bytes].
const HEADER: usize = 68;
/// Where the checksum stands [bytes].
const CHECKSUM: usize = 60;

/// A complete state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checkpoint {
    /// Digest of the scene that it belongs to.
    pub scene_digest: u64,
    /// Time of the state [s].
    pub time: f64,
    /// Number of the newest frame written before it.
    pub frame: u64,
    /// How many steps were taken.
    pub step: u64,
    /// The state of every part of the program, by name.
    pub sections: Vec<(String, Vec<u8>)>,
}

impl Checkpoint {
    /// A section by name.
    pub fn section(&self, name: &str) -> Option<&[u8]> {
        self.sections
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, data)| data.as_slice())
    }
}

/// Writes a checkpoint whole or not at all.
pub fn write_checkpoint(path: impl AsRef<Path>, checkpoint: &Checkpoint) -> Result<(), IoError> {
    let path = path.as_ref();
    let payload = pack(&checkpoint.sections);
    let mut bytes = Vec::with_capacity(HEADER + payload.len() / 2);
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    for word in [
        checkpoint.scene_digest,
        checkpoint.time.to_bits(),
        checkpoint.frame,
        checkpoint.step,
        payload.len() as u64,
    ] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    // Both are known only after packing.
    bytes.extend_from_slice(&[0; 16]);
    packing::pack_to(&mut bytes, &payload);
    let length = (bytes.len() - HEADER) as u64;
    bytes[CHECKSUM - 8..CHECKSUM].copy_from_slice(&length.to_le_bytes());
    let checksum = checksum(&bytes);
    bytes[CHECKSUM..HEADER].copy_from_slice(&checksum.to_le_bytes());
    write_whole(path, |to| to.write_all(&bytes))
}

/// Reads a checkpoint; anything but the exact bytes that were written is refused.
pub fn read_checkpoint(path: impl AsRef<Path>) -> Result<Checkpoint, IoError> {
    let path = path.as_ref();
    let bytes = std::fs::read(path).map_err(|e| IoError::system(path, Action::Read, e))?;
    let damaged = |reason: &str| IoError::damaged(path, Kind::Checkpoint, reason);
    let known = bytes.len().min(MAGIC.len());
    if bytes.is_empty() || bytes[..known] != MAGIC[..known] {
        return Err(IoError::foreign(
            path,
            Kind::Checkpoint,
            "it does not begin like one",
        ));
    }
    if bytes.len() < HEADER {
        return Err(damaged("it ends within its header"));
    }
    let version = u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]]);
    if version > VERSION {
        let path = path.to_owned();
        return Err(IoError::Newer {
            path,
            kind: Kind::Checkpoint,
            version,
            known: VERSION,
        });
    }
    if (1..VERSION).contains(&version) {
        let path = path.to_owned();
        return Err(IoError::Older {
            path,
            kind: Kind::Checkpoint,
            version,
            known: VERSION,
        });
    }
    let (claimed, there) = (word(&bytes, 52), (bytes.len() - HEADER) as u64);
    if claimed > there {
        return Err(damaged("its end is missing"));
    }
    if claimed < there || version == 0 || checksum(&bytes) != word(&bytes, CHECKSUM) {
        return Err(damaged("its checksum does not fit"));
    }
    let payload = packing::unpack(&bytes[HEADER..], word(&bytes, 44))
        .ok_or_else(|| damaged("it cannot be unpacked"))?;
    Ok(Checkpoint {
        scene_digest: word(&bytes, 12),
        time: f64::from_bits(word(&bytes, 20)),
        frame: word(&bytes, 28),
        step: word(&bytes, 36),
        sections: unpack(&payload).ok_or_else(|| damaged("its sections make no sense"))?,
    })
}

fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot_with_seed(XxHash3_64::oneshot(&bytes[..CHECKSUM]), &bytes[HEADER..])
}

fn pack(sections: &[(String, Vec<u8>)]) -> Vec<u8> {
    let total: usize = sections
        .iter()
        .map(|(name, data)| 16 + name.len() + data.len())
        .sum();
    let mut payload = Vec::with_capacity(8 + total);
    payload.extend_from_slice(&(sections.len() as u64).to_le_bytes());
    for (name, data) in sections {
        payload.extend_from_slice(&(name.len() as u64).to_le_bytes());
        payload.extend_from_slice(&(data.len() as u64).to_le_bytes());
    }
    for (name, data) in sections {
        payload.extend_from_slice(name.as_bytes());
        payload.extend_from_slice(data);
    }
    payload
}

fn unpack(payload: &[u8]) -> Option<Vec<(String, Vec<u8>)>> {
    let mut rest = payload;
    let mut take = |count: u64| {
        let (head, tail) = rest.split_at_checked(usize::try_from(count).ok()?)?;
        rest = tail;
        Some(head)
    };
    let count = word(take(8)?, 0);
    let lengths = take(count.checked_mul(16)?)?;
    let mut sections = Vec::with_capacity(lengths.len() / 16);
    for pair in lengths.chunks_exact(16) {
        let name = String::from_utf8(take(word(pair, 0))?.to_vec()).ok()?;
        sections.push((name, take(word(pair, 8))?.to_vec()));
    }
    rest.is_empty().then_some(sections)
}

#[cfg(test)]
mod tests;
