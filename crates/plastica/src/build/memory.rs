//! Whether a scene fits into memory, before any of it is taken.

use super::BuildError;
use plastica_scene::method::Forecast;

/// Refuses what would take more memory than `available` [bytes], by the name of the part that takes most.
pub(super) fn check(parts: &[Forecast], available: f64) -> Result<(), BuildError> {
    let needed: f64 = parts.iter().map(|part| part.memory).sum();
    let most = parts.iter().max_by(|a, b| a.memory.total_cmp(&b.memory));
    let Some(most) = most.filter(|_| needed > available) else {
        return Ok(());
    };
    Err(BuildError::one(
        &most.name,
        format!(
            "its {} points take about {} and the whole scene {}, but {} of memory are free: use a coarser resolution, a lower rate or fewer particles_per_cell, or allow more with --memory",
            most.points,
            bytes(most.memory),
            bytes(needed),
            bytes(available),
        ),
    ))
}

/// An amount of memory for people.
pub(crate) fn bytes(count: f64) -> String {
    match count {
        c if c < 1e6 => format!("{:.0} kB", c / 1e3),
        c if c < 1e9 => format!("{:.0} MB", c / 1e6),
        c => format!("{:.1} GB", c / 1e9),
    }
}
