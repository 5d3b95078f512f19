//! Smooth curves through points: centripetal Catmull–Rom splines, which make no loops or cusps
//! between their points.

use crate::error::ShapeError;

/// Straight pieces between each two points.
const PIECES: usize = 16;

/// A closed curve through points of the plane, as corners.
pub(crate) fn closed(points: &[[f64; 2]]) -> Result<Vec<[f64; 2]>, ShapeError> {
    let corner = |span: &Span<2>, k: usize| span.at(k as f64 / PIECES as f64).0;
    let spans = ring(points)?;
    Ok(spans
        .iter()
        .flat_map(|span| (0..PIECES).map(move |k| corner(span, k)))
        .collect())
}

/// The spans of a closed curve through points.
pub(crate) fn ring<const N: usize>(points: &[[f64; N]]) -> Result<Vec<Span<N>>, ShapeError> {
    let points = distinct(points, true);
    if points.len() < 3 {
        return Err(ShapeError::FewPoints {
            distinct: points.len(),
            needed: 3,
        });
    }
    let n = points.len();
    let at = |i: usize| points[i % n];
    Ok((0..n)
        .map(|i| Span::new([at(i + n - 1), at(i), at(i + 1), at(i + 2)]))
        .collect())
}

/// The spans of an open curve through points; the ends are extended by reflection.
pub(crate) fn open<const N: usize>(points: &[[f64; N]]) -> Result<Vec<Span<N>>, ShapeError> {
    let points = distinct(points, false);
    let n = points.len();
    if n < 2 {
        return Err(ShapeError::FewPoints {
            distinct: n,
            needed: 2,
        });
    }
    let reflected = |end: [f64; N], next: [f64; N]| -> [f64; N] {
        std::array::from_fn(|k| 2.0 * end[k] - next[k])
    };
    let span = |i: usize| {
        let before = if i > 0 {
            points[i - 1]
        } else {
            reflected(points[0], points[1])
        };
        let after = if i + 2 < n {
            points[i + 2]
        } else {
            reflected(points[n - 1], points[n - 2])
        };
        Span::new([before, points[i], points[i + 1], after])
    };
    Ok((0..n - 1).map(span).collect())
}

/// The points without those that repeat their predecessor.
fn distinct<const N: usize>(points: &[[f64; N]], closed: bool) -> Vec<[f64; N]> {
    let mut points = points.to_vec();
    points.dedup();
    while closed && points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

/// The curve between two of its points, as a cubic with given ends and tangents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span<const N: usize> {
    ends: [[f64; N]; 2],
    tangents: [[f64; N]; 2],
}

impl<const N: usize> Span<N> {
    /// From four points in a row, between the middle two.
    fn new([a, b, c, d]: [[f64; N]; 4]) -> Span<N> {
        // Knots apart by the square root of the distance: "centripetal".
        let gap = |p: [f64; N], q: [f64; N]| {
            let squared: f64 = (0..N).map(|k| (q[k] - p[k]).powi(2)).sum();
            squared.sqrt().sqrt()
        };
        let (before, middle, after) = (gap(a, b), gap(b, c), gap(c, d));
        let slope = |p: f64, q: f64, h: f64| if h > 0.0 { (q - p) / h } else { 0.0 };
        let first = std::array::from_fn(|k| {
            middle
                * (slope(a[k], b[k], before) - slope(a[k], c[k], before + middle)
                    + slope(b[k], c[k], middle))
        });
        let last = std::array::from_fn(|k| {
            middle
                * (slope(b[k], c[k], middle) - slope(b[k], d[k], middle + after)
                    + slope(c[k], d[k], after))
        });
        Span {
            ends: [b, c],
            tangents: [first, last],
        }
    }

    /// Point and derivative at s in [0, 1].
    pub(crate) fn at(&self, s: f64) -> ([f64; N], [f64; N]) {
        hermite(self.ends, self.tangents, s)
    }
}

/// The cubic with the given ends and end tangents, and its derivative, at s in [0, 1].
#[inline]
pub(crate) fn hermite<const N: usize>(
    [p, q]: [[f64; N]; 2],
    [u, v]: [[f64; N]; 2],
    s: f64,
) -> ([f64; N], [f64; N]) {
    let point = std::array::from_fn(|k| {
        let chord = q[k] - p[k];
        let (b, c) = (3.0 * chord - 2.0 * u[k] - v[k], u[k] + v[k] - 2.0 * chord);
        p[k] + s * (u[k] + s * (b + s * c))
    });
    let slope = std::array::from_fn(|k| {
        let chord = q[k] - p[k];
        let (b, c) = (3.0 * chord - 2.0 * u[k] - v[k], u[k] + v[k] - 2.0 * chord);
        u[k] + s * (2.0 * b + s * 3.0 * c)
    });
    (point, slope)
}
