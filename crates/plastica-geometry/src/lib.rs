//! Regions of space that can be asked how far away they are, and the points that fill them.
//!
//! A [`Shape`] is built from solids, outlines and meshes, combined and placed. It answers with a
//! signed distance [m], negative inside. [`sample::fill`] puts points into it. [`figure`] has a few
//! characters to play with. Lengths are metres, y is up.
//!
//! ```
//! use plastica_geometry::{Shape, Vec3, sample};
//!
//! let washer = Shape::difference(vec![Shape::cylinder(0.05, 0.01), Shape::cylinder(0.02, 0.1)]);
//! assert!(washer.contains(Vec3::new(0.03, 0.0, 0.0)));
//! assert!((washer.distance(Vec3::new(0.0, 0.0, 0.0)) - 0.02).abs() < 1e-12);
//!
//! let filling = sample::fill(&washer, 0.005, sample::Layout::Jittered, 1).unwrap();
//! let volume = filling.volume * filling.positions.len() as f64;
//! assert!((volume / (std::f64::consts::PI * (25e-4 - 4e-4) * 0.01) - 1.0).abs() < 1e-3);
//! ```
//!
//! Nothing here reads files or clocks, and the same input gives the same bits at any thread count.

mod bounds;
pub mod collide;
mod curve;
mod delaunay;
mod error;
pub mod figure;
mod measure;
mod mesh;
mod placement;
mod profile;
mod random;
pub mod sample;
mod shape;
pub mod tetrahedra;
pub mod tetrahedra_rules;
mod tree;
pub mod variational;

pub use bounds::Bounds;
pub use curve::Curve;
pub use delaunay::{Delaunay, DelaunayError, Flat, Location};
pub use error::{ShapeError, VolumeError};
pub use mesh::{MeshProblem, SampledDistance, TriangleMesh};
pub use placement::Placement;
pub use plastica_tensor::{Mat3, Vec3};
pub use profile::{Outline, Profile};
pub use shape::Shape;
pub use tetrahedra::TetMesh;
