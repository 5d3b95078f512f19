//! `box`: a box along the axes.

use super::{Form, LENGTH};
use crate::reader::{Table, Variant, table};
use plastica_geometry::Shape;
use plastica_tensor::Vec3;
use std::sync::Arc;

pub(super) fn variant() -> Variant<Arc<dyn Form>> {
    Variant::new(
        "box",
        "A box along the axes, centred.",
        table("`box`", keys),
    )
}

#[derive(Debug)]
struct Block {
    /// Its sides [m].
    size: [f64; 3],
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Form>> {
    let size = t.need("size", "Its sides along x, y, z.", LENGTH.list::<3>());
    Some(Arc::new(Block { size: size? }))
}

impl Form for Block {
    fn build(&self) -> Result<Shape, String> {
        Ok(Shape::block(Vec3(self.size)))
    }
}
