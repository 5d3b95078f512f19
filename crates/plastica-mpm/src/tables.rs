//! What particles of one body in one block carry, as columns of numbers.
//!
//! Columns stand in five tables, of which a pass over particles touches those it needs: steps that begin the
//! next one never read motion and stress, and only splitting reads domains at rest.

use crate::split::domain;
use plastica_material::{Keeps, Recipe, RecipeError};
use plastica_particles::{Extra, Layout};

/// One of something for each table.
pub(crate) type Tables<T> = [T; 5];
/// The table of position, mass and volume.
pub(crate) const GEOMETRY: usize = 0;
/// The table of the state of the law.
pub(crate) const LAW_STATE: usize = 1;
/// The table of velocity.
pub(crate) const MOTION: usize = 2;
/// The table of stress: Kirchhoff's [Pa].
pub(crate) const STRESS: usize = 3;
/// The table of what steps do without.
pub(crate) const RARE: usize = 4;

/// In geometry: position in the block [cells].
pub(crate) const POSITION: usize = 0;
/// In geometry: mass [kg].
pub(crate) const MASS: usize = 3;
/// In geometry: volume at rest [m³].
pub(crate) const VOLUME: usize = 4;

/// In the state of the law: volume over volume at rest.
pub(crate) const VOLUME_RATIO: usize = 0;
/// Columns of the method in front of what the law keeps.
pub(crate) const OWN: usize = 1;

/// In motion: velocity [m/s].
pub(crate) const VELOCITY: usize = 0;
/// In motion: affine part of the velocity, C of APIC, row by row [1/s].
pub(crate) const AFFINE: usize = 3;

/// How many columns each table has.
#[inline(always)]
pub(crate) fn column_counts(layout: &Layout) -> Tables<usize> {
    [5, layout.columns(), 12, 6, layout.rare_columns()]
}

/// The columns that particles need beside what the law keeps.
pub(crate) fn extras(
    recipe: &Recipe,
    at: [f64; 3],
    accelerated: bool,
) -> Result<Vec<Extra>, RecipeError> {
    let places = recipe.varies_in_space().then_some(Extra::RestPosition);
    let acceleration = accelerated.then_some(Extra::BodyAcceleration);
    let extras = [places, acceleration, domain(recipe, at)?];
    Ok(extras.into_iter().flatten().collect())
}

/// The columns of a material that keeps this.
pub(crate) fn layout(recipe: &Recipe, keeps: Keeps) -> Result<Layout, RecipeError> {
    Ok(Layout::new(keeps, OWN, &extras(recipe, [0.0; 3], false)?))
}
