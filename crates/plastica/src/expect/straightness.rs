//! `straightness`: how straight the tears of a net are.

use super::measure::{Gauge, Measure, at_end, body};
use super::observed::chosen;
use crate::units::Quantity;
use plastica_core::Frame;
use plastica_scene::reader::{Table, Variant, integer, table};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A fibre by its ends, the lower number first.
type Fibre = (u32, u32);

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "straightness",
        "How straight the tears of a net are at the last frame [1]: of the fibres that have broken, the share that broke side by side, across one straight line, with others.",
        table("`straightness`", keys),
    )
}

#[derive(Debug)]
struct Straightness {
    body: String,
    /// How many fibres side by side are a tear.
    fibres: u64,
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    let body = body(t);
    let fibres = t.or(
        "fibres",
        "How many side by side are a tear.",
        integer(2, u64::from(u32::MAX)),
        "3",
    );
    Some(Arc::new(Straightness {
        body: body?,
        fibres: fibres?,
    }))
}

impl Measure for Straightness {
    fn quantity(&self) -> Quantity {
        Quantity::Number
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        let (part, fibres) = (Some(self.body.clone()), self.fibres);
        at_end(move |run| straightness(run.first, run.last, part.as_deref(), fibres))
    }
}

/// Of the lines of a net that are gone, the share that lie side by side with others, so many or more in a row: a tear along
/// a straight line of meshes is a ladder whose rungs have broken. `None` if none is gone.
///
/// Two lines are side by side if they are opposite sides of a mesh. Every line is a side of two meshes at most, so
/// those that hang together by this are rows.
fn straightness(first: &Frame, last: &Frame, part: Option<&str>, fewest: u64) -> Option<f64> {
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
fn fibres(frame: &Frame, part: Option<&str>) -> BTreeSet<Fibre> {
    let ours: BTreeSet<usize> = chosen(frame, part).collect();
    (frame.cells.lines.iter())
        .filter(|line| ours.contains(&(line[0] as usize)))
        .map(|line| fibre(line[0], line[1]))
        .collect()
}
