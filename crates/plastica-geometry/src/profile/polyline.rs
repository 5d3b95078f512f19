//! Closed straight lines in the plane.

use super::segments::{Segment, Segments};
use crate::error::ShapeError;

/// Closed straight lines through corners.
#[derive(Clone, Debug)]
pub(crate) struct Polyline {
    corners: Vec<[f64; 2]>,
    edges: Segments,
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
        let edges: Vec<Segment> = edges(&corners).collect();
        Ok(Polyline {
            edges: Segments::new(&edges),
            corners,
        })
    }

    pub(crate) fn edges(&self) -> impl Iterator<Item = Segment> + '_ {
        edges(&self.corners)
    }

    /// Signed distance [m]; a point is inside where a ray to infinity crosses an odd number of edges.
    pub(crate) fn distance(&self, p: [f64; 2]) -> f64 {
        let nearest = self.edges.distance_squared(p).sqrt();
        if self.edges.is_crossed_oddly(p) {
            -nearest
        } else {
            nearest
        }
    }

    pub(crate) fn bounds(&self) -> ([f64; 2], [f64; 2]) {
        self.edges.bounds()
    }

    /// Whether it comes nowhere back to itself.
    pub(crate) fn is_simple(&self) -> bool {
        // Adding zero makes -0 and 0 the same.
        let mut places: Vec<[u64; 2]> = (self.corners.iter())
            .map(|c| c.map(|x| (x + 0.0).to_bits()))
            .collect();
        places.sort_unstable();
        places.windows(2).all(|pair| pair[0] != pair[1]) && !self.edges.touch()
    }

    /// Area [m²] and centre of it, by Green's theorem; of lines that come nowhere back to themselves.
    pub(crate) fn moments(&self) -> (f64, [f64; 2]) {
        // About a corner, so that far from the origin no digits are lost.
        let origin = self.corners[0];
        let (mut twice, mut sixfold) = (0.0, [0.0; 2]);
        for ends in self.edges() {
            let [a, b] = ends.map(|p| [p[0] - origin[0], p[1] - origin[1]]);
            let cross = a[0] * b[1] - a[1] * b[0];
            twice += cross;
            for k in 0..2 {
                sixfold[k] += cross * (a[k] + b[k]);
            }
        }
        let centre = [0, 1].map(|k| origin[k] + sixfold[k] / (3.0 * twice));
        (0.5 * twice.abs(), centre)
    }
}

fn edges(corners: &[[f64; 2]]) -> impl Iterator<Item = Segment> + '_ {
    let n = corners.len();
    (0..n).map(move |i| [corners[i], corners[(i + 1) % n]])
}
