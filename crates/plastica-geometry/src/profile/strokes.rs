//! Lines drawn with a round pen.

use super::area_within;
use super::segments::{Segment, Segments};
use crate::measure::Unsettled;

/// What a round pen covers that is moved along lines.
#[derive(Clone, Debug)]
pub(super) struct Strokes {
    pieces: Segments,
    pen: f64,
}

impl Strokes {
    pub(super) fn new(lines: &[Vec<[f64; 2]>], pen: f64) -> Strokes {
        let pieces: Vec<Segment> = (lines.iter())
            .flat_map(|line| line.windows(2).map(|ends| [ends[0], ends[1]]))
            .collect();
        Strokes {
            pieces: Segments::new(&pieces),
            pen,
        }
    }

    /// Exact outside and in single strokes; where strokes cross, inside, the magnitude may be less
    /// than the distance.
    pub(super) fn distance(&self, p: [f64; 2]) -> f64 {
        self.pieces.distance_squared(p).sqrt() - self.pen
    }

    /// Area [m²], letter by letter: by stretches along x that no stroke leaves.
    pub(super) fn area(&self) -> Result<f64, Unsettled> {
        let (low, high) = self.bounds();
        let along = |ends: &Segment| {
            let [a, b] = ends.map(|p| p[0]);
            [a.min(b) - self.pen, a.max(b) + self.pen]
        };
        let mut stretches: Vec<[f64; 2]> = self.pieces.iter().map(along).collect();
        stretches.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut apart: Vec<[f64; 2]> = Vec::new();
        for [from, to] in stretches {
            match apart.last_mut() {
                Some(last) if from <= last[1] => last[1] = last[1].max(to),
                _ => apart.push([from, to]),
            }
        }
        let area =
            |[from, to]: [f64; 2]| area_within([from, low[1]], [to, high[1]], |p| self.distance(p));
        apart.into_iter().map(area).sum()
    }

    pub(super) fn bounds(&self) -> ([f64; 2], [f64; 2]) {
        let (low, high) = self.pieces.bounds();
        (low.map(|x| x - self.pen), high.map(|x| x + self.pen))
    }
}
