//! `volume`: what is left of the volume of a body.

use super::measure::{Gauge, Measure, at_end, part};
use super::observed::chosen;
use crate::units::Quantity;
use plastica_core::Frame;
use plastica_scene::reader::{Table, Variant, table};
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "volume",
        "Volume of the material at the last frame over that at the first [1]: mass by density, summed over particles.",
        table("`volume`", keys),
    )
}

#[derive(Debug)]
struct Volume {
    body: Option<String>,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    Some(Arc::new(Volume { body: part(t) }))
}

impl Measure for Volume {
    fn quantity(&self) -> Quantity {
        Quantity::Number
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        let part = self.body.clone();
        at_end(move |run| {
            let [first, last] = [run.first, run.last].map(|frame| volume(frame, part.as_deref()));
            Some(last? / first?)
        })
    }
}

/// Σ m/ρ [m³], if particles have both.
fn volume(frame: &Frame, part: Option<&str>) -> Option<f64> {
    let [masses, densities] = ["mass", "density"].map(|name| frame.attribute(name));
    let (masses, densities) = (&masses?.values, &densities?.values);
    let of_particle = |i| masses.at(i) / densities.at(i);
    Some(chosen(frame, part).map(of_particle).sum())
}
