//! `mesh`: the inside of a triangle mesh.

use super::Form;
use crate::assets::{MeshFile, mesh_file};
use crate::reader::{Table, Variant, table};
use plastica_geometry::{Shape, TriangleMesh};
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "mesh",
        "The inside of a closed triangle mesh.",
        table("`mesh`", keys),
    )
}

#[derive(Debug)]
struct Mesh(MeshFile);

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let file = t.need(
        "file",
        "Its file (OBJ, STL, PLY, glTF), relative to the scene file.",
        mesh_file(),
    );
    Some(Arc::new(Mesh(file?)))
}

impl Form for Mesh {
    /// A mistake names the file it is in.
    fn build(&self) -> Result<Shape, String> {
        let MeshFile { file, mesh } = &self.0;
        let shape = Shape::mesh(TriangleMesh::clone(mesh));
        shape.map_err(|error| format!("{}: {error}", file.display()))
    }
}
