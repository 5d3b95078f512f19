//! In which order points are inserted: rounds of growing size drawn by lot, each along a Hilbert curve.
//!
//! By lot, so that no order of the input makes it slow; along a curve, so that each point lies near the last. [N. Amenta
//! et al., "Incremental constructions con BRIO", 2003]

use crate::{Bounds, random};
use plastica_tensor::Vec3;

/// Bits of each coordinate along the curve.
const BITS: u32 = 19;

/// A round has eight times as many points as all before it together.
const ROUNDS: u64 = 7;

/// The numbers of points in their order.
pub(super) fn order(points: &[Vec3<f64>], bounds: &Bounds) -> Vec<u32> {
    let size = bounds.size().0.into_iter().fold(0.0, f64::max);
    let scale = f64::from((1_u32 << BITS) - 1) / size.max(f64::MIN_POSITIVE);
    let mut keys: Vec<(u64, u32)> = (points.iter().enumerate())
        .map(|(i, p)| {
            let lot = random::word(0, 0, i as u64);
            let round = u64::from(lot.trailing_zeros() / 3).min(ROUNDS - 1);
            let cell = (*p - bounds.low).map(|x| x * scale).0.map(|x| x as u32);
            ((ROUNDS - 1 - round) << (3 * BITS) | hilbert(cell), i as u32)
        })
        .collect();
    keys.sort_unstable();
    keys.into_iter().map(|(_, i)| i).collect()
}

/// The place of a cell on the curve: its bits undo reflections and exchanges of axes from the top down, and a Gray code.
/// [J. Skilling, "Programming the Hilbert curve", 2004]
fn hilbert([mut x, mut y, mut z]: [u32; 3]) -> u64 {
    for bit in (1..BITS).rev() {
        let below = (1_u32 << bit) - 1;
        let set = |word: u32| word >> bit & 1 == 1;
        if set(x) {
            x ^= below;
        }
        for other in [&mut y, &mut z] {
            if set(*other) {
                x ^= below;
            } else {
                let change = (x ^ *other) & below;
                x ^= change;
                *other ^= change;
            }
        }
    }
    y ^= x;
    z ^= y;
    let turned = (1..BITS)
        .filter(|bit| z >> bit & 1 == 1)
        .fold(0, |turned, bit| turned ^ ((1 << bit) - 1));
    let words = [x, y, z].map(|word| word ^ turned);
    (0..BITS).rev().fold(0, |key, bit| {
        words
            .iter()
            .fold(key, |key, word| key << 1 | u64::from(word >> bit & 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What makes it a Hilbert curve: it goes from cell to neighbouring cell, and fills each eighth before the next.
    #[test]
    fn the_curve_goes_from_neighbour_to_neighbour() {
        let n = 8;
        let cells = (0..n * n * n).map(|i| [i % n, i / n % n, i / n / n]);
        let mut curve: Vec<(u64, [u32; 3])> = cells.map(|cell| (hilbert(cell), cell)).collect();
        curve.sort_unstable();
        for pair in curve.windows(2) {
            let step: u32 = (0..3).map(|k| pair[0].1[k].abs_diff(pair[1].1[k])).sum();
            assert_eq!(step, 1, "{pair:?}");
        }
        for eighth in curve.chunks(64) {
            assert!(
                (eighth.iter()).all(|(_, cell)| (0..3).all(|k| cell[k] / 4 == eighth[0].1[k] / 4))
            );
        }
    }
}
