//! Frames as VTKHDF files.
//!
//! ```text
//! VTKHDF                    Type = UnstructuredGrid, Version = 2.0, plastica_frame = 1
//!   NumberOfPoints, NumberOfCells, NumberOfConnectivityIds      1 value each
//!   Points                  n × 3   f32 or f64   [m]
//!   Connectivity, Offsets, Types    a vertex cell for every point
//!   PointData/NAME          n or n × components, f32, f64 or u32; attributes `unit` and `order`
//!   FieldData/time, frame, material_names, body_names
//! ```
//!
//! One vertex cell per point rather than one cell of all points, so that selecting, thresholding and
//! clipping in ParaView work point by point. Nothing is compressed: writing is then limited by the
//! disk, and every HDF5 reader can map the arrays. The time is a field: VTK's reader passes over a
//! group `Steps` with a single step.

mod read;
mod unit;
mod write;

pub use read::{FrameStamp, read_frame, read_frame_stamp};
pub use write::write_frame;

/// Version of this layout.
const VERSION: u32 = 1;

/// Longest text of a unit [bytes].
const LONGEST_UNIT: usize = 64;

/// VTK's number for a cell of one point.
const VERTEX: u8 = 1;

#[cfg(test)]
mod tests;
