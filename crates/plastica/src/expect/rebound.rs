//! `rebound`: how high a body comes.

use super::measure::{Gauge, Largest, Measure};
use super::observed::{Observed, heights};
use crate::units::Quantity;
use plastica_core::{Frame, World};
use plastica_scene::reader::{Family, Table, Variant, number, reference, table};
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "rebound",
        "The highest that the lowest particle of a body comes [m].",
        table("`rebound`", keys),
    )
}

#[derive(Debug)]
struct Rebound {
    body: String,
    /// Frames before this time do not count \[s\].
    after: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    let body = t.need(
        "body",
        "The name of the body.",
        reference(&[Family::Body, Family::Emitter]),
    );
    let after = t.or(
        "after",
        "Frames before this time do not count.",
        number(Quantity::Time).not_negative(),
        "0",
    );
    Some(Arc::new(Rebound {
        body: body?,
        after: after?,
    }))
}

impl Measure for Rebound {
    fn quantity(&self) -> Quantity {
        Quantity::Length
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        Box::new(Highest {
            body: self.body.clone(),
            after: self.after,
            height: Largest::none(),
        })
    }
}

/// The highest that the lowest particle has come so far.
struct Highest {
    body: String,
    after: f64,
    height: Largest,
}

impl Gauge for Highest {
    fn observe_frame(&mut self, frame: &Arc<Frame>, _: &World, _: f64) {
        if frame.time >= self.after {
            let lowest = heights(frame, Some(&self.body)).reduce(f64::min);
            self.height.keep(lowest);
        }
    }

    fn value(&self, _: &Observed<'_>) -> Option<f64> {
        Some(self.height.0)
    }
}
