//! `cone`: a cone along y.

use super::{Form, LENGTH};
use crate::reader::{Table, Variant, number, table};
use crate::units::Quantity;
use plastica_geometry::Shape;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "cone",
        "A cone along y, its base at y = 0.",
        table("`cone`", keys),
    )
}

#[derive(Debug)]
struct Cone {
    /// Radius of the base [m].
    radius: f64,
    /// Radius of the top [m], 0 for a tip.
    top_radius: f64,
    /// Its height [m].
    height: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let radius = t.need("radius", "Radius of the base.", LENGTH);
    let top_radius = t.or(
        "top_radius",
        "Radius of the top; 0 is a tip.",
        number(Quantity::Length).not_negative(),
        "0",
    );
    let height = t.need("height", "Its height along y.", LENGTH);
    Some(Arc::new(Cone {
        radius: radius?,
        top_radius: top_radius?,
        height: height?,
    }))
}

impl Form for Cone {
    fn build(&self) -> Result<Shape, String> {
        Ok(Shape::cone(self.radius, self.top_radius, self.height))
    }
}
