//! `union`: what lies in any of several shapes.

use super::{Form, Shape as Description, build_all, shapes};
use crate::reader::{Kind, Variant};
use plastica_geometry::Shape;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "union",
        "What lies in any of several shapes.",
        shapes().map(|shapes| Arc::new(Union(shapes)) as Arc<dyn Form>),
    )
}

#[derive(Debug)]
struct Union(Vec<Description>);

impl Form for Union {
    fn build(&self) -> Result<Shape, String> {
        Ok(Shape::union(build_all(&self.0)?))
    }

    fn is_bounded(&self) -> bool {
        self.0.iter().all(Description::is_bounded)
    }
}
