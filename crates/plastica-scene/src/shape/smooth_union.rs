//! `smooth_union`: what lies in any of several shapes, seams rounded.

use super::{Form, LENGTH, Shape as Description, build_all, shapes};
use crate::reader::{Table, Variant, table};
use plastica_geometry::Shape;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "smooth_union",
        "What lies in any of several shapes, seams rounded.",
        table("`smooth_union`", keys),
    )
}

#[derive(Debug)]
struct SmoothUnion {
    /// The shapes.
    shapes: Vec<Description>,
    /// Radius of the rounding [m].
    radius: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let shapes = t.need("shapes", "The shapes.", shapes());
    let radius = t.need("radius", "Radius of the rounding.", LENGTH);
    Some(Arc::new(SmoothUnion {
        shapes: shapes?,
        radius: radius?,
    }))
}

impl Form for SmoothUnion {
    fn build(&self) -> Result<Shape, String> {
        Ok(Shape::smooth_union(build_all(&self.shapes)?, self.radius))
    }

    fn is_bounded(&self) -> bool {
        self.shapes.iter().all(Description::is_bounded)
    }
}
