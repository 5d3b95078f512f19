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
        self.0.keep(made(frame));
    }

    fn value(&self, run: &Observed<'_>) -> Option<f64> {
        Some(run.last.positions.len() as f64 / self.0.0)
    }
}

/// One more than the highest id: ids are given once and never again.
fn made(frame: &Frame) -> Option<f64> {
    let ids = frame.attribute("id");
    let id = |i: usize| ids.map_or(i as f64, |ids| ids.values.at(i));
    let highest = (0..frame.positions.len()).map(id).reduce(f64::max);
    highest.map(|id| id + 1.0)
}
