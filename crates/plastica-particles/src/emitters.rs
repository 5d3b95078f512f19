//! What every method asks of its emitters.

use crate::bounds::Bounds;
use crate::group::Group;
use plastica_core::{Cause, Emission, Reader, RestoreError, Seed, StepError, StepFailure, Writer};
use std::error::Error;

/// Whether new particles should not wait for the next sort: by then they would have gone half of a size [m], a cell
/// or a spacing, at a speed [m/s].
pub fn is_due(
    emissions: &[Emission],
    time: f64,
    size: f64,
    speed: impl Fn(&Emission) -> f64,
) -> bool {
    let due = |emission: &Emission| emission.waited(time) * speed(emission) > 0.5 * size;
    emissions.iter().any(due)
}

/// What limits a step from `time` for the particles of these bodies and those that may enter.
pub fn bounds<'a>(
    emissions: &[Emission],
    bodies: impl Iterator<Item = &'a Group>,
    time: f64,
) -> Bounds {
    let entering = emissions.iter().map(|emission| Bounds {
        wave_speed_squared: emission.wave(time),
        diffusivity: emission.diffusivity(time),
    });
    let present = bodies.map(|body| body.bounds_at(time));
    entering.chain(present).fold(Bounds::default(), Bounds::max)
}

/// Kinetic energy that a new particle brings [J], given the second moment of its mass per mass and axis [m²].
pub fn kinetic_energy(seed: &Seed, second_moment: f64) -> f64 {
    let square: f64 = seed.velocity.iter().map(|v| v * v).sum();
    let affine = second_moment * seed.gradient.dot(&seed.gradient);
    0.5 * seed.density * seed.volume * (square + affine)
}

/// New particles that cannot be made, or whose material cannot.
pub fn failure(method: &'static str, emitter: &str, time: f64, error: &dyn Error) -> StepError {
    let reason = error.to_string();
    let failure = StepFailure::new(method, (time, 0.0), Cause::Emission { reason });
    failure.of_body(emitter).diverged()
}

/// Writes the state of all emitters.
pub fn save(emissions: &[Emission], to: &mut Writer) {
    to.u64(emissions.len() as u64);
    for emission in emissions {
        emission.save(to);
    }
}

/// Takes on a state written by [`save`].
pub fn restore(emissions: &mut [Emission], from: &mut Reader<'_>) -> Result<(), RestoreError> {
    from.expect("emitters", emissions.len() as u64)?;
    for emission in emissions {
        emission.restore(from)?;
    }
    Ok(())
}
