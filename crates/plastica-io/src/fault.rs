//! Changes of the disk, and errors on purpose in their place (feature `faults`).
//!
//! Every change that this crate makes on a disk asks here first. Without the feature the answer is always yes.

#[cfg(feature = "faults")]
pub use inject::{Fault, count, inject};

#[cfg(not(feature = "faults"))]
mod inject {
    /// Whether the next change may be made.
    pub(crate) fn change() -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(feature = "faults")]
mod inject {
    use std::cell::Cell;
    use std::io;

    /// Which changes fail.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Fault {
        /// None.
        Never,
        /// One, counted from 0: a passing error.
        At(u64),
        /// One and all after it: a full disk.
        From(u64),
    }

    thread_local! {
        static FAULT: Cell<Fault> = const { Cell::new(Fault::Never) };
        static CHANGES: Cell<u64> = const { Cell::new(0) };
    }

    /// Lets changes by this thread fail from now on, and counts them from 0.
    pub fn inject(fault: Fault) {
        FAULT.set(fault);
        CHANGES.set(0);
    }

    /// Changes by this thread since the last [`inject`], those that failed included.
    pub fn count() -> u64 {
        CHANGES.get()
    }

    /// Whether the next change may be made.
    pub(crate) fn change() -> io::Result<()> {
        let number = CHANGES.replace(CHANGES.get() + 1);
        match FAULT.get() {
            Fault::At(n) if n == number => Err(io::Error::other("an error on purpose")),
            Fault::From(n) if n <= number => Err(io::ErrorKind::StorageFull.into()),
            _ => Ok(()),
        }
    }
}

pub(crate) use inject::change;

use std::fs::File;
use std::io::{self, Write};

/// Writes to the end of a file; an error on purpose leaves half of it there.
pub(crate) fn append(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    match change() {
        Ok(()) => file.write_all(bytes),
        Err(error) => {
            file.write_all(&bytes[..bytes.len() / 2])?;
            Err(error)
        }
    }
}
