//! Files of plastica.
//!
//! - [`frame`]: what there is to see at one moment, as VTKHDF (ParaView, pyvista and h5py open it).
//! - [`export`]: the same in the formats of other programs.
//! - [`checkpoint`]: the complete state of a run, private and checksummed.
//! - [`run`]: the directory of a run and what is in it; [`table`]: its CSV files.
//! - [`assets`]: the files that a scene names, from a folder.
//! - [`mesh`]: triangle meshes from OBJ, STL, PLY and glTF; [`image`]: fields of numbers from PNG;
//!   [`write_tetrahedra`]: meshes of tetrahedra as VTK XML.
//!
//! Every file is written whole or not at all. Nothing here prints, reads a clock or the environment.
//! An [`IoError`] names the file, the cause and what to do.

pub mod assets;
mod atomic;
pub mod checkpoint;
mod error;
pub mod export;
pub mod fault;
pub mod frame;
pub mod image;
pub mod mesh;
mod ordinary;
mod packing;
pub mod run;
pub mod table;
mod vtu;

pub use assets::{Folder, UsedFile};
pub use atomic::{write_beside, write_bytes};
pub use checkpoint::{Checkpoint, read_checkpoint, write_checkpoint};
pub use error::{Action, IoError, Kind, Occupant};
pub use frame::{FrameStamp, check_frame, read_frame, read_frame_stamp, write_frame};
pub use image::read_image;
pub use mesh::read_mesh;
pub use run::{Existing, RunDirectory, RunFiles, RunInfo};
pub use table::{Cell, Mark, Table};
pub use vtu::write_tetrahedra;
