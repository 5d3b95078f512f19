//! What a plot shows.

use crate::Colour;

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Solid,
    Dashed,
    Dots,
}

/// A curve.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64)>,
    pub(super) style: Style,
    pub(super) colour: Colour,
}

/// A shaded region, as (x, low, high).
#[derive(Clone, Debug)]
pub(super) struct Band {
    pub(super) name: String,
    pub(super) points: Vec<(f64, f64, f64)>,
}

/// A point with a note.
#[derive(Clone, Debug)]
pub(super) struct Marker {
    pub(super) at: (f64, f64),
    pub(super) note: String,
}
