//! Tetrahedra made better where they are: edges cut, collapsed or exchanged for others, faces exchanged, vertices moved.
//!
//! What happens inside keeps the volume by construction. On the boundary a [`Skin`] says where vertices may go; with
//! [`Conserved`] the volume stays there too, but for edges that are exchanged where the boundary is nearly flat.

mod collapse;
mod complex;
mod conserved;
mod creases;
mod edge;
mod manifold;
mod smooth;
#[cfg(test)]
mod tests;

pub use collapse::Balance;
pub use complex::{Complex, Kind, NONE};
pub use conserved::Conserved;

use super::quality::EDGES;
use plastica_tensor::Vec3;

/// Where vertices of the boundary may go.
pub trait Skin {
    /// The allowed place for a vertex that would like to be somewhere, if there is one near.
    fn slide(&self, complex: &Complex, v: u32, to: Vec3<f64>) -> Option<Vec3<f64>>;
    /// The allowed place for what two vertices become that would like to be one somewhere; `v` is the less free of them.
    fn merge(
        &self,
        complex: &Complex,
        v: u32,
        to: Vec3<f64>,
        balance: Balance,
    ) -> Option<Vec3<f64>>;
}

/// What is worked on, and what is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// Wanted length of edges [m].
    pub edge: f64,
    /// Edges longer than so many lengths are cut.
    pub split: f64,
    /// Edges shorter than so many lengths are collapsed.
    pub collapse: f64,
    /// Elements with less quality 6√2 V/l³ are worked on.
    pub goal: f64,
    /// Times that all such elements are gone through.
    pub passes: usize,
    /// Cosine of the angle by which a face of the boundary may turn.
    pub turn: f64,
    /// Cosine of the angle between faces of the boundary whose edge may be exchanged.
    pub flat: f64,
    /// Cosine of the angle between faces from which their edge is a crease, if it joins vertices that are marked.
    pub crease: f64,
}

impl Rules {
    /// For edges of a length [m].
    pub fn new(edge: f64) -> Self {
        Rules {
            edge,
            split: 1.7,
            collapse: 0.7,
            goal: 0.45,
            passes: 8,
            turn: 0.85,
            flat: 0.995,
            crease: 0.9,
        }
    }
}

impl Complex {
    /// Cuts edges that are too long and collapses those that are too short, then works on bad elements.
    pub fn improve(&mut self, rules: &Rules, skin: &impl Skin) {
        for _ in 0..3 {
            if self.resize(rules, skin) == 0 {
                break;
            }
        }
        self.repair(rules, skin);
    }

    /// Cuts long edges, the longest first, and collapses short ones, the shortest first. Returns how many.
    pub fn resize(&mut self, rules: &Rules, skin: &impl Skin) -> usize {
        let length =
            |complex: &Self, [a, b]: [u32; 2]| (complex.place(a) - complex.place(b)).norm();
        let (long, short) = (rules.split * rules.edge, rules.collapse * rules.edge);
        let mut edges: Vec<(f64, [u32; 2])> = self
            .edges()
            .into_iter()
            .map(|e| (length(self, e), e))
            .collect();
        edges.retain(|(l, _)| *l > long || *l < short);
        edges.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        let mut done = 0;
        for &(before, [a, b]) in edges.iter().rev().take_while(|e| e.0 > long) {
            if length(self, [a, b]) == before && self.are_joined(a, b) {
                done += usize::from(self.split(a, b, rules).is_some());
            }
        }
        for &(_, [a, b]) in edges.iter().take_while(|e| e.0 < short) {
            if self.are_joined(a, b) && length(self, [a, b]) < short {
                let star = self.stars[a as usize].iter().filter(|e| self.has(**e, b));
                let worst = star.map(|e| self.quality[*e as usize]).fold(1.0, f64::min);
                let least = (0.6 * worst).clamp(0.08, 0.3);
                done += usize::from(self.collapse(a, b, least, rules, skin));
            }
        }
        done
    }

    /// Goes through the bad elements, the worst first, until nothing helps.
    pub fn repair(&mut self, rules: &Rules, skin: &impl Skin) {
        for pass in 0..rules.passes {
            let mut bad: Vec<(f64, u32)> = (0..self.elements.len() as u32)
                .filter(|e| self.is_alive(*e) && self.quality[*e as usize] < rules.goal)
                .map(|e| (self.quality[e as usize], e))
                .collect();
            bad.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
            let mut done = 0;
            for (before, number) in bad {
                if self.is_alive(number) && self.quality[number as usize] == before {
                    done += usize::from(self.mend(number, pass, rules, skin));
                }
            }
            if done == 0 {
                break;
            }
        }
    }

    /// Tries to make an element better, or to be rid of it: the cheap ways first.
    fn mend(&mut self, number: u32, pass: usize, rules: &Rules, skin: &impl Skin) -> bool {
        let element = self.elements[number as usize];
        let quality = self.quality[number as usize];
        let edges = EDGES.map(|[i, j]| [element[i], element[j]]);
        if edges
            .iter()
            .any(|[a, b]| self.remove_edge(*a, *b, rules) || self.peel(*a, *b, rules))
        {
            return true;
        }
        if (0..4).any(|corner| self.remove_face(number, corner)) {
            return true;
        }
        let mut moved = false;
        for v in element {
            moved |= self.smooth(v, rules, skin);
        }
        if moved || (quality >= 0.6 * rules.goal && pass == 0) {
            return moved;
        }
        let length = |[a, b]: [u32; 2]| (self.place(a) - self.place(b)).norm();
        let mut by_length = edges.map(|e| (length(e), e));
        by_length.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        for (length, [a, b]) in by_length.into_iter().take(4) {
            let least = (1.05 * quality).max(quality + 0.01);
            if length < 0.9 * rules.edge && self.collapse(a, b, least, rules, skin) {
                return true;
            }
        }
        let (longest, [a, b]) = by_length[5];
        let split = pass > 0 && quality < 0.5 * rules.goal && longest > 0.9 * rules.edge;
        split && self.split(a, b, rules).is_some()
    }
}
