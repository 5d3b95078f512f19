//! `height`: how high material stands.

use super::measure::{Gauge, Measure, at_end, part};
use super::observed::heights;
use crate::units::Quantity;
use plastica_scene::reader::{Table, Variant, table};
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "height",
        "Height y of the highest particle at the last frame [m].",
        table("`height`", keys),
    )
}

#[derive(Debug)]
struct Height {
    body: Option<String>,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    Some(Arc::new(Height { body: part(t) }))
}

impl Measure for Height {
    fn quantity(&self) -> Quantity {
        Quantity::Length
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        let part = self.body.clone();
        at_end(move |run| heights(run.last, part.as_deref()).reduce(f64::max))
    }
}
