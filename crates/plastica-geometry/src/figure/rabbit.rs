//! A sitting rabbit.

use super::{both_z, egg, limb, stood, turned_egg};
use crate::{Placement, Shape};
use plastica_tensor::Vec3;

/// A sitting rabbit that looks along x: 1 m from its feet at y = 0 to the tips of its ears.
pub fn rabbit() -> Shape {
    let body = vec![
        turned_egg([-0.10, 0.27, 0.0], [0.27, 0.21, 0.195], [0.0, 0.0, 28.0]),
        egg([-0.21, 0.20, 0.0], [0.19, 0.195, 0.195]),
        turned_egg([0.09, 0.34, 0.0], [0.135, 0.19, 0.14], [0.0, 0.0, -8.0]),
        // Neck.
        turned_egg([0.12, 0.50, 0.0], [0.10, 0.13, 0.09], [0.0, 0.0, -15.0]),
    ];
    let trunk = Shape::smooth_union(body, 0.08);
    let haunches = both_z(|side| {
        turned_egg(
            [-0.15, 0.17, 0.145 * side],
            [0.175, 0.15, 0.075],
            [0.0, 6.0 * side, 20.0],
        )
    });
    let hind_feet = both_z(|side| egg([0.02, 0.030, 0.165 * side], [0.15, 0.042, 0.052]));
    let fore_legs =
        both_z(|side| limb([0.13, 0.28, 0.075 * side], [0.185, 0.05, 0.07 * side], 0.04));
    let fore_paws = both_z(|side| egg([0.215, 0.028, 0.07 * side], [0.065, 0.036, 0.042]));
    let tail = egg([-0.405, 0.15, 0.0], [0.075, 0.075, 0.075]);
    let mut parts = vec![trunk];
    parts.extend(haunches);
    parts.extend(hind_feet);
    parts.extend(fore_legs);
    parts.extend(fore_paws);
    parts.push(tail);
    let lower = Shape::smooth_union(parts, 0.025);
    let whole = Shape::smooth_union(vec![lower, head()], 0.05);
    // Its height is measured.
    stood(&whole, 1.0049, [-0.48, -0.225], [0.38, 0.225])
}

fn head() -> Shape {
    let mut skull = vec![
        turned_egg([0.19, 0.60, 0.0], [0.145, 0.115, 0.105], [0.0, 0.0, -18.0]),
        egg([0.295, 0.555, 0.0], [0.075, 0.062, 0.068]),
    ];
    skull.extend(both_z(|side| {
        egg([0.235, 0.55, 0.055 * side], [0.075, 0.062, 0.055])
    }));
    let skull = Shape::smooth_union(skull, 0.05);
    let mut parts = vec![skull, egg([0.365, 0.575, 0.0], [0.014, 0.013, 0.02])];
    parts.extend(both_z(|side| {
        egg([0.262, 0.628, 0.086 * side], [0.026, 0.026, 0.02])
    }));
    let face = Shape::smooth_union(parts, 0.008);
    let [left, right] = both_z(ear);
    Shape::smooth_union(vec![face, left, right], 0.03)
}

/// A long ear, hollow in front.
fn ear(side: f64) -> Shape {
    let shell = Shape::ellipsoid(Vec3::new(0.036, 0.19, 0.062));
    let hollow = Shape::ellipsoid(Vec3::new(0.034, 0.155, 0.042)).at(0.032, 0.005, 0.0);
    let placement = Placement::at(Vec3::new(0.085, 0.822, 0.085 * side))
        .turned(Vec3::new(0.0, 1.0, 0.0), -0.6 * side)
        .turned(Vec3::new(1.0, 0.0, 0.0), 0.19 * side)
        .turned(Vec3::new(0.0, 0.0, 1.0), 0.22);
    Shape::difference(vec![shell, hollow]).placed(placement)
}
