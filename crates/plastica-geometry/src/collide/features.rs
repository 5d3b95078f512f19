//! What of a surface can meet first: its vertices with its triangles, its edges with each other.

use super::nearest::Pair;
use std::collections::{HashMap, HashSet};

/// Nothing to own.
const NONE: u32 = u32::MAX;

/// The triangles of surfaces, with vertices and edges each owned by one of the triangles that have it: of two triangles that
/// may meet, only what they own is paired, and no pair of features comes twice [CTM08].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    /// The triangles by their vertices.
    pub triangles: Vec<[u32; 3]>,
    /// Every edge once.
    pub edges: Vec<[u32; 2]>,
    /// Every vertex that a triangle has, in the order in which triangles name them.
    pub vertices: Vec<u32>,
    owned: Vec<Owned>,
}

/// What a triangle owns: vertices, and edges by number; `NONE` for what it does not.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Owned {
    vertices: [u32; 3],
    edges: [u32; 3],
}

/// A vertex and a triangle, or two edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FeaturePair {
    /// Which.
    pub kind: Pair,
    /// The numbers of the four vertices, in the order of [`Pair`].
    pub vertices: [u32; 4],
}

impl Features {
    /// Of the triangles of one surface or several.
    pub fn new(triangles: Vec<[u32; 3]>) -> Self {
        let mut features = Features {
            triangles,
            ..Features::default()
        };
        let mut numbers: HashMap<[u32; 2], u32> = HashMap::new();
        let mut known: HashSet<u32> = HashSet::new();
        for &[a, b, c] in &features.triangles {
            let mut owned = Owned {
                vertices: [NONE; 3],
                edges: [NONE; 3],
            };
            for (k, vertex) in [a, b, c].into_iter().enumerate() {
                if known.insert(vertex) {
                    owned.vertices[k] = vertex;
                    features.vertices.push(vertex);
                }
            }
            for (k, [from, to]) in [[a, b], [b, c], [c, a]].into_iter().enumerate() {
                let edge = [from.min(to), from.max(to)];
                let next = features.edges.len() as u32;
                if *numbers.entry(edge).or_insert(next) == next {
                    owned.edges[k] = next;
                    features.edges.push(edge);
                }
            }
            features.owned.push(owned);
        }
        features
    }

    /// Calls `visit` with what two triangles bring to meet: owned vertices of one and the other triangle, owned edges of both;
    /// without what has a vertex in common.
    #[inline]
    pub fn pairs_of_triangles(&self, a: u32, b: u32, mut visit: impl FnMut(FeaturePair)) {
        for (mine, theirs) in [(a, b), (b, a)] {
            let triangle = self.triangles[theirs as usize];
            for vertex in self.owned[mine as usize].vertices {
                if vertex != NONE && !triangle.contains(&vertex) {
                    let [p, q, r] = triangle;
                    visit(FeaturePair {
                        kind: Pair::PointTriangle,
                        vertices: [vertex, p, q, r],
                    });
                }
            }
        }
        for edge in self.owned_edges(a) {
            for other in self.owned_edges(b) {
                if !edge.iter().any(|vertex| other.contains(vertex)) {
                    // A pair looks the same whoever is asked first.
                    let ([a, b], [c, d]) = (edge.min(other), edge.max(other));
                    visit(FeaturePair {
                        kind: Pair::EdgeEdge,
                        vertices: [a, b, c, d],
                    });
                }
            }
        }
    }

    fn owned_edges(&self, triangle: u32) -> impl Iterator<Item = [u32; 2]> + '_ {
        let owned = self.owned[triangle as usize].edges.into_iter();
        (owned.filter(|edge| *edge != NONE)).map(|edge| self.edges[edge as usize])
    }
}
