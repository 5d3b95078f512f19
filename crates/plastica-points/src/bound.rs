//! The largest stable step.

use crate::options::Options;
use crate::particles::Group;
use plastica_core::{Bound, Collider, StepBound, World};
use plastica_tensor::Vec3;

/// The tightest bound on a step from `time`, given the largest squared wave speed [m²/s²] and the
/// fastest particle [m/s].
pub(crate) fn tightest(
    options: &Options,
    groups: &[Group],
    wave: f64,
    fastest: f64,
    world: &World,
    time: f64,
) -> StepBound {
    let Options {
        spacing, courant, ..
    } = *options;
    let diffusivity = groups
        .iter()
        .map(|group| diffusivity(group, time))
        .fold(0.0, f64::max);
    let bound = StepBound::new(courant * spacing / wave.sqrt(), Bound::WaveSpeed)
        .tighter(StepBound::new(courant * spacing / fastest, Bound::Motion))
        .tighter(StepBound::new(
            courant * spacing * spacing / (2.0 * diffusivity),
            Bound::Viscosity,
        ));
    world
        .colliders
        .iter()
        .filter(|collider| collider.is_present(time) && !collider.motion.is_still())
        .map(|collider| {
            let step = bound.dt.min(1e-3);
            let speed = speed(collider, time, step);
            StepBound::new(courant * spacing / speed, Bound::Contact)
        })
        .fold(bound, StepBound::tighter)
}

/// Longitudinal viscosity over density [m²/s].
fn diffusivity(group: &Group, time: f64) -> f64 {
    let recipe = &group.recipe;
    match (&recipe.viscosity, recipe.material_at::<f64>([0.0; 3], time)) {
        (Some(_), Ok(material)) => {
            material.longitudinal_viscosity() / recipe.density.at([0.0; 3], time)
        }
        _ => 0.0,
    }
}

/// How fast the surface of an obstacle moves at most during a step [m/s]. The far parts of an unbounded
/// shape do not count.
fn speed(collider: &Collider, time: f64, step: f64) -> f64 {
    let (now, then) = (
        collider.motion.pose(time),
        collider.motion.pose(time + step),
    );
    let corners = match collider.shape.bounds() {
        None => vec![Vec3::zero()],
        Some(bounds) => (0..8)
            .map(|k| {
                Vec3(std::array::from_fn(|axis| match k >> axis & 1 {
                    0 => bounds.low[axis],
                    _ => bounds.high[axis],
                }))
            })
            .collect(),
    };
    let moved = |corner: Vec3<f64>| (then.to_space(corner) - now.to_space(corner)).norm();
    corners.into_iter().map(moved).fold(0.0, f64::max) / step
}
