//! Other elements around an edge or a face.

use super::Rules;
use super::complex::{Complex, Kind};
use plastica_tensor::Vec3;

/// Edges with more elements are left.
const MOST: usize = 9;

/// The best triangles for the ring around an edge, by dynamic programming. [G. T. Klincsek, "Minimal triangulations of
/// polygonal domains", 1980]
struct Triangulation {
    count: usize,
    /// The least quality of what lies between i and k, and the corner its first triangle has between them.
    best: [[f64; MOST]; MOST],
    corner: [[usize; MOST]; MOST],
}

impl Triangulation {
    /// Only what is better than `enough` is looked for.
    fn new(count: usize, enough: f64, quality: impl Fn([usize; 3]) -> f64) -> Self {
        let mut found = Triangulation {
            count,
            best: [[f64::INFINITY; MOST]; MOST],
            corner: [[0; MOST]; MOST],
        };
        for span in 2..count {
            for i in 0..count - span {
                let k = i + span;
                found.best[i][k] = f64::NEG_INFINITY;
                for j in i + 1..k {
                    let sides = found.best[i][j].min(found.best[j][k]);
                    if sides <= enough || sides <= found.best[i][k] {
                        continue;
                    }
                    let least = sides.min(quality([i, j, k]));
                    if least > found.best[i][k] {
                        found.best[i][k] = least;
                        found.corner[i][k] = j;
                    }
                }
            }
        }
        found
    }

    fn least(&self) -> f64 {
        self.best[0][self.count - 1]
    }

    fn triangles(&self) -> Vec<[usize; 3]> {
        let mut triangles = Vec::with_capacity(self.count - 2);
        let mut todo = vec![[0, self.count - 1]];
        while let Some([i, k]) = todo.pop() {
            if k - i > 1 {
                let j = self.corner[i][k];
                triangles.push([i, j, k]);
                todo.push([i, j]);
                todo.push([j, k]);
            }
        }
        triangles
    }
}

impl Complex {
    /// Exchanges the elements around an edge for others without it, if the worst becomes better. On the boundary only where
    /// it is as flat as the rules ask and the edge is no crease; there the volume changes by what lies between.
    pub(super) fn remove_edge(&mut self, a: u32, b: u32, rules: &Rules) -> bool {
        let Some(link) = self.link(a, b) else {
            return false;
        };
        let around = &link.around;
        let count = around.len();
        if count > MOST || (link.is_closed && count < 3) {
            return false;
        }
        if !link.is_closed && !self.may_turn(a, b, around, rules) {
            return false;
        }
        let worst = |e: &u32| self.quality[*e as usize];
        let old = link
            .elements
            .iter()
            .map(worst)
            .fold(f64::INFINITY, f64::min);
        let enough = (old * 1.001 + 1e-9).max(0.02);
        let quality = |[i, j, k]: [usize; 3]| {
            let [i, j, k] = [around[i], around[j], around[k]];
            self.shape([a, i, j, k]).min(self.shape([b, j, i, k]))
        };
        let found = Triangulation::new(count, enough, quality);
        if found.least() <= enough {
            return false;
        }
        let triangles = found.triangles();
        // An edge that is there already would be there twice.
        for &[i, j, k] in &triangles {
            for (i, j) in [(i, j), (j, k), (i, k)] {
                let is_new = j - i > 1 && !(i == 0 && j == count - 1);
                if is_new && self.are_joined(around[i], around[j]) {
                    return false;
                }
            }
        }
        for number in &link.elements {
            self.remove(*number);
        }
        for [i, j, k] in triangles {
            let [i, j, k] = [around[i], around[j], around[k]];
            self.add([a, i, j, k]);
            self.add([b, j, i, k]);
        }
        true
    }

    /// Whether the two faces of the boundary at an edge may be exchanged for the two across.
    fn may_turn(&self, a: u32, b: u32, around: &[u32], rules: &Rules) -> bool {
        let (first, last) = (around[0], around[around.len() - 1]);
        let is_crease = self.kind(a) >= Kind::Crease && self.kind(b) >= Kind::Crease;
        let normals = [[a, b, first], [b, a, last]].map(|f| self.area(f));
        let new = [[last, first, a], [first, last, b]].map(|f| self.area(f));
        let flat = |m: Vec3<f64>, n: Vec3<f64>| {
            m.dot(n) > rules.flat * (m.norm_squared() * n.norm_squared()).sqrt()
        };
        let joined_elsewhere = || {
            let star = self.stars[first as usize].iter();
            let mut with_last = star.filter(|e| self.has(**e, last));
            with_last.any(|e| !(self.has(*e, a) && self.has(*e, b)))
        };
        let stay = new.iter().all(|n| normals.iter().all(|m| flat(*m, *n)));
        let limit = if is_crease { 0.9998 } else { rules.flat };
        let even = normals[0].dot(normals[1])
            > limit * (normals[0].norm_squared() * normals[1].norm_squared()).sqrt();
        even && stay && !joined_elsewhere()
    }

    /// Takes away an element that is all boundary on two sides of a nearly flat edge: nothing but a flake.
    pub(super) fn peel(&mut self, a: u32, b: u32, rules: &Rules) -> bool {
        let Some(link) = self.link(a, b) else {
            return false;
        };
        let [number] = link.elements[..] else {
            return false;
        };
        let [c, d] = [link.around[0], link.around[1]];
        if !self.may_turn(a, b, &link.around, rules) || self.is_on_boundary(c, d) {
            return false;
        }
        // The faces that are left bare must not have been bare before.
        let bare = [[c, d, a], [d, c, b]]
            .iter()
            .any(|f| self.beyond(number, *f).is_none());
        if bare {
            return false;
        }
        for v in [c, d] {
            if self.kind(v) == Kind::Inner {
                return false;
            }
        }
        self.remove(number);
        true
    }

    /// Whether an edge is one of the boundary.
    pub fn is_on_boundary(&self, a: u32, b: u32) -> bool {
        self.kind(a) != Kind::Inner
            && self.kind(b) != Kind::Inner
            && self.link(a, b).is_some_and(|link| !link.is_closed)
    }

    /// Exchanges two elements at the face opposite to a corner for three around a new edge, if the worst becomes better.
    pub(super) fn remove_face(&mut self, number: u32, corner: usize) -> bool {
        let element = self.elements[number as usize];
        let face = super::super::FACES[corner].map(|k| element[k]);
        let Some(other) = self.beyond(number, face) else {
            return false;
        };
        let top = element[corner];
        let Some(bottom) = self.elements[other as usize]
            .into_iter()
            .find(|v| !face.contains(v))
        else {
            return false;
        };
        let old = self.quality[number as usize].min(self.quality[other as usize]);
        let enough = (old * 1.001 + 1e-9).max(0.02);
        // The face goes counter-clockwise about the way from top to bottom.
        let new = [0, 1, 2].map(|k| [top, bottom, face[k], face[(k + 1) % 3]]);
        if new.iter().any(|e| self.shape(*e) <= enough) || self.are_joined(top, bottom) {
            return false;
        }
        self.remove(number);
        self.remove(other);
        for element in new {
            self.add(element);
        }
        true
    }
}
