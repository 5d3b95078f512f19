//! How a spline is torn.

use super::chosen;
use plastica_core::Frame;
use std::collections::{BTreeMap, BTreeSet};

/// A fibre by its ends, the lower number first.
type Fibre = (u32, u32);

/// How many fibres have broken. Each counts at both of its ends.
pub(super) fn broken(frame: &Frame, part: Option<u32>) -> Option<f64> {
    let ends = &frame.attribute("broken")?.values;
    let count: f64 = chosen(frame, part).map(|i| ends.at(i)).sum();
    Some(0.5 * count)
}

/// How many pieces of at least so many nodes there are.
pub(super) fn pieces(frame: &Frame, part: Option<u32>, nodes: u64) -> Option<f64> {
    let pieces = &frame.attribute("piece")?.values;
    let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
    for i in chosen(frame, part) {
        *sizes.entry(pieces.at(i) as u64).or_default() += 1;
    }
    Some(sizes.values().filter(|size| **size >= nodes).count() as f64)
}

/// Of the lines of a net that are gone, the share that lie side by side with others, so many or more in a row: a tear along
/// a straight line of meshes is a ladder whose rungs have broken. `None` if none is gone.
///
/// Two lines are side by side if they are opposite sides of a mesh. Every line is a side of two meshes at most, so
/// those that hang together by this are rows.
pub(super) fn straightness(
    first: &Frame,
    last: &Frame,
    part: Option<u32>,
    fewest: u64,
) -> Option<f64> {
    let before = fibres(first, part);
    let after = fibres(last, part);
    let gone: BTreeSet<Fibre> = before.difference(&after).copied().collect();
    let mut neighbours: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &(a, b) in &before {
        neighbours.entry(a).or_default().push(b);
        neighbours.entry(b).or_default().push(a);
    }
    let beside = |(a, b): Fibre| {
        let others = |of: u32, but: u32| neighbours[&of].iter().filter(move |n| **n != but);
        let pairs = others(a, b).flat_map(move |c| others(b, a).map(|d| fibre(*c, *d)));
        pairs.filter(|pair| gone.contains(pair)).collect::<Vec<_>>()
    };
    let mut seen = BTreeSet::new();
    let mut straight = 0;
    for start in &gone {
        let (mut size, mut open) = (0, vec![*start]);
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                size += 1;
                open.extend(beside(next));
            }
        }
        straight += if size >= fewest { size } else { 0 };
    }
    (!gone.is_empty()).then(|| straight as f64 / gone.len() as f64)
}

fn fibre(a: u32, b: u32) -> Fibre {
    (a.min(b), a.max(b))
}

/// The lines of a part.
fn fibres(frame: &Frame, part: Option<u32>) -> BTreeSet<Fibre> {
    let ours: BTreeSet<usize> = chosen(frame, part).collect();
    (frame.cells.lines.iter())
        .filter(|line| ours.contains(&(line[0] as usize)))
        .map(|line| fibre(line[0], line[1]))
        .collect()
}
