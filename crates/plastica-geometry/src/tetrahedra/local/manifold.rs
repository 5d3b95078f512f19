//! Vertices at which the body only just hangs together.

use super::super::FACES;
use super::complex::{Complex, Kind};

/// Rounds of repair; each takes elements away, and rarely two are needed.
const ROUNDS: usize = 10;

impl Complex {
    /// Takes elements away where the boundary is no surface: at a vertex or an edge, all but the largest of the parts
    /// that hang together there by faces. Returns how many vertices are left where that does not help.
    pub fn mend_pinches(&mut self) -> usize {
        for _ in 0..ROUNDS {
            let pinched = self.pinches();
            if pinched.is_empty() {
                return 0;
            }
            for v in pinched {
                self.mend_pinch(v);
            }
        }
        self.pinches().len()
    }

    /// Vertices whose faces of the boundary do not follow each other in one round.
    fn pinches(&self) -> Vec<u32> {
        let vertices = 0..self.places.len() as u32;
        vertices
            .filter(|v| self.kind(*v) != Kind::Inner && self.is_pinched(*v))
            .collect()
    }

    fn is_pinched(&self, v: u32) -> bool {
        let fan = self.fan(v);
        let Some(start) = fan.first().map(|f| f[1]) else {
            return false;
        };
        let mut at = start;
        for round in 1..=fan.len() {
            let mut next = fan.iter().filter(|f| f[1] == at);
            let (Some(face), None) = (next.next(), next.next()) else {
                return true;
            };
            at = face[2];
            if at == start {
                return round < fan.len();
            }
        }
        true
    }

    fn mend_pinch(&mut self, v: u32) {
        if !self.is_pinched(v) {
            return;
        }
        let parts = self.parts(&self.stars[v as usize], |face| face.contains(&v));
        if parts.len() > 1 {
            return self.keep_largest(parts);
        }
        // At an edge, then: the parts around it.
        let neighbours: Vec<u32> = self.fan(v).iter().map(|f| f[1]).collect();
        for w in neighbours {
            let star = self.stars[v as usize].iter().copied();
            let around: Vec<u32> = star.filter(|e| self.has(*e, w)).collect();
            let parts = self.parts(&around, |face| face.contains(&v) && face.contains(&w));
            if parts.len() > 1 {
                return self.keep_largest(parts);
            }
        }
        // Two hollows touch: the smallest element there goes.
        let star = self.stars[v as usize].iter().copied();
        let smallest =
            star.min_by(|a, b| self.volume(*a).total_cmp(&self.volume(*b)).then(a.cmp(b)));
        self.take_away(smallest.as_slice());
    }

    /// Parts of some elements that hang together by faces with a property.
    fn parts(&self, elements: &[u32], joins: impl Fn(&[u32; 3]) -> bool) -> Vec<Vec<u32>> {
        let mut left = elements.to_vec();
        left.sort_unstable();
        let mut parts = Vec::new();
        while let Some(first) = left.pop() {
            let mut part = vec![first];
            let mut next = 0;
            while next < part.len() {
                let element = self.elements[part[next] as usize];
                next += 1;
                let faces = FACES.map(|f| f.map(|k| element[k]));
                for face in faces.iter().filter(|f| joins(f)) {
                    let beside = |e: &u32| face.iter().all(|v| self.has(*e, *v));
                    while let Some(place) = left.iter().position(beside) {
                        part.push(left.swap_remove(place));
                    }
                }
            }
            parts.push(part);
        }
        parts
    }

    fn keep_largest(&mut self, mut parts: Vec<Vec<u32>>) {
        let volume = |part: &Vec<u32>| part.iter().map(|e| self.volume(*e)).sum::<f64>();
        parts.sort_by(|a, b| volume(a).total_cmp(&volume(b)));
        parts.pop();
        parts.iter().for_each(|part| self.take_away(part));
    }

    /// Removes elements; their vertices are then on the boundary.
    fn take_away(&mut self, elements: &[u32]) {
        for number in elements {
            for v in self.elements[*number as usize] {
                if self.kind(v) == Kind::Inner {
                    self.mark(v, Kind::Sheet);
                }
            }
            self.remove(*number);
        }
    }
}
