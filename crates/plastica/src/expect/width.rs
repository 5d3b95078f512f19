//! How wide a body is, how far it reaches, and where it is torn.

use plastica_tensor::Vec3;

/// Share of the particles that may lie beyond an end: single grains that have rolled away do not make
/// a heap wider.
const BEYOND: f64 = 0.02;

/// Share of the particles that must lie on either side of a gap: grains that have come off are not a
/// part of a body.
const SIDE: f64 = 0.05;

/// Coordinates along a direction, in order.
fn sorted(places: impl Iterator<Item = Vec3<f64>>, along: Vec3<f64>) -> Vec<f64> {
    let mut values: Vec<f64> = places.map(|place| place.dot(along)).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// Width along a direction without the outermost particles [m].
pub(super) fn extent(places: impl Iterator<Item = Vec3<f64>>, along: Vec3<f64>) -> Option<f64> {
    let values = sorted(places, along);
    let beyond = (BEYOND * values.len() as f64) as usize;
    let last = values.len().checked_sub(1)?;
    Some(values[last - beyond] - values[beyond])
}

/// How far places reach from one along a direction, without a share of them that lie outermost [m].
pub(super) fn reach(
    places: impl Iterator<Item = Vec3<f64>>,
    along: Vec3<f64>,
    from: Vec3<f64>,
    share: f64,
) -> Option<f64> {
    let values = sorted(places, along);
    let beyond = (share * values.len() as f64) as usize;
    let last = values.len().checked_sub(1)?;
    Some(values[last - beyond] - from.dot(along))
}

/// The widest stretch along a direction without a particle, between parts of some size [m].
pub(super) fn gap(places: impl Iterator<Item = Vec3<f64>>, along: Vec3<f64>) -> Option<f64> {
    let values = sorted(places, along);
    let side = ((SIDE * values.len() as f64) as usize).max(1);
    let inner = values.get(side - 1..=values.len().checked_sub(side)?)?;
    inner
        .windows(2)
        .map(|pair| pair[1] - pair[0])
        .reduce(f64::max)
}
