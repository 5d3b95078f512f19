//! Regions into meshes.

use plastica_geometry::tetrahedra::{MeshOptions, fill};
use plastica_geometry::{Shape, TetMesh};

/// Tetrahedra that fill a region, with edges of about that length [m].
pub(crate) fn mesh_of(region: &Shape, edge: f64) -> Result<TetMesh, String> {
    fill(region, &MeshOptions::new(edge)).map_err(|error| error.to_string())
}
