//! Edges cut in two, and edges whose ends become one.

use super::complex::{Complex, Kind};
use super::{Rules, Skin};
use plastica_tensor::Vec3;

/// How the volume around an edge depends on the place x where its ends become one: after − before = `gain` + `slope` · x,
/// with the place tried first as origin.
#[derive(Clone, Copy, Debug)]
pub struct Balance {
    /// [m³]
    pub gain: f64,
    /// [m²]
    pub slope: Vec3<f64>,
}

impl Complex {
    /// Cuts an edge in its middle. Nothing moves: the volume stays.
    pub(super) fn split(&mut self, a: u32, b: u32, rules: &Rules) -> Option<u32> {
        let middle = (self.place(a) + self.place(b)).scale(0.5);
        self.split_at(a, b, middle, rules)
    }

    /// Cuts an edge at a place. The new vertex is on a crease if the edge is one.
    pub fn split_at(&mut self, a: u32, b: u32, place: Vec3<f64>, rules: &Rules) -> Option<u32> {
        let link = self.link(a, b)?;
        let kind = if link.is_closed {
            Kind::Inner
        } else if self.is_crease(a, b, rules) {
            Kind::Crease
        } else {
            Kind::Sheet
        };
        let middle = self.add_vertex(place, kind);
        for number in link.elements {
            let element = self.elements[number as usize];
            self.remove(number);
            self.add(element.map(|v| if v == a { middle } else { v }));
            self.add(element.map(|v| if v == b { middle } else { v }));
        }
        Some(middle)
    }

    /// Whether an edge of the boundary joins vertices of creases and its faces meet at an angle.
    pub fn is_crease(&self, a: u32, b: u32, rules: &Rules) -> bool {
        if self.kind(a) < Kind::Crease || self.kind(b) < Kind::Crease {
            return false;
        }
        let Some(link) = self.link(a, b).filter(|link| !link.is_closed) else {
            return false;
        };
        let (first, last) = (link.around[0], link.around[link.around.len() - 1]);
        let [m, n] = [[a, b, first], [b, a, last]].map(|f| self.area(f));
        m.dot(n) < rules.crease * (m.norm_squared() * n.norm_squared()).sqrt()
    }

    /// Makes the ends of an edge one, if all elements that stay become at least so good. The freer end goes; two equally
    /// free ones meet in the middle. On the boundary the skin says where.
    pub(super) fn collapse(
        &mut self,
        a: u32,
        b: u32,
        least: f64,
        rules: &Rules,
        skin: &impl Skin,
    ) -> bool {
        let (a, b) = if self.kind(a) > self.kind(b) {
            (b, a)
        } else {
            (a, b)
        };
        let Some(link) = self.link(a, b) else {
            return false;
        };
        let both = self.kind(a) != Kind::Inner;
        // Two vertices of the boundary joined through the body would pinch it.
        if both && link.is_closed || self.kind(a) == Kind::Corner {
            return false;
        }
        if self.kind(a) == Kind::Crease && !self.is_crease(a, b, rules) {
            return false;
        }
        if !self.links_meet_only_in(&link.around, a, b, both) {
            return false;
        }
        let is_ring = |e: &u32| link.elements.contains(e);
        let staying = |v: u32| -> Vec<u32> {
            self.stars[v as usize]
                .iter()
                .copied()
                .filter(|e| !is_ring(e))
                .collect()
        };
        let (of_a, of_b) = (staying(a), staying(b));
        if of_a.is_empty() || of_b.is_empty() {
            return false;
        }
        let from = self.place(b);
        let middle = (self.place(a) + from).scale(0.5);
        let to = if self.kind(a) == self.kind(b) {
            middle
        } else {
            from
        };
        let place = if both {
            let balance = self.balance(&link.elements, [(&of_a, a), (&of_b, b)], to);
            match skin.merge(self, b, to, balance) {
                Some(place) => place,
                None => return false,
            }
        } else {
            to
        };
        let fits = |elements: &[u32], v: u32| {
            elements.iter().all(|e| {
                let element = self.elements[*e as usize];
                let corners = element.map(|w| if w == v { place } else { self.place(w) });
                super::super::quality::volume_length(corners) >= least
            })
        };
        if !fits(&of_a, a) || !fits(&of_b, b) {
            return false;
        }
        if both && !(self.faces_stay(a, b, place, rules) && self.faces_stay(b, a, place, rules)) {
            return false;
        }
        for number in link.elements {
            self.remove(number);
        }
        for number in of_a {
            let element = self.elements[number as usize];
            self.remove(number);
            self.add(element.map(|v| if v == a { b } else { v }));
        }
        if place != from {
            self.put(b, place);
        }
        true
    }

    /// Whether the neighbours of both ends are only those around the edge, and on the boundary only the two beside it: else
    /// elements would fold onto each other. [T. K. Dey et al., "Topology preserving edge contraction", 1999]
    fn links_meet_only_in(&self, around: &[u32], a: u32, b: u32, both: bool) -> bool {
        let of_b = &self.stars[b as usize];
        for number in &self.stars[a as usize] {
            for v in self.elements[*number as usize] {
                if v != a && v != b && !around.contains(&v) && of_b.iter().any(|e| self.has(*e, v))
                {
                    return false;
                }
            }
        }
        if !both {
            return true;
        }
        let (fan_a, fan_b) = (self.fan(a), self.fan(b));
        let mut common: Vec<u32> = fan_a.iter().map(|f| f[1]).collect();
        common.retain(|v| fan_b.iter().any(|f| f[1] == *v));
        common.len() == 2
    }

    fn balance(&self, ring: &[u32], stays: [(&Vec<u32>, u32); 2], to: Vec3<f64>) -> Balance {
        let stars = stays.iter().flat_map(|(star, _)| star.iter());
        let before: f64 = ring.iter().chain(stars).map(|e| self.volume(*e)).sum();
        let mut balance = Balance {
            gain: -before,
            slope: Vec3::zero(),
        };
        for (star, v) in stays {
            for number in star {
                let element = self.elements[*number as usize];
                let Some(corner) = element.iter().position(|w| *w == v) else {
                    continue;
                };
                let face = super::super::FACES[corner].map(|k| element[k]);
                // The volume is a third of the height over the face times its area.
                let area = self.area(face).scale(-1.0 / 6.0);
                balance.gain += area.dot(to - self.place(face[0]));
                balance.slope = balance.slope + area;
            }
        }
        balance
    }

    /// Whether no face of the boundary at v turns by more than the rules allow when v goes to a place, those with
    /// `other` left out.
    pub(super) fn faces_stay(&self, v: u32, other: u32, place: Vec3<f64>, rules: &Rules) -> bool {
        self.fan(v)
            .iter()
            .filter(|f| !f.contains(&other))
            .all(|face| {
                let before = self.area(*face);
                let [b, c] = [self.place(face[1]), self.place(face[2])];
                let after = (b - place).cross(c - place);
                let size = (before.norm_squared() * after.norm_squared()).sqrt();
                // What was no face to speak of may become one.
                let flat = before.norm() < 0.02 * rules.edge * rules.edge;
                flat || before.dot(after) >= rules.turn * size
            })
    }
}
