//! The profile of a lathed surface.

use super::Joint;

/// A line through points, by its length.
pub(super) struct Arc {
    points: Vec<[f64; 2]>,
    /// Length up to each point.
    lengths: Vec<f64>,
}

impl Arc {
    pub(super) fn new(points: &[[f64; 2]], joint: Joint) -> Self {
        let points = match joint {
            Joint::Lines => points.to_vec(),
            Joint::Curve => rounded(points),
        };
        let mut lengths = vec![0.0];
        for pair in points.windows(2) {
            let [dx, dy] = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
            lengths.push(lengths[lengths.len() - 1] + dx.hypot(dy));
        }
        Arc { points, lengths }
    }

    pub(super) fn length(&self) -> f64 {
        self.lengths[self.lengths.len() - 1]
    }

    /// A point by its share of the length.
    pub(super) fn at(&self, part: f64) -> [f64; 2] {
        let length = part * self.length();
        let next = self.lengths.partition_point(|l| *l < length);
        let next = next.clamp(1, self.points.len() - 1);
        let (from, to) = (self.lengths[next - 1], self.lengths[next]);
        let share = if to > from {
            (length - from) / (to - from)
        } else {
            0.0
        };
        let [a, b] = [self.points[next - 1], self.points[next]];
        std::array::from_fn(|k| a[k] + share * (b[k] - a[k]))
    }

    pub(super) fn mean_radius(&self) -> f64 {
        const PIECES: usize = 64;
        let radius = |k: usize| self.at((k as f64 + 0.5) / PIECES as f64)[0];
        (0..PIECES).map(radius).sum::<f64>() / PIECES as f64
    }
}

/// Straight pieces between two points of a smooth curve.
const PIECES: usize = 12;

/// Points of a smooth curve through all points: cubics whose slope at a point is that from the one before to the one after
/// (Catmull and Rom). Beyond its ends the curve goes on as it began.
fn rounded(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let at = |k: isize, axis: usize| match usize::try_from(k) {
        Ok(k) if k < points.len() => points[k][axis],
        Ok(_) => 2.0 * points[points.len() - 1][axis] - points[points.len() - 2][axis],
        Err(_) => 2.0 * points[0][axis] - points[1][axis],
    };
    let place = |k: isize, t: f64| {
        std::array::from_fn(|axis| {
            let [a, b, c, d] = [-1, 0, 1, 2].map(|j| at(k + j, axis));
            b + 0.5
                * t
                * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)))
        })
    };
    let between = (0..points.len() - 1).flat_map(|k| {
        (0..PIECES).map(move |piece| place(k as isize, piece as f64 / PIECES as f64))
    });
    between.chain(points.last().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_goes_through_its_points_without_corners() {
        let points = [[1.0, 0.0], [2.0, 1.0], [1.5, 2.0], [1.5, 3.0]];
        let curve = rounded(&points);
        for (k, point) in points.iter().enumerate() {
            assert_eq!(curve[k * PIECES], *point);
        }
        let turns = curve.windows(3).map(|p| {
            let [a, b] =
                [[p[0], p[1]], [p[1], p[2]]].map(|[p, q]| (q[1] - p[1]).atan2(q[0] - p[0]));
            (b - a).abs()
        });
        // By lines the sharpest corner turns by 72°.
        assert!(turns.fold(0.0, f64::max) < 0.3);
        let straight = rounded(&[[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]);
        assert!(straight.iter().all(|p| p[0] == 1.0));
        assert_eq!(Arc::new(&points[2..], Joint::Curve).at(0.25), [1.5, 2.25]);
    }
}
