//! How far material still is from an obstacle, told by the masses of a line of nodes.
//!
//! If material fills everything beyond a distance g from a plane, a node at the distance d has the mass ρ h³ W(d − g), where W is the integral
//! of the kernel. On a line of nodes along the normal the ghosts together therefore have
//!
//! Σ W(dᵢ − g) / W(dⱼ − g)
//!
//! times the mass of their image j, and this share falls as g grows. How much of the kernels lies beside a body, and how
//! dense it is, cancels. An edge or a corner that points at the surface leaves a smaller share: there the masses rise
//! like integrals of W, and faster from the image to the node beyond it.

use crate::b_spline::BSpline;

/// Material this close touches [cells]. Rows of particles half a cell apart differ by up to 0.02 cells from what fills space evenly:
/// what was put next to an obstacle is not let go to fall on it.
const TOUCHING: f64 = 0.02;

/// A node of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineNode {
    /// From the surface [cells].
    pub(crate) distance: f64,
    pub(crate) mass: f64,
}

/// How far material is from the surface [cells], or 0 where it touches. `beyond` is the node after the image, farther out.
pub(crate) fn gap<K: BSpline>(
    image: LineNode,
    ghosts: impl Iterator<Item = LineNode> + Clone,
    beyond: LineNode,
) -> f64 {
    let near = image.distance - TOUCHING;
    let flat = K::integral::<1>(near);
    let (mut found, mut full) = (0.0, 0.0);
    for ghost in ghosts.clone() {
        found += ghost.mass;
        full += K::integral::<1>(ghost.distance - TOUCHING);
    }
    let (found, even) = (found / image.mass, full / flat);
    if found >= even {
        return 0.0;
    }
    let far = beyond.distance - TOUCHING;
    let rise = beyond.mass / image.mass;
    // What an even half-space, an edge and a corner have, and between them powers.
    let expected = [
        rise_and_share::<K, 1>(near, far, ghosts.clone()),
        rise_and_share::<K, 2>(near, far, ghosts.clone()),
        rise_and_share::<K, 3>(near, far, ghosts.clone()),
    ];
    let mut share = even;
    for pair in expected.windows(2) {
        let [(flatter, larger), (sharper, smaller)] = [pair[0], pair[1]];
        let place = ((rise - flatter) / (sharper - flatter)).clamp(0.0, 1.0);
        share *= (smaller / larger).powf(place);
    }
    let slope: f64 = (ghosts.map(|ghost| K::integral::<0>(ghost.distance - TOUCHING))).sum();
    // By how much the share of an even half-space falls per cell.
    let fall = (slope - even * K::integral::<0>(near)) / flat;
    (share - found).max(0.0) / fall.max(0.1 * even)
}

/// The mass of the node beyond over that of the image, and the share of the ghosts, if masses rise like W integrated so many times
/// less one.
fn rise_and_share<K: BSpline, const TIMES: usize>(
    near: f64,
    far: f64,
    ghosts: impl Iterator<Item = LineNode>,
) -> (f64, f64) {
    let whole = K::integral::<TIMES>(near);
    let of_ghost = |ghost: LineNode| K::integral::<TIMES>(ghost.distance - TOUCHING);
    let share = ghosts.map(of_ghost).sum::<f64>() / whole;
    (K::integral::<TIMES>(far) / whole, share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::b_spline::{Cubic, Quadratic};

    /// Of a half-space (1), an edge (2) or a corner (3) whose lowest point is at `low`, wherever nodes lie.
    fn told<K: BSpline, const SHARPNESS: usize>(low: f64, first: f64) -> f64 {
        let node = |k: i32| {
            let distance = first + f64::from(k);
            LineNode {
                distance,
                mass: 7.0 * K::integral::<SHARPNESS>(distance - low),
            }
        };
        let ghosts = (-3..1).map(node).filter(|ghost| ghost.mass > 0.0);
        gap::<K>(node(1), ghosts, node(2))
    }

    fn is_told<K: BSpline>() {
        for tenth in -4..=5 {
            let first = 0.1 * f64::from(tenth);
            for low in [-0.3, -0.05, 0.0] {
                let gaps = [
                    told::<K, 1>(low, first),
                    told::<K, 2>(low, first),
                    told::<K, 3>(low, first),
                ];
                assert_eq!(gaps, [0.0; 3], "{low}, {first}");
            }
            for low in [0.05, 0.1, 0.2] {
                let gap = told::<K, 1>(low, first);
                let error = gap - (low - TOUCHING);
                // It is told to the first order.
                assert!(error.abs() < 3.0 * low * low, "{low}, {first}: {gap}");
            }
        }
    }

    #[test]
    fn masses_tell_the_gap() {
        is_told::<Quadratic>();
        is_told::<Cubic>();
    }
}
