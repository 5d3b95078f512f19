//! Points that fill a shape.

mod blue_noise;
mod descent;
mod lattice;

use crate::{Bounds, Shape, VolumeError};
use std::fmt;

/// How points are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// In the middles of the cells of a lattice.
    Lattice,
    /// Each within a tenth of a cell of the middle of its cell of a lattice: nearly even, without straight rows.
    Loose,
    /// Each anywhere in its cell of a lattice: no rows to see, evenly dense.
    Jittered,
    /// At random, but none near another: no rows and no clumps.
    BlueNoise,
}

/// Points and the volume each stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Filling {
    /// Where they are [m].
    pub positions: Vec<[f64; 3]>,
    /// Volume of the shape shared among them [m³].
    pub volume: f64,
}

/// Why a shape was not filled.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FillError {
    /// The shape has no end.
    Unbounded,
    /// The spacing is not a positive number.
    Spacing {
        /// What it is [m].
        spacing: f64,
    },
    /// No point of the layout lies in the shape.
    Empty {
        /// The spacing asked for [m].
        spacing: f64,
        /// Sides of the shape's box [m].
        size: [f64; 3],
    },
    /// More points than can be counted.
    TooMany {
        /// About how many.
        count: f64,
    },
    /// Parts thinner than the spacing are so long that their points cannot be found.
    TooSparse {
        /// The spacing asked for [m].
        spacing: f64,
    },
    /// Its volume is not known.
    Volume(VolumeError),
}

impl fmt::Display for FillError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FillError::Unbounded => write!(f, "the shape has no end and cannot be filled"),
            FillError::Spacing { spacing } => {
                write!(
                    f,
                    "the spacing of points is {spacing} m: it must be positive"
                )
            }
            FillError::Empty {
                spacing,
                size: [x, y, z],
            } => write!(
                f,
                "no point fits into the shape: its box is {x:.4} × {y:.4} × {z:.4} m and points are {spacing:.4} m apart; use a finer resolution or a larger shape"
            ),
            FillError::TooMany { count } => write!(
                f,
                "the shape would take about {count:.1e} points, more than {LARGEST:.1e}; use a coarser resolution"
            ),
            FillError::TooSparse { spacing } => write!(
                f,
                "parts of the shape are thinner than the points are apart ({spacing:.4} m) and so long that searching them has no end; use a finer resolution or a thicker or shorter shape"
            ),
            FillError::Volume(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FillError {}

/// Most points of a filling.
const LARGEST: f64 = (1_u64 << 31) as f64;

/// Fills a shape with points about `spacing` [m] apart: one for each cube of that side. The same
/// shape, spacing and seed give the same points at any thread count.
///
/// [`Layout::Lattice`], [`Layout::Loose`] and [`Layout::Jittered`] fit a lattice to the shape's box: along each axis
/// the whole number of cells nearest to its extent over the spacing, at least one. A cell whose
/// middle is inside the shape gets a point; jittered, it lies anywhere in the cell where that is
/// inside the shape. Points are in the order of the cells, x fastest, z slowest.
///
/// [`Layout::BlueNoise`] keeps points at least a distance of 0.9 to 1.2 spacings apart, chosen so
/// that the count comes out right to some hundredths, and leaves no room for more. It works on one
/// thread, some tens of microseconds a point.
///
/// The points share the volume of the shape evenly. Searching costs in proportion to the points and to the surface between
/// them, however large and empty the box around them.
pub fn fill(shape: &Shape, spacing: f64, layout: Layout, seed: u64) -> Result<Filling, FillError> {
    let bounds = usable_bounds(shape, spacing)?;
    let total = shape.volume()?;
    let count = estimate(total, &bounds, spacing);
    if count > LARGEST {
        return Err(FillError::TooMany { count });
    }
    let jittered = |jitter: Option<(f64, u64)>| {
        lattice::fill(shape, &bounds, spacing, jitter, count)
            .map_err(|descent::TooSparse| FillError::TooSparse { spacing })
    };
    let positions = match layout {
        Layout::Lattice => jittered(None)?,
        Layout::Loose => jittered(Some((0.1, seed)))?,
        Layout::Jittered => jittered(Some((0.5, seed)))?,
        Layout::BlueNoise => blue_noise::fill(shape, &bounds, spacing, total, seed)?,
    };
    if positions.is_empty() || !(total > 0.0) {
        return Err(FillError::Empty {
            spacing,
            size: bounds.size().0,
        });
    }
    Ok(Filling {
        volume: total / positions.len() as f64,
        positions,
    })
}

/// About how many points [`fill`] will make: volume over volume of a lattice cell.
pub fn estimate_count(shape: &Shape, spacing: f64) -> Result<u64, FillError> {
    let bounds = usable_bounds(shape, spacing)?;
    let total = shape.volume()?;
    Ok(estimate(total, &bounds, spacing).round() as u64)
}

fn estimate(volume: f64, bounds: &Bounds, spacing: f64) -> f64 {
    let cells = lattice::counts(bounds, spacing);
    let filled = volume / bounds.size().product();
    filled.min(1.0) * cells.iter().product::<f64>()
}

fn usable_bounds(shape: &Shape, spacing: f64) -> Result<Bounds, FillError> {
    if !(spacing > 0.0 && spacing.is_finite()) {
        return Err(FillError::Spacing { spacing });
    }
    let bounds = shape.bounds().ok_or(FillError::Unbounded)?;
    if bounds.is_empty() || !(bounds.size().product() > 0.0) {
        return Err(FillError::Empty {
            spacing,
            size: [0.0; 3],
        });
    }
    Ok(bounds)
}

impl From<VolumeError> for FillError {
    fn from(error: VolumeError) -> Self {
        match error {
            VolumeError::Unbounded => FillError::Unbounded,
            error => FillError::Volume(error),
        }
    }
}
