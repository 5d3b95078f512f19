//! `slope`: the slope of a heap.

use super::measure::{Gauge, Measure, at_end, part};
use crate::units::Quantity;
use plastica_scene::reader::{Table, Variant, number, table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Shares of the height between which the surface is straight: below lies the foot, above the round
/// top.
const FLANK: std::ops::RangeInclusive<f64> = 0.2..=0.8;

/// Fewest columns of a ring whose median one grain in flight cannot move.
const FEWEST: usize = 5;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "slope",
        "Angle of the free surface of a heap at the last frame: a line through the heights of rings around a vertical axis, between 20 and 80 % of the height of the heap.",
        table("`slope`", keys),
    )
}

#[derive(Debug)]
struct Slope {
    body: Option<String>,
    /// x and z of the heap's vertical axis \[m\].
    about: [f64; 2],
}

fn keys(t: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    let body = part(t);
    let about = t.or(
        "about",
        "x and z of the vertical axis of the heap.",
        number(Quantity::Length).list::<2>(),
        "[0, 0]",
    );
    Some(Arc::new(Slope {
        body,
        about: about?,
    }))
}

impl Measure for Slope {
    fn quantity(&self) -> Quantity {
        Quantity::Angle
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        let (part, about) = (self.body.clone(), self.about);
        at_end(move |run| {
            let grains = run.places(part.as_deref()).map(|place| place.0).collect();
            slope(grains, about, run.cell)
        })
    }
}

/// Angle of the free surface of a heap around a vertical axis [rad], falling away from it. `None` if
/// fewer than three rings lie on the flank.
///
/// The surface is the highest grain of each column, a cell wide, and the median of the columns of each
/// ring: a grain in flight does not matter, and that a column's highest grain lies a little below
/// the surface shifts all rings alike.
fn slope(grains: Vec<[f64; 3]>, about: [f64; 2], cell: f64) -> Option<f64> {
    let mut columns: BTreeMap<(i64, i64), f64> = BTreeMap::new();
    for [x, y, z] in &grains {
        let key = |at: f64, axis: f64| ((at - axis) / cell).floor() as i64;
        let top = columns
            .entry((key(*x, about[0]), key(*z, about[1])))
            .or_insert(f64::NEG_INFINITY);
        *top = top.max(*y);
    }
    let mut rings: BTreeMap<i64, Vec<(f64, f64)>> = BTreeMap::new();
    for ((i, k), top) in columns {
        let radius = (i as f64 + 0.5).hypot(k as f64 + 0.5);
        rings
            .entry(radius.floor() as i64)
            .or_default()
            .push((radius * cell, top));
    }
    let whole = rings.into_values().filter(|ring| ring.len() >= FEWEST);
    let rings: Vec<(f64, f64)> = whole.map(ring).collect();
    let base = grains.iter().map(|grain| grain[1]).reduce(f64::min)?;
    let top = rings.iter().map(|(_, height)| *height).reduce(f64::max)?;
    let flank: Vec<(f64, f64)> = rings
        .into_iter()
        .filter(|(_, height)| FLANK.contains(&((height - base) / (top - base))))
        .collect();
    (flank.len() >= 3).then(|| (-fitted_rise(&flank)).atan())
}

/// Mean radius and median height of the columns of a ring.
fn ring(mut columns: Vec<(f64, f64)>) -> (f64, f64) {
    columns.sort_by(|a, b| a.1.total_cmp(&b.1));
    let count = columns.len();
    let radius = columns.iter().map(|column| column.0).sum::<f64>() / count as f64;
    (
        radius,
        0.5 * (columns[(count - 1) / 2].1 + columns[count / 2].1),
    )
}

/// Rise of the line of least squares.
fn fitted_rise(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let mean_x = points.iter().map(|p| p.0).sum::<f64>() / count;
    let mean_y = points.iter().map(|p| p.1).sum::<f64>() / count;
    let product = |p: &(f64, f64)| (p.0 - mean_x) * (p.1 - mean_y);
    let square = |p: &(f64, f64)| (p.0 - mean_x).powi(2);
    points.iter().map(product).sum::<f64>() / points.iter().map(square).sum::<f64>()
}
