//! Which elements lie in a shape. [BW07, section 4.2], step 1.

use crate::{Shape, TetMesh};
use plastica_tensor::Vec3;

/// Places of equal weight in an element to each edge: 20 in all.
const PLACES: usize = 4;

/// Whether at least half of each element's volume does.
pub(super) fn mostly(shape: &Shape, mesh: &TetMesh) -> Vec<bool> {
    (0..mesh.elements.len())
        .map(|element| half(shape, mesh.corners(element)))
        .collect()
}

fn half(shape: &Shape, corners: [Vec3<f64>; 4]) -> bool {
    let middle = corners
        .into_iter()
        .fold(Vec3::zero(), |sum, c| sum + c.scale(0.25));
    let reach = corners
        .into_iter()
        .map(|c| (c - middle).norm())
        .fold(0.0, f64::max);
    let distance = shape.distance(middle);
    // The surface passes it by.
    if distance.abs() > reach {
        return distance < 0.0;
    }
    let mut places = 0;
    let mut inside = 0;
    for i in 0..PLACES {
        for j in 0..PLACES - i {
            for k in 0..PLACES - i - j {
                let l = PLACES - 1 - i - j - k;
                let share = [i, j, k, l].map(|n| (n as f64 + 0.25) / PLACES as f64);
                let place = (corners.into_iter().zip(share))
                    .fold(Vec3::zero(), |sum, (c, s)| sum + c.scale(s));
                places += 1;
                inside += usize::from(shape.contains(place));
            }
        }
    }
    2 * inside >= places
}
