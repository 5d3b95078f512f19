//! `star`: a flat star in the x–y plane.

use super::{Form, LENGTH, in_words};
use crate::profile::{Star, star};
use crate::reader::{Table, Variant, table};
use plastica_geometry::Shape;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "star",
        "A flat star in the x–y plane, centred.",
        table("`star`", keys),
    )
}

#[derive(Debug)]
struct FlatStar {
    /// The outline.
    star: Star,
    /// Its extent along z [m].
    thickness: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let star = star(t);
    let thickness = t.need("thickness", "Its extent along z.", LENGTH);
    Some(Arc::new(FlatStar {
        star: star?,
        thickness: thickness?,
    }))
}

impl Form for FlatStar {
    fn build(&self) -> Result<Shape, String> {
        let Star {
            points,
            radius,
            inner,
        } = self.star;
        Shape::star(points, radius, inner, self.thickness).map_err(in_words)
    }
}
