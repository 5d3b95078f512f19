//! The volume that a closed mesh encloses.

use super::exact::Exact;
use super::winding::winding_number;
use crate::Bounds;
use crate::measure::Probe;
use plastica_tensor::Vec3;
use std::collections::HashMap;

type Triangle = [Vec3<f64>; 3];

impl Exact {
    /// The volume inside [m³] by Gauss's theorem, if that is what it gives: where triangles pass through each other, or one
    /// part lies within another that faces the same way, it counts some of the inside twice.
    pub(super) fn enclosed_volume(&self) -> Option<f64> {
        // About a point near by, so that far from the origin no digits are lost.
        let origin = self.corners.first()?[0];
        let sixfold = self.corners.iter().map(|triangle| {
            let [a, b, c] = triangle.map(|v| v - origin);
            a.dot(b.cross(c))
        });
        let volume = sixfold.sum::<f64>() / 6.0;
        (!self.crosses_itself() && self.is_simply_wound()).then_some(volume)
    }

    /// The distance, and whether the nearest surface lies within what parts of the mesh enclose together.
    pub(super) fn probe(&self, x: Vec3<f64>) -> Probe {
        let Some(nearest) = self.nearest(x, f64::INFINITY) else {
            return Probe::from(f64::INFINITY);
        };
        let inside = self.is_inside(x);
        let behind = nearest.point + (nearest.point - x).scale(1e-3);
        Probe {
            distance: if inside {
                -nearest.distance
            } else {
                nearest.distance
            },
            buried: self.is_inside(behind) == inside,
        }
    }

    fn crosses_itself(&self) -> bool {
        self.corners.iter().any(|triangle| {
            let own = Bounds::around(*triangle);
            let mut crosses = false;
            self.tree.visit(
                |bounds| !own.meet(bounds).is_empty(),
                |place| crosses |= edge_crosses(triangle, &self.corners[place]),
            );
            crosses
        })
    }

    /// Whether just outside of every part the mesh goes around 0 times or less, and just inside once or more.
    fn is_simply_wound(&self) -> bool {
        let size = self.tree.nodes[0].bounds.size().norm();
        self.parts().into_iter().all(|place| {
            let [a, b, c] = self.corners[place];
            let normal = (b - a).cross(c - a);
            let middle = (a + b + c).scale(1.0 / 3.0);
            let aside = normal.scale(1e-7 * size / normal.norm());
            let winding =
                |x: Vec3<f64>| winding_number(&self.tree, &self.dipoles, &self.corners, x);
            winding(middle + aside).round() == 0.0 && winding(middle - aside).round() == 1.0
        })
    }

    /// The largest triangle of each part that hangs together by corners.
    fn parts(&self) -> Vec<usize> {
        let mut first_with: HashMap<[u64; 3], usize> = HashMap::new();
        let mut parent: Vec<usize> = (0..self.corners.len()).collect();
        for (place, triangle) in self.corners.iter().enumerate() {
            for corner in triangle {
                let key = corner.0.map(|x| (x + 0.0).to_bits());
                let other = *first_with.entry(key).or_insert(place);
                let (a, b) = (root(&mut parent, place), root(&mut parent, other));
                parent[a.max(b)] = a.min(b);
            }
        }
        let area = |place: usize| {
            let [a, b, c] = self.corners[place];
            (b - a).cross(c - a).norm()
        };
        let mut largest: HashMap<usize, usize> = HashMap::new();
        for place in 0..self.corners.len() {
            let best = largest.entry(root(&mut parent, place)).or_insert(place);
            if area(place) > area(*best) {
                *best = place;
            }
        }
        largest.into_values().collect()
    }
}

/// The first of those that hang together, with the way to it made shorter.
fn root(parent: &mut [usize], mut place: usize) -> usize {
    while parent[place] != place {
        parent[place] = parent[parent[place]];
        place = parent[place];
    }
    place
}

/// Whether an edge of one triangle passes through another with which it shares no corner.
fn edge_crosses(triangle: &Triangle, other: &Triangle) -> bool {
    (0..3).any(|k| {
        let (p, q) = (triangle[k], triangle[(k + 1) % 3]);
        !other.contains(&p) && !other.contains(&q) && passes(p, q, other)
    })
}

/// Whether the way from p to q passes through a triangle: its ends lie on two sides of the plane, and the line goes the same
/// way around all three edges.
fn passes(p: Vec3<f64>, q: Vec3<f64>, &[a, b, c]: &Triangle) -> bool {
    let volume =
        |a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>, d: Vec3<f64>| (a - d).dot((b - d).cross(c - d));
    if volume(a, b, c, p) * volume(a, b, c, q) >= 0.0 {
        return false;
    }
    let around = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)];
    around.iter().all(|v| *v >= 0.0) || around.iter().all(|v| *v <= 0.0)
}
