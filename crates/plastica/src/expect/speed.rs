//! `speed`: how fast material is.

use super::measure::{Gauge, Measure, at_end, part};
use super::observed::chosen;
use crate::units::Quantity;
use plastica_core::Frame;
use plastica_scene::reader::{Table, Variant, table};
use plastica_tensor::Vec3;
use std::sync::Arc;

/// Share of the particles that may be faster: single grains that still roll do not make a heap move.
const FASTER: f64 = 1e-3;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "speed",
        "Speed at the last frame, which one particle in a thousand may exceed [m/s].",
        table("`speed`", keys),
    )
}

#[derive(Debug)]
struct Speed {
    body: Option<String>,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    Some(Arc::new(Speed { body: part(t) }))
}

impl Measure for Speed {
    fn quantity(&self) -> Quantity {
        Quantity::Velocity
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        let part = self.body.clone();
        at_end(move |run| speed(run.last, part.as_deref()))
    }
}

/// The speed that few particles exceed \[m/s\].
fn speed(frame: &Frame, part: Option<&str>) -> Option<f64> {
    let velocities = &frame.attribute("velocity")?.values;
    let at = |i: usize| {
        Vec3(std::array::from_fn::<f64, 3, _>(|k| {
            velocities.at(3 * i + k)
        }))
        .norm()
    };
    let mut speeds: Vec<f64> = chosen(frame, part).map(at).collect();
    speeds.sort_by(f64::total_cmp);
    let faster = (FASTER * speeds.len() as f64) as usize;
    speeds.len().checked_sub(1 + faster).map(|k| speeds[k])
}
