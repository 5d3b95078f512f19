//! Closed outlines in the plane, to be extruded, turned or swept.

pub(crate) mod curve;
mod polyline;
mod segments;
mod strokes;

pub(crate) use polyline::Polyline;
pub(crate) use segments::{Segment, Segments};

use crate::Bounds;
use crate::error::{ShapeError, positive};
use crate::measure::{TOLERANCE, Unsettled, measure};
use plastica_tensor::Vec3;
use strokes::Strokes;

/// A closed outline in the x–y plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    /// The outline about its own origin.
    pub outline: Outline,
    /// Where its origin lies [m].
    pub offset: [f64; 2],
}

/// A closed outline about the origin.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A circle.
    Circle {
        /// Its radius [m].
        radius: f64,
    },
    /// A rectangle along the axes.
    Rectangle {
        /// Its sides [m].
        size: [f64; 2],
    },
    /// Straight lines through points. Where it crosses itself, what is enclosed twice is outside.
    Polygon {
        /// The corners [m], at least 3.
        points: Vec<[f64; 2]>,
    },
    /// A smooth closed curve through points, drawn as 16 straight pieces between each two.
    Curve {
        /// The points [m], at least 3.
        points: Vec<[f64; 2]>,
    },
    /// A star with a tip on the y axis.
    Star {
        /// How many tips, at least 3.
        points: u32,
        /// From the centre to the tips [m].
        radius: f64,
        /// From the centre to the notches, as a fraction of the radius, in (0, 1].
        inner: f64,
    },
}

impl From<Outline> for Profile {
    fn from(outline: Outline) -> Profile {
        Profile {
            outline,
            offset: [0.0; 2],
        }
    }
}

/// An outline made ready for queries.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    offset: [f64; 2],
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Circle { radius: f64 },
    Rectangle { half: [f64; 2] },
    Star(StarWedge),
    Lines(Polyline),
    Strokes(Strokes),
}

impl Region {
    pub(crate) fn new(profile: &Profile) -> Result<Region, ShapeError> {
        let kind = match &profile.outline {
            Outline::Circle { radius } => Kind::Circle {
                radius: positive("radius", *radius)?,
            },
            Outline::Rectangle { size } => Kind::Rectangle {
                half: [
                    positive("size", size[0])? / 2.0,
                    positive("size", size[1])? / 2.0,
                ],
            },
            Outline::Star {
                points,
                radius,
                inner,
            } => Kind::Star(StarWedge::new(*points, *radius, *inner)?),
            outline => Kind::Lines(outline.lines()?),
        };
        Ok(Region {
            offset: profile.offset,
            kind,
        })
    }

    /// What a round pen covers that is moved along lines.
    pub(crate) fn strokes(lines: &[Vec<[f64; 2]>], pen: f64) -> Region {
        Region {
            offset: [0.0; 2],
            kind: Kind::Strokes(Strokes::new(lines, pen)),
        }
    }

    /// Signed distance in the plane [m], exact; inside crossing strokes, a bound.
    #[inline]
    pub(crate) fn distance(&self, p: [f64; 2]) -> f64 {
        let p = [p[0] - self.offset[0], p[1] - self.offset[1]];
        match &self.kind {
            Kind::Circle { radius } => p[0].hypot(p[1]) - radius,
            Kind::Rectangle { half } => {
                let (x, y) = (p[0].abs() - half[0], p[1].abs() - half[1]);
                x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0)
            }
            Kind::Star(star) => star.distance(p),
            Kind::Lines(lines) => lines.distance(p),
            Kind::Strokes(strokes) => strokes.distance(p),
        }
    }

    /// Its area [m²].
    pub(crate) fn area(&self) -> Result<f64, Unsettled> {
        if let Some((area, _)) = self.moments() {
            return Ok(area);
        }
        if let Kind::Strokes(strokes) = &self.kind {
            return strokes.area();
        }
        let [low, high] = self.bounds();
        area_within(low, high, |p| self.distance(p))
    }

    /// Area [m²] and centre of it, in closed form; `None` where it comes back to itself.
    pub(crate) fn moments(&self) -> Option<(f64, [f64; 2])> {
        let (area, centre) = match &self.kind {
            Kind::Circle { radius } => (std::f64::consts::PI * radius * radius, [0.0; 2]),
            Kind::Rectangle { half } => (4.0 * half[0] * half[1], [0.0; 2]),
            Kind::Star(StarWedge { outline: lines, .. }) | Kind::Lines(lines) => {
                lines.is_simple().then(|| lines.moments())?
            }
            Kind::Strokes(_) => return None,
        };
        Some((area, [0, 1].map(|k| centre[k] + self.offset[k])))
    }

    /// Least and greatest coordinates [m].
    pub(crate) fn bounds(&self) -> [[f64; 2]; 2] {
        let (low, high) = match &self.kind {
            Kind::Circle { radius } => ([-radius; 2], [*radius; 2]),
            Kind::Rectangle { half } => ([-half[0], -half[1]], *half),
            Kind::Star(star) => star.outline.bounds(),
            Kind::Lines(lines) => lines.bounds(),
            Kind::Strokes(strokes) => strokes.bounds(),
        };
        let [x, y] = self.offset;
        [[low[0] + x, low[1] + y], [high[0] + x, high[1] + y]]
    }
}

