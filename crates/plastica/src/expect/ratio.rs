//! `ratio`: one measure over another.

use super::energy::Energies;
use super::measure::{Gauge, Measure, any_measure};
use super::observed::Observed;
use crate::diagnostics::Problem;
use crate::simulation::ProbeRows;
use crate::units::Quantity;
use plastica_core::{Frame, World};
use plastica_scene::reader::{Table, Variant, table};
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "ratio",
        "One measure over another of the same unit [1]: of two bodies, in two directions, or at two times.",
        table("`ratio`", keys),
    )
}

#[derive(Debug)]
struct Ratio {
    of: Arc<dyn Measure>,
    to: Arc<dyn Measure>,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    let of = t.need("of", "What is divided.", any_measure());
    let to = t.need("to", "By what.", any_measure());
    let (of, to) = (of?, to?);
    if let (true, Some((cx, span))) = (of.quantity() != to.quantity(), t.context()) {
        let problem = Problem::OutOfRange {
            value: "this".into(),
            accepted: "two measures of the same unit".into(),
        };
        cx.report(span, problem);
        return None;
    }
    Some(Arc::new(Ratio { of, to }))
}

impl Measure for Ratio {
    fn quantity(&self) -> Quantity {
        Quantity::Number
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        Box::new(Pair {
            of: self.of.gauge(),
            to: self.to.gauge(),
        })
    }
}

/// What is divided by what.
struct Pair {
    of: Box<dyn Gauge>,
    to: Box<dyn Gauge>,
}

impl Gauge for Pair {
    fn observe_frame(&mut self, frame: &Arc<Frame>, world: &World, cell: f64) {
        self.of.observe_frame(frame, world, cell);
        self.to.observe_frame(frame, world, cell);
    }

    fn observe_energies(&mut self, energies: &Energies) {
        self.of.observe_energies(energies);
        self.to.observe_energies(energies);
    }

    fn observe_probe(&mut self, rows: &ProbeRows) {
        self.of.observe_probe(rows);
        self.to.observe_probe(rows);
    }

    fn value(&self, run: &Observed<'_>) -> Option<f64> {
        // As by itself, a measure that is not finite is none.
        let finite = |gauge: &dyn Gauge| gauge.value(run).filter(|value| value.is_finite());
        Some(finite(&*self.of)? / finite(&*self.to)?)
    }
}
