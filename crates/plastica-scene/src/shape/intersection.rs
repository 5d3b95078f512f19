//! `intersection`: what lies in all of several shapes.

use super::{Form, Shape as Description, build_all, shapes};
use crate::reader::{Kind, Variant};
use plastica_geometry::Shape;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "intersection",
        "What lies in all of several shapes.",
        shapes().map(|shapes| Arc::new(Intersection(shapes)) as Arc<dyn Form>),
    )
}

#[derive(Debug)]
struct Intersection(Vec<Description>);

impl Form for Intersection {
    fn build(&self) -> Result<Shape, String> {
        Ok(Shape::intersection(build_all(&self.0)?))
    }

    fn is_bounded(&self) -> bool {
        self.0.iter().any(Description::is_bounded)
    }
}