/// Area [m²] of the part of a rectangle where a distance is negative.
fn area_within(
    low: [f64; 2],
    high: [f64; 2],
    distance: impl Fn([f64; 2]) -> f64 + Sync,
) -> Result<f64, Unsettled> {
    let [low, high] = [low, high].map(|[x, y]| Vec3::new(x, y, 0.0));
    let distance = |x: Vec3<f64>| distance([x[0], x[1]]);
    measure(distance, &Bounds { low, high }, TOLERANCE)
}

impl Outline {
    /// Its corners as straight lines; a circle has none.
    pub(crate) fn lines(&self) -> Result<Polyline, ShapeError> {
        let corners = match self {
            Outline::Circle { radius } => circle_corners(positive("radius", *radius)?),
            Outline::Rectangle { size: [x, y] } => {
                let (x, y) = (positive("size", *x)? / 2.0, positive("size", *y)? / 2.0);
                vec![[-x, -y], [x, -y], [x, y], [-x, y]]
            }
            Outline::Polygon { points } => points.clone(),
            Outline::Curve { points } => curve::closed(points)?,
            Outline::Star {
                points,
                radius,
                inner,
            } => star_corners(
                *points,
                positive("radius", *radius)?,
                positive("inner", *inner)?,
            ),
        };
        Polyline::closed(corners)
    }
}

/// 256 corners: the outline stays within 8e-5 of the radius.
fn circle_corners(radius: f64) -> Vec<[f64; 2]> {
    let angle = |i: u32| std::f64::consts::TAU * f64::from(i) / 256.0;
    (0..256)
        .map(|i| [radius * angle(i).cos(), radius * angle(i).sin()])
        .collect()
}

fn star_corners(points: u32, radius: f64, inner: f64) -> Vec<[f64; 2]> {
    let corner = |i: u32| {
        let r = if i.is_multiple_of(2) {
            radius
        } else {
            radius * inner
        };
        let (sin, cos) = (std::f64::consts::PI * f64::from(i) / f64::from(points)).sin_cos();
        [-r * sin, r * cos]
    };
    (0..2 * points).map(corner).collect()
}

/// A star folded into half of one of its tips: by its mirror symmetry the nearest edge of a point
/// is that of the wedge the point lies in.
#[derive(Clone, Debug)]
struct StarWedge {
    outline: Polyline,
    /// Angle of a whole tip [rad].
    sector: f64,
    tip: [f64; 2],
    notch: [f64; 2],
}

impl StarWedge {
    fn new(points: u32, radius: f64, inner: f64) -> Result<StarWedge, ShapeError> {
        let (radius, inner) = (positive("radius", radius)?, positive("inner", inner)?);
        if points < 3 {
            return Err(ShapeError::FewPoints {
                distinct: points as usize,
                needed: 3,
            });
        }
        let (sin, cos) = (std::f64::consts::PI / f64::from(points)).sin_cos();
        Ok(StarWedge {
            outline: Polyline::closed(star_corners(points, radius, inner))?,
            sector: std::f64::consts::TAU / f64::from(points),
            tip: [0.0, radius],
            notch: [radius * inner * sin, radius * inner * cos],
        })
    }

    fn distance(&self, p: [f64; 2]) -> f64 {
        let angle = p[0].atan2(p[1]);
        let folded = (angle - self.sector * (angle / self.sector).round()).abs();
        let (sin, cos) = folded.sin_cos();
        let r = p[0].hypot(p[1]);
        let q = [r * sin, r * cos];
        let edge = [self.notch[0] - self.tip[0], self.notch[1] - self.tip[1]];
        let from = [q[0] - self.tip[0], q[1] - self.tip[1]];
        // The centre lies on the side where this is negative.
        let side = from[1] * edge[0] - from[0] * edge[1];
        let squared = segments::to_segment(q, [self.tip, self.notch]);
        squared.sqrt().copysign(side)
    }
}
