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
    /// A frame does not have the attribute that shall give the colours.
    NoAttribute {
        /// Its name.
        name: String,
        /// The attributes that the frame has.
        known: Vec<String>,
    },
    /// An attribute does not have what shall be shown of it.
    BadMeasure {
        /// Its name.
        name: String,
        /// How many numbers it has per point.
        components: usize,
    },
    /// A corner of a triangle names a vertex that is not there.
    NoVertex {
        /// Its number, from 0.
        vertex: u32,
        /// How many there are.
        vertices: usize,
    },
    /// A cell of a frame has a point that is not there.
    NoPoint {
        /// Its number, from 0.
        point: u32,
        /// How many there are.
        points: usize,
    },
    /// Copies of a mesh have more triangles than there is room for.
    TooManyTriangles {
        /// How many there would be.
        triangles: u64,
        /// How many there may be.
        most: u64,
    },
    /// There is no picture to make an animation or a sheet of.
    NoPictures,
    /// The pictures of an animation differ in size.
    MixedSizes,
    /// The embedded font cannot be read.
    Font,
    /// The picture cannot be written as PNG, or the animation as GIF.
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
            DrawError::NoAttribute { name, known } => {
                write!(f, "the frame has no attribute {name:?}; it has {known:?}")
            }
            DrawError::BadMeasure { name, components } => write!(
                f,
                "the attribute {name:?} with {components} numbers per point cannot be shown so"
            ),
            DrawError::NoVertex { vertex, vertices } => {
                write!(
                    f,
                    "a triangle names vertex {vertex} of a mesh with {vertices}"
                )
            }
            DrawError::NoPoint { point, points } => {
                write!(f, "a cell has point {point} of a frame with {points}")
            }
            DrawError::TooManyTriangles { triangles, most } => write!(
                f,
                "grains as a mesh would have {triangles} triangles, more than {most}: take fewer grains or a simpler mesh"
            ),
            DrawError::NoPictures => write!(f, "there are no pictures to put together"),
            DrawError::MixedSizes => write!(f, "the pictures of an animation differ in size"),
            DrawError::Font => write!(f, "the embedded font cannot be read"),
            DrawError::Encode(_) => write!(f, "the picture cannot be encoded"),
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
