//! `extent`: how wide a body is.

use super::measure::{Gauge, Measure, along, at_end, part};
use super::observed::Observed;
use crate::units::Quantity;
use plastica_scene::reader::{Table, Variant, table};
use std::sync::Arc;

/// Share of the particles that may lie beyond an end: single grains that have rolled away do not make
/// a heap wider.
const BEYOND: f64 = 0.02;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "extent",
        "Width along a direction at the last frame, with two particles in a hundred beyond it on either side [m].",
        table("`extent`", keys),
    )
}

#[derive(Debug)]
struct Extent {
    body: Option<String>,
    along: [f64; 3],
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    let body = part(t);
    let along = along(t)?;
    Some(Arc::new(Extent { body, along }))
}

impl Measure for Extent {
    fn quantity(&self) -> Quantity {
        Quantity::Length
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        let (part, along) = (self.body.clone(), self.along);
        at_end(move |run| extent(run, part.as_deref(), along))
    }
}

/// Width along a direction without the outermost particles \[m\].
fn extent(run: &Observed<'_>, part: Option<&str>, along: [f64; 3]) -> Option<f64> {
    let values = run.along(part, along);
    let beyond = (BEYOND * values.len() as f64) as usize;
    let last = values.len().checked_sub(1)?;
    Some(values[last - beyond] - values[beyond])
}
