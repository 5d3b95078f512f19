//! STL, binary and text.

use super::Broken;
use plastica_geometry::TriangleMesh;
use std::io::Cursor;

/// Length of what stands before the triangles of a binary file, and of a triangle [bytes].
const HEADER: usize = 84;
const TRIANGLE: usize = 50;

pub(super) fn parse(bytes: &[u8]) -> Result<TriangleMesh, Broken> {
    let mut mesh = TriangleMesh::default();
    match is_text(bytes) {
        true => text(bytes, &mut mesh)?,
        false => binary(bytes, &mut mesh)?,
    }
    Ok(mesh)
}

/// Binary files may begin with `solid` too: their length gives them away.
fn is_text(bytes: &[u8]) -> bool {
    let solid = bytes
        .trim_ascii_start()
        .get(..5)
        .is_some_and(|b| b.eq_ignore_ascii_case(b"solid"));
    let claimed = bytes
        .get(80..HEADER)
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let length = claimed.map(|count| HEADER as u64 + TRIANGLE as u64 * u64::from(count));
    solid && length != Some(bytes.len() as u64)
}

fn binary(bytes: &[u8], mesh: &mut TriangleMesh) -> Result<(), Broken> {
    if bytes.len() < HEADER {
        return Err(Broken::because(
            "it is neither text nor long enough for a binary STL",
        ));
    }
    let mut bytes = bytes.to_vec();
    // The reader would take a header that begins with `solid` for text.
    bytes[..80].fill(b' ');
    read(&bytes, mesh)
}

/// All solids of a text file: the reader stops after the first, and knows only lower case and names.
fn text(bytes: &[u8], mesh: &mut TriangleMesh) -> Result<(), Broken> {
    let lower = String::from_utf8_lossy(bytes).to_lowercase();
    let mut solid = String::new();
    for line in lower.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.split_whitespace().next() == Some("solid") {
            if !solid.is_empty() {
                read(solid.as_bytes(), mesh)?;
            }
            solid.clear();
            solid.push_str("solid named\n");
        } else {
            solid.push_str(line);
            solid.push('\n');
        }
    }
    read(solid.as_bytes(), mesh)
}

fn read(bytes: &[u8], mesh: &mut TriangleMesh) -> Result<(), Broken> {
    let mut cursor = Cursor::new(bytes);
    for triangle in stl_io::create_stl_reader(&mut cursor).map_err(Broken::because)? {
        let first = u32::try_from(mesh.vertices.len()).map_err(Broken::because)?;
        let corners = triangle.map_err(Broken::because)?.vertices;
        mesh.vertices.extend(corners.map(|v| v.0.map(f64::from)));
        mesh.triangles.push([first, first + 1, first + 2]);
    }
    Ok(())
}
