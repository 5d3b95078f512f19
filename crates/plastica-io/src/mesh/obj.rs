//! Wavefront OBJ.

use super::{Broken, polygon};
use plastica_geometry::TriangleMesh;
use tobj::{LoadError, LoadOptions};

pub(super) fn parse(bytes: &[u8]) -> Result<TriangleMesh, Broken> {
    // Polygons are cut by us: tobj's fans are wrong for concave ones. Materials are of no use here.
    let options = LoadOptions {
        triangulate: false,
        single_index: false,
        ..LoadOptions::default()
    };
    let no_materials = |_: &std::path::Path| Err(LoadError::OpenFileFailed);
    let (models, _) =
        tobj::load_obj_buf(&mut &bytes[..], &options, no_materials).map_err(Broken::because)?;
    let mut mesh = TriangleMesh::default();
    for tobj::Model { mesh: part, .. } in models {
        let first = u32::try_from(mesh.vertices.len()).map_err(Broken::because)?;
        mesh.vertices
            .extend_from_slice(part.positions.as_chunks::<3>().0);
        let corners: Vec<u32> = part.indices.iter().map(|v| first + v).collect();
        if corners.iter().any(|v| *v as usize >= mesh.vertices.len()) {
            return Err(Broken::because("a face names a corner that is not there"));
        }
        // Without a list of sizes, all are triangles.
        if part.face_arities.is_empty() {
            mesh.triangles.extend_from_slice(corners.as_chunks::<3>().0);
        }
        let mut rest = corners.as_slice();
        for size in part.face_arities {
            let (face, after) = rest
                .split_at_checked(size as usize)
                .ok_or_else(|| Broken::because("a face ends too early"))?;
            polygon::cut(&mesh.vertices, face, &mut mesh.triangles);
            rest = after;
        }
    }
    Ok(mesh)
}
