//! New particles, of bodies at the start and of emitters as time goes on, into rows of columns.

use crate::chunk::{
    AFFINE, ColumnsMut, LAW, Layout, MASS, MATTER, MOTION, PADDING, POSITION, VELOCITY, VOLUME,
};
use crate::group::Group;
use crate::sort::{Newcomers, locate};
use crate::spline::Spline;
use plastica_core::Seed;
use plastica_material::{Recipe, RecipeError};
use plastica_tensor::{Mat3, Scalar, Vec3};

/// The columns that particles of a recipe need.
pub(crate) fn layout(recipe: &Recipe, at: [f64; 3], pushed: bool) -> Result<Layout, RecipeError> {
    let keeps = recipe.material_at::<f64>(at, 0.0)?.keeps();
    Ok(Layout::new(keeps, recipe.varies_in_space(), pushed))
}

/// Makes rows for a group from seeds, and returns the largest squared wave speed among them [m²/s²].
pub(crate) fn enter<S: Scalar, K: Spline>(
    group: &Group<S>,
    seeds: &[Seed],
    cell: f64,
    time: f64,
    next_id: &mut u32,
    new: &mut Newcomers<S>,
) -> Result<f64, RecipeError> {
    let (recipe, layout) = (&group.recipe, group.layout);
    let uniform = match recipe.varies_in_space() {
        false => Some(recipe.material_at::<S>([0.0; 3], time)?),
        true => None,
    };
    // One bundle, of which the first place is used.
    let counts = layout.columns();
    let mut bundle = counts.map(|count| vec![S::zero(); count * PADDING]);
    let mut wave = 0f64;
    for seed in seeds {
        let material = match &uniform {
            Some(material) => *material,
            None => recipe.material_at::<S>(seed.position, time)?,
        };
        let (place, local) = locate::<S, K>(Vec3(seed.position), cell);
        let axes = Mat3::from_fn(|i, j| S::from_f64(seed.axes[(i, j)]));
        let state = material.rest_along(&axes);
        let [matter, law, motion, _] = bundle.each_mut();
        let mut columns = ColumnsMut::new(matter, counts[MATTER]);
        let mut kept = ColumnsMut::new(law, counts[LAW]);
        let mut moving = ColumnsMut::new(motion, counts[MOTION]);
        layout.store(&mut kept, 0, &state);
        for k in 0..3 {
            columns.set(POSITION + k, 0, local[k]);
            moving.set(VELOCITY + k, 0, S::from_f64(seed.velocity[k]));
            for j in 0..3 {
                moving.set(AFFINE + 3 * k + j, 0, S::from_f64(seed.gradient[(k, j)]));
            }
            if let Some(first) = layout.rest_place() {
                kept.set(first + k, 0, S::from_f64(seed.position[k]));
            }
        }
        columns.set(MASS, 0, S::from_f64(seed.density * seed.volume));
        columns.set(VOLUME, 0, S::from_f64(seed.volume));
        wave = wave.max(material.p_wave_modulus(&state).to_f64() / seed.density);
        for (rows, table) in new.rows.iter_mut().zip(&bundle) {
            rows.extend(table.iter().step_by(PADDING));
        }
        new.places.push(place);
        new.ids.push(*next_id);
        *next_id += 1;
    }
    Ok(wave)
}
