//! A bust on a pedestal.

use super::{egg, limb, stood, turned_egg};
use crate::{Outline, Placement, Shape};
use plastica_tensor::Vec3;

/// A human bust on a round pedestal that looks along z: 1 m from y = 0 to the top of its head.
pub fn bust() -> Shape {
    let larger = Placement::at(Vec3::new(0.0, -0.1 * 0.64, 0.0)).scaled(1.1);
    let head = head().placed(larger);
    let person = Shape::smooth_union(vec![chest().at(0.0, 0.035, 0.0), head], 0.04);
    let whole = Shape::smooth_union(vec![person, pedestal()], 0.015);
    // Its height is measured.
    stood(&whole, 1.0384, [-0.27, -0.22], [0.27, 0.18])
}

/// Same on both sides of the plane x = 0.
fn both(make: impl Fn(f64) -> Shape) -> [Shape; 2] {
    [make(1.0), make(-1.0)]
}

fn pedestal() -> Shape {
    let points = vec![
        [0.0, -0.01],
        [0.17, -0.01],
        [0.17, 0.035],
        [0.15, 0.045],
        [0.105, 0.07],
        [0.085, 0.11],
        [0.085, 0.15],
        [0.10, 0.18],
        [0.125, 0.19],
        [0.125, 0.215],
        [0.0, 0.215],
    ];
    // The outline is one of ours and in front of the axis.
    Shape::lathe(&Outline::Polygon { points }.into()).unwrap_or_else(|_| Shape::cylinder(0.15, 0.3))
}

fn chest() -> Shape {
    let mut parts = vec![
        egg([0.0, 0.31, 0.0], [0.20, 0.17, 0.125]),
        turned_egg([0.0, 0.46, -0.02], [0.15, 0.07, 0.075], [0.0, 0.0, 0.0]),
    ];
    parts.extend(both(|side| {
        turned_egg(
            [0.165 * side, 0.385, -0.015],
            [0.115, 0.08, 0.085],
            [0.0, 0.0, -22.0 * side],
        )
    }));
    parts.extend(both(|side| {
        egg([0.085 * side, 0.335, 0.06], [0.10, 0.08, 0.07])
    }));
    let torso = Shape::smooth_union(parts, 0.06);
    // Cut off in a curve below, as busts are.
    let cut = egg([0.0, 0.45, 0.0], [0.29, 0.285, 0.3]);
    let torso = Shape::intersection(vec![torso, cut]);
    let neck = limb([0.0, 0.44, -0.025], [0.0, 0.64, 0.0], 0.07);
    let mut parts = vec![torso, neck];
    // From behind the ears to the breastbone.
    parts.extend(both(|side| {
        limb(
            [0.065 * side, 0.66, -0.005],
            [0.018 * side, 0.46, 0.058],
            0.016,
        )
    }));
    parts.extend(both(|side| {
        limb(
            [0.025 * side, 0.452, 0.07],
            [0.15 * side, 0.465, 0.035],
            0.013,
        )
    }));
    Shape::smooth_union(parts, 0.04)
}

fn head() -> Shape {
    let skull = Shape::smooth_union(
        vec![
            egg([0.0, 0.845, -0.025], [0.105, 0.125, 0.135]),
            egg([0.0, 0.765, 0.032], [0.083, 0.125, 0.092]),
            egg([0.0, 0.69, 0.045], [0.064, 0.055, 0.062]),
            egg([0.0, 0.657, 0.092], [0.030, 0.026, 0.026]),
            egg([0.055, 0.755, 0.07], [0.034, 0.03, 0.035]),
            egg([-0.055, 0.755, 0.07], [0.034, 0.03, 0.035]),
        ],
        0.035,
    );
    let mut hollowed = vec![skull];
    hollowed.extend(both(|side| {
        turned_egg(
            [0.043 * side, 0.802, 0.145],
            [0.033, 0.021, 0.035],
            [0.0, 0.0, -6.0 * side],
        )
    }));
    let skull = Shape::difference(hollowed);
    let mut features = vec![skull];
    features.extend(both(|side| {
        egg([0.042 * side, 0.800, 0.101], [0.021, 0.017, 0.019])
    }));
    // Brows, nose, lips.
    features.extend(both(|side| {
        limb(
            [0.020 * side, 0.828, 0.122],
            [0.068 * side, 0.831, 0.092],
            0.008,
        )
    }));
    features.push(limb([0.0, 0.818, 0.122], [0.0, 0.766, 0.148], 0.0135));
    features.push(egg([0.0, 0.758, 0.143], [0.021, 0.015, 0.02]));
    features.push(egg([0.0, 0.715, 0.117], [0.034, 0.0085, 0.019]));
    features.push(egg([0.0, 0.698, 0.115], [0.028, 0.0095, 0.019]));
    let face = Shape::smooth_union(features, 0.013);
    let mut parts = vec![face, hair()];
    parts.extend(both(ear));
    Shape::smooth_union(parts, 0.012)
}

fn ear(side: f64) -> Shape {
    let shell = Shape::ellipsoid(Vec3::new(0.016, 0.043, 0.028));
    let hollow = Shape::ellipsoid(Vec3::new(0.012, 0.026, 0.015)).at(0.016 * side, 0.005, 0.003);
    Shape::difference(vec![shell, hollow]).placed(super::turned(
        [0.107 * side, 0.775, -0.012],
        [-10.0, 18.0 * side, 0.0],
    ))
}

/// A cap of curls with the face left free.
fn hair() -> Shape {
    let cap = Shape::difference(vec![
        egg([0.0, 0.862, -0.034], [0.116, 0.126, 0.142]),
        turned_egg([0.0, 0.74, 0.13], [0.2, 0.165, 0.15], [-12.0, 0.0, 0.0]),
    ]);
    let mut locks = vec![cap];
    // Rows of locks from the brow over the crown to the nape.
    for row in 0..7 {
        let over = (-62.0 + 32.0 * f64::from(row)).to_radians();
        for column in -3..=3_i32 {
            let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
            let aside = (26.0 * (f64::from(column) + shift)).to_radians();
            let direction = Vec3::new(
                aside.sin(),
                aside.cos() * over.cos(),
                -aside.cos() * over.sin(),
            );
            let at = [
                0.110 * direction[0],
                0.862 + 0.118 * direction[1],
                -0.034 + 0.134 * direction[2],
            ];
            let on_face = at[2] > 0.03 && at[1] < 0.89;
            if !on_face {
                locks.push(egg(at, [0.026, 0.022, 0.026]));
            }
        }
    }
    Shape::smooth_union(locks, 0.018)
}
