//! Triangle meshes and the regions they enclose.

mod enclosed;
mod exact;
mod orient;
mod problem;
mod sampled;
mod surface;
mod topology;
mod winding;

pub use problem::MeshProblem;
pub use sampled::SampledDistance;

use crate::Bounds;
use exact::Exact;
use plastica_tensor::Vec3;
use std::collections::HashMap;

/// Triangles by the numbers of their corners, counter-clockwise when seen from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleMesh {
    /// Corners [m].
    pub vertices: Vec<[f64; 3]>,
    /// Three vertices each.
    pub triangles: Vec<[u32; 3]>,
}

impl TriangleMesh {
    /// A ball about the origin: an octahedron whose triangles are cut in four `levels` times, with all
    /// vertices on the sphere.
    pub fn ball(radius: f64, levels: u32) -> Self {
        let axes = [
            [1, 0, 0],
            [-1, 0, 0],
            [0, 1, 0],
            [0, -1, 0],
            [0, 0, 1],
            [0, 0, -1],
        ];
        let mut mesh = TriangleMesh {
            vertices: axes.map(|v| v.map(|c| f64::from(c) * radius)).to_vec(),
            triangles: vec![
                [0, 2, 4],
                [2, 1, 4],
                [1, 3, 4],
                [3, 0, 4],
                [2, 0, 5],
                [1, 2, 5],
                [3, 1, 5],
                [0, 3, 5],
            ],
        };
        for _ in 0..levels {
            for [a, b, c] in std::mem::take(&mut mesh.triangles) {
                let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|[p, q]| {
                    let sum = Vec3(mesh.vertices[p as usize]) + Vec3(mesh.vertices[q as usize]);
                    mesh.vertices.push(sum.scale(radius / sum.norm()).0);
                    mesh.vertices.len() as u32 - 1
                });
                mesh.triangles
                    .extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
            }
            mesh.weld(1e-9 * radius);
        }
        mesh
    }

    /// The smallest box around its vertices, empty without any.
    pub fn bounds(&self) -> Bounds {
        Bounds::around(self.vertices.iter().map(|v| Vec3(*v)))
    }

    /// The volume it encloses [m³], negative when its triangles face inwards. Only for closed
    /// meshes with known vertices.
    pub fn volume(&self) -> f64 {
        // About a point near by, so that far from the origin no digits are lost.
        let origin = self.vertices.first().map_or(Vec3::zero(), |v| Vec3(*v));
        let sixfold = self.triangles.iter().map(|t| {
            let [a, b, c] = self.corners(*t).map(|v| v - origin);
            a.dot(b.cross(c))
        });
        sixfold.sum::<f64>() / 6.0
    }

    /// Makes vertices that lie within `tolerance` [m] of an earlier one that one, and drops
    /// triangles that lose a corner by it and vertices that no triangle uses. Triangles must name
    /// known vertices.
    pub fn weld(&mut self, tolerance: f64) {
        let renamed = self.nearby_vertices(tolerance);
        for triangle in &mut self.triangles {
            *triangle = triangle.map(|v| renamed[v as usize]);
        }
        self.triangles
            .retain(|[a, b, c]| a != b && b != c && c != a);
        self.drop_unused();
    }

    /// For each vertex the first one within `tolerance` of it, by a grid of cells of that size.
    fn nearby_vertices(&self, tolerance: f64) -> Vec<u32> {
        let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::new();
        let mut renamed = Vec::with_capacity(self.vertices.len());
        // Exact equality needs a cell size too; any will do.
        let size = if tolerance > 0.0 { tolerance } else { 1.0 };
        let corner = self.bounds().low;
        for (i, vertex) in self.vertices.iter().enumerate() {
            let from = Vec3(*vertex) - corner;
            let cell = from.map(|c| (c / size).floor()).0.map(|c| c as i64);
            let mut found = i as u32;
            for offset in 0..27_i64 {
                let offset = [offset % 3 - 1, offset / 3 % 3 - 1, offset / 9 - 1];
                let key = [0, 1, 2].map(|k| cell[k].saturating_add(offset[k]));
                for &other in cells.get(&key).into_iter().flatten() {
                    let gap = Vec3(self.vertices[other as usize]) - Vec3(*vertex);
                    if gap.norm() <= tolerance {
                        found = found.min(other);
                    }
                }
            }
            if found == i as u32 {
                cells.entry(cell).or_default().push(found);
            }
            renamed.push(found);
        }
        renamed
    }

    fn drop_unused(&mut self) {
        let mut names = vec![u32::MAX; self.vertices.len()];
        let mut kept = Vec::new();
        for corner in self.triangles.iter_mut().flatten() {
            let name = &mut names[*corner as usize];
            if *name == u32::MAX {
                *name = kept.len() as u32;
                kept.push(self.vertices[*corner as usize]);
            }
            *corner = *name;
        }
        self.vertices = kept;
    }

    /// The mesh made ready to enclose a region: vertices within 1e-7 of its size welded, triangles
    /// without three corners dropped, faces turned alike and outwards. Or what is wrong with it.
    pub fn into_solid(mut self) -> Result<TriangleMesh, MeshProblem> {
        self.check_numbers()?;
        self.weld(1e-7 * self.bounds().size().norm());
        self.check_edges()?;
        self.orient()?;
        Ok(self)
    }

    /// Whether it encloses a region as it stands: every edge between two triangles that agree which
    /// side is out. Triangles without three distinct corners are passed over.
    pub fn check_closed(&self) -> Result<(), MeshProblem> {
        self.check_numbers()?;
        self.check_edges()?;
        self.check_agreement()
    }

    /// Made ready to tell how far points are from it [m].
    pub(crate) fn nearest(&self) -> impl Fn(Vec3<f64>) -> f64 + use<> {
        let exact = Exact::new(self);
        move |x| {
            let nearest = exact.nearest(x, f64::INFINITY);
            nearest.map_or(f64::INFINITY, |nearest| nearest.distance)
        }
    }

    pub(crate) fn corners(&self, triangle: [u32; 3]) -> [Vec3<f64>; 3] {
        triangle.map(|v| Vec3(self.vertices[v as usize]))
    }
}
