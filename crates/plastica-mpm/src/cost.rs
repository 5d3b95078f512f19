//! What a step costs by its formulas: the arithmetic and the memory that no implementation gets around.

use crate::b_spline::{BSpline, Cubic, Quadratic};
use crate::law::{Particles, Running, advance};
use crate::options::Kernel;
use crate::sample::Sample;
use crate::scatter::{Contribution, Force, Motion, Tiles};
use crate::tables::{GEOMETRY, LAW_STATE, VOLUME_RATIO, column_counts, layout};
use crate::tile::Tile;
use plastica_material::{Recipe, RecipeError};
use plastica_particles::law::Law;
use plastica_particles::{BUNDLE, Columns, ColumnsMut, Layout};
use plastica_tensor::{Counted, Mat3, Real, Vec3, count};

/// What a particle costs in a step that begins the next one, single precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Operations to read from the nodes and to add to them.
    pub transfer_flops: f64,
    /// Operations of the law.
    pub law_flops: f64,
    /// Bytes of the particle that are read and written.
    pub particle_bytes: f64,
    /// Bytes of a node that are read and written: velocity and momentum by particles, by the change from
    /// the one to the other, and by clearing.
    pub node_bytes: f64,
}

/// Counts what a particle of a material costs. The law is asked for a step of a thousandth in shear, which
/// makes most rules flow.
pub fn cost(recipe: &Recipe, kernel: Kernel) -> Result<Cost, RecipeError> {
    let keeps = recipe.material_at::<f64>([0.0; 3], 0.0)?.keeps();
    let layout = layout(recipe, keeps)?;
    let law_flops = law_flops(recipe, &layout)?;
    let transfer_flops = match kernel {
        Kernel::Quadratic => transfer_flops::<Quadratic>(),
        Kernel::Cubic => transfer_flops::<Cubic>(),
    };
    let bytes = size_of::<f32>() as f64;
    let counts = column_counts(&layout);
    let columns = (counts[GEOMETRY] + counts[LAW_STATE]) as f64;
    // Mass and volume are only read.
    let particle_bytes = bytes * (columns + columns - 2.0);
    // Velocity is read by particles and written; momentum is cleared, read and written by particles, and
    // read for the velocity.
    let node_bytes = bytes * 4.0 * 6.0;
    Ok(Cost {
        transfer_flops,
        law_flops,
        particle_bytes,
        node_bytes,
    })
}

fn law_flops(recipe: &Recipe, layout: &Layout) -> Result<f64, RecipeError> {
    let (time, dt) = (0.0, 1e-4);
    let rest = recipe.material_at::<Counted>([0.0; 3], time)?.rest();
    let counts = column_counts(layout);
    let mut law_state = vec![0.0; counts[LAW_STATE] * BUNDLE];
    let mut columns = ColumnsMut::new(&mut law_state, counts[LAW_STATE]);
    columns.store(VOLUME_RATIO, 0, rest.volume);
    layout.store(&mut columns, 0, &rest);
    let geometry = vec![1.0; counts[GEOMETRY] * BUNDLE];
    let geometry = Columns::new(&geometry, counts[GEOMETRY]);
    let law = Law {
        recipe,
        layout,
        time,
        dt,
        barrier: true,
    };
    let gradient = Mat3::from_fn(|i, j| Counted::constant([0.0, 1e-3][usize::from(i < j)]));
    let (mut prepared, mut running) = (law.prepare::<Counted>(), Running::new());
    let lanes = Counted::LANES;
    let particles = Particles {
        geometry,
        law_state: &mut columns,
        at: 0,
        lanes,
    };
    let (_, operations) = count(|| advance(&law, &mut prepared, particles, gradient, &mut running));
    Ok(operations as f64 / lanes as f64)
}

fn transfer_flops<K: BSpline>() -> f64 {
    let x = Vec3([0.7, 1.2, 2.4].map(Counted::constant));
    let (tile, mut sample) = (Tile::<f32, K>::new(), Sample::blank());
    let mut tiles = Tiles::<f32, K>::new();
    let mut contribution = Contribution::blank();
    let lanes = Counted::LANES;
    let one = Counted::one();
    let (_, operations) = count(|| {
        let (velocity, affine) = sample.velocity::<Counted, K>(x, lanes, &tile, 1.0);
        let motion = Motion {
            mass: one,
            velocity,
            affine,
        };
        let force = Force {
            kirchhoff: affine.symmetric(),
            volume: one,
            acceleration: None,
            dt: 1.0,
        };
        contribution.set::<Counted, K>(x, &motion, Some(&force), false, 1.0);
        for lane in 0..lanes {
            contribution.add_to::<Counted, K>(lane, &mut tiles);
        }
    });
    operations as f64 / lanes as f64
}
