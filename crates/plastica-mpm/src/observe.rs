//! The particles, as observers see them.

use crate::b_spline::BSpline;
use crate::group::Chunk;
use crate::step::{Mpm, NAME};
use crate::tables::{
    AFFINE, GEOMETRY, LAW_STATE, MASS, MOTION, STRESS, VELOCITY, VOLUME, VOLUME_RATIO,
};
use plastica_particles::Group;
use plastica_particles::observe::{Particle, Particles};
use plastica_tensor::{Mat3, Scalar, Sym3, Vec3};

impl<S: Scalar, K: BSpline> Particles for Mpm<S, K> {
    type Scalar = S;
    const METHOD: &'static str = NAME;

    fn groups(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().map(|group| &group.body)
    }

    fn ids(&self) -> impl Iterator<Item = u32> {
        self.groups.iter().flat_map(|group| {
            let of_chunk = |chunk: &Chunk| chunk.start..chunk.start + chunk.count;
            (group.chunks.iter().flat_map(of_chunk)).map(|at| group.ids[at])
        })
    }

    fn each(&self, body: usize, visit: impl FnMut(&Particle<'_, S>)) {
        self.each_of(body, &self.groups[body].chunks, visit);
    }

    fn second_moment(&self) -> f64 {
        self.grid.cell * self.grid.cell / K::INVERSE_MOMENT
    }
}

impl<S: Scalar, K: BSpline> Mpm<S, K> {
    /// Visits the particles of some chunks of a body.
    pub(crate) fn each_of(
        &self,
        body: usize,
        chunks: &[Chunk],
        mut visit: impl FnMut(&Particle<'_, S>),
    ) {
        let group = &self.groups[body];
        for chunk in chunks {
            let [geometry, law, motion, stress] =
                [GEOMETRY, LAW_STATE, MOTION, STRESS].map(|t| group.table(t, chunk));
            for i in 0..chunk.count {
                let motion = |column: usize| motion.get(column, i).to_f64();
                visit(&Particle {
                    id: group.ids[chunk.start + i],
                    position: group.position(&self.grid, chunk, i),
                    velocity: Vec3(std::array::from_fn(|k| motion(VELOCITY + k))),
                    affine: Mat3::from_fn(|r, k| motion(AFFINE + 3 * r + k)),
                    mass: geometry.get(MASS, i).to_f64(),
                    rest_volume: geometry.get(VOLUME, i).to_f64(),
                    volume_ratio: law.get(VOLUME_RATIO, i).to_f64(),
                    filled: group.body.filled(&law, i),
                    kirchhoff: Sym3::from_array(std::array::from_fn(|k| stress.get(k, i).to_f64())),
                    columns: law,
                    at: i,
                });
            }
        }
    }
}
