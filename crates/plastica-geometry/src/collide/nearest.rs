//! The nearest points of a vertex and a triangle, or of two edges.
//!
//! The squared distance is a convex function of the weights of the points, so its least value lies inside or on one of the
//! sides, and the least of all these candidates is the distance whatever the shape of the triangle or the angle between the
//! edges. Each candidate is the distance of two points that do belong to the features: rounding can only make the result
//! too large. Where a triangle is as thin as h, or edges of length L are as nearly parallel, the inner candidate is wrong by
//! ε L²/h along the features, and a side is no farther than h: the distance is too large by no more than
//! min(ε L²/h, h)²/2d < ε L²/2d, with ε = 2⁻⁵² less than 1e-12 L at distances above 1e-4 L.

use plastica_tensor::Vec3;

/// What four points are: the features of surfaces that can meet first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pair {
    /// A point, then the corners of a triangle.
    PointTriangle,
    /// The ends of an edge, then those of another.
    EdgeEdge,
}

/// Where two features are nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// What each of the four points x_k counts: Σ w_k x_k leads from the second feature to the first. Those of the first add
    /// up to 1, those of the second to −1.
    pub weights: [f64; 4],
    /// Σ w_k x_k [m].
    pub offset: Vec3<f64>,
}

impl Pair {
    /// The nearest points of the features that four points [m] are.
    #[inline]
    pub fn nearest(self, points: &[Vec3<f64>; 4]) -> Nearest {
        match self {
            Pair::PointTriangle => point_triangle(points),
            Pair::EdgeEdge => edge_edge(points),
        }
    }

    /// How many of the four points belong to the first feature.
    #[inline]
    pub fn size_of_first(self) -> usize {
        match self {
            Pair::PointTriangle => 1,
            Pair::EdgeEdge => 2,
        }
    }
}

impl Nearest {
    /// How far apart they are [m].
    #[inline]
    pub fn distance(&self) -> f64 {
        self.offset.norm()
    }

    #[inline]
    fn new(points: &[Vec3<f64>; 4], weights: [f64; 4]) -> Nearest {
        // Features that are near each other may be far from the origin.
        let from_first = |k: usize| (points[k] - points[0]).scale(weights[k]);
        Nearest {
            weights,
            offset: from_first(1) + from_first(2) + from_first(3),
        }
    }

    #[inline]
    fn nearer(self, other: Nearest) -> Nearest {
        if other.offset.norm_squared() < self.offset.norm_squared() {
            other
        } else {
            self
        }
    }
}

#[inline]
fn point_triangle(points: &[Vec3<f64>; 4]) -> Nearest {
    let [p, a, b, c] = *points;
    let at = |wa: f64, wb: f64, wc: f64| Nearest::new(points, [1.0, -wa, -wb, -wc]);
    let side = |from, to| along(p, from, to);
    let (ab, bc, ca) = (side(a, b), side(b, c), side(c, a));
    let nearest = at(1.0 - ab, ab, 0.0)
        .nearer(at(0.0, 1.0 - bc, bc))
        .nearer(at(ca, 0.0, 1.0 - ca));
    // Areas of the parts into which the foot of p cuts the triangle, times twice its area.
    let normal = (b - a).cross(c - a);
    let part = |from: Vec3<f64>, to: Vec3<f64>| normal.dot((from - p).cross(to - p));
    let parts = [part(b, c), part(c, a), part(a, b)];
    let sum = parts[0] + parts[1] + parts[2];
    if sum > 0.0 && parts.iter().all(|part| *part >= 0.0) {
        nearest.nearer(at(parts[0] / sum, parts[1] / sum, parts[2] / sum))
    } else {
        nearest
    }
}

#[inline]
fn edge_edge(points: &[Vec3<f64>; 4]) -> Nearest {
    let [a, b, c, d] = *points;
    let at = |s: f64, t: f64| Nearest::new(points, [1.0 - s, s, t - 1.0, -t]);
    let nearest = at(0.0, along(a, c, d))
        .nearer(at(1.0, along(b, c, d)))
        .nearer(at(along(c, a, b), 0.0))
        .nearer(at(along(d, a, b), 1.0));
    // Where the common normal meets them: n·((c − a) × (d − c)) = s n², and the same with (b − a) for t.
    let (along_first, along_second, between) = (b - a, d - c, c - a);
    let normal = along_first.cross(along_second);
    let square = normal.norm_squared();
    let s = normal.dot(between.cross(along_second)) / square;
    let t = normal.dot(between.cross(along_first)) / square;
    if square > 0.0 && (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t) {
        nearest.nearer(at(s, t))
    } else {
        nearest
    }
}

/// How far along an edge the point nearest to p is, from 0 to 1.
#[inline]
fn along(p: Vec3<f64>, from: Vec3<f64>, to: Vec3<f64>) -> f64 {
    let edge = to - from;
    let square = edge.norm_squared();
    if square > 0.0 {
        ((p - from).dot(edge) / square).clamp(0.0, 1.0)
    } else {
        0.0
    }
}
