//! The surface of a shape as triangles, for pictures: surface nets, one vertex per cell that the surface
//! crosses, moved onto the surface.

use super::TriangleMesh;
use crate::{Bounds, Shape};
use plastica_tensor::Vec3;
use std::collections::HashMap;

impl Shape {
    /// The surface, from cells of which the longest side of the bounds has so many; `None` for a shape
    /// without bounds. Edges come out rounded by about a cell.
    pub fn surface(&self, cells: usize) -> Option<TriangleMesh> {
        let bounds = self.bounds()?;
        let size = bounds.size();
        let cell = size[0].max(size[1]).max(size[2]) / cells.max(1) as f64;
        let lattice = Lattice::new(self, &bounds.grown(1.5 * cell), cell);
        let mut net = Net::default();
        for corner in lattice.corners() {
            for axis in 0..3 {
                if let Some(facing) = lattice.crossing(corner, axis) {
                    net.quad(&lattice, corner, axis, facing);
                }
            }
        }
        Some(net.project(self, cell))
    }
}

/// Signed distances on a lattice of points.
struct Lattice {
    low: Vec3<f64>,
    cell: f64,
    count: [usize; 3],
    distances: Vec<f64>,
}

impl Lattice {
    fn new(shape: &Shape, bounds: &Bounds, cell: f64) -> Self {
        let size = bounds.size();
        let count = size.0.map(|s| (s / cell).ceil() as usize + 1);
        let mut lattice = Lattice {
            low: bounds.low,
            cell,
            count,
            distances: Vec::with_capacity(count.iter().product()),
        };
        for corner in lattice.corners() {
            lattice
                .distances
                .push(shape.distance(lattice.place(corner)));
        }
        lattice
    }

    fn corners(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        let [nx, ny, nz] = self.count;
        (0..nx).flat_map(move |x| (0..ny).flat_map(move |y| (0..nz).map(move |z| [x, y, z])))
    }

    fn place(&self, corner: [usize; 3]) -> Vec3<f64> {
        self.low + Vec3(corner.map(|c| c as f64 * self.cell))
    }

    fn inside(&self, [x, y, z]: [usize; 3]) -> bool {
        self.distances[(x * self.count[1] + y) * self.count[2] + z] < 0.0
    }

    /// Whether the edge from a corner along an axis crosses the surface, and if so whether it goes out.
    fn crossing(&self, corner: [usize; 3], axis: usize) -> Option<bool> {
        let mut other = corner;
        other[axis] += 1;
        // The four cells around the edge must exist.
        let whole = (0..3).all(|k| {
            if k == axis {
                other[k] < self.count[k]
            } else {
                corner[k] > 0 && corner[k] + 1 < self.count[k]
            }
        });
        let (from, to) = whole.then(|| (self.inside(corner), self.inside(other)))?;
        (from != to).then_some(from)
    }
}

/// Quads between the vertices of cells.
#[derive(Default)]
struct Net {
    index: HashMap<[usize; 3], u32>,
    mesh: TriangleMesh,
}

impl Net {
    fn quad(&mut self, lattice: &Lattice, corner: [usize; 3], axis: usize, facing: bool) {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let vertices = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(a, b)| {
            let mut cell = corner;
            cell[u] -= 1 - a;
            cell[v] -= 1 - b;
            self.vertex(lattice, cell)
        });
        let [a, b, c, d] = vertices;
        let triangles = if facing {
            [[a, b, c], [a, c, d]]
        } else {
            [[a, c, b], [a, d, c]]
        };
        self.mesh.triangles.extend(triangles);
    }

    /// The vertex of a cell, at first in its middle.
    fn vertex(&mut self, lattice: &Lattice, cell: [usize; 3]) -> u32 {
        let mesh = &mut self.mesh;
        *self.index.entry(cell).or_insert_with(|| {
            let middle = lattice.place(cell) + Vec3::splat(0.5 * lattice.cell);
            mesh.vertices.push(middle.0);
            mesh.vertices.len() as u32 - 1
        })
    }

    /// Moves the vertices onto the surface.
    fn project(mut self, shape: &Shape, cell: f64) -> TriangleMesh {
        for vertex in &mut self.mesh.vertices {
            for _ in 0..4 {
                let x = Vec3(*vertex);
                let step = shape.distance(x).clamp(-cell, cell);
                *vertex = (x - shape.normal(x).scale(step)).0;
            }
        }
        self.mesh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surface_of_a_ball_is_closed_and_round() {
        let mesh = Shape::sphere(0.5).surface(40).unwrap();
        mesh.check_closed().unwrap();
        let volume = std::f64::consts::PI / 6.0;
        assert!(
            (mesh.volume() / volume - 1.0).abs() < 0.01,
            "{}",
            mesh.volume() / volume
        );
        assert!(
            mesh.vertices
                .iter()
                .all(|v| (Vec3(*v).norm() - 0.5).abs() < 1e-9)
        );
    }

    #[test]
    fn the_surface_of_a_box_has_its_volume() {
        let mesh = Shape::block(Vec3::new(1.0, 0.3, 0.6)).surface(64).unwrap();
        mesh.check_closed().unwrap();
        assert!(
            (mesh.volume() / 0.18 - 1.0).abs() < 0.02,
            "{}",
            mesh.volume()
        );
    }

    #[test]
    fn what_has_no_end_has_no_surface() {
        assert!(
            Shape::half_space(Vec3::new(0.0, 1.0, 0.0), 0.0)
                .surface(8)
                .is_none()
        );
    }
}
