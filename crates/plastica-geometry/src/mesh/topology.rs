//! Which triangles share an edge, and where they do not.

use super::{MeshProblem, TriangleMesh};
use crate::Bounds;
use plastica_tensor::Vec3;
use std::collections::BTreeMap;

/// A triangle's use of an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub(super) triangle: u32,
    /// Whether it runs from the lower vertex to the higher.
    pub(super) forward: bool,
}

/// Edges, lower vertex first, with the triangles on them. Ordered, so that reports are the same
/// every time.
pub(super) type Edges = BTreeMap<[u32; 2], Vec<Side>>;

impl TriangleMesh {
    pub(super) fn check_numbers(&self) -> Result<(), MeshProblem> {
        let count = self.vertices.len();
        for (vertex, place) in self.vertices.iter().enumerate() {
            if place.iter().any(|c| !c.is_finite()) {
                return Err(MeshProblem::NotFinite { vertex });
            }
        }
        for (triangle, corners) in self.triangles.iter().enumerate() {
            if let Some(&vertex) = corners.iter().find(|v| **v as usize >= count) {
                return Err(MeshProblem::UnknownVertex {
                    triangle,
                    vertex,
                    count,
                });
            }
        }
        Ok(())
    }

    /// Edges of the triangles that have three distinct corners.
    pub(super) fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        for (triangle, &[a, b, c]) in self.triangles.iter().enumerate() {
            if a == b || b == c || c == a {
                continue;
            }
            for (from, to) in [(a, b), (b, c), (c, a)] {
                let side = Side {
                    triangle: triangle as u32,
                    forward: from < to,
                };
                let key = [from.min(to), from.max(to)];
                edges.entry(key).or_default().push(side);
            }
        }
        edges
    }

    pub(super) fn check_edges(&self) -> Result<(), MeshProblem> {
        let edges = self.edges();
        if edges.is_empty() {
            return Err(MeshProblem::NoTriangles);
        }
        let crowded = edges.iter().filter(|(_, sides)| sides.len() > 2);
        if let Some((edge, sides)) = crowded.clone().max_by_key(|(_, sides)| sides.len()) {
            return Err(MeshProblem::NonManifold {
                edges: crowded.count(),
                place: self.middle(*edge),
                triangles: sides.len(),
            });
        }
        let open = edges.iter().filter(|(_, sides)| sides.len() == 1);
        let open: Vec<[u32; 2]> = open.map(|(edge, _)| *edge).collect();
        if open.is_empty() {
            return Ok(());
        }
        Err(self.holes(&open))
    }

    pub(super) fn check_agreement(&self) -> Result<(), MeshProblem> {
        let edges = self.edges();
        let flipped = edges
            .iter()
            .filter(|(_, sides)| sides.len() == 2 && sides[0].forward == sides[1].forward);
        match flipped.clone().next() {
            None => Ok(()),
            Some((edge, _)) => Err(MeshProblem::Flipped {
                edges: flipped.count(),
                place: self.middle(*edge),
            }),
        }
    }

    pub(super) fn middle(&self, [a, b]: [u32; 2]) -> [f64; 3] {
        let (a, b) = (self.vertices[a as usize], self.vertices[b as usize]);
        (Vec3(a) + Vec3(b)).scale(0.5).0
    }

    /// Open edges gathered into loops by the vertices they share; loops that touch count as one.
    fn holes(&self, open: &[[u32; 2]]) -> MeshProblem {
        let mut parent: BTreeMap<u32, u32> = open.iter().flatten().map(|v| (*v, *v)).collect();
        fn root(parent: &mut BTreeMap<u32, u32>, mut v: u32) -> u32 {
            while parent[&v] != v {
                let grand = parent[&parent[&v]];
                parent.insert(v, grand);
                v = grand;
            }
            v
        }
        for [a, b] in open {
            let (a, b) = (root(&mut parent, *a), root(&mut parent, *b));
            parent.insert(a.max(b), a.min(b));
        }
        // Length, sum of the middles weighted by length, box.
        let mut loops: BTreeMap<u32, (f64, Vec3<f64>, Bounds)> = BTreeMap::new();
        for edge in open {
            let key = root(&mut parent, edge[0]);
            let ends = edge.map(|v| Vec3(self.vertices[v as usize]));
            let length = (ends[1] - ends[0]).norm();
            let (total, sum, bounds) =
                loops
                    .entry(key)
                    .or_insert((0.0, Vec3::zero(), Bounds::EMPTY));
            *total += length;
            *sum = *sum + Vec3(self.middle(*edge)).scale(length);
            *bounds = bounds.join(&Bounds::around(ends));
        }
        let longest = loops.values().max_by(|a, b| a.0.total_cmp(&b.0));
        let (length, sum, bounds) = longest
            .copied()
            .unwrap_or((1.0, Vec3::zero(), Bounds::EMPTY));
        let sides = bounds.size();
        MeshProblem::Open {
            edges: open.len(),
            holes: loops.len(),
            centre: sum.scale(1.0 / length).0,
            size: sides[0].max(sides[1]).max(sides[2]),
        }
    }
}
