//! `ellipsoid`: a ball stretched along the axes.

use super::{Form, LENGTH};
use crate::reader::{Table, Variant, table};
use plastica_geometry::Shape;
use plastica_tensor::Vec3;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "ellipsoid",
        "A ball stretched along the axes.",
        table("`ellipsoid`", keys),
    )
}

#[derive(Debug)]
struct Ellipsoid {
    /// Half its extent along each axis [m].
    radii: [f64; 3],
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let radii = t.need(
        "radii",
        "Half its extent along x, y, z.",
        LENGTH.list::<3>(),
    );
    Some(Arc::new(Ellipsoid { radii: radii? }))
}

impl Form for Ellipsoid {
    fn build(&self) -> Result<Shape, String> {
        Ok(Shape::ellipsoid(Vec3(self.radii)))
    }
}
