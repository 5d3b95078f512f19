//! Lines drawn with a round pen.

use super::polyline::to_segment;

/// What a round pen covers that is moved along lines.
#[derive(Clone, Debug)]
pub(super) struct Strokes {
    /// Starts and vectors of the straight pieces.
    pieces: Vec<([f64; 2], [f64; 2])>,
    pen: f64,
}

impl Strokes {
    pub(super) fn new(lines: &[Vec<[f64; 2]>], pen: f64) -> Strokes {
        let piece = |ends: &[[f64; 2]]| {
            let [a, b] = [ends[0], ends[1]];
            (a, [b[0] - a[0], b[1] - a[1]])
        };
        Strokes {
            pieces: lines.iter().flat_map(|l| l.windows(2).map(piece)).collect(),
            pen,
        }
    }

    /// Exact outside and in single strokes; where strokes cross, inside, the magnitude may be less
    /// than the distance.
    pub(super) fn distance(&self, p: [f64; 2]) -> f64 {
        let mut nearest = f64::INFINITY;
        for (start, edge) in &self.pieces {
            nearest = nearest.min(to_segment([p[0] - start[0], p[1] - start[1]], *edge));
        }
        nearest.sqrt() - self.pen
    }

    pub(super) fn bounds(&self) -> ([f64; 2], [f64; 2]) {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for (start, edge) in &self.pieces {
            for i in 0..2 {
                let end = start[i] + edge[i];
                low[i] = low[i].min(start[i].min(end) - self.pen);
                high[i] = high[i].max(start[i].max(end) + self.pen);
            }
        }
        (low, high)
    }
}
