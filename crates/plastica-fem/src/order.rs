//! The order of nodes and elements in memory: along a curve that fills space, so that neighbours stand near each other.

use plastica_geometry::Bounds;
use plastica_tensor::Vec3;

/// Bits of a place along each axis.
const BITS: u32 = 16;

/// Numbers of places in the order of Hilbert's curve through their box; equal ones stay in their order.
pub(crate) fn along_curve(places: &[Vec3<f64>]) -> Vec<u32> {
    let bounds = Bounds::around(places.iter().copied());
    let longest = bounds
        .size()
        .0
        .into_iter()
        .fold(f64::MIN_POSITIVE, f64::max);
    let scale = f64::from((1u32 << BITS) - 1) / longest;
    let key = |place: &Vec3<f64>| {
        let cell = (*place - bounds.low).scale(scale);
        hilbert(cell.0.map(|c| c.clamp(0.0, 65535.0) as u32))
    };
    let mut keyed: Vec<(u64, u32)> = places.iter().map(key).zip(0..).collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, number)| number).collect()
}

/// The distance along Hilbert's curve: coordinates are turned cell by cell so that the curve enters each at a corner, and
/// their bits woven [Skilling 2004].
fn hilbert(mut x: [u32; 3]) -> u64 {
    let mut bit = 1 << (BITS - 1);
    while bit > 1 {
        let below = bit - 1;
        for k in 0..3 {
            if x[k] & bit != 0 {
                x[0] ^= below;
            } else {
                let swapped = (x[0] ^ x[k]) & below;
                x[0] ^= swapped;
                x[k] ^= swapped;
            }
        }
        bit >>= 1;
    }
    x[1] ^= x[0];
    x[2] ^= x[1];
    let mut flips = 0;
    let mut bit = 1 << (BITS - 1);
    while bit > 1 {
        if x[2] & bit != 0 {
            flips ^= bit - 1;
        }
        bit >>= 1;
    }
    let mut woven = 0;
    for bit in (0..BITS).rev() {
        for axis in x {
            woven = woven << 1 | u64::from((axis ^ flips) >> bit & 1);
        }
    }
    woven
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_goes_from_cell_to_neighbouring_cell() {
        let places: Vec<Vec3<f64>> = (0..512)
            .map(|k| Vec3([k % 8, k / 8 % 8, k / 64].map(f64::from)))
            .collect();
        let order = along_curve(&places);
        let steps = order.windows(2).map(|pair| {
            let [a, b] = [pair[0], pair[1]].map(|number| places[number as usize]);
            (a - b).norm()
        });
        let longest = steps.fold(0.0, f64::max);
        assert!((longest - 1.0).abs() < 1e-12, "{longest}");
    }
}
