//! Regions into meshes.

use plastica_geometry::{Shape, TetMesh};

/// Tetrahedra that fill a region, with edges of about that length [m].
pub(crate) fn mesh_of(region: &Shape, edge: f64) -> Result<TetMesh, String> {
    let bounds = region
        .bounds()
        .filter(|bounds| !bounds.is_empty())
        .ok_or("its region has no bounds: elements fill bounded regions only")?;
    let counts = bounds.size().0.map(|side| (side / edge).round().max(1.0));
    if counts.iter().product::<f64>() * 6.0 > MOST_ELEMENTS {
        return Err(format!(
            "edges of {edge} m ask for more than {MOST_ELEMENTS:.0e} elements: give it a coarser resolution"
        ));
    }
    let mut mesh = TetMesh::lattice(&bounds, counts.map(|n| n as usize));
    let whole = std::mem::take(&mut mesh.elements);
    let centre = |corners: &[u32; 4]| {
        let places = corners.map(|v| plastica_tensor::Vec3(mesh.vertices[v as usize]));
        (places[0] + places[1] + places[2] + places[3]).scale(0.25)
    };
    let inside = whole
        .into_iter()
        .filter(|corners| region.contains(centre(corners)));
    mesh.elements = inside.collect();
    if mesh.elements.is_empty() {
        return Err(format!(
            "edges of {edge} m are too long: no element fits into it; give it a finer resolution"
        ));
    }
    Ok(without_loose_vertices(mesh))
}

/// Corners of elements have 32 bits.
const MOST_ELEMENTS: f64 = 5e8;

/// The same mesh without vertices that no element has.
fn without_loose_vertices(mesh: TetMesh) -> TetMesh {
    let mut number = vec![u32::MAX; mesh.vertices.len()];
    let mut used = TetMesh::default();
    for corners in &mesh.elements {
        used.elements.push(corners.map(|v| {
            let number = &mut number[v as usize];
            if *number == u32::MAX {
                *number = used.vertices.len() as u32;
                used.vertices.push(mesh.vertices[v as usize]);
            }
            *number
        }));
    }
    used
}
