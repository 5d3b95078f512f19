//! `sphere`: a ball.

use super::{Form, LENGTH};
use crate::reader::{Table, Variant, table};
use plastica_geometry::Shape;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new("sphere", "A ball.", table("`sphere`", keys))
}

#[derive(Debug)]
struct Sphere {
    /// Its radius [m].
    radius: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let radius = t.need("radius", "Its radius.", LENGTH);
    Some(Arc::new(Sphere { radius: radius? }))
}

impl Form for Sphere {
    fn build(&self) -> Result<Shape, String> {
        Ok(Shape::sphere(self.radius))
    }
}
