//! A surface without pinches: what is present and what is not each hang together around every vertex. [BW07, section 4.2]
//!
//! With that, edges are manifold too: two gaps around an edge separate present elements at its ends from each other, or
//! gaps from each other. Edges come first all the same, for there it can be chosen what to mend.

use super::classify;
use super::neighbours::{Around, NONE, across};
use crate::TetMesh;

/// Rounds in which elements may come back. The paper has no proof that its rules come to an end, and found that they do.
const ROUNDS: usize = 30;

/// What is present after a repair.
#[derive(Clone, Debug, PartialEq)]
pub struct Repaired {
    /// By element.
    pub present: Vec<bool>,
    /// How many elements came back.
    pub returned: usize,
    /// How many were deleted.
    pub deleted: usize,
}

/// Mends edges with more than one gap around them, and vertices around which the elements that are present, or those that
/// are not, fall into several groups joined by faces.
///
/// Nothing is reconsidered, but deletions for vertices are always allowed. What is still wrong then is mended by deletions
/// alone, which comes to an end.
pub fn manifold(mesh: &TetMesh, present: &[bool]) -> Repaired {
    let mut repair = Repair {
        mesh,
        across: across(mesh),
        around: Around::new(mesh),
        present: present.to_vec(),
        considered: vec![false; present.len()],
        may_return: true,
    };
    let mut rounds = 0..ROUNDS;
    while rounds.next().is_some() && repair.pass() {}
    repair.may_return = false;
    while repair.pass() {}
    let count = |was: bool| {
        let pairs = present.iter().zip(&repair.present);
        pairs.filter(|(a, b)| **a == was && a != b).count()
    };
    Repaired {
        returned: count(false),
        deleted: count(true),
        present: repair.present,
    }
}

struct Repair<'a> {
    mesh: &'a TetMesh,
    across: Vec<[u32; 4]>,
    around: Around,
    present: Vec<bool>,
    /// Has been changed.
    considered: Vec<bool>,
    may_return: bool,
}

/// Elements joined by faces, all present or all not.
struct Group {
    elements: Vec<u32>,
    present: bool,
    /// Reaches what lies around all candidates.
    outer: bool,
}

