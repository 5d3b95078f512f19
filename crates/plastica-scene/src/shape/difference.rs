//! `difference`: what lies in the first shape and in none of the others.

use super::{Form, Shape as Description, build_all, shapes};
use crate::reader::{Kind, Variant};
use plastica_geometry::Shape;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "difference",
        "What lies in the first shape and in none of the others.",
        shapes().map(|shapes| Arc::new(Difference(shapes)) as Arc<dyn Form>),
    )
}

#[derive(Debug)]
struct Difference(Vec<Description>);

impl Form for Difference {
    fn build(&self) -> Result<Shape, String> {
        Ok(Shape::difference(build_all(&self.0)?))
    }

    fn is_bounded(&self) -> bool {
        self.0.first().is_some_and(Description::is_bounded)
    }
}
