//! The directory of a run.
//!
//! ```text
//! scene.toml              the scene as run
//! run.json                versions, machine, timings: RunInfo
//! frames/NNNNNN.vtkhdf    by number of the frame
//! grains/NNNNNN.vtkhdf    what fills bodies in pictures, by number of the frame
//! checkpoints/NNNNNN.ckpt by number of steps; the newest two
//! ledger.csv              sums over all material at every frame
//! probes/NAME.csv         what probes have measured
//! assets/                 copies of the meshes and pictures that the scene names, as it names them
//! preview.png, preview.gif
//! .lock                   held by the process that writes
//! ```
//!
//! [`RunFiles`] reads, even while another process writes; [`RunDirectory`] writes and is held by one
//! process at a time.

mod assets;
mod directory;
mod files;
mod info;
mod name;

pub use assets::AssetCopy;
pub use directory::{Existing, KEPT_CHECKPOINTS, RunDirectory, TableStart};
pub use files::{FrameEntry, RunFiles};
pub use info::{Outcome, RunInfo};
pub use name::safe_name;

#[cfg(test)]
mod tests;
