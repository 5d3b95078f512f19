//! Volume of a region by counting.

use crate::{Bounds, Shape};
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// Fewest cells across the shortest side.
const FEWEST: usize = 12;

/// Blocks of this many cells along each axis are passed over at once where the surface is far.
const BLOCK: usize = 4;

/// Volume [m³] of the part of a shape in a box, on cells of a `cells`-th of the box's longest side.
pub(crate) fn volume(shape: &Shape, bounds: &Bounds, cells: usize) -> f64 {
    if bounds.is_empty() {
        return 0.0;
    }
    let size = bounds.size();
    let longest = size[0].max(size[1]).max(size[2]);
    if !(longest > 0.0 && longest.is_finite()) {
        return 0.0;
    }
    let blocks = size.0.map(|s| {
        let count = (s / longest * cells as f64).round() as usize;
        count.clamp(FEWEST, cells.max(FEWEST)).div_ceil(BLOCK)
    });
    let block = size.zip(Vec3(blocks.map(|n| n as f64)), |s, n| s / n);
    let filled = |index: usize| {
        let (i, j) = (index % blocks[0], index / blocks[0] % blocks[1]);
        let place = Vec3([i, j, index / (blocks[0] * blocks[1])].map(|i| i as f64 + 0.5));
        let centre = bounds.low + block.zip(place, |b, p| b * p);
        share(shape, centre, block, &[BLOCK, 2])
    };
    // Collected and then added in order, so that the sum does not depend on the threads.
    let shares: Vec<f64> = (0..blocks.iter().product())
        .into_par_iter()
        .map(filled)
        .collect();
    shares.iter().sum::<f64>() * block.product()
}

/// The share of a cell that is inside. Where the surface may pass through it, it is cut along each
/// axis into the first of `cuts` parts, and so on; at the end the distance at the middle tells the
/// share, as if the surface were square to an axis. Errors of a slanted surface cancel on average.
fn share(shape: &Shape, centre: Vec3<f64>, size: Vec3<f64>, cuts: &[usize]) -> f64 {
    let distance = shape.distance(centre);
    if distance.abs() >= 0.5 * size.norm() {
        return if distance < 0.0 { 1.0 } else { 0.0 };
    }
    let Some((&cut, finer)) = cuts.split_first() else {
        let width = size[0].min(size[1]).min(size[2]);
        return (0.5 - distance / width).clamp(0.0, 1.0);
    };
    let part = size.scale(1.0 / cut as f64);
    let mut sum = 0.0;
    for index in 0..cut * cut * cut {
        let place = [index % cut, index / cut % cut, index / (cut * cut)];
        let offset = Vec3(place.map(|p| p as f64 + 0.5 - 0.5 * cut as f64));
        sum += share(shape, centre + part.zip(offset, |p, o| p * o), part, finer);
    }
    sum / (cut * cut * cut) as f64
}

/// Surface [m²] of a shape, to some hundredths for shapes thicker than a twentieth of their length:
/// the volume within a small distance of it over twice that distance.
pub(crate) fn surface(shape: &Shape, bounds: &Bounds) -> f64 {
    const CELLS: usize = 40;
    let size = bounds.size();
    let width = size.norm() / CELLS as f64;
    let grown = bounds.grown(0.5 * width);
    let cell = grown.size().scale(1.0 / CELLS as f64);
    let near = |index: usize| {
        let place = [
            index % CELLS,
            index / CELLS % CELLS,
            index / (CELLS * CELLS),
        ];
        let offset = Vec3(place.map(|p| p as f64 + 0.5));
        let x = grown.low + cell.zip(offset, |c, o| c * o);
        shape.distance(x).abs() < 0.5 * width
    };
    let count = (0..CELLS.pow(3))
        .into_par_iter()
        .filter(|i| near(*i))
        .count();
    count as f64 * cell.product() / width
}
