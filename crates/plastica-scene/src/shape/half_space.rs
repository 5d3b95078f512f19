//! `half_space`: everything on one side of a plane, n·x ≤ offset.

use super::Form;
use crate::reader::{Table, Variant, direction, number, table};
use crate::units::Quantity;
use plastica_geometry::Shape;
use plastica_tensor::Vec3;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "half_space",
        "Everything on one side of a plane; not for bodies.",
        table("`half_space`", keys),
    )
}

#[derive(Debug)]
pub(super) struct HalfSpace {
    /// Unit vector n that points out of it.
    pub(super) normal: [f64; 3],
    /// Distance of the plane from the origin along n [m].
    pub(super) offset: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let normal = t.need(
        "normal",
        "Direction that points out of it, of any length but 0.",
        direction(),
    );
    let offset = t.or(
        "offset",
        "Distance of the plane from the origin along the normal.",
        number(Quantity::Length),
        "0",
    );
    Some(Arc::new(HalfSpace {
        normal: normal?,
        offset: offset?,
    }))
}

impl Form for HalfSpace {
    fn build(&self) -> Result<Shape, String> {
        Ok(Shape::half_space(Vec3(self.normal), self.offset))
    }

    fn is_bounded(&self) -> bool {
        false
    }

    fn plane(&self) -> Option<([f64; 3], f64)> {
        Some((self.normal, self.offset))
    }
}
