//! Curves in space that can be asked which way they run.

use crate::error::ShapeError;
use crate::profile::curve::{Span, open, ring};
use plastica_tensor::Vec3;

/// Straight pieces between each two points, in which the nearest point is looked for first.
const PIECES: usize = 16;

/// Two parts of a curve count as equally near where their distances differ by less than this share.
const SAME: f64 = 1e-3;

/// A smooth curve through points: a centripetal Catmull–Rom spline.
#[derive(Clone, Debug)]
pub struct Curve {
    spans: Vec<Span<3>>,
}

/// A point of a curve as seen from some place.
#[derive(Clone, Copy)]
struct Near {
    /// Distance squared [m²].
    distance: f64,
    /// Direction of the curve there, unit.
    along: Vec3<f64>,
}

impl Curve {
    /// Through at least two different points [m]; closed if there are three and the last is the first.
    pub fn new(points: &[[f64; 3]]) -> Result<Curve, ShapeError> {
        let closed = points.len() > 3 && points.first() == points.last();
        let spans = if closed { ring(points)? } else { open(points)? };
        Ok(Curve { spans })
    }

    /// The direction of the curve at its point nearest to `x`, of length 1. `None` where two parts of
    /// it that run in different directions are equally near, such as the centre of a circle.
    pub fn tangent(&self, x: Vec3<f64>) -> Option<Vec3<f64>> {
        let parts: Vec<Near> = self
            .spans
            .iter()
            .flat_map(|span| (0..PIECES).map(move |k| near(span, k, x)))
            .collect();
        let best = parts
            .iter()
            .min_by(|a, b| a.distance.total_cmp(&b.distance))?;
        let limit = best.distance * (1.0 + SAME).powi(2);
        // Parts next to each other run nearly alike: only others make the direction doubtful.
        let doubtful = parts
            .iter()
            .any(|other| other.distance <= limit && other.along.dot(best.along) < 0.5);
        (!doubtful).then_some(best.along)
    }
}

/// The nearest point in the k-th piece of a span, by halving from the nearest point of its chord.
fn near(span: &Span<3>, k: usize, x: Vec3<f64>) -> Near {
    let width = 1.0 / PIECES as f64;
    let at = |s: f64| {
        let (place, slope) = span.at(s);
        (Vec3(place), Vec3(slope))
    };
    let (mut low, mut high) = (k as f64 * width, (k + 1) as f64 * width);
    // In so short a piece the curve turns towards or away from x once: the sign of
    // (x − p) · p' tells on which side of a place its nearest point lies.
    for _ in 0..30 {
        let middle = 0.5 * (low + high);
        let (place, slope) = at(middle);
        if (x - place).dot(slope) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let (place, slope) = at(0.5 * (low + high));
    Near {
        distance: (x - place).norm_squared(),
        along: slope.scale(1.0 / slope.norm()),
    }
}

#[cfg(test)]
mod tests {
    use super::Curve;
    use plastica_tensor::Vec3;

    /// Points of a circle of radius 1 in the x–y plane, the last being the first.
    fn circle(count: usize) -> Vec<[f64; 3]> {
        let angle = |k: usize| (k % count) as f64 / count as f64 * std::f64::consts::TAU;
        (0..=count)
            .map(|k| [angle(k).cos(), angle(k).sin(), 0.0])
            .collect()
    }

    #[test]
    fn a_straight_curve_runs_one_way() {
        let line = Curve::new(&[[0.0; 3], [1.0, 0.0, 0.0], [3.0, 0.0, 0.0]]).unwrap();
        for x in [[0.5, 0.3, 0.0], [-5.0, 1.0, 2.0], [9.0, 0.0, 0.0]] {
            let tangent = line.tangent(Vec3(x)).unwrap();
            assert!((tangent - Vec3::new(1.0, 0.0, 0.0)).norm() < 1e-12);
        }
    }

    #[test]
    fn a_circle_runs_around_its_centre_and_nowhere_at_it() {
        let curve = Curve::new(&circle(24)).unwrap();
        for k in 0..40 {
            let angle = 0.1 + 0.157 * f64::from(k);
            let (s, c) = angle.sin_cos();
            let radius = 0.4 + 0.03 * f64::from(k);
            let tangent = curve
                .tangent(Vec3::new(radius * c, radius * s, 0.2))
                .unwrap();
            // The spline is a circle to 1e-4; its direction to about 24 times that.
            assert!((tangent - Vec3::new(-s, c, 0.0)).norm() < 0.02, "{angle}");
        }
        assert!(curve.tangent(Vec3::zero()).is_none());
        assert!(curve.tangent(Vec3::new(0.0, 0.0, 0.7)).is_none());
    }

    #[test]
    fn one_place_alone_has_no_direction() {
        assert!(Curve::new(&[[1.0; 3], [1.0; 3]]).is_err());
    }
}
