//! Exact distance to a closed mesh.

use super::TriangleMesh;
use super::winding::{Dipole, dipoles, winding_number};
use crate::Bounds;
use crate::shape::normal::unit;
use crate::tree::Tree;
use plastica_tensor::Vec3;

/// A closed mesh made ready for queries. Inside is where it goes around more than half a time, so
/// parts may overlap and pass through each other.
#[derive(Debug)]
pub(super) struct Exact {
    pub(super) tree: Tree,
    pub(super) dipoles: Vec<Dipole>,
    /// In the order of the tree.
    pub(super) corners: Vec<[Vec3<f64>; 3]>,
}

/// The nearest point of the mesh.
pub(super) struct Nearest {
    pub(super) distance: f64,
    pub(super) point: Vec3<f64>,
    /// Where the triangle stands in the tree.
    place: usize,
}

impl Exact {
    pub(super) fn new(mesh: &TriangleMesh) -> Exact {
        let around = |t: &[u32; 3]| Bounds::around(mesh.corners(*t));
        let boxes: Vec<Bounds> = mesh.triangles.iter().map(around).collect();
        let tree = Tree::new(&boxes);
        let in_order = |i: &u32| mesh.corners(mesh.triangles[*i as usize]);
        Exact {
            dipoles: dipoles(mesh, &tree),
            corners: tree.order.iter().map(in_order).collect(),
            tree,
        }
    }

    /// The nearest point, if it is nearer than `within` [m].
    pub(super) fn nearest(&self, x: Vec3<f64>, within: f64) -> Option<Nearest> {
        let mut best = within * within;
        let mut found = None;
        self.tree.nearest(x, best, |place| {
            let point = closest_point(&self.corners[place], x);
            let square = (point - x).norm_squared();
            if square < best {
                best = square;
                found = Some((point, place));
            }
            best
        });
        found.map(|(point, place)| Nearest {
            distance: best.sqrt(),
            point,
            place,
        })
    }

    pub(super) fn is_inside(&self, x: Vec3<f64>) -> bool {
        self.tree.nodes[0].bounds.contains(x)
            && winding_number(&self.tree, &self.dipoles, &self.corners, x) > 0.5
    }

    pub(super) fn distance(&self, x: Vec3<f64>) -> f64 {
        let distance = match self.nearest(x, f64::INFINITY) {
            Some(nearest) => nearest.distance,
            None => return f64::INFINITY,
        };
        if self.is_inside(x) {
            -distance
        } else {
            distance
        }
    }

    /// Away from the nearest point outside, towards it inside; on the surface, square to it.
    pub(super) fn normal(&self, x: Vec3<f64>) -> Option<Vec3<f64>> {
        let nearest = self.nearest(x, f64::INFINITY)?;
        let [a, b, c] = self.corners[nearest.place];
        let size = (b - a).norm() + (c - a).norm();
        if nearest.distance < 1e-9 * size {
            return unit((b - a).cross(c - a));
        }
        let away = unit(x - nearest.point)?;
        Some(if self.is_inside(x) { -away } else { away })
    }
}

/// The point of a triangle nearest to x. [C. Ericson, "Real-Time Collision Detection", 2005, 5.1.5]
fn closest_point(&[a, b, c]: &[Vec3<f64>; 3], x: Vec3<f64>) -> Vec3<f64> {
    let (ab, ac, ax) = (b - a, c - a, x - a);
    let (d1, d2) = (ab.dot(ax), ac.dot(ax));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let bx = x - b;
    let (d3, d4) = (ab.dot(bx), ac.dot(bx));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab.scale(share(d1, -d3));
    }
    let cx = x - c;
    let (d5, d6) = (ab.dot(cx), ac.dot(cx));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac.scale(share(d2, -d6));
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        return b + (c - b).scale(share(d4 - d3, d5 - d6));
    }
    let sum = va + vb + vc;
    a + ab.scale(vb / sum) + ac.scale(vc / sum)
}

/// p/(p + q) for numbers not below 0, a half when both are 0.
fn share(p: f64, q: f64) -> f64 {
    if p + q > 0.0 { p / (p + q) } else { 0.5 }
}
