//! `peak_force`: the largest force that a probe has seen.

use super::measure::{Gauge, Largest, Measure};
use super::observed::Observed;
use crate::simulation::ProbeRows;
use crate::units::Quantity;
use plastica_scene::reader::{Family, Table, Variant, direction, reference, table};
use plastica_tensor::Vec3;
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "peak_force",
        "The largest force that a force probe has seen [N].",
        table("`peak_force`", keys),
    )
}

#[derive(Debug)]
struct PeakForce {
    probe: String,
    /// The direction of the part that counts, unit; `None` for the whole force.
    along: Option<[f64; 3]>,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    let probe = t.need(
        "probe",
        "The name of a probe that watches a force.",
        reference(&[Family::Probe]),
    );
    let along = t.maybe(
        "along",
        "Direction of the part of the force that counts, to or fro; without it, all of it.",
        direction(),
    );
    Some(Arc::new(PeakForce {
        probe: probe?,
        along,
    }))
}

impl Measure for PeakForce {
    fn quantity(&self) -> Quantity {
        Quantity::Force
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        Box::new(Peak {
            probe: self.probe.clone(),
            along: self.along.map(Vec3),
            force: Largest::none(),
        })
    }
}

/// The largest force so far.
struct Peak {
    probe: String,
    along: Option<Vec3<f64>>,
    force: Largest,
}

impl Gauge for Peak {
    fn observe_probe(&mut self, rows: &ProbeRows) {
        if self.probe != rows.name {
            return;
        }
        let forces = rows.rows.iter().filter_map(|row| match row[..] {
            [_, x, y, z] => Some(Vec3([x, y, z])),
            _ => None,
        });
        let size = |force: Vec3<f64>| match self.along {
            Some(along) => force.dot(along).abs(),
            None => force.norm(),
        };
        let largest = forces.map(size).reduce(f64::max);
        self.force.keep(largest);
    }

    fn value(&self, _: &Observed<'_>) -> Option<f64> {
        Some(self.force.0)
    }
}
