//! `gap`: how far a body is torn apart.

use super::measure::{Gauge, Measure, along, at_end, part};
use super::observed::Observed;
use crate::units::Quantity;
use plastica_scene::reader::{Table, Variant, table};
use std::sync::Arc;

/// Share of the particles that must lie on either side of a gap: grains that have come off are not a
/// part of a body.
const SIDE: f64 = 0.05;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "gap",
        "The widest stretch along a direction without a particle, at the last frame, with at least one particle in twenty on either side [m]: how far a body is torn apart.",
        table("`gap`", keys),
    )
}

#[derive(Debug)]
struct Gap {
    body: Option<String>,
    along: [f64; 3],
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    let body = part(t);
    let along = along(t)?;
    Some(Arc::new(Gap { body, along }))
}

impl Measure for Gap {
    fn quantity(&self) -> Quantity {
        Quantity::Length
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        let (part, along) = (self.body.clone(), self.along);
        at_end(move |run| gap(run, part.as_deref(), along))
    }
}

/// The widest stretch along a direction without a particle, between parts of some size \[m\].
fn gap(run: &Observed<'_>, part: Option<&str>, along: [f64; 3]) -> Option<f64> {
    let values = run.along(part, along);
    let side = ((SIDE * values.len() as f64) as usize).max(1);
    let inner = values.get(side - 1..=values.len().checked_sub(side)?)?;
    inner
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .reduce(f64::max)
}
