//! `kept`: the share of all particles that are still there.

use super::measure::{Gauge, Largest, Measure};
use super::observed::Observed;
use crate::units::Quantity;
use plastica_core::{Frame, World};
use plastica_scene::reader::{Table, Variant, table};
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "kept",
        "Particles at the last frame over particles ever made [1]: 1 if none left the domain.",
        table("`kept`", keys),
    )
}

#[derive(Debug)]
struct Kept;

fn keys(_: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    Some(Arc::new(Kept))
}

impl Measure for Kept {
    fn quantity(&self) -> Quantity {
        Quantity::Number
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        Box::new(Made(Largest::none()))
    }
}

/// How many particles were ever made.
struct Made(Largest);

impl Gauge for Made {
    fn observe_frame(&mut self, frame: &Arc<Frame>, _: &World, _: f64) {
        self.0.keep(Some(frame.ever_made() as f64));
    }

    fn value(&self, run: &Observed<'_>) -> Option<f64> {
        Some(run.last.positions.len() as f64 / self.0.0)
    }
}
