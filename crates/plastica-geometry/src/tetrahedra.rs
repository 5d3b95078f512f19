//! Meshes of tetrahedra.

mod deviation;
mod error;
mod features;
mod fill;
mod fit;
mod lattice;
pub mod local;
pub mod quality;
mod stuffing;
mod surface;
mod thin;
mod topology;

pub use deviation::Deviation;
pub use error::MeshError;
pub use fill::{MeshOptions, fill, fill_surface};
pub use quality::Quality;
pub use topology::Topology;

use crate::{Bounds, TriangleMesh};
use plastica_tensor::Vec3;
use std::collections::HashMap;

/// Tetrahedra by the numbers of their corners. The volume (x₁ − x₀) · ((x₂ − x₀) × (x₃ − x₀)) / 6 of each is positive.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TetMesh {
    /// Corners [m].
    pub vertices: Vec<[f64; 3]>,
    /// Four vertices each.
    pub elements: Vec<[u32; 4]>,
}

/// Corners of the face opposite to each corner, counter-clockwise when seen from outside.
pub const FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

impl TetMesh {
    /// A box cut into `cells` cells along each axis, each into six tetrahedra around its diagonal from the lowest to the
    /// highest corner, as Kuhn did: neighbours fit.
    pub fn lattice(bounds: &Bounds, cells: [usize; 3]) -> Self {
        let nodes = cells.map(|n| n + 1);
        let number = |at: [usize; 3]| ((at[2] * nodes[1] + at[1]) * nodes[0] + at[0]) as u32;
        let size = bounds.high - bounds.low;
        let mut mesh = TetMesh::default();
        for at in grid(nodes) {
            let share = |k: usize| at[k] as f64 / cells[k] as f64;
            mesh.vertices
                .push([0, 1, 2].map(|k| bounds.low[k] + size[k] * share(k)));
        }
        // A path from corner to corner along the axes in each of their orders; the odd ones are turned round.
        let orders = [
            ([0, 1, 2], false),
            ([1, 2, 0], false),
            ([2, 0, 1], false),
            ([0, 2, 1], true),
            ([2, 1, 0], true),
            ([1, 0, 2], true),
        ];
        for cell in grid(cells) {
            for (order, odd) in orders {
                let mut at = cell;
                let mut path = [number(at); 4];
                for (step, axis) in order.into_iter().enumerate() {
                    at[axis] += 1;
                    path[step + 1] = number(at);
                }
                if odd {
                    path.swap(1, 2);
                }
                mesh.elements.push(path);
            }
        }
        mesh
    }

    /// The places of an element's corners [m].
    pub fn corners(&self, element: usize) -> [Vec3<f64>; 4] {
        self.elements[element].map(|v| Vec3(self.vertices[v as usize]))
    }

    /// The volume of an element [m³], negative when it is inverted.
    pub fn element_volume(&self, element: usize) -> f64 {
        quality::volume(self.corners(element))
    }

    /// The volume of all [m³].
    pub fn volume(&self) -> f64 {
        (0..self.elements.len())
            .map(|e| self.element_volume(e))
            .sum()
    }

    /// The smallest box around its vertices, empty without any.
    pub fn bounds(&self) -> Bounds {
        Bounds::around(self.vertices.iter().map(|v| Vec3(*v)))
    }

    /// Faces of a single element, counter-clockwise when seen from outside, in the order of elements; with the number of
    /// that element.
    pub fn boundary(&self) -> Vec<([u32; 3], u32)> {
        let mut uses: HashMap<[u32; 3], u32> = HashMap::with_capacity(4 * self.elements.len());
        for face in self.faces() {
            *uses.entry(sorted(face.0)).or_default() += 1;
        }
        self.faces()
            .filter(|(face, _)| uses[&sorted(*face)] == 1)
            .collect()
    }

    /// The boundary as a mesh of triangles that shares the numbers of vertices.
    pub fn surface(&self) -> TriangleMesh {
        TriangleMesh {
            vertices: self.vertices.clone(),
            triangles: self.boundary().into_iter().map(|(face, _)| face).collect(),
        }
    }

    fn faces(&self) -> impl Iterator<Item = ([u32; 3], u32)> + '_ {
        (self.elements.iter().enumerate()).flat_map(|(number, corners)| {
            FACES.map(|face| (face.map(|k| corners[k]), number as u32))
        })
    }
}

fn sorted(mut face: [u32; 3]) -> [u32; 3] {
    face.sort_unstable();
    face
}

/// All places of a grid, x fastest.
fn grid([nx, ny, nz]: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    (0..nz).flat_map(move |z| (0..ny).flat_map(move |y| (0..nx).map(move |x| [x, y, z])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lattice_fills_its_box_with_elements_that_fit() {
        let bounds = Bounds {
            low: Vec3::new(-1.0, 0.5, 2.0),
            high: Vec3::new(0.0, 2.5, 2.3),
        };
        let mesh = TetMesh::lattice(&bounds, [2, 3, 1]);
        assert_eq!(mesh.elements.len(), 36);
        assert!((0..36).all(|e| (mesh.element_volume(e) - 0.6 / 36.0).abs() < 1e-12));
        // Faces inside belong to two elements: what is left is the box itself, two triangles to a square.
        let surface = mesh.surface();
        assert_eq!(surface.triangles.len(), 2 * 2 * (6 + 3 + 2));
        assert!((surface.volume() - 0.6).abs() < 1e-12);
    }
}
