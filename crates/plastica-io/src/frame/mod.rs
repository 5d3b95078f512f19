//! Frames as VTKHDF files.
//!
//! ```text
//! VTKHDF                    Type = UnstructuredGrid, Version = 2.0, plastica_frame = 1 or 2
//!   NumberOfPoints, NumberOfCells, NumberOfConnectivityIds      1 value each
//!   Points                  n × 3   f32 or f64   [m]
//!   Connectivity, Offsets, Types    lines, then triangles, then tetrahedra, then a vertex cell for
//!                                   every point of none of them
//!   PointData/NAME          n or n × components, f32, f64 or u32; attributes `unit` and `order`
//!   FieldData/time, frame, material_names, body_names
//! ```
//!
//! One vertex cell per free point rather than one cell of all of them, so that selecting, thresholding
//! and clipping in ParaView work point by point. Frames with lines, triangles or tetrahedra are of
//! version 2: a reader of version 1 would take their points for free ones. Nothing is compressed: writing is then limited by the
//! disk, and every HDF5 reader can map the arrays. The time is a field: VTK's reader passes over a
//! group `Steps` with a single step.

mod cells;
mod read;
mod unit;
mod write;

pub use read::{FrameStamp, read_frame, read_frame_stamp};
pub use write::write_frame;

/// Newest version of this layout.
const VERSION: u32 = 2;

/// Longest text of a unit [bytes].
const LONGEST_UNIT: usize = 64;

#[cfg(test)]
mod tests;
