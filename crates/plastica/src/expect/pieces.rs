//! `pieces`: how many pieces a body is in.

use super::measure::{Gauge, Measure, at_end, body};
use super::observed::chosen;
use crate::units::Quantity;
use plastica_core::Frame;
use plastica_scene::reader::{Table, Variant, integer, table};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "pieces",
        "How many pieces a spline is in at the last frame [1].",
        table("`pieces`", keys),
    )
}

#[derive(Debug)]
struct Pieces {
    body: String,
    /// Pieces of fewer nodes do not count.
    nodes: u64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    let body = body(t);
    let nodes = t.or(
        "nodes",
        "Pieces of fewer nodes do not count.",
        integer(1, u64::from(u32::MAX)),
        "1",
    );
    Some(Arc::new(Pieces {
        body: body?,
        nodes: nodes?,
    }))
}

impl Measure for Pieces {
    fn quantity(&self) -> Quantity {
        Quantity::Number
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        let (part, nodes) = (Some(self.body.clone()), self.nodes);
        at_end(move |run| pieces(run.last, part.as_deref(), nodes))
    }
}

/// How many pieces of at least so many nodes there are.
fn pieces(frame: &Frame, part: Option<&str>, nodes: u64) -> Option<f64> {
    let pieces = &frame.attribute("piece")?.values;
    let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
    for i in chosen(frame, part) {
        *sizes.entry(pieces.at(i) as u64).or_default() += 1;
    }
    Some(sizes.values().filter(|size| **size >= nodes).count() as f64)
}
