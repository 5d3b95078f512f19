//! How many steps a frame may take later on: material that meets something is faster and stiffer than at rest.
//!
//! A body that meets an obstacle at speed v is compressed by a shock to J, with Hencky's law along one axis
//! P = −M ln J / J. Momentum through the shock, ρ₀ v² = P (1 − J), gives J from v and the wave speed at rest,
//! c = √(M/ρ₀): −ln J (1 − J) / J = (v/c)². The tangent there, dP/dJ = M (1 − ln J) / J², is that of waves which are
//! √(1 − ln J) / J times as fast in the body. Where material flows instead this is too many, so it is the end of a range.

use super::Part;
use crate::scene::Scene;
use crate::simulation::Simulation;
use plastica_core::World;
use plastica_tensor::Vec3;
use std::collections::BTreeMap;

/// How fast material may meet something [m/s]: with the speed it has, and that of a fall to the lowest obstacle.
pub(super) fn impact_speed(scene: &Scene, simulation: &Simulation) -> f64 {
    let duration = scene.settings.duration;
    let emitted = scene.emitters.iter().map(|emitter| {
        let speed = emitter.velocity.iter().map(|v| v.at([0.0; 3], 0.0).powi(2));
        speed.sum::<f64>().sqrt()
    });
    let start = emitted.fold(simulation.ledger().fastest, f64::max);
    let world = simulation.world();
    let gravity = Vec3(std::array::from_fn(|k| world.gravity[k].at([0.0; 3], 0.0)));
    let pull = gravity.norm();
    if !(pull > 0.0) {
        return start;
    }
    let up = gravity.scale(-1.0 / pull);
    let height = fall(simulation, up, ground(world, up));
    let landing = (start * start + 2.0 * pull * height).sqrt();
    landing.min(start + pull * duration)
}

/// The height of the lowest obstacle; of one without end, that of its surface.
fn ground(world: &World, up: Vec3<f64>) -> f64 {
    let lowest = world.colliders.iter().map(|collider| {
        let pose = collider.motion.pose(0.0);
        match collider.shape.bounds() {
            None => pose.position.dot(up),
            Some(bounds) => (0..8)
                .map(|corner| {
                    let at = |axis: usize| match corner >> axis & 1 {
                        0 => bounds.low[axis],
                        _ => bounds.high[axis],
                    };
                    pose.to_space(Vec3(std::array::from_fn(at))).dot(up)
                })
                .fold(f64::INFINITY, f64::min),
        }
    });
    lowest.fold(f64::INFINITY, f64::min)
}

/// How deep the body falls that is highest above the ground [m]; without ground, without end.
fn fall(simulation: &Simulation, up: Vec3<f64>, ground: f64) -> f64 {
    if !ground.is_finite() {
        return f64::INFINITY;
    }
    let frame = simulation.frame();
    let bodies = frame.attribute("body");
    let mut feet: BTreeMap<u64, f64> = BTreeMap::new();
    for (k, position) in frame.positions.iter().enumerate() {
        let body = bodies.map_or(0, |body| body.values.at(k) as u64);
        let foot = feet.entry(body).or_insert(f64::INFINITY);
        *foot = foot.min(Vec3(*position).dot(up));
    }
    let depths = feet.values().map(|foot| foot - ground);
    depths.fold(0.0, f64::max)
}

/// How many times as many steps as at the start there may be once bodies have met something at a speed [m/s].
pub(super) fn growth(parts: &[Part], speed: f64) -> f64 {
    let speeds = || parts.iter().filter_map(|part| part.forecast.wave_speed);
    let first = speeds().fold(0.0, f64::max);
    if !(first > 0.0) {
        return 1.0;
    }
    let later = speeds().map(|c| c * stiffening(speed / c));
    later.fold(speed, f64::max) / first
}

/// How many times as fast as at rest waves are in a body that was compressed by a shock of so many wave speeds.
fn stiffening(mach: f64) -> f64 {
    let pressed = |j: f64| -j.ln() * (1.0 - j) / j;
    let (mut low, mut high) = (1e-3, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        match pressed(middle) > mach * mach {
            true => low = middle,
            false => high = middle,
        }
    }
    (1.0 - low.ln()).sqrt() / low
}

#[cfg(test)]
mod tests {
    use super::stiffening;

    #[test]
    fn shocks_stiffen_as_the_relation_says() {
        assert!((stiffening(0.0) - 1.0).abs() < 1e-6);
        // Weak: J ≈ 1 − m, so √(1 + m) (1 + m) ≈ 1 + 3/2 m.
        assert!((stiffening(1e-3) - 1.0015).abs() < 1e-5);
        // J = 1/2 at m² = ln 2: √(1 + ln 2) · 2.
        let two = stiffening(2f64.ln().sqrt());
        assert!((two - 2.0 * (1.0 + 2f64.ln()).sqrt()).abs() < 1e-9, "{two}");
        assert!(stiffening(100.0).is_finite());
    }
}
