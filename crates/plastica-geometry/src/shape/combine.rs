//! Unions, intersections, differences: bounds on the distance by least and greatest values.

use super::Shape;
use crate::Bounds;
use plastica_tensor::Vec3;

/// How one shape is asked for its distance.
pub(super) trait Distance: Fn(&Shape, Vec3<f64>) -> f64 + Copy {}
impl<F: Fn(&Shape, Vec3<f64>) -> f64 + Copy> Distance for F {}

/// Least distance of several shapes and whose it is. A shape whose box is farther than the best so
/// far is not asked.
pub(super) fn union(shapes: &[Shape], x: Vec3<f64>, of: impl Distance) -> (f64, usize) {
    let mut best = (f64::INFINITY, 0);
    for (i, shape) in shapes.iter().enumerate() {
        if let Some(distance) = unless_beyond(shape, best.0, x, of)
            && distance < best.0
        {
            best = (distance, i);
        }
    }
    best
}

/// Greatest distance of several shapes and whose it is.
pub(super) fn intersection(shapes: &[Shape], x: Vec3<f64>, of: impl Distance) -> (f64, usize) {
    let mut best = (f64::NEG_INFINITY, 0);
    for (i, shape) in shapes.iter().enumerate() {
        let distance = of(shape, x);
        if distance > best.0 {
            best = (distance, i);
        }
    }
    best
}

/// Distance of what lies in the first shape and in none of the others, and whose surface it is to.
pub(super) fn difference(shapes: &[Shape], x: Vec3<f64>, of: impl Distance) -> (f64, usize) {
    let Some((first, others)) = shapes.split_first() else {
        return (f64::INFINITY, 0);
    };
    let mut best = (of(first, x), 0);
    for (i, shape) in others.iter().enumerate() {
        if let Some(distance) = unless_beyond(shape, -best.0, x, of)
            && -distance > best.0
        {
            best = (-distance, i + 1);
        }
    }
    best
}

/// Least distance, lowered where two come within `radius` of each other by a parabola that leaves
/// and joins them smoothly: min(a, b) − (radius − |a − b|)²/(4 radius). Its gradient is a mean of
/// theirs with weights that add up to 1, so its slope stays at most 1.
pub(super) fn smooth_union(shapes: &[Shape], radius: f64, x: Vec3<f64>, of: impl Distance) -> f64 {
    let mut best = f64::INFINITY;
    for shape in shapes {
        if let Some(distance) = unless_beyond(shape, best + radius, x, of) {
            let near = (radius - (best - distance).abs()).max(0.0);
            best = best.min(distance) - 0.25 * near * near / radius;
        }
    }
    best
}

/// Distance of a shape, at least that of its box; `None` when its box is farther than `limit`.
#[inline]
fn unless_beyond(shape: &Shape, limit: f64, x: Vec3<f64>, of: impl Distance) -> Option<f64> {
    let Some(bounds) = &shape.inner.bounds else {
        return Some(of(shape, x));
    };
    let squared = bounds.distance_squared(x);
    if squared == 0.0 {
        return Some(of(shape, x));
    }
    let beyond = squared.sqrt();
    (beyond < limit).then(|| of(shape, x).max(beyond))
}

pub(super) fn joined_bounds(shapes: &[Shape]) -> Option<Bounds> {
    let mut joined = Bounds::EMPTY;
    for shape in shapes {
        joined = joined.join(&shape.bounds()?);
    }
    Some(joined)
}

pub(super) fn common_bounds(shapes: &[Shape]) -> Option<Bounds> {
    let mut bounded = shapes.iter().filter_map(Shape::bounds);
    let first = bounded.next()?;
    let common = bounded.fold(first, |a, b| a.meet(&b));
    Some(if common.is_empty() {
        Bounds::EMPTY
    } else {
        common
    })
}

/// Each box grown by as much as the shapes that come near it can swell it.
pub(super) fn swollen_bounds(shapes: &[Shape], radius: f64) -> Option<Bounds> {
    let boxes: Vec<Bounds> = shapes.iter().map(Shape::bounds).collect::<Option<_>>()?;
    let mut joined = Bounds::EMPTY;
    for bounds in &boxes {
        let reach = bounds.grown(2.0 * radius);
        let near = boxes.iter().filter(|b| !reach.meet(b).is_empty()).count();
        // n coinciding surfaces swell by s(n), s(1) = 0, s(n + 1) = s + (1 − s)²/4 radii.
        let swelling = (1..near).fold(0.0_f64, |s, _| s + 0.25 * (1.0 - s) * (1.0 - s));
        joined = joined.join(&bounds.grown(swelling * radius));
    }
    Some(joined)
}
