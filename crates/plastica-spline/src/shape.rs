//! Initial shapes: places of the nodes of a lattice.

use crate::lattice::Lattice;
use plastica_tensor::Vec3;

/// Places of nodes [m].
pub type Places = Vec<Vec3<f64>>;

/// By a map of material coordinates: curves x(u), surfaces x(u, v) and solids alike.
pub fn mapped(lattice: &Lattice, map: impl Fn([f64; 3]) -> [f64; 3]) -> Places {
    (0..lattice.len())
        .map(|node| Vec3(map(lattice.coordinates(node))))
        .collect()
}

/// How far along an axis a node is, from 0 at the first to 1 at the last, or once round a ring.
fn part(lattice: &Lattice, node: usize, axis: usize) -> f64 {
    let fibres = if lattice.closed[axis] {
        lattice.counts[axis]
    } else {
        lattice.counts[axis].saturating_sub(1).max(1)
    };
    lattice.place(node)[axis] as f64 / fibres as f64
}

/// A circle in the plane z = centre z, anticlockwise along the first axis [m].
pub fn circle(lattice: &Lattice, centre: [f64; 3], radius: f64) -> Places {
    (0..lattice.len())
        .map(|node| {
            let (s, c) = (std::f64::consts::TAU * part(lattice, node, 0)).sin_cos();
            Vec3(centre) + Vec3([radius * c, radius * s, 0.0])
        })
        .collect()
}

/// A straight line from one place to another [m].
pub fn line(lattice: &Lattice, from: [f64; 3], to: [f64; 3]) -> Places {
    let (from, to) = (Vec3(from), Vec3(to));
    (0..lattice.len())
        .map(|node| from + (to - from).scale(part(lattice, node, 0)))
        .collect()
}

/// A sheet over x and y from one corner to another, z a function of both [m].
pub fn height_field(
    lattice: &Lattice,
    low: [f64; 2],
    high: [f64; 2],
    height: impl Fn(f64, f64) -> f64,
) -> Places {
    (0..lattice.len())
        .map(|node| {
            let [x, y] = std::array::from_fn(|axis| {
                low[axis] + (high[axis] - low[axis]) * part(lattice, node, axis)
            });
            Vec3([x, y, height(x, y)])
        })
        .collect()
}

/// A profile (distance from the axis, height) turned round the y axis: the first material axis goes round, the
/// second along the profile, whose parameter runs from 0 to 1 [m].
pub fn lathed(lattice: &Lattice, profile: impl Fn(f64) -> [f64; 2]) -> Places {
    (0..lattice.len())
        .map(|node| {
            let (s, c) = (std::f64::consts::TAU * part(lattice, node, 0)).sin_cos();
            let [radius, height] = profile(part(lattice, node, 1));
            Vec3([radius * c, height, -radius * s])
        })
        .collect()
}

/// A block between two corners [m].
pub fn block(lattice: &Lattice, low: [f64; 3], high: [f64; 3]) -> Places {
    (0..lattice.len())
        .map(|node| {
            Vec3(std::array::from_fn(|axis| {
                low[axis] + (high[axis] - low[axis]) * part(lattice, node, axis)
            }))
        })
        .collect()
}
