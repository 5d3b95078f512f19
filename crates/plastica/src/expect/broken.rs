//! `broken`: how many fibres have broken.

use super::measure::{Gauge, Measure, at_end, body};
use super::observed::chosen;
use crate::units::Quantity;
use plastica_core::Frame;
use plastica_scene::reader::{Table, Variant, table};
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "broken",
        "How many fibres of a spline have broken, at the last frame [1].",
        table("`broken`", keys),
    )
}

#[derive(Debug)]
struct Broken {
    body: String,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    Some(Arc::new(Broken { body: body(t)? }))
}

impl Measure for Broken {
    fn quantity(&self) -> Quantity {
        Quantity::Number
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        let part = Some(self.body.clone());
        at_end(move |run| broken(run.last, part.as_deref()))
    }
}

/// How many fibres have broken. Each counts at both of its ends.
fn broken(frame: &Frame, part: Option<&str>) -> Option<f64> {
    let ends = &frame.attribute("broken")?.values;
    let count: f64 = chosen(frame, part).map(|i| ends.at(i)).sum();
    Some(0.5 * count)
}
