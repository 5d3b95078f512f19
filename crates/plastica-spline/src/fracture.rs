//! Fracture: fibres that are stretched beyond their limits lose their weights.

use crate::lattice::{Fibres, Lattice};
use crate::local::Local;
use plastica_core::BadValue;

/// When fibres break.
#[derive(Clone, Debug)]
pub struct Fracture {
    /// Elongation over rest length at which a fibre breaks.
    pub limit: Local,
    /// Standard deviation of limits from fibre to fibre, over the limit; 0 for all alike.
    pub spread: f64,
    /// What limits that differ grow from.
    pub seed: u64,
    /// How many break in a step.
    pub rule: Rule,
    /// What is taken for elongation.
    pub measure: Elongation,
}

impl Fracture {
    /// All fibres alike, and all that are beyond the limit break.
    pub fn uniform(limit: f64) -> Self {
        Fracture {
            limit: limit.into(),
            spread: 0.0,
            seed: 0,
            rule: Rule::All,
            measure: Elongation::Length,
        }
    }
}

/// Which fibres break in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Every one beyond its limit.
    All,
    /// The one that is farthest beyond it, of those the first.
    Greatest,
}

/// What is taken for the elongation of a fibre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elongation {
    /// How much longer it is: opening of a crack.
    Length,
    /// The difference of elastic displacements at its ends: opening and both kinds of shearing. For the hybrid formulation;
    /// the primary takes the length.
    Difference,
}

/// Limits relative to the mean, by axis and node: normal, but never below a tenth.
pub(crate) fn limits(fracture: &Fracture, lattice: &Lattice) -> [Vec<f64>; 3] {
    let mut state = fracture.seed;
    std::array::from_fn(|axis| {
        (0..lattice.len())
            .map(|_| {
                let factor = if fracture.spread > 0.0 && lattice.counts[axis] > 1 {
                    1.0 + fracture.spread * normal(&mut state)
                } else {
                    1.0
                };
                factor.max(0.1)
            })
            .collect()
    })
}

/// A number of mean 0 and deviation 1, by Box and Muller.
fn normal(state: &mut u64) -> f64 {
    let (u, v) = (1.0 - uniform(state), uniform(state));
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// A number from 0 to below 1 (splitmix64).
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// The fibres that break, as axis and node; `excess(axis, node, next)` is elongation over limit, above 1 for those that must.
pub(crate) fn breaking_fibres(
    fibres: &Fibres,
    lattice: &Lattice,
    rule: Rule,
    excess: impl Fn(usize, usize, usize) -> Result<f64, Box<BadValue>>,
) -> Result<Vec<(usize, usize)>, Box<BadValue>> {
    let mut over = Vec::new();
    for (axis, i, j) in fibres.each(lattice) {
        let excess = excess(axis, i, j)?;
        if excess > 1.0 {
            over.push((axis, i, excess));
        }
    }
    let over = over.into_iter();
    Ok(match rule {
        Rule::All => over.map(|(axis, i, _)| (axis, i)).collect(),
        Rule::Greatest => {
            let mut worst: Option<(usize, usize, f64)> = None;
            for fibre in over {
                if worst.is_none_or(|w| fibre.2 > w.2) {
                    worst = Some(fibre);
                }
            }
            worst.into_iter().map(|(axis, i, _)| (axis, i)).collect()
        }
    })
}
