//! Which tetrahedra of a triangulation to keep: rules of [BW07, section 4.2] for badly shaped ones at the surface and for
//! surfaces that are manifold.
//!
//! A mesh of all candidates stays as it is; what is present is told by one `bool` per element. All rules are functions of
//! these two.
//!
//! Candidates must fill a convex region, as those of [`Delaunay`](crate::Delaunay) do: what lies outside of them hangs
//! together.

mod bad;
mod manifold;
mod neighbours;

pub use bad::{Bad, EDGES, SMALL, classify, products, without_bad};
pub use manifold::{Repaired, manifold};

use crate::TetMesh;

/// The elements that are present, and the vertices they use, in their order.
pub fn extract(mesh: &TetMesh, present: &[bool]) -> TetMesh {
    let kept = (mesh.elements.iter().zip(present)).filter(|(_, present)| **present);
    let mut names = vec![u32::MAX; mesh.vertices.len()];
    kept.clone()
        .flat_map(|(corners, _)| corners)
        .for_each(|v| names[*v as usize] = 0);
    let mut vertices = Vec::new();
    for (name, vertex) in names.iter_mut().zip(&mesh.vertices) {
        if *name == 0 {
            *name = vertices.len() as u32;
            vertices.push(*vertex);
        }
    }
    TetMesh {
        vertices,
        elements: kept
            .map(|(corners, _)| corners.map(|v| names[v as usize]))
            .collect(),
    }
}
