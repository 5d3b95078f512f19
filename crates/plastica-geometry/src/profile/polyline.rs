//! Distance to straight lines in the plane.

use crate::error::ShapeError;

/// Closed straight lines through corners.
#[derive(Clone, Debug)]
pub(crate) struct Polyline {
    corners: Vec<[f64; 2]>,
}

impl Polyline {
    /// Corners that repeat their predecessor are dropped.
    pub(crate) fn closed(mut corners: Vec<[f64; 2]>) -> Result<Polyline, ShapeError> {
        for corner in &corners {
            if let Some(value) = corner.iter().find(|c| !c.is_finite()) {
                return Err(ShapeError::Size {
                    what: "a coordinate of a point",
                    value: *value,
                });
            }
        }
        corners.dedup();
        while corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        if corners.len() < 3 {
            return Err(ShapeError::FewPoints {
                distinct: corners.len(),
                needed: 3,
            });
        }
        Ok(Polyline { corners })
    }

    pub(crate) fn edges(&self) -> impl Iterator<Item = ([f64; 2], [f64; 2])> + '_ {
        let n = self.corners.len();
        (0..n).map(move |i| (self.corners[i], self.corners[(i + 1) % n]))
    }

    /// Signed distance [m]; a point is inside where a ray to infinity crosses an odd number of edges.
    pub(crate) fn distance(&self, p: [f64; 2]) -> f64 {
        let mut nearest = f64::INFINITY;
        let mut inside = false;
        let mut a = self.corners[self.corners.len() - 1];
        for &b in &self.corners {
            let (edge, from) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
            nearest = nearest.min(to_segment(from, edge));
            if (a[1] > p[1]) != (b[1] > p[1]) {
                let right = from[0] * edge[1] < edge[0] * from[1];
                inside ^= right == (edge[1] > 0.0);
            }
            a = b;
        }
        if inside {
            -nearest.sqrt()
        } else {
            nearest.sqrt()
        }
    }

    pub(crate) fn bounds(&self) -> ([f64; 2], [f64; 2]) {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for corner in &self.corners {
            for i in 0..2 {
                low[i] = low[i].min(corner[i]);
                high[i] = high[i].max(corner[i]);
            }
        }
        (low, high)
    }
}

/// Squared distance of the point `from` from the segment from the origin to `edge`.
#[inline]
pub(crate) fn to_segment(from: [f64; 2], edge: [f64; 2]) -> f64 {
    let length = edge[0] * edge[0] + edge[1] * edge[1];
    let along = (from[0] * edge[0] + from[1] * edge[1]) / length;
    // A segment without length gives NaN, which clamps to its start.
    let along = if along > 0.0 { along.min(1.0) } else { 0.0 };
    let (x, y) = (from[0] - along * edge[0], from[1] - along * edge[1]);
    x * x + y * y
}
