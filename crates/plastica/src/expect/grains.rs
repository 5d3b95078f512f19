//! Which way grains lie.

use super::chosen;
use plastica_core::{AxisAngle, Frame};
use plastica_tensor::Vec3;

/// The mean of the squared cosine between grains and a direction; `None` where material has no directions.
pub(super) fn alignment(frame: &Frame, part: Option<u32>, along: Vec3<f64>) -> Option<f64> {
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
