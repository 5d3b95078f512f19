//! Vertices moved to where their elements are better.

use super::super::quality::volume_length;
use super::complex::{Complex, Kind};
use super::{Rules, Skin};
use plastica_tensor::Vec3;

/// Steps tried along a direction, each so much of the one before.
const TRIES: usize = 5;
const SHRINK: f64 = 0.45;
/// Less is not worth moving for.
const GAIN: f64 = 0.004;

impl Complex {
    /// Moves a vertex so that the worst of its elements is better: towards its neighbours, or up the slope of the worst.
    /// On the boundary it goes where the skin lets it.
    pub(super) fn smooth(&mut self, v: u32, rules: &Rules, skin: &impl Skin) -> bool {
        let kind = self.kind(v);
        if kind == Kind::Corner || self.stars[v as usize].is_empty() {
            return false;
        }
        let from = self.place(v);
        let old = self.worst_at(v);
        let (mut best, mut place) = (old + GAIN, from);
        for direction in [self.towards_neighbours(v), self.up_the_slope(v, rules)] {
            let mut share = 1.0;
            for _ in 0..TRIES {
                let to = from + direction.scale(share);
                let to = if kind == Kind::Inner {
                    Some(to)
                } else {
                    skin.slide(self, v, to)
                };
                if let Some(to) = to {
                    let quality = self.worst_if(v, to, best);
                    if quality > best {
                        (best, place) = (quality, to);
                        break;
                    }
                }
                share *= SHRINK;
            }
        }
        let moves = place != from
            && (kind == Kind::Inner || self.faces_stay(v, super::complex::NONE, place, rules));
        if moves {
            self.put(v, place);
        }
        moves
    }

    /// From a vertex to the mean of its neighbours; on the boundary, of those there.
    fn towards_neighbours(&self, v: u32) -> Vec3<f64> {
        let (mut sum, mut count) = (Vec3::zero(), 0.0);
        let mut add = |w: u32| {
            sum = sum + self.place(w);
            count += 1.0;
        };
        if self.kind(v) == Kind::Inner {
            for e in &self.stars[v as usize] {
                self.elements[*e as usize]
                    .into_iter()
                    .filter(|w| *w != v)
                    .for_each(&mut add);
            }
        } else {
            for face in self.fan(v) {
                if self.kind(v) == Kind::Sheet || self.kind(face[1]) >= Kind::Crease {
                    add(face[1]);
                }
            }
        }
        if count == 0.0 {
            Vec3::zero()
        } else {
            sum.scale(1.0 / count) - self.place(v)
        }
    }

    /// Along the gradient of the quality of the worst element, 0.4 edges long.
    fn up_the_slope(&self, v: u32, rules: &Rules) -> Vec3<f64> {
        let star = self.stars[v as usize].iter();
        let worst = star.min_by(|a, b| {
            self.quality[**a as usize]
                .total_cmp(&self.quality[**b as usize])
                .then(a.cmp(b))
        });
        let Some(worst) = worst else {
            return Vec3::zero();
        };
        let element = self.elements[*worst as usize];
        let step = 1e-4 * rules.edge;
        let at = |place: Vec3<f64>| {
            volume_length(element.map(|w| if w == v { place } else { self.place(w) }))
        };
        let from = self.place(v);
        let here = self.quality[*worst as usize];
        let slope = Vec3([0, 1, 2].map(|k| {
            let mut aside = from;
            aside[k] += step;
            at(aside) - here
        }));
        let size = slope.norm();
        if size > 0.0 {
            slope.scale(0.4 * rules.edge / size)
        } else {
            Vec3::zero()
        }
    }
}
