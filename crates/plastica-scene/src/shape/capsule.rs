//! `capsule`: a cylinder along y with round ends.

use super::{Form, LENGTH};
use crate::reader::{Table, Variant, table};
use plastica_geometry::Shape;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "capsule",
        "A cylinder along y with a half ball at each end, centred.",
        table("`capsule`", keys),
    )
}

#[derive(Debug)]
struct Capsule {
    /// Its radius [m].
    radius: f64,
    /// Its length without the half balls [m].
    height: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let radius = t.need("radius", "Its radius.", LENGTH);
    let height = t.need(
        "height",
        "Its length along y without the half balls.",
        LENGTH,
    );
    Some(Arc::new(Capsule {
        radius: radius?,
        height: height?,
    }))
}

impl Form for Capsule {
    fn build(&self) -> Result<Shape, String> {
        Ok(Shape::capsule(self.radius, self.height))
    }
}
