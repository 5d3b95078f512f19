//! The particles, as observers see them.

use crate::law::{DEFORMATION, PLASTIC_VOLUME};
use crate::particles::EMPTY;
use crate::step::{NAME, Points};
use plastica_particles::observe::{Particle, Particles};
use plastica_particles::{BUNDLE, Group};
use plastica_tensor::{Mat3, Scalar, Vec3};

impl<S: Scalar> Particles for Points<S> {
    type Scalar = S;
    const METHOD: &'static str = NAME;

    fn groups(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().map(|group| &group.body)
    }

    fn ids(&self) -> impl Iterator<Item = u32> {
        (self.particles.ids.iter().copied()).filter(|id| *id != EMPTY)
    }

    fn each(&self, body: usize, mut visit: impl FnMut(&Particle<'_, S>)) {
        let particles = &self.particles;
        let law_state = particles.law_state();
        let bundles = &self.groups[body].bundles;
        for at in bundles.start * BUNDLE..bundles.end * BUNDLE {
            if particles.ids[at] == EMPTY {
                continue;
            }
            let [x, y, z, _] = particles.positions[at];
            let [vx, vy, vz, _] = particles.velocities[at].map(|v| v.to_f64());
            let deformation =
                Mat3::from_fn(|i, j| law_state.get(DEFORMATION + 3 * i + j, at).to_f64());
            visit(&Particle {
                id: particles.ids[at],
                position: Vec3([x, y, z]),
                velocity: Vec3([vx, vy, vz]),
                affine: Mat3::zero(),
                mass: particles.masses[at].to_f64(),
                rest_volume: particles.volumes[at].to_f64(),
                volume_ratio: law_state.get(PLASTIC_VOLUME, at).to_f64()
                    * deformation.determinant(),
                filled: self.groups[body].body.filled(&law_state, at),
                kirchhoff: particles.stress(at),
                columns: law_state,
                at,
            });
        }
    }

    fn second_moment(&self) -> f64 {
        0.0
    }
}
