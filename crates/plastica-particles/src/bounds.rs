//! What particles say of the step that is stable for them.

use plastica_core::{Reader, RestoreError, StepScales, Writer, diffusivity};
use plastica_material::Recipe;

/// The largest of what limits a step, over some particles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bounds {
    /// Squared wave speed [m²/s²].
    pub wave_speed_squared: f64,
    /// Longitudinal viscosity over density [m²/s], where it varies over the body; else 0, for it is then known from the
    /// recipe alone.
    pub diffusivity: f64,
}

impl Bounds {
    /// The larger of two, number by number.
    pub fn max(self, other: Bounds) -> Self {
        Bounds {
            wave_speed_squared: self.wave_speed_squared.max(other.wave_speed_squared),
            diffusivity: self.diffusivity.max(other.diffusivity),
        }
    }
    /// With what the method knows: the size [m] of which nothing may cross more than a share, and the fastest motion [m/s].
    pub fn scales(self, size: f64, courant: f64, speed: f64) -> StepScales {
        StepScales {
            size,
            courant,
            wave_speed_squared: self.wave_speed_squared,
            diffusivity: self.diffusivity,
            speed,
        }
    }
    /// Writes both.
    pub fn save(&self, to: &mut Writer) {
        to.f64(self.wave_speed_squared);
        to.f64(self.diffusivity);
    }
    /// Reads both.
    pub fn restore(from: &mut Reader<'_>) -> Result<Self, RestoreError> {
        Ok(Bounds {
            wave_speed_squared: from.f64()?,
            diffusivity: from.f64()?,
        })
    }
}

/// The largest diffusivity of a viscous material that varies over the body, over some positions at rest [m²/s].
pub(crate) fn varying_diffusivity(
    recipe: &Recipe,
    positions: impl IntoIterator<Item = [f64; 3]>,
    time: f64,
) -> f64 {
    if recipe.viscosity.is_none() || !recipe.varies_in_space() {
        return 0.0;
    }
    let at = |position| diffusivity(recipe, position, time);
    positions.into_iter().map(at).fold(0.0, f64::max)
}