impl Repair<'_> {
    /// Whether anything was changed.
    fn pass(&mut self) -> bool {
        let mut changed = false;
        for vertex in 0..self.mesh.vertices.len() {
            let there = self.around.vertex(vertex);
            let none = !there.iter().any(|e| self.present[*e as usize]);
            if none || self.groups(there, &[vertex as u32]).len() <= 2 {
                continue;
            }
            for other in self.ends(vertex) {
                changed |= self.mend_edge([vertex as u32, other]);
            }
            changed |= self.mend_vertex(vertex);
        }
        changed
    }

    /// The vertices joined to one by edges.
    fn ends(&self, vertex: usize) -> Vec<u32> {
        let there = self.around.vertex(vertex).iter();
        let mut ends: Vec<u32> = there
            .flat_map(|e| self.mesh.elements[*e as usize])
            .collect();
        ends.sort_unstable();
        ends.dedup();
        ends.retain(|v| *v as usize != vertex);
        ends
    }

    /// Elements around a vertex or an edge in groups that are joined by faces there.
    fn groups(&self, elements: &[u32], around: &[u32]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut open = elements.to_vec();
        while let Some(first) = open.pop() {
            let mut group = Group {
                elements: vec![first],
                present: self.present[first as usize],
                outer: false,
            };
            let mut next = 0;
            while next < group.elements.len() {
                let element = group.elements[next] as usize;
                next += 1;
                for corner in 0..4 {
                    if around.contains(&self.mesh.elements[element][corner]) {
                        continue;
                    }
                    let neighbour = self.across[element][corner];
                    if neighbour == NONE {
                        group.outer |= !group.present;
                    } else if self.present[neighbour as usize] == group.present
                        && let Some(at) = open.iter().position(|e| *e == neighbour)
                    {
                        open.swap_remove(at);
                        group.elements.push(neighbour);
                    }
                }
            }
            groups.push(group);
        }
        self.add_outside(&mut groups, elements, around);
        groups
    }

    /// What lies around all candidates is one more group that is not present, joined to those that reach it.
    fn add_outside(&self, groups: &mut Vec<Group>, elements: &[u32], around: &[u32]) {
        let reaches = |e: &u32| {
            (0..4).any(|corner| {
                !around.contains(&self.mesh.elements[*e as usize][corner])
                    && self.across[*e as usize][corner] == NONE
            })
        };
        if !elements.iter().any(reaches) {
            return;
        }
        let mut outside = Group {
            elements: Vec::new(),
            present: false,
            outer: true,
        };
        groups.retain_mut(|group| {
            if group.outer {
                outside.elements.append(&mut group.elements);
            }
            !group.outer
        });
        groups.push(outside);
    }

    fn volume(&self, group: &Group) -> f64 {
        let volumes = group.elements.iter();
        volumes.map(|e| self.mesh.element_volume(*e as usize)).sum()
    }

    /// Fills a gap whose elements are all well shaped, else deletes what has least volume between two gaps.
    fn mend_edge(&mut self, edge: [u32; 2]) -> bool {
        let both = |e: &&u32| self.mesh.elements[**e as usize].contains(&edge[1]);
        let ring: Vec<u32> = (self.around.vertex(edge[0] as usize).iter())
            .filter(both)
            .copied()
            .collect();
        let mut changed = false;
        loop {
            let groups = self.groups(&ring, &edge);
            if groups.iter().filter(|g| !g.present).count() < 2 {
                return changed;
            }
            let untouched = |g: &&Group| g.elements.iter().all(|e| !self.considered[*e as usize]);
            let well = |g: &&Group| {
                let shape = |e: &u32| classify(self.mesh.corners(*e as usize));
                !g.present && !g.outer && g.elements.iter().all(|e| shape(e).is_none())
            };
            let volume = |g: &&Group| self.volume(g);
            let least = |a: &&Group, b: &&Group| volume(a).total_cmp(&volume(b));
            let mut choices = groups.iter().filter(untouched).filter(well);
            let gap = choices.next().filter(|_| self.may_return);
            let thin = groups
                .iter()
                .filter(|g| g.present)
                .filter(untouched)
                .min_by(least);
            let Some(elements) = gap.or(thin).map(|g| g.elements.clone()) else {
                return changed;
            };
            self.turn(&elements);
            changed = true;
        }
    }

    /// Deletes all present groups but the largest, then returns all gaps but the largest; or deletes what is present between
    /// them.
    fn mend_vertex(&mut self, vertex: usize) -> bool {
        let mut changed = false;
        for present in [true, false] {
            let groups = self.groups(self.around.vertex(vertex), &[vertex as u32]);
            let mut groups: Vec<Group> = groups
                .into_iter()
                .filter(|g| g.present == present)
                .collect();
            // The outside cannot be filled.
            let size = |g: &Group| {
                if g.outer {
                    f64::INFINITY
                } else {
                    self.volume(g)
                }
            };
            groups.sort_by(|a, b| size(a).total_cmp(&size(b)));
            groups.pop();
            for group in groups {
                let fresh = group.elements.iter().all(|e| !self.considered[*e as usize]);
                if present || fresh && self.may_return {
                    self.turn(&group.elements);
                } else if !self.may_return {
                    self.clear(vertex);
                } else {
                    continue;
                }
                changed = true;
            }
        }
        changed
    }

    /// Turns what is present into what is not, and back.
    fn turn(&mut self, elements: &[u32]) {
        for element in elements {
            self.present[*element as usize] ^= true;
            self.considered[*element as usize] = true;
        }
    }

    /// Deletes everything at a vertex.
    fn clear(&mut self, vertex: usize) {
        for element in self.around.vertex(vertex) {
            self.present[*element as usize] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tetrahedra_rules::extract;
    use crate::{Bounds, Delaunay, random};
    use plastica_tensor::Vec3;
    use std::collections::HashMap;

    /// By the triangles of the surface alone: two at every edge, one fan at every vertex.
    fn is_manifold(mesh: &TetMesh) -> bool {
        let surface = mesh.surface();
        let mut edges: HashMap<[u32; 2], Vec<usize>> = HashMap::new();
        let mut fans: HashMap<u32, Vec<usize>> = HashMap::new();
        for (number, t) in surface.triangles.iter().enumerate() {
            for k in 0..3 {
                let (a, b) = (t[k], t[(k + 1) % 3]);
                edges.entry([a.min(b), a.max(b)]).or_default().push(number);
                fans.entry(a).or_default().push(number);
            }
        }
        let one_fan = |(v, around): (&u32, &Vec<usize>)| {
            let mut found = vec![around[0]];
            let mut next = 0;
            while next < found.len() {
                let t = surface.triangles[found[next]];
                next += 1;
                for w in t.iter().filter(|w| *w != v) {
                    for other in &edges[&[*v.min(w), *v.max(w)]] {
                        if !found.contains(other) {
                            found.push(*other);
                        }
                    }
                }
            }
            found.len() == around.len()
        };
        edges.values().all(|around| around.len() == 2) && fans.iter().all(one_fan)
    }

    /// Cells of a lattice by their places, each cut in six.
    fn cells(wanted: impl Fn([usize; 3]) -> bool) -> (TetMesh, Vec<bool>) {
        let bounds = Bounds {
            low: Vec3::zero(),
            high: Vec3::splat(4.0),
        };
        let mesh = TetMesh::lattice(&bounds, [4; 3]);
        let present = (0..mesh.elements.len()).map(|e| {
            let cell = e / 6;
            wanted([cell % 4, cell / 4 % 4, cell / 16])
        });
        let present = present.collect();
        (mesh, present)
    }

    fn repaired(mesh: &TetMesh, present: &[bool]) -> Repaired {
        let repaired = manifold(mesh, present);
        assert!(is_manifold(&extract(mesh, &repaired.present)));
        repaired
    }

    #[test]
    fn what_is_manifold_stays() {
        for wanted in [
            |[x, _, _]: [usize; 3]| x < 2,
            |at: [usize; 3]| at != [1, 1, 1],
            |_: [usize; 3]| true,
            |_: [usize; 3]| false,
        ] {
            let (mesh, present) = cells(wanted);
            assert!(is_manifold(&extract(&mesh, &present)));
            assert_eq!(manifold(&mesh, &present).present, present);
        }
    }

    #[test]
    fn bodies_that_touch_at_an_edge_or_a_vertex_are_joined_or_parted() {
        for other in [[2, 2, 1], [2, 2, 2], [0, 2, 2], [2, 0, 0]] {
            let (mesh, present) = cells(|at| at == [1, 1, 1] || at == other);
            assert!(!is_manifold(&extract(&mesh, &present)), "{other:?}");
            let repaired = repaired(&mesh, &present);
            assert!(repaired.returned + repaired.deleted > 0);
            assert!(repaired.deleted <= 6 && repaired.present.contains(&true));
        }
    }

    #[test]
    fn a_hollow_that_touches_the_outside_at_a_vertex_is_mended() {
        let (mesh, present) = cells(|at| at != [1, 1, 1] && at != [0, 0, 0]);
        assert!(!is_manifold(&extract(&mesh, &present)));
        let repaired = repaired(&mesh, &present);
        assert!(
            repaired.returned > 0 && repaired.returned <= 12,
            "{repaired:?}"
        );
    }

    /// Elements at random pinch everywhere.
    #[test]
    fn any_choice_of_elements_becomes_manifold() {
        let mut changed = 0;
        for case in 0..30 {
            let unit = |i: u64, k: u64| random::unit(case, i, k);
            let points: Vec<_> = (0..60)
                .map(|i| [unit(i, 0), unit(i, 1), unit(i, 2)])
                .collect();
            let mesh = Delaunay::new(&points).unwrap().mesh();
            let share = case as f64 / 30.0;
            let present: Vec<bool> = (0..mesh.elements.len() as u64)
                .map(|e| unit(e, 9) < share)
                .collect();
            let repaired = repaired(&mesh, &present);
            changed += repaired.returned + repaired.deleted;
        }
        assert!(changed > 100, "{changed}");
    }
}
