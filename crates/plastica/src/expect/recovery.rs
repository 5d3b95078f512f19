//! `recovery`: how far a body is from the shape it had.

use super::measure::{Gauge, Measure, body};
use super::observed::{Observed, chosen};
use crate::units::Quantity;
use plastica_core::{Frame, World};
use plastica_scene::reader::{Table, Variant, number, table};
use plastica_tensor::{Mat3, Vec3, svd};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "recovery",
        "How far a body is at the last frame from its shape at the start, or at a later time: root mean square distance of particles from their places after the best rigid motion, over the radius of gyration [1].",
        table("`recovery`", keys),
    )
}

#[derive(Debug)]
struct Recovery {
    body: String,
    /// The shape to compare with is that of the first frame that is not before this time \[s\].
    since: f64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    let body = body(t);
    let since = t.or(
        "since",
        "The shape at this time is the one to compare with.",
        number(Quantity::Time).not_negative(),
        "0",
    );
    Some(Arc::new(Recovery {
        body: body?,
        since: since?,
    }))
}

impl Measure for Recovery {
    fn quantity(&self) -> Quantity {
        Quantity::Number
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        Box::new(Compared {
            body: self.body.clone(),
            since: self.since,
            base: None,
        })
    }
}

/// The frame to compare with, once it has come.
struct Compared {
    body: String,
    since: f64,
    base: Option<Arc<Frame>>,
}

impl Gauge for Compared {
    fn observe_frame(&mut self, frame: &Arc<Frame>, _: &World, _: f64) {
        // Give or take rounding.
        if frame.time >= self.since - 1e-9 * self.since.abs() {
            self.base.get_or_insert_with(|| frame.clone());
        }
    }

    fn value(&self, run: &Observed<'_>) -> Option<f64> {
        change(self.base.as_deref()?, run.last, Some(&self.body))
    }
}

/// Where a particle was and where it is [m].
type Pair = (Vec3<f64>, Vec3<f64>);

/// Root mean square distance of particles from their places in an earlier frame after the best rigid
/// motion, over the radius of gyration in that frame. Particles that are gone do not count; `None` if
/// all are.
fn change(first: &Frame, last: &Frame, part: Option<&str>) -> Option<f64> {
    let before = places(first, part);
    let after = places(last, part);
    let pairs: Vec<Pair> = after
        .iter()
        .filter_map(|(id, now)| Some((*before.get(id)?, *now)))
        .collect();
    let share = 1.0 / pairs.len() as f64;
    let centre = |pick: fn(&Pair) -> Vec3<f64>| {
        pairs
            .iter()
            .fold(Vec3::zero(), |sum, pair| sum + pick(pair))
            .scale(share)
    };
    let (from, to) = (centre(|pair| pair.0), centre(|pair| pair.1));
    // Kabsch: the rotation nearest to Σ y xᵀ = U S Vᵀ is U Vᵀ. Ours are both rotations, with the sign
    // of the determinant in S, so that a mirror image is not taken for the same shape.
    let mut covariance = Mat3::zero();
    for (x, y) in &pairs {
        let (x, y) = (*x - from, *y - to);
        covariance = covariance + Mat3::from_fn(|i, j| share * y[i] * x[j]);
    }
    let turn = svd(&covariance);
    let turn = turn.u.mul_transpose(&turn.v);
    let (mut distance, mut extent) = (0.0, 0.0);
    for (x, y) in &pairs {
        distance += (*y - to - turn.mul_vec(*x - from)).norm_squared();
        extent += (*x - from).norm_squared();
    }
    (extent > 0.0).then(|| (distance / extent).sqrt())
}

/// Places of the particles of a part, by id.
fn places(frame: &Frame, part: Option<&str>) -> BTreeMap<u64, Vec3<f64>> {
    let ids = frame.attribute("id");
    let id = |i: usize| ids.map_or(i as u64, |ids| ids.values.at(i) as u64);
    chosen(frame, part)
        .map(|i| (id(i), Vec3(frame.positions[i])))
        .collect()
}
