//! How far a body is from the shape it had.

use super::chosen;
use plastica_core::Frame;
use plastica_tensor::{Mat3, Vec3, svd};
use std::collections::BTreeMap;

/// Where a particle was and where it is [m].
type Pair = (Vec3<f64>, Vec3<f64>);

/// Root mean square distance of particles from their places in an earlier frame after the best rigid
/// motion, over the radius of gyration in that frame. Particles that are gone do not count; `None` if
/// all are.
pub(super) fn change(first: &Frame, last: &Frame, part: Option<u32>) -> Option<f64> {
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
fn places(frame: &Frame, part: Option<u32>) -> BTreeMap<u64, Vec3<f64>> {
    let ids = frame.attribute("id");
    let id = |i: usize| ids.map_or(i as u64, |ids| ids.values.at(i) as u64);
    chosen(frame, part)
        .map(|i| (id(i), Vec3(frame.positions[i])))
        .collect()
}
