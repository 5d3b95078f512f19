//! What every method asks of its emitters.

use plastica_core::{Emission, Reader, Refusal, RestoreError, StepError, Writer};
use plastica_material::RecipeError;

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

/// Largest squared wave speed of what may enter in a step from `time` [m²/s²].
pub fn wave_speed_squared(emissions: &[Emission], time: f64) -> f64 {
    let entering = emissions.iter().map(|emission| emission.wave(time));
    entering.fold(0.0, f64::max)
}

/// A material that cannot be made for new particles.
pub fn failure(error: RecipeError) -> StepError {
    StepError::Broken(Refusal {
        reason: format!("an emitter: {error}"),
        position: None,
    })
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
    let count = from.u64()?;
    if count != emissions.len() as u64 {
        return Err(RestoreError::Different(format!(
            "it has {count} emitters where this scene has {}",
            emissions.len()
        )));
    }
    for emission in emissions {
        emission.restore(from)?;
    }
    Ok(())
}
