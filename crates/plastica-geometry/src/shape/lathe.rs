//! Outlines turned about y.

use super::solid::from_axis;
use super::volume::turned_disc;
use crate::Bounds;
use crate::error::ShapeError;
use crate::profile::{Outline, Profile, Region, Segment, Segments};
use plastica_tensor::Vec3;
use std::f64::consts::PI;

/// The part of an outline at x ≥ 0, turned about y. In the half plane of (distance from the axis,
/// y) its surface is the outline's part at x > 0; what runs along the axis is inside, not surface.
#[derive(Debug)]
pub(super) struct Lathe {
    region: Region,
    surface: Surface,
    /// Distance from the axis that stands for 0 when inside is told from outside [m].
    aside: f64,
}

#[derive(Debug)]
enum Surface {
    /// Straight pieces, and what they enclose when turned, if it is known [m³].
    Lines {
        pieces: Segments,
        volume: Option<f64>,
    },
    /// A circle, and the height at which it meets the axis above and below its centre, if it does.
    Circle {
        centre: [f64; 2],
        radius: f64,
        meets: Option<f64>,
    },
}

impl Lathe {
    pub(super) fn new(profile: &Profile) -> Result<Lathe, ShapeError> {
        let region = Region::new(profile)?;
        let surface = match profile.outline {
            Outline::Circle { radius } => circle(profile.offset, radius)?,
            _ => lines(profile, &region)?,
        };
        let [_, high] = region.bounds();
        Ok(Lathe {
            region,
            surface,
            aside: 1e-12 * high[0],
        })
    }

    pub(super) fn distance(&self, x: Vec3<f64>) -> f64 {
        let p = [from_axis(x), x[1]];
        let inside = self.region.distance([p[0].max(self.aside), p[1]]) < 0.0;
        let magnitude = match &self.surface {
            Surface::Lines { pieces, .. } => pieces.distance_squared(p).sqrt(),
            Surface::Circle {
                centre,
                radius,
                meets,
            } => {
                let (out, up) = (p[0] - centre[0], p[1] - centre[1]);
                let from_centre = out.hypot(up);
                // Whether the nearest point of the whole circle lies at x ≥ 0.
                let ahead = centre[0] * from_centre + radius * out >= 0.0;
                match meets {
                    Some(height) if !ahead => p[0].hypot(up.abs() - height),
                    _ => (from_centre - radius).abs(),
                }
            }
        };
        if inside { -magnitude } else { magnitude }
    }

    /// Its volume [m³], if the outline comes nowhere back to itself.
    pub(super) fn volume(&self) -> Option<f64> {
        match &self.surface {
            Surface::Circle { centre, radius, .. } => Some(turned_disc(centre[0], *radius)),
            Surface::Lines { volume, .. } => *volume,
        }
    }

    pub(super) fn bounds(&self) -> Bounds {
        let [low, high] = match &self.surface {
            Surface::Circle {
                centre: [x, y],
                radius,
                meets,
            } => {
                let half = match meets {
                    Some(height) if *x < 0.0 => *height,
                    _ => *radius,
                };
                [[0.0, y - half], [x + radius, y + half]]
            }
            Surface::Lines { pieces, .. } => {
                let (low, high) = pieces.bounds();
                [low, high]
            }
        };
        Bounds {
            low: Vec3::new(-high[0], low[1], -high[0]),
            high: Vec3::new(high[0], high[1], high[0]),
        }
    }
}

fn circle(centre: [f64; 2], radius: f64) -> Result<Surface, ShapeError> {
    if centre[0] + radius <= 0.0 {
        return Err(ShapeError::BehindTheAxis);
    }
    let square = radius * radius - centre[0] * centre[0];
    Ok(Surface::Circle {
        centre,
        radius,
        meets: (square >= 0.0).then(|| square.sqrt()),
    })
}

/// The edges of an outline, cut off at the axis.
fn lines(profile: &Profile, region: &Region) -> Result<Surface, ShapeError> {
    let [x, y] = profile.offset;
    let mut pieces: Vec<Segment> = Vec::new();
    for [a, b] in profile.outline.lines()?.edges() {
        let (mut a, mut b) = ([a[0] + x, a[1] + y], [b[0] + x, b[1] + y]);
        if a[0] <= 0.0 && b[0] <= 0.0 {
            continue;
        }
        let crossing = |from: [f64; 2], to: [f64; 2]| {
            let along = from[0] / (from[0] - to[0]);
            [0.0, from[1] + along * (to[1] - from[1])]
        };
        if a[0] < 0.0 {
            a = crossing(a, b);
        } else if b[0] < 0.0 {
            b = crossing(b, a);
        }
        pieces.push([a, b]);
    }
    if pieces.is_empty() {
        return Err(ShapeError::BehindTheAxis);
    }
    // Gauss: every piece is the side of a truncated cone, π/3 (x₁² + x₁x₂ + x₂²) (y₂ − y₁).
    let cone = |[a, b]: &Segment| (a[0] * a[0] + a[0] * b[0] + b[0] * b[0]) * (b[1] - a[1]);
    let turned = (PI / 3.0 * pieces.iter().map(cone).sum::<f64>()).abs();
    Ok(Surface::Lines {
        pieces: Segments::new(&pieces),
        volume: region.moments().map(|_| turned),
    })
}
