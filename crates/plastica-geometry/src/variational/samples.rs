//! Points of the surface, dense and about evenly spaced. [BW07, section 4.1]

use crate::{Bounds, Shape};
use plastica_tensor::Vec3;

/// Samples to the length of an edge.
const DENSITY: f64 = 4.0;

/// One sample in each cube that the surface crosses.
pub(super) fn of_the_surface(shape: &Shape, bounds: &Bounds, size: f64) -> Vec<Vec3<f64>> {
    let side = size / DENSITY;
    let widest = bounds.size().0.into_iter().fold(0.0, f64::max) + side;
    let levels = (widest / side).log2().ceil().max(0.0) as i32;
    let half = 0.5 * side * 2_f64.powi(levels);
    let mut samples = Vec::new();
    let mut cubes = vec![(bounds.centre(), half)];
    while let Some((centre, half)) = cubes.pop() {
        let distance = shape.distance(centre);
        // Distances grow no faster than the way.
        if distance.abs() > half * 3_f64.sqrt() {
            continue;
        }
        if half > 0.6 * side {
            cubes.extend((0..8).map(|k| {
                let offset = |axis: usize| {
                    if k >> axis & 1 == 1 {
                        0.5 * half
                    } else {
                        -0.5 * half
                    }
                };
                (centre + Vec3::from_fn(offset), 0.5 * half)
            }));
        } else if let Some(sample) = onto(shape, centre, side) {
            samples.push(sample);
        }
    }
    samples
}

/// The place of the surface that a point is led to against the gradient of the distance, if it is near.
pub(super) fn onto(shape: &Shape, from: Vec3<f64>, side: f64) -> Option<Vec3<f64>> {
    let mut x = from;
    for _ in 0..8 {
        let distance = shape.distance(x);
        if distance.abs() < 1e-4 * side {
            return ((x - from).norm() < 2.0 * side).then_some(x);
        }
        x = x - shape.normal(x).scale(distance);
    }
    None
}
