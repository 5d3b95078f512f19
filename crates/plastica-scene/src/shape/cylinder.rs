//! `cylinder`: a cylinder along y.

use super::{Form, LENGTH};
use crate::reader::{Table, Variant, table};
use plastica_geometry::Shape;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "cylinder",
        "A cylinder along y, centred.",
        table("`cylinder`", keys),
    )
}

#[derive(Debug)]
struct Cylinder {
    /// Its radius [m].
    radius: f64,
    /// Its length [m].
    height: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let radius = t.need("radius", "Its radius.", LENGTH);
    let height = t.need("height", "Its length along y.", LENGTH);
    Some(Arc::new(Cylinder {
        radius: radius?,
        height: height?,
    }))
}

impl Form for Cylinder {
    fn build(&self) -> Result<Shape, String> {
        Ok(Shape::cylinder(self.radius, self.height))
    }
}
