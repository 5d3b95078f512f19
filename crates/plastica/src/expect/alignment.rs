//! `alignment`: which way grains lie.

use super::measure::{Gauge, Measure, along, at_end, part};
use super::observed::chosen;
use crate::units::Quantity;
use plastica_core::{AxisAngle, Frame};
use plastica_scene::reader::{Table, Variant, table};
use plastica_tensor::Vec3;
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "alignment",
        "How far grains lie along a direction at the last frame [1]: the mean of the squared cosine between them and it, 1 if all lie along it and 1/3 if they lie in all directions.",
        table("`alignment`", keys),
    )
}

#[derive(Debug)]
struct Alignment {
    body: Option<String>,
    along: [f64; 3],
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    let body = part(t);
    let along = along(t)?;
    Some(Arc::new(Alignment { body, along }))
}

impl Measure for Alignment {
    fn quantity(&self) -> Quantity {
        Quantity::Number
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        let (part, along) = (self.body.clone(), Vec3(self.along));
        at_end(move |run| alignment(run.last, part.as_deref(), along))
    }
}

/// The mean of the squared cosine between grains and a direction; `None` where material has no directions.
fn alignment(frame: &Frame, part: Option<&str>, along: Vec3<f64>) -> Option<f64> {
    let turns = frame.attribute("orientation")?;
    let moments = frame.attribute("alignment")?;
    let (mut sum, mut count) = (0.0, 0.0);
    for i in chosen(frame, part) {
        let turn = AxisAngle::from_quaternion(std::array::from_fn(|k| turns.values.at(4 * i + k)));
        let local = turn.matrix().transpose().mul_vec(along);
        sum += (0..3)
            .map(|k| moments.values.at(3 * i + k) * local[k] * local[k])
            .sum::<f64>();
        count += 1.0;
    }
    (count > 0.0).then(|| sum / count)
}
