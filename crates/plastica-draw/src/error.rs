//! What can go wrong when drawing.

use std::fmt;

/// Why there is no picture.
#[derive(Debug)]
#[non_exhaustive]
pub enum DrawError {
    /// A plot has no point that can be drawn: no series, or only NaN and infinity, or only numbers
    /// up to 0 on a logarithmic axis.
    NoData {
        /// The title of the plot.
        title: String,
    },
    /// A range that was asked for is empty, not finite, or not above 0 on a logarithmic axis.
    BadRange {
        /// Its lower end.
        low: f64,
        /// Its upper end.
        high: f64,
    },
    /// The picture is too small for its letters, or too large for memory.
    BadSize {
        /// Width asked for, in pixels.
        width: u32,
        /// Height asked for, in pixels.
        height: u32,
    },
    /// The embedded font cannot be read.
    Font,
    /// The picture cannot be written as PNG.
    Encode(Box<dyn std::error::Error + Send + Sync>),
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::NoData { title } => write!(f, "the plot {title:?} has no point to draw"),
            DrawError::BadRange { low, high } => {
                write!(f, "{low} to {high} is not a range that an axis can show")
            }
            DrawError::BadSize { width, height } => {
                write!(f, "a picture of {width} x {height} pixels cannot be drawn")
            }
            DrawError::Font => write!(f, "the embedded font cannot be read"),
            DrawError::Encode(_) => write!(f, "the picture cannot be written as PNG"),
        }
    }
}

impl std::error::Error for DrawError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            DrawError::Encode(source) => Some(source.as_ref()),
            _ => None,
        }
    }
}
