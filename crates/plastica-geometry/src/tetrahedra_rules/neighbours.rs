//! Which elements meet at faces and vertices.

use crate::TetMesh;
use crate::tetrahedra::FACES;

/// Where there is no element.
pub(super) const NONE: u32 = u32::MAX;

/// The element behind the face opposite to each corner, or [`NONE`].
pub(super) fn across(mesh: &TetMesh) -> Vec<[u32; 4]> {
    let mut faces = Vec::with_capacity(4 * mesh.elements.len());
    for (element, corners) in mesh.elements.iter().enumerate() {
        for (corner, face) in FACES.iter().enumerate() {
            let mut key = face.map(|k| corners[k]);
            key.sort_unstable();
            faces.push((key, element as u32, corner));
        }
    }
    faces.sort_unstable();
    let mut across = vec![[NONE; 4]; mesh.elements.len()];
    for pair in faces.windows(2) {
        let [(key, a, i), (other, b, j)] = [pair[0], pair[1]];
        if key == other {
            across[a as usize][i] = b;
            across[b as usize][j] = a;
        }
    }
    across
}

/// The elements at each vertex, one vertex after the other.
pub(super) struct Around {
    first: Vec<u32>,
    elements: Vec<u32>,
}

impl Around {
    pub fn new(mesh: &TetMesh) -> Around {
        let mut first = vec![0; mesh.vertices.len() + 1];
        mesh.elements
            .iter()
            .flatten()
            .for_each(|v| first[*v as usize + 1] += 1);
        for v in 0..mesh.vertices.len() {
            first[v + 1] += first[v];
        }
        let mut next = first.clone();
        let mut elements = vec![0; 4 * mesh.elements.len()];
        for (element, corners) in mesh.elements.iter().enumerate() {
            for v in corners {
                elements[next[*v as usize] as usize] = element as u32;
                next[*v as usize] += 1;
            }
        }
        Around { first, elements }
    }

    pub fn vertex(&self, vertex: usize) -> &[u32] {
        &self.elements[self.first[vertex] as usize..self.first[vertex + 1] as usize]
    }
}
