//! Frames as VTKHDF files.
//!
//! ```text
//! VTKHDF                    Type = UnstructuredGrid, Version = 2.0, plastica_frame = 4
//!   NumberOfPoints, NumberOfCells, NumberOfConnectivityIds      1 value each
//!   Points                  n × 3   f32 or f64   [m]
//!   Connectivity, Offsets, Types    lines, then triangles, then tetrahedra, then a vertex cell for
//!                                   every point of none of them
//!   PointData/NAME          n or n × components, f32, f64 or u32; attributes `unit` and `order`
//!   CellData/NAME           the same for cells, where there are attributes of cells
//!   FieldData/time, frame, material_names, body_names, body_methods, body_drawn_as, body_thickness
//!   FieldData/tracer_id, tracer_body, tracer_position        where points come and go
//! ```
//!
//! One vertex cell per free point rather than one cell of all of them, so that selecting, thresholding
//! and clipping in ParaView work point by point. Attributes of cells have a row for these, too: NaN, or the
//! largest whole number. What a part of the frame does not have is NaN as well. Version 1 had no cells but
//! vertices, version 2 no more than the names of bodies, version 3 no checksum
//! (`seal.rs`); all are read. Nothing is compressed: writing is then limited by the
//! disk, and every HDF5 reader can map the arrays. The time is a field: VTK's reader passes over a
//! group `Steps` with a single step.

mod cells;
mod read;
mod seal;
mod write;

use plastica_core::Drawn;

pub use read::{FrameStamp, check_frame, read_frame, read_frame_stamp};
pub use write::write_frame;

/// Newest version of this layout.
const VERSION: u32 = 4;
/// From this version on frames end with a checksum.
const SEALED: u64 = 4;

/// How files call the ways to draw a part.
const DRAWN: [(Drawn, &str); 2] = [(Drawn::Points, "points"), (Drawn::Cells, "cells")];

fn drawn_word(drawn: Drawn) -> &'static str {
    let known = DRAWN.iter().find(|(known, _)| *known == drawn);
    known.map_or("points", |(_, word)| word)
}

/// Longest text of a unit [bytes].
const LONGEST_UNIT: usize = 64;

#[cfg(test)]
mod tests;
