//! Meshes of tetrahedra as VTK XML files, which ParaView, meshio and pyvista read.

use crate::atomic::write_whole;
use crate::error::IoError;
use plastica_geometry::TetMesh;
use plastica_geometry::tetrahedra::quality::{dihedral_angles, volume_length};
use std::io::{self, Write};
use std::path::Path;

/// VTK's number for a tetrahedron.
const TETRAHEDRON: u8 = 10;

/// Writes a mesh as .vtu, whole or not at all: places [m] to the last digit, and for each element its smallest angle between
/// faces [degrees] and its quality 6√2 V/l³.
pub fn write_tetrahedra(path: impl AsRef<Path>, mesh: &TetMesh) -> Result<(), IoError> {
    write_whole(path.as_ref(), |to| write(mesh, to))
}

fn write(mesh: &TetMesh, to: &mut dyn Write) -> io::Result<()> {
    let (points, cells) = (mesh.vertices.len(), mesh.elements.len());
    writeln!(to, "<?xml version=\"1.0\"?>")?;
    writeln!(
        to,
        "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\">"
    )?;
    writeln!(
        to,
        "<UnstructuredGrid>\n<Piece NumberOfPoints=\"{points}\" NumberOfCells=\"{cells}\">"
    )?;
    writeln!(to, "<Points>")?;
    let places = mesh.vertices.iter().map(|[x, y, z]| format!("{x} {y} {z}"));
    array(to, "Points", "Float64", 3, places)?;
    writeln!(to, "</Points>\n<Cells>")?;
    let corners = mesh
        .elements
        .iter()
        .map(|[a, b, c, d]| format!("{a} {b} {c} {d}"));
    array(to, "connectivity", "Int64", 1, corners)?;
    array(
        to,
        "offsets",
        "Int64",
        1,
        (1..=cells).map(|k| (4 * k).to_string()),
    )?;
    array(
        to,
        "types",
        "UInt8",
        1,
        (0..cells).map(|_| TETRAHEDRON.to_string()),
    )?;
    writeln!(to, "</Cells>\n<CellData>")?;
    let smallest = |e: usize| {
        dihedral_angles(mesh.corners(e))
            .into_iter()
            .fold(180.0, f64::min)
    };
    array(
        to,
        "smallest_angle",
        "Float64",
        1,
        (0..cells).map(|e| smallest(e).to_string()),
    )?;
    let quality = |e: usize| volume_length(mesh.corners(e)).to_string();
    array(to, "quality", "Float64", 1, (0..cells).map(quality))?;
    writeln!(to, "</CellData>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>")
}

/// An array as text, one value or tuple a line.
fn array(
    to: &mut dyn Write,
    name: &str,
    kind: &str,
    components: usize,
    lines: impl Iterator<Item = String>,
) -> io::Result<()> {
    writeln!(
        to,
        "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{components}\" format=\"ascii\">"
    )?;
    for line in lines {
        writeln!(to, "{line}")?;
    }
    writeln!(to, "</DataArray>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use plastica_geometry::{Bounds, Vec3};

    #[test]
    fn what_is_written_is_the_mesh_to_the_last_digit() {
        let bounds = Bounds::centred(Vec3::splat(0.1), Vec3::new(1.0 / 3.0, 0.2, 0.7));
        let mesh = TetMesh::lattice(&bounds, [2, 1, 1]);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mesh.vtu");
        write_tetrahedra(&path, &mesh).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let numbers = |name: &str| -> Vec<f64> {
            let from = text.find(&format!("Name=\"{name}\"")).unwrap();
            let body = &text[from..][text[from..].find(">\n").unwrap() + 2..];
            let body = &body[..body.find('<').unwrap()];
            body.split_whitespace()
                .map(|word| word.parse().unwrap())
                .collect()
        };
        assert_eq!(numbers("Points"), mesh.vertices.as_flattened());
        let corners: Vec<f64> = mesh
            .elements
            .as_flattened()
            .iter()
            .map(|v| f64::from(*v))
            .collect();
        assert_eq!(numbers("connectivity"), corners);
        assert_eq!(numbers("offsets").last(), Some(&48.0));
        assert!(numbers("quality").iter().all(|q| *q > 0.0 && *q < 1.0));
        assert_eq!(numbers("smallest_angle").len(), 12);
    }
}
