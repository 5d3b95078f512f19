//! Which of the pairs of features that are near each other are contacts.
//!
//! Where a vertex stands over a triangle, it is near the neighbours of that triangle too, at their common edge. The
//! direction to there is slanted: taken for a contact, it would brake a vertex that slides over a flat surface at each
//! edge. So only those pairs count whose nearest points x and y are nearest on the surfaces around them as well:
//! (v − y)·(x − y) ≤ 0, or nearly so, for all neighbours v of the vertex or the edge that y lies on, and the same for x.

use crate::contact::near::NearPair;
use plastica_geometry::collide::{Features, Nearest};
use plastica_tensor::Vec3;
use std::collections::{HashMap, HashSet};

/// The cosine of an angle that still counts as a right one. What lies flat on a surface touches it with many vertices, not
/// just with the lowest; and what is slanted by less than this comes by in a hundredth of the way over a triangle.
const SQUARE: f64 = 0.1;
/// No vertex.
const NONE: u32 = u32::MAX;

/// Two features, and where they are nearest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    pub(crate) pair: NearPair,
    pub(crate) nearest: Nearest,
}

/// Up to three vertices in rising order, filled up: what a nearest point lies on.
type Part = [u32; 3];

impl Met {
    /// What the nearest points lie on: a vertex, an edge or a triangle.
    fn parts(&self) -> [Part; 2] {
        let first = self.pair.features.kind.size_of_first();
        let mut parts = [[NONE; 3]; 2];
        for (k, vertex) in self.pair.features.vertices.into_iter().enumerate() {
            if self.nearest.weights[k] != 0.0 {
                let (part, place) = if k < first { (0, k) } else { (1, k - first) };
                parts[part][place] = vertex;
            }
        }
        parts.iter_mut().for_each(|part| part.sort_unstable());
        parts
    }

    /// The nearest points [m].
    fn points(&self, places: &[Vec3<f64>]) -> [Vec3<f64>; 2] {
        let features = &self.pair.features;
        let sum = |range: std::ops::Range<usize>, sign: f64| {
            range.fold(Vec3::zero(), |sum, k| {
                let place = places[features.vertices[k] as usize];
                sum + place.scale(sign * self.nearest.weights[k])
            })
        };
        let first = features.kind.size_of_first();
        [sum(0..first, 1.0), sum(first..4, -1.0)]
    }
}

/// The vertices around vertices and edges.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stars {
    of_vertex: HashMap<u32, Vec<u32>>,
    of_edge: HashMap<[u32; 2], Vec<u32>>,
}

impl Stars {
    pub(crate) fn new(features: &Features) -> Self {
        let mut stars = Stars::default();
        for &[a, b] in &features.edges {
            stars.of_vertex.entry(a).or_default().push(b);
            stars.of_vertex.entry(b).or_default().push(a);
        }
        for &[a, b, c] in &features.triangles {
            for [from, to, opposite] in [[a, b, c], [b, c, a], [c, a, b]] {
                let edge = [from.min(to), from.max(to)];
                stars.of_edge.entry(edge).or_default().push(opposite);
            }
        }
        stars
    }

    fn around(&self, part: Part) -> impl Iterator<Item = u32> + '_ {
        let found = match part {
            [a, NONE, NONE] => self.of_vertex.get(&a),
            [a, b, NONE] => self.of_edge.get(&[a, b]),
            _ => None,
        };
        found.into_iter().flatten().copied()
    }

    /// Pairs whose nearest points are nearest around them, each two points once; in the order of pairs.
    pub(crate) fn locally_nearest<'a>(
        &'a self,
        met: &'a [Met],
        places: &'a [Vec3<f64>],
    ) -> impl Iterator<Item = &'a Met> {
        let mut known = HashSet::new();
        met.iter().filter(move |one| {
            let mut parts = one.parts();
            let [x, y] = one.points(places);
            let is_nearest = |part: Part, from: Vec3<f64>, to: Vec3<f64>| {
                let way = to - from;
                self.around(part).all(|vertex| {
                    let side = places[vertex as usize] - from;
                    side.dot(way) <= SQUARE * side.norm() * way.norm()
                })
            };
            let are_nearest = is_nearest(parts[0], x, y) && is_nearest(parts[1], y, x);
            parts.sort_unstable();
            are_nearest && known.insert(parts)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plastica_geometry::collide::{FeaturePair, Pair};

    /// A point near the edge 1–2 of two triangles whose outer vertices are this much lower; which of the two triangles count.
    fn kept(point: [f64; 3], lower: f64) -> Vec<usize> {
        let places = [
            [-1.0, 0.0, -lower],
            [0.0, -1.0, 0.0],
            [0.0, 1.0, 0.0],
            [1.0, 0.0, -lower],
            point,
            [0.0, 0.0, 5.0],
            [0.0, 1.0, 5.0],
        ]
        .map(Vec3);
        let triangles = vec![[0, 1, 2], [3, 2, 1], [4, 5, 6]];
        let stars = Stars::new(&Features::new(triangles.clone()));
        let met: Vec<Met> = (0..2)
            .map(|k| {
                let [a, b, c] = triangles[k];
                let kind = Pair::PointTriangle;
                let vertices = [4, a, b, c];
                let points = vertices.map(|v: u32| places[v as usize]);
                let features = FeaturePair { kind, vertices };
                Met {
                    pair: NearPair::unlinked(features),
                    nearest: kind.nearest(&points),
                }
            })
            .collect();
        let found = stars.locally_nearest(&met, &places);
        let number = |one: &Met| usize::from(one.pair.features.vertices[1] == 3);
        found.map(number).collect()
    }

    #[test]
    fn slanted_directions_over_flat_ground_are_no_contacts() {
        // Beside the edge only the triangle below counts, over it one of both, over a ridge the edge, once.
        assert_eq!(kept([-0.01, 0.0, 0.02], 0.0), [0]);
        assert_eq!(kept([0.01, 0.0, 0.02], 0.0), [1]);
        assert_eq!(kept([0.0, 0.0, 0.02], 0.0), [0]);
        assert_eq!(kept([0.01, 0.0, 0.02], 1.0), [0]);
        // In a valley both do.
        assert_eq!(kept([0.0, 0.0, 0.02], -1.0), [0, 1]);
    }
}
