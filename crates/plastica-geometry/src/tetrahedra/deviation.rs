//! How far the boundary of a mesh is from the surface it stands for.

use super::TetMesh;
use crate::{Shape, TriangleMesh};
use plastica_tensor::Vec3;

/// Greatest distances between two surfaces [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// From the mesh to the reference: how far the mesh strays.
    pub astray: f64,
    /// From the reference to the mesh: how much of it is missed.
    pub missed: f64,
}

impl Deviation {
    /// The greater of both [m].
    pub fn largest(&self) -> f64 {
        self.astray.max(self.missed)
    }
}

impl TetMesh {
    /// Greatest distance of its boundary from a shape's surface [m], at the corners, middles of edges and middles of its
    /// faces, as the shape tells distances. It does not see parts of the shape that the mesh misses.
    pub fn distance_from(&self, shape: &Shape) -> f64 {
        let surface = self.surface();
        samples(&surface)
            .map(|x| shape.true_distance(x).abs())
            .fold(0.0, f64::max)
    }

    /// Greatest distances between its boundary and a closed reference surface, at the corners, middles of edges and
    /// middles of the triangles of both.
    pub fn deviation(&self, reference: &TriangleMesh) -> Deviation {
        let own = self.surface();
        Deviation {
            astray: farthest(&own, reference),
            missed: farthest(reference, &own),
        }
    }
}

/// Greatest distance of samples of one surface from another.
fn farthest(from: &TriangleMesh, to: &TriangleMesh) -> f64 {
    let nearest = to.nearest();
    samples(from).map(nearest).fold(0.0, f64::max)
}

fn samples(mesh: &TriangleMesh) -> impl Iterator<Item = Vec3<f64>> + '_ {
    mesh.triangles.iter().flat_map(|t| {
        let [a, b, c] = mesh.corners(*t);
        let middle = |p: Vec3<f64>, q: Vec3<f64>| (p + q).scale(0.5);
        let centre = (a + b + c).scale(1.0 / 3.0);
        [a, b, c, middle(a, b), middle(b, c), middle(c, a), centre]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bounds;

    #[test]
    fn boxes_of_different_size_are_as_far_apart_as_their_corners() {
        let mesh = TetMesh::lattice(&Bounds::centred(Vec3::zero(), Vec3::splat(1.0)), [2; 3]);
        let other = TetMesh::lattice(&Bounds::centred(Vec3::zero(), Vec3::splat(1.1)), [2; 3]);
        let deviation = mesh.deviation(&other.surface());
        assert!((deviation.astray - 0.1).abs() < 1e-12, "{deviation:?}");
        assert!(
            (deviation.missed - 0.1 * 3.0_f64.sqrt()).abs() < 1e-12,
            "{deviation:?}"
        );
        let shape = Shape::block(Vec3::splat(2.0));
        assert!(mesh.distance_from(&shape) < 1e-15);
        assert!((other.distance_from(&shape) - deviation.missed).abs() < 1e-12);
    }
}
