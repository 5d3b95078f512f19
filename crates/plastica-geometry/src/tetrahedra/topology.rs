//! Whether the boundary of a mesh is a surface.

use super::{TetMesh, sorted};
use std::collections::{BTreeMap, HashMap};

/// How the elements of a mesh hang together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Topology {
    /// Faces of more than two elements.
    pub crowded_faces: Vec<[u32; 3]>,
    /// Edges of the boundary without exactly two of its faces.
    pub crowded_edges: Vec<[u32; 2]>,
    /// Vertices at which faces of the boundary meet that are not joined by edges there.
    pub pinched: Vec<u32>,
    /// Pieces that hang together by vertices.
    pub pieces: usize,
    /// Vertices − edges + faces of the boundary: 2 for each closed surface without handles, 2 less for each handle.
    pub euler: i64,
}

impl Topology {
    /// Whether the boundary is a surface everywhere.
    pub fn is_manifold(&self) -> bool {
        self.crowded_faces.is_empty() && self.crowded_edges.is_empty() && self.pinched.is_empty()
    }
}

impl TetMesh {
    /// How its elements hang together, and where its boundary is no surface.
    pub fn topology(&self) -> Topology {
        let mut uses: HashMap<[u32; 3], u32> = HashMap::with_capacity(4 * self.elements.len());
        for (face, _) in self.faces() {
            *uses.entry(sorted(face)).or_default() += 1;
        }
        let mut crowded_faces: Vec<_> = uses.iter().filter(|u| *u.1 > 2).map(|u| *u.0).collect();
        crowded_faces.sort_unstable();
        let boundary: Vec<[u32; 3]> = self.boundary().into_iter().map(|(face, _)| face).collect();
        let mut edges: BTreeMap<[u32; 2], u32> = BTreeMap::new();
        let mut fans: BTreeMap<u32, Vec<[u32; 2]>> = BTreeMap::new();
        for &[a, b, c] in &boundary {
            for [v, to, from] in [[a, b, c], [b, c, a], [c, a, b]] {
                *edges.entry([v.min(to), v.max(to)]).or_default() += 1;
                fans.entry(v).or_default().push([to, from]);
            }
        }
        let pinched = fans.iter().filter(|(_, fan)| !is_one_fan(fan));
        Topology {
            crowded_faces,
            pinched: pinched.map(|(v, _)| *v).collect(),
            euler: fans.len() as i64 - edges.len() as i64 + boundary.len() as i64,
            crowded_edges: edges.iter().filter(|e| *e.1 != 2).map(|e| *e.0).collect(),
            pieces: self.pieces(),
        }
    }

    fn pieces(&self) -> usize {
        let mut parent: Vec<u32> = (0..self.vertices.len() as u32).collect();
        for &[first, ref others @ ..] in &self.elements {
            for other in others {
                let (a, b) = (root(&mut parent, first), root(&mut parent, *other));
                parent[a.max(b) as usize] = a.min(b);
            }
        }
        let mut roots: Vec<u32> = self
            .elements
            .iter()
            .map(|e| root(&mut parent, e[0]))
            .collect();
        roots.sort_unstable();
        roots.dedup();
        roots.len()
    }
}

fn root(parent: &mut [u32], mut v: u32) -> u32 {
    while parent[v as usize] != v {
        parent[v as usize] = parent[parent[v as usize] as usize];
        v = parent[v as usize];
    }
    v
}

/// Whether the faces around a vertex, each by its next and its last corner, follow each other in one round.
fn is_one_fan(fan: &[[u32; 2]]) -> bool {
    let start = fan[0][0];
    let mut at = start;
    for round in 1..=fan.len() {
        let Some(face) = fan.iter().find(|face| face[0] == at) else {
            return false;
        };
        at = face[1];
        if at == start {
            return round == fan.len();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bounds;
    use plastica_tensor::Vec3;

    fn lattice(cells: [usize; 3]) -> TetMesh {
        TetMesh::lattice(&Bounds::centred(Vec3::zero(), Vec3::splat(1.0)), cells)
    }

    /// Elements of a lattice without those of some of its cells.
    fn without(mut mesh: TetMesh, cells: &[usize]) -> TetMesh {
        let mut number = 0;
        mesh.elements.retain(|_| {
            number += 1;
            !cells.contains(&((number - 1) / 6))
        });
        mesh
    }

    #[test]
    fn a_box_is_a_ball_and_a_frame_is_a_ring() {
        let ball = lattice([3; 3]).topology();
        assert!(ball.is_manifold());
        assert_eq!((ball.pieces, ball.euler), (1, 2));
        let ring = without(lattice([3, 3, 1]), &[4]).topology();
        assert!(ring.is_manifold());
        assert_eq!((ring.pieces, ring.euler), (1, 0));
    }

    #[test]
    fn cells_that_touch_at_an_edge_or_a_corner_are_found() {
        let edge = without(lattice([2, 2, 1]), &[1, 2]).topology();
        assert_eq!(edge.crowded_edges.len(), 1);
        let corner = without(lattice([2, 2, 2]), &[1, 2, 3, 4, 5, 6]).topology();
        assert_eq!((corner.crowded_edges.len(), corner.pinched.len()), (0, 1));
        let doubled = TetMesh {
            elements: [lattice([1; 3]).elements, lattice([1; 3]).elements].concat(),
            ..lattice([1; 3])
        };
        assert!(!doubled.topology().crowded_faces.is_empty());
    }
}
