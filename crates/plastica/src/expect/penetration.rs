//! `penetration`: how deep particles are inside obstacles.

use super::measure::{Gauge, Largest, Measure};
use super::observed::Observed;
use crate::units::Quantity;
use plastica_core::{Frame, World};
use plastica_scene::reader::{Table, Variant, table};
use plastica_tensor::Vec3;
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "penetration",
        "The deepest that any particle is inside any collider, in any frame, in grid cells.",
        table("`penetration`", keys),
    )
}

#[derive(Debug)]
struct Penetration;

fn keys(_: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    Some(Arc::new(Penetration))
}

impl Measure for Penetration {
    fn quantity(&self) -> Quantity {
        Quantity::Number
    }

    fn unit(&self) -> &'static str {
        "cells"
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        Box::new(Deepest(Largest::none()))
    }
}

/// The deepest so far, in cells.
struct Deepest(Largest);

impl Gauge for Deepest {
    fn observe_frame(&mut self, frame: &Arc<Frame>, world: &World, cell: f64) {
        self.0.keep(deepest(frame, world).map(|depth| depth / cell));
    }

    fn value(&self, _: &Observed<'_>) -> Option<f64> {
        Some(self.0.0)
    }
}

/// How deep the deepest particle is inside an obstacle \[m\]; 0 if none is.
fn deepest(frame: &Frame, world: &World) -> Option<f64> {
    let mut deepest = 0.0f64;
    for collider in world.colliders.iter().filter(|c| c.is_present(frame.time)) {
        let pose = collider.motion.pose(frame.time);
        for position in &frame.positions {
            let distance = collider.shape.distance(pose.to_local(Vec3(*position)));
            deepest = deepest.max(-distance);
        }
    }
    (!frame.positions.is_empty()).then_some(deepest)
}
