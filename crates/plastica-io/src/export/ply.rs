//! Stanford PLY, binary: points with all their attributes, threads as edges, faces.

use super::{Format, columns};
use plastica_core::{Frame, Values};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "ply",
    ending: "ply",
    doc: "Points with all attributes, threads as edges, faces; binary, read by Blender, Houdini, MeshLab and Open3D.",
    write,
};

fn write(frame: &Frame, to: &mut dyn Write) -> io::Result<()> {
    let faces = &frame.cells.triangles;
    let position = if frame.double { "double" } else { "float" };
    writeln!(to, "ply\nformat binary_little_endian 1.0")?;
    writeln!(
        to,
        "comment plastica frame {} at {} s, y up, metres",
        frame.number, frame.time
    )?;
    writeln!(to, "element vertex {}", frame.positions.len())?;
    for axis in ["x", "y", "z"] {
        writeln!(to, "property {position} {axis}")?;
    }
    for attribute in &frame.attributes {
        let kind = match &attribute.values {
            Values::F32(_) => "float",
            Values::F64(_) => "double",
            Values::U32(_) => "uint",
        };
        for column in columns(&attribute.name, attribute.components) {
            writeln!(to, "property {kind} {column}")?;
        }
    }
    if !faces.is_empty() {
        writeln!(to, "element face {}", faces.len())?;
        writeln!(to, "property list uchar uint vertex_indices")?;
    }
    if !frame.cells.lines.is_empty() {
        writeln!(to, "element edge {}", frame.cells.lines.len())?;
        writeln!(to, "property uint vertex1\nproperty uint vertex2")?;
    }
    writeln!(to, "end_header")?;
    for (i, place) in frame.positions.iter().enumerate() {
        for x in place {
            if frame.double {
                to.write_all(&x.to_le_bytes())?;
            } else {
                to.write_all(&(*x as f32).to_le_bytes())?;
            }
        }
        for attribute in &frame.attributes {
            let n = attribute.components;
            for k in n * i..n * (i + 1) {
                match &attribute.values {
                    Values::F32(values) => to.write_all(&values[k].to_le_bytes())?,
                    Values::F64(values) => to.write_all(&values[k].to_le_bytes())?,
                    Values::U32(values) => to.write_all(&values[k].to_le_bytes())?,
                }
            }
        }
    }
    for face in faces {
        to.write_all(&[3])?;
        for corner in face {
            to.write_all(&corner.to_le_bytes())?;
        }
    }
    for corner in frame.cells.lines.as_flattened() {
        to.write_all(&corner.to_le_bytes())?;
    }
    Ok(())
}
