//! New particles, of bodies at the start and of emitters as time goes on, into rows of columns.

use crate::b_spline::BSpline;
use crate::group::Group;
use crate::sort::{Newcomers, locate};
use crate::tables::{
    AFFINE, GEOMETRY, LAW_STATE, MASS, MOTION, POSITION, RARE, VELOCITY, VOLUME, VOLUME_RATIO,
    column_counts,
};
use plastica_core::Seed;
use plastica_material::RecipeError;
use plastica_particles::{BUNDLE, Bounds, ColumnsMut, Extra, Seeding};
use plastica_tensor::{Mat3, Scalar, Vec3};

/// Makes rows for a group from seeds, and returns what limits a step for them.
pub(crate) fn enter<S: Scalar, K: BSpline>(
    group: &Group<S>,
    seeds: &[Seed],
    cell: f64,
    time: f64,
    next_id: &mut u32,
    new: &mut Newcomers<S>,
) -> Result<Bounds, RecipeError> {
    let layout = &group.body.layout;
    let seeding = Seeding::<S>::new(&group.body.recipe, time)?;
    // One bundle, of which the first place is used.
    let counts = column_counts(layout);
    let mut bundle = counts.map(|count| vec![S::zero(); count * BUNDLE]);
    let mut bounds = Bounds::default();
    for seed in seeds {
        let (state, modulus) = seeding.start(seed)?;
        let (place, local) = locate::<S, K>(Vec3(seed.position), cell);
        let [geometry, law, motion, _, rare] = bundle.each_mut();
        let mut columns = ColumnsMut::new(geometry, counts[GEOMETRY]);
        let mut law_state = ColumnsMut::new(law, counts[LAW_STATE]);
        let mut moving = ColumnsMut::new(motion, counts[MOTION]);
        law_state.set(VOLUME_RATIO, 0, state.volume);
        layout.store_new(&mut law_state, 0, &state, seed);
        // What it stands for is a cube; at rest it is seen from the material's own axes.
        let cube = Mat3::identity().scale(S::from_f64(seed.volume.cbrt() / cell));
        if let Some(first) = layout.first(Extra::RestDomain) {
            let seen = state.deformation.transpose() * cube;
            ColumnsMut::new(rare, counts[RARE]).store_matrix(first, 0, &seen);
        }
        if let Some(first) = layout.first(Extra::Domain) {
            law_state.store_matrix(first, 0, &cube);
        }
        for k in 0..3 {
            columns.set(POSITION + k, 0, local[k]);
            moving.set(VELOCITY + k, 0, S::from_f64(seed.velocity[k]));
            for j in 0..3 {
                moving.set(AFFINE + 3 * k + j, 0, S::from_f64(seed.gradient[(k, j)]));
            }
        }
        columns.set(MASS, 0, S::from_f64(seed.density * seed.volume));
        columns.set(VOLUME, 0, S::from_f64(seed.volume));
        bounds = bounds.max(seeding.bounds(seed, modulus));
        for (rows, table) in new.rows.iter_mut().zip(&bundle) {
            rows.extend(table.iter().step_by(BUNDLE));
        }
        new.places.push(place);
        new.ids.push(*next_id);
        *next_id += 1;
    }
    Ok(bounds)
}
