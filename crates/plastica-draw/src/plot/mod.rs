//! Line plots to PNG: a builder that takes curves and gives a figure.
//!
//! Points that are not finite break their line. Axes choose their own range and ticks; the legend
//! goes where no curve is, or beside the frame. Texts may hold any letter of DejaVu Sans (Greek
//! among them), `_{…}` for an index and `^{…}` for a power: "σ_{y} = 400 MPa".

mod draw;
mod figure;
mod fit;
mod legend;
mod number;
mod occupancy;
mod series;
mod sheet;
mod ticks;

pub(crate) use number::axis_title;
pub use number::engineering;
pub use sheet::Sheet;
pub(crate) use ticks::{linear_ticks, nice_step};

use crate::canvas::Canvas;
use crate::rectangle::Rectangle;
use crate::{Colour, DrawError};
use fit::Axis;
use series::{Band, Marker, Series, Style};

/// A figure with two axes.
///
/// ```
/// use plastica_draw::plot::Plot;
///
/// let png = Plot::new("Convergence")
///     .x_axis("cells", "1")
///     .y_axis("error", "1")
///     .log_x()
///     .log_y()
///     .dots("measured", [(16.0, 2.1e-2), (32.0, 5.4e-3), (64.0, 1.3e-3)])
///     .dashed("second order", [(16.0, 2.0e-2), (64.0, 1.25e-3)])
///     .like_previous()
///     .png()?;
/// # assert!(!png.is_empty());
/// # Ok::<(), plastica_draw::DrawError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plot {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
    bands: Vec<Band>,
    markers: Vec<Marker>,
    size: (u32, u32),
}

impl Plot {
    /// An empty figure of 1000 × 700 pixels.
    pub fn new(title: impl Into<String>) -> Self {
        Plot {
            title: title.into(),
            x: Axis::default(),
            y: Axis::default(),
            series: Vec::new(),
            bands: Vec::new(),
            markers: Vec::new(),
            size: (1000, 700),
        }
    }

    /// Names the horizontal axis and its unit; "1" or "" for a pure number.
    pub fn x_axis(mut self, label: impl Into<String>, unit: impl Into<String>) -> Self {
        (self.x.label, self.x.unit, self.x.prefixed) = (label.into(), unit.into(), false);
        self
    }

    /// Names the vertical axis and its unit; "1" or "" for a pure number.
    pub fn y_axis(mut self, label: impl Into<String>, unit: impl Into<String>) -> Self {
        (self.y.label, self.y.unit, self.y.prefixed) = (label.into(), unit.into(), false);
        self
    }

    /// As [`Plot::x_axis`], with values in the SI unit given: the prefix (kPa, MPa, ms) is chosen
    /// from the data.
    pub fn x_axis_si(mut self, label: impl Into<String>, unit: impl Into<String>) -> Self {
        (self.x.label, self.x.unit, self.x.prefixed) = (label.into(), unit.into(), true);
        self
    }

    /// As [`Plot::y_axis`], with values in the SI unit given: the prefix (kPa, MPa, ms) is chosen
    /// from the data.
    pub fn y_axis_si(mut self, label: impl Into<String>, unit: impl Into<String>) -> Self {
        (self.y.label, self.y.unit, self.y.prefixed) = (label.into(), unit.into(), true);
        self
    }

    /// Makes the horizontal axis logarithmic; points up to 0 are left out.
    pub fn log_x(mut self) -> Self {
        self.x.logarithmic = true;
        self
    }

    /// Makes the vertical axis logarithmic; points up to 0 are left out.
    pub fn log_y(mut self) -> Self {
        self.y.logarithmic = true;
        self
    }

    /// Shows this range of x, in the unit of the data, instead of all of it.
    pub fn x_range(mut self, low: f64, high: f64) -> Self {
        self.x.range = Some((low, high));
        self
    }

    /// Shows this range of y, in the unit of the data, instead of all of it.
    pub fn y_range(mut self, low: f64, high: f64) -> Self {
        self.y.range = Some((low, high));
        self
    }

    /// A solid curve. An empty name keeps it out of the legend.
    pub fn line(
        self,
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> Self {
        self.with_series(name.into(), points, Style::Solid)
    }

    /// A dashed curve: what is expected, requested, given.
    pub fn dashed(
        self,
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> Self {
        self.with_series(name.into(), points, Style::Dashed)
    }

    /// Separate points: what was measured.
    pub fn dots(
        self,
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64)>,
    ) -> Self {
        self.with_series(name.into(), points, Style::Dots)
    }

    /// A shaded region between `low` and `high` for each `(x, low, high)`: what is accepted.
    pub fn band(
        mut self,
        name: impl Into<String>,
        points: impl IntoIterator<Item = (f64, f64, f64)>,
    ) -> Self {
        self.bands.push(Band {
            name: name.into(),
            points: points.into_iter().collect(),
        });
        self
    }

    /// A point with a note beside it.
    pub fn marker(mut self, x: f64, y: f64, note: impl Into<String>) -> Self {
        self.markers.push(Marker {
            at: (x, y),
            note: note.into(),
        });
        self
    }

    /// Gives the last curve the colour of the one before it: a model beside its measurement.
    pub fn like_previous(mut self) -> Self {
        if let [.., before, last] = self.series.as_mut_slice() {
            last.colour = before.colour;
        }
        self
    }

    /// Size of the picture in pixels.
    pub fn size(mut self, width: u32, height: u32) -> Self {
        self.size = (width, height);
        self
    }

    /// Draws the figure.
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let (width, height) = self.size;
        let mut canvas = Canvas::new(width, height)?;
        let paper = Rectangle {
            left: 0.0,
            top: 0.0,
            width: f64::from(width),
            height: f64::from(height),
        };
        draw::draw(self, &mut canvas, &paper)?;
        canvas.png()
    }

    fn with_series(
        mut self,
        name: String,
        points: impl IntoIterator<Item = (f64, f64)>,
        style: Style,
    ) -> Self {
        // A curve that borrowed its colour leaves its own to the next.
        let mut colours: Vec<Colour> = self.series.iter().map(|series| series.colour).collect();
        colours.dedup();
        let colour = Colour::of_curve(colours.len());
        self.series.push(Series {
            name,
            points: points.into_iter().collect(),
            style,
            colour,
        });
        self
    }
}
