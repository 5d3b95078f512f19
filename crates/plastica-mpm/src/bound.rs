//! The largest stable step.

use crate::group::Group;
use crate::options::Options;
use plastica_core::{Bound, Collider, StepBound, World};
use plastica_tensor::{Scalar, Vec3};

/// The tightest bound on a step from `time`, given the largest squared wave speed [m²/s²] and the
/// fastest particle or node [m/s].
pub(crate) fn tightest<S: Scalar>(
    options: &Options,
    groups: &[Group<S>],
    wave: f64,
    fastest: f64,
    world: &World,
    time: f64,
) -> StepBound {
    let Options { cell, courant, .. } = *options;
    let diffusivity = groups
        .iter()
        .map(|group| diffusivity(group, time))
        .fold(0.0, f64::max);
    let bound = StepBound::new(courant * cell / wave.sqrt(), Bound::WaveSpeed)
        .tighter(StepBound::new(courant * cell / fastest, Bound::Motion))
        .tighter(StepBound::new(
            courant * cell * cell / (2.0 * diffusivity),
            Bound::Viscosity,
        ));
    world
        .colliders
        .iter()
        .filter(|collider| collider.is_present(time) && !collider.motion.is_still())
        .map(|collider| {
            let step = bound.dt.min(1e-3);
            StepBound::new(courant * cell / speed(collider, time, step), Bound::Contact)
        })
        .fold(bound, StepBound::tighter)
}

/// Longitudinal viscosity over density [m²/s].
fn diffusivity<S: Scalar>(group: &Group<S>, time: f64) -> f64 {
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
                Vec3(std::array::from_fn(|axis| {
                    if k >> axis & 1 == 0 {
                        bounds.low[axis]
                    } else {
                        bounds.high[axis]
                    }
                }))
            })
            .collect(),
    };
    let moved = |corner: Vec3<f64>| (then.to_space(corner) - now.to_space(corner)).norm();
    corners.into_iter().map(moved).fold(0.0, f64::max) / step
}
