//! Files that others have made, read whole: only ordinary ones, and of a size that can be held.

use crate::error::{Action, IoError, Kind};
use std::fs;
use std::io::Read;
use std::path::Path;

/// Largest file of a mesh, a buffer or a picture [bytes].
const LARGEST: u64 = 2_000_000_000;

/// The bytes of an ordinary file. Devices and pipes have no end, or wait for ever: they are not opened.
pub(crate) fn read(path: &Path, kind: Kind) -> Result<Vec<u8>, IoError> {
    let refused = |cause| IoError::system(path, Action::Read, cause);
    let about = fs::metadata(path).map_err(refused)?;
    if !about.is_file() {
        let what = if about.is_dir() {
            "a directory"
        } else {
            "a device or a pipe"
        };
        let reason = format!("it is {what}; name an ordinary file");
        return Err(IoError::foreign(path, kind, reason));
    }
    let too_large = |size: u64| {
        let reason = format!("it has {size} bytes, and more than {LARGEST} are not taken");
        IoError::foreign(path, kind, reason)
    };
    if about.len() > LARGEST {
        return Err(too_large(about.len()));
    }
    let mut bytes = Vec::new();
    // Files of the system do not tell their size.
    let file = fs::File::open(path).map_err(refused)?;
    let taken = file.take(LARGEST + 1).read_to_end(&mut bytes);
    match taken.map_err(refused)? as u64 {
        size if size > LARGEST => Err(too_large(size)),
        _ => Ok(bytes),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn devices_pipes_and_directories_are_refused_at_once() {
        let place = tempfile::tempdir().unwrap();
        let pipe = place.path().join("pipe.obj");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        for (path, what) in [
            (Path::new("/dev/zero"), "a device or a pipe"),
            (&pipe, "a device or a pipe"),
            (place.path(), "a directory"),
        ] {
            let told = read(path, Kind::Mesh).unwrap_err().to_string();
            assert!(told.contains(what), "{told}");
        }
    }
}
