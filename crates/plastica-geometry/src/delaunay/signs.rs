//! The two signs that decide: on which side of a plane, and within a sphere or not.
//!
//! Each is told by plain numbers where a bound of their rounding allows it, by whole numbers where coordinates fit a
//! grid, and by the expansions of the crate `robust` for the rest. Places lie in [−1, 1]³.

use super::wide;
use plastica_tensor::Vec3;
use robust::{Coord, Coord3D};

/// A triple product of differences is six products of three, each rounded at most eight times: wrong by no more than
/// 6 · 8 · 2⁻⁵³ = 5.3e-15 of the product of the largest differences.
const PLANE_ROUNDING: f64 = 1.2e-14;

/// Four times six such products with squares of lengths, each rounded at most 17 times: 24 · 17 · 2⁻⁵³ = 4.5e-14 of the
/// product of the largest differences with the sum of their squares.
const SPHERE_ROUNDING: f64 = 1e-13;

/// Below it products of smaller numbers may have lost digits at the end of their range.
const UNDERFLOW: f64 = 1e-280;

/// Largest whole number up to which there is no rounding.
const WHOLE: f64 = (1_u64 << 53) as f64;

/// How large results must be to be believed, for all points of a box. Negative: always.
#[derive(Clone, Copy, Debug)]
pub(super) struct Doubt {
    pub plane: f64,
    pub sphere: f64,
}

impl Doubt {
    /// For points in a box of this size whose coordinates are multiples of `step`, 0 if there is none.
    pub fn new(size: Vec3<f64>, step: f64) -> Doubt {
        let (product, squares) = (size.product(), size.norm_squared());
        let mut doubt = Doubt {
            plane: PLANE_ROUNDING * product,
            sphere: SPHERE_ROUNDING * product * squares,
        };
        if 6.0 * product / step.powi(3) < WHOLE {
            doubt.plane = -1.0;
        }
        if 24.0 * product * squares / step.powi(5) < WHOLE {
            doubt.sphere = -1.0;
        }
        doubt
    }
}

/// The sign of (b − a) · ((c − a) × (d − a)).
#[inline]
pub(super) fn side(doubt: Doubt, corners: [Vec3<f64>; 4]) -> f64 {
    let [a, b, c, d] = corners;
    let volume = (b - a).dot((c - a).cross(d - a));
    if volume.abs() > doubt.plane {
        return volume;
    }
    side_in_doubt(corners, volume)
}

#[inline(never)]
fn side_in_doubt(corners: [Vec3<f64>; 4], volume: f64) -> f64 {
    let [a, b, c, d] = corners;
    let bound = PLANE_ROUNDING * reach(a, [b, c, d]).product();
    if volume.abs() > bound && bound > UNDERFLOW {
        return volume;
    }
    match wide::on_grid(corners) {
        Some(grid) => f64::from(wide::side(grid)),
        // Theirs is positive below the plane of a, b, c.
        None => -robust::orient3d(coord(a), coord(b), coord(c), coord(d)),
    }
}

/// With these, p lies x · m − |x|² D within the sphere through four corners, x = p − a: three components of m and D.
/// From the lifting of points to a paraboloid; D is six times the volume.
#[inline]
pub(super) fn sphere([a, b, c, d]: [Vec3<f64>; 4]) -> [f64; 4] {
    let (b, c, d) = (b - a, c - a, d - a);
    let (bc, cd, db) = (b.cross(c), c.cross(d), d.cross(b));
    let Vec3([x, y, z]) =
        cd.scale(b.norm_squared()) + db.scale(c.norm_squared()) + bc.scale(d.norm_squared());
    [x, y, z, d.dot(bc)]
}

/// The sign of how far p lies within the sphere through four corners, where `depth`, of [`sphere`], is in doubt.
pub(super) fn depth_in_doubt(corners: [Vec3<f64>; 4], p: Vec3<f64>, depth: f64) -> f64 {
    let [a, b, c, d] = corners;
    let reach = reach(a, [b, c, d, p]);
    let bound = SPHERE_ROUNDING * reach.product() * reach.norm_squared();
    if depth.abs() > bound && bound > UNDERFLOW {
        return depth;
    }
    match wide::on_grid([a, b, c, d, p]) {
        Some(grid) => f64::from(wide::depth(grid)),
        // For corners in their order, which is the other one.
        None => robust::insphere(coord(b), coord(a), coord(c), coord(d), coord(p)),
    }
}

/// Whether three points lie on a line: seen along each axis.
pub(super) fn on_a_line([a, b, c]: [Vec3<f64>; 3]) -> bool {
    [(0, 1), (1, 2), (2, 0)].into_iter().all(|(i, j)| {
        let seen = |p: Vec3<f64>| Coord { x: p[i], y: p[j] };
        robust::orient2d(seen(a), seen(b), seen(c)) == 0.0
    })
}

/// How far points lie from a along each axis, at most.
#[inline]
fn reach<const N: usize>(a: Vec3<f64>, others: [Vec3<f64>; N]) -> Vec3<f64> {
    others.into_iter().fold(Vec3::zero(), |reach, p| {
        reach.zip((p - a).map(f64::abs), f64::max)
    })
}

fn coord(Vec3([x, y, z]): Vec3<f64>) -> Coord3D<f64> {
    Coord3D { x, y, z }
}

/// The largest power of 2 of which all coordinates are multiples, 0 if some do not fit the grid.
pub(super) fn step(places: &[Vec3<f64>]) -> f64 {
    let mut bits = 0;
    for place in places {
        match wide::on_grid([*place]) {
            Some([grid]) => bits |= grid[0] | grid[1] | grid[2],
            None => return 0.0,
        }
    }
    (1_u64 << bits.trailing_zeros().min(60)) as f64 / wide::STEPS
}
