//! What points have no triangulation.

use std::fmt;

/// Why points have no triangulation, or not the one asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum DelaunayError {
    /// A coordinate is not a finite number.
    NotFinite {
        /// Of this point.
        point: usize,
    },
    /// A coordinate is not 0 but so small beside the largest that products of both leave the range of numbers.
    Range {
        /// Of this point.
        point: usize,
    },
    /// There are more points or elements than can be numbered.
    TooMany,
    /// The points, or those that would be left, do not span space.
    Flat(Flat),
    /// There is no such point, or it has been removed.
    NoPoint {
        /// This one.
        point: u32,
    },
}

/// What points span that do not span space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flat {
    /// There are none.
    Nothing,
    /// They all lie at one place.
    Point,
    /// They all lie on a line.
    Line,
    /// They all lie in a plane.
    Plane,
}

impl fmt::Display for DelaunayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DelaunayError::NotFinite { point } => {
                write!(f, "a coordinate of point {point} is not a finite number")
            }
            DelaunayError::Range { point } => write!(
                f,
                "a coordinate of point {point} is not 0 but more than 10⁴⁷ times smaller than the largest of all: make it 0"
            ),
            DelaunayError::TooMany => write!(
                f,
                "there are more points or elements than can be numbered: 2³⁰ elements are the most"
            ),
            DelaunayError::Flat(flat) => {
                let what = match flat {
                    Flat::Nothing => "there are no points",
                    Flat::Point => "all points lie at one place",
                    Flat::Line => "all points lie on a line",
                    Flat::Plane => "all points lie in a plane",
                };
                write!(f, "{what}: tetrahedra need points that span space")
            }
            DelaunayError::NoPoint { point } => {
                write!(f, "there is no point {point}, or it has been removed")
            }
        }
    }
}

impl std::error::Error for DelaunayError {}

impl From<Flat> for DelaunayError {
    fn from(flat: Flat) -> DelaunayError {
        DelaunayError::Flat(flat)
    }
}

/// Products of five coordinates with 53 bits each keep all bits if none lies lower than 2⁻²¹⁴.
const LEAST: f64 = 1e-48;

/// The power of 2 that brings coordinates to [−1, 1], if their signs can be told.
pub(super) fn check(points: &[[f64; 3]]) -> Result<f64, DelaunayError> {
    if points.len() >= super::complex::MOST_CELLS {
        return Err(DelaunayError::TooMany);
    }
    let mut largest: f64 = 0.0;
    for (point, coordinates) in points.iter().enumerate() {
        for x in coordinates {
            if !x.is_finite() {
                return Err(DelaunayError::NotFinite { point });
            }
            largest = largest.max(x.abs());
        }
    }
    // 2^(−e) for a largest coordinate in [2^(e−1), 2^e), or near it at the ends of the range.
    let exponent = (largest.to_bits() >> 52).clamp(2, 2043);
    let scale = f64::from_bits((2045 - exponent) << 52);
    let tiny = |x: &f64| *x != 0.0 && (x * scale).abs() < LEAST;
    match points.iter().position(|p| p.iter().any(tiny)) {
        Some(point) => Err(DelaunayError::Range { point }),
        None => Ok(scale),
    }
}
