//! Why a shape was not meshed.

use crate::ShapeError;
use std::fmt;

/// Why there is no mesh of a shape.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshError {
    /// The length of edges is not a positive number.
    Edge {
        /// What it is [m].
        edge: f64,
    },
    /// The shape has no end.
    Unbounded,
    /// The surface encloses no region.
    Surface(ShapeError),
    /// There is nothing to mesh, or nothing that edges of this length show.
    Empty {
        /// Sides of its box [m].
        size: [f64; 3],
        /// Length of edges [m].
        edge: f64,
    },
    /// The mesh would take more memory than is allowed.
    Memory {
        /// At least so much, forecast [bytes].
        needed: u64,
        /// What is allowed [bytes].
        memory: u64,
        /// Length of edges [m].
        edge: f64,
    },
    /// Parts of the shape are too thin for its elements.
    Thin {
        /// In the middle of the surface of such a part [m].
        place: [f64; 3],
        /// How thick it is there [m].
        thickness: f64,
        /// Length of edges asked for [m].
        edge: f64,
        /// A length that would do there [m].
        enough: f64,
    },
    /// The mesh has another volume than the shape: parts of it are thinner than elements.
    Lost {
        /// Volume of the mesh [m³].
        kept: f64,
        /// Volume of the shape [m³].
        volume: f64,
        /// Length of edges asked for [m].
        edge: f64,
    },
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeshError::Edge { edge } => {
                write!(
                    f,
                    "the length of edges is {edge} m: it must be positive and finite"
                )
            }
            MeshError::Unbounded => write!(f, "the shape has no end and cannot be meshed"),
            MeshError::Surface(error) => error.fmt(f),
            MeshError::Empty {
                size: [x, y, z],
                edge,
            } => write!(
                f,
                "edges of {edge:.4e} m show nothing of the shape: its box is {x:.4} × {y:.4} × {z:.4} m; use shorter edges or a larger shape"
            ),
            MeshError::Memory {
                needed,
                memory,
                edge,
            } => {
                let gigabytes = |bytes: &u64| *bytes as f64 / 1e9;
                let enough = edge * (*needed as f64 / *memory as f64).cbrt();
                write!(
                    f,
                    "edges of {edge:.4e} m take at least {:.1} GB, more than the {:.1} GB allowed: use edges of about {enough:.2e} m or longer, or allow more memory",
                    gigabytes(needed),
                    gigabytes(memory)
                )
            }
            MeshError::Thin {
                place: [x, y, z],
                thickness,
                edge,
                enough,
            } => write!(
                f,
                "the shape is only {thickness:.2e} m thick at ({x:.4}, {y:.4}, {z:.4}), too thin for elements with edges of {edge:.2e} m: use edges of {enough:.2e} m"
            ),
            MeshError::Lost { kept, volume, edge } => write!(
                f,
                "elements with edges of {edge:.2e} m have {:.1} % of its volume: parts of it are thinner than they are; use shorter edges, {:.2e} m for a start",
                100.0 * kept / volume,
                0.6 * edge
            ),
        }
    }
}

impl std::error::Error for MeshError {}
