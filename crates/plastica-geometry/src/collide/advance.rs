//! When features that move along straight lines come too near, by conservative advancement.
//!
//! Two points of the features move relative to each other by no more than any two of their vertices do, L in the whole
//! motion: their distance falls no faster than L. So at a distance d the features cannot come nearer than η for as long as
//! (d − η)/L. And a distance is no less than its component along any direction n: along the one in which the features are
//! nearest now, the components between their vertices change linearly, and as long as the least of them exceeds η nothing comes nearer.
//! That is far longer for what slides along. The longer of both steps is taken. Neither ever passes over a contact, whatever the motion degenerates to; there is no polynomial whose
//! roots could be lost. That the computed d is too large by a rounding (`nearest`) is covered by η. [LKJ21], with a sharper L.

use super::nearest::Pair;
use plastica_tensor::Vec3;

/// The part of its distance that a pair nearer than wanted must keep.
const KEPT: f64 = 0.5;
/// A gap within this of the least one counts as contact.
const SLACK: f64 = 1.1;
/// More than rounding of L.
const ROUNDED_UP: f64 = 1.0 + 1e-9;
/// Most steps along a motion. What slides along at a ten-thousandth of its way and has come no farther is told to meet there.
const MOST_STEPS: usize = 1000;

impl Pair {
    /// When features that move from four points to four others within a time from 0 to 1 come as near as a `separation` [m]:
    /// they have not by then, and are within 1.1 separations. `None` if they keep farther apart throughout. A pair that
    /// is nearer than two separations at the start keeps half its distance instead; one that touches meets at once. Never too
    /// late; too early only for what slides a thousand times as far as it is apart.
    pub fn first_contact(
        self,
        from: &[Vec3<f64>; 4],
        to: &[Vec3<f64>; 4],
        separation: f64,
    ) -> Option<f64> {
        let speed = self.fastest(from, to) * ROUNDED_UP;
        if speed == 0.0 {
            return None;
        }
        let mut nearest = self.nearest(from);
        let mut gap = nearest.distance();
        let mut places = *from;
        let least = separation.min(KEPT * gap);
        let mut time = 0.0;
        for _ in 0..MOST_STEPS {
            let left = 1.0 - time;
            let apart = nearest.offset.scale(gap.recip());
            let parted = left * self.parted(apart, [&places, to], least);
            let step = ((gap - least) / speed).max(parted);
            if step >= left {
                return None;
            }
            time += step;
            places = std::array::from_fn(|k| from[k] + (to[k] - from[k]).scale(time));
            nearest = self.nearest(&places);
            gap = nearest.distance();
            // In this form numbers that went wrong are a contact.
            if !(gap > SLACK * least) {
                break;
            }
        }
        Some(time)
    }

    /// For which part of a motion the components of all distances between vertices along a direction exceed the least.
    #[inline]
    fn parted(self, along: Vec3<f64>, [from, to]: [&[Vec3<f64>; 4]; 2], least: f64) -> f64 {
        let first = self.size_of_first();
        let mut part = f64::INFINITY;
        for i in 0..first {
            for j in first..4 {
                let [start, end] = [from, to].map(|places| along.dot(places[i] - places[j]));
                // In this form a direction of features that touch, which is none, parts nothing.
                if !(start >= least) {
                    return 0.0;
                }
                if end < least {
                    part = part.min((start - least) / (start - end));
                }
            }
        }
        part
    }

    /// How far a point of one feature moves relative to one of the other, at most [m].
    #[inline]
    fn fastest(self, from: &[Vec3<f64>; 4], to: &[Vec3<f64>; 4]) -> f64 {
        let way = |k: usize| to[k] - from[k];
        let between = |i, j| (way(i) - way(j)).norm_squared();
        let square = match self {
            Pair::PointTriangle => between(0, 1).max(between(0, 2)).max(between(0, 3)),
            Pair::EdgeEdge => {
                (between(0, 2).max(between(0, 3))).max(between(1, 2).max(between(1, 3)))
            }
        };
        square.sqrt()
    }
}
