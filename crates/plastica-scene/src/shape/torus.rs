//! `torus`: a ring about y.

use super::{Form, LENGTH};
use crate::reader::{Table, Variant, table};
use plastica_geometry::Shape;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new("torus", "A ring about y.", table("`torus`", keys))
}

#[derive(Debug)]
struct Torus {
    /// From the centre to the middle of the tube [m].
    radius: f64,
    /// Radius of the tube [m].
    tube_radius: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let radius = t.need(
        "radius",
        "From the centre to the middle of the tube.",
        LENGTH,
    );
    let tube_radius = t.need("tube_radius", "Radius of the tube.", LENGTH);
    Some(Arc::new(Torus {
        radius: radius?,
        tube_radius: tube_radius?,
    }))
}

impl Form for Torus {
    fn build(&self) -> Result<Shape, String> {
        Ok(Shape::torus(self.radius, self.tube_radius))
    }
}
