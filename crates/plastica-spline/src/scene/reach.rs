//! Whether what closes at the start holds any node. What closes later is not checked: nodes may come to it.

use super::build::body;
use super::{Pinch, Spline};
use crate::Places;
use plastica_core::Window;
use plastica_scene::grip::Grip;
use plastica_scene::shape::build as shape;
use plastica_tensor::Vec3;

/// How far the nearest node is from a pinch that closes at the start and reaches none [m].
pub(super) fn pinch_misses(pinch: &Pinch, splines: &[Spline]) -> Option<f64> {
    let places = meant(pinch.body.as_ref(), pinch.window, splines);
    let centre = pinch.motion.pose(0.0).position;
    let (away, _) = nearest(&places, |x| (x - centre).norm())?;
    (away > pinch.radius).then_some(away)
}

/// The node nearest to a grip that closes at the start and holds none [m].
pub(super) fn grip_misses(grip: &Grip, splines: &[Spline]) -> Option<[f64; 3]> {
    let places = meant(grip.body.as_ref(), grip.window, splines);
    if places.is_empty() {
        return None;
    }
    let region = shape(&grip.shape).ok()?;
    let pose = grip.motion.pose(0.0);
    if places.iter().any(|x| region.contains(pose.to_local(*x))) {
        return None;
    }
    let (_, place) = nearest(&places, |x| region.distance(pose.to_local(x)))?;
    Some(place.0)
}

/// Nodes of the splines that something holds, if it is closed at the start.
fn meant(body: Option<&String>, window: Option<Window>, splines: &[Spline]) -> Places {
    if window.is_some_and(|window| !window.contains(0.0)) {
        return Vec::new();
    }
    let meant = |spline: &&Spline| body.is_none() || body == spline.name.as_ref();
    splines.iter().filter(meant).flat_map(places).collect()
}

/// Nodes at the start; none of a spline that is reported elsewhere.
fn places(spline: &Spline) -> Places {
    body(spline, "it").map_or_else(|_| Vec::new(), |body| body.shape)
}

/// The first of the nearest places, and how far it is [m].
fn nearest(places: &[Vec3<f64>], distance: impl Fn(Vec3<f64>) -> f64) -> Option<(f64, Vec3<f64>)> {
    let all = places.iter().map(|&x| (distance(x), x));
    all.min_by(|a, b| a.0.total_cmp(&b.0))
}
