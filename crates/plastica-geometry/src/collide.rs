//! Contact of triangles: which parts of surfaces are near each other, how near, when they would meet, and whether they
//! cross.
//!
//! Surfaces that do not cross and move along straight lines meet first where a vertex meets a triangle or an edge meets an
//! edge that it shares no vertex with. So [`Features`] names these pairs, a [`Hierarchy`] of boxes finds those that may be
//! near, [`Pair::nearest`] says how near they are, and [`Pair::first_contact`] when they would come too near.
//! [`intersections`] decides by exact arithmetic whether surfaces cross: what keeps them apart is tested by it.

mod advance;
mod features;
mod hierarchy;
mod intersect;
mod nearest;

pub use features::{FeaturePair, Features};
pub use hierarchy::Hierarchy;
pub use intersect::intersections;
pub use nearest::{Nearest, Pair};
