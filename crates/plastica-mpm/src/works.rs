//! Who gave energy to the material and who took it, as far as particles tell; nodes tell the rest (`contact.rs`, `grip.rs`,
//! `survey.rs`).

use crate::b_spline::BSpline;
use crate::group::Chunk;
use crate::step::{Contacts, HeldParticles, Mpm};
use crate::tables::{GEOMETRY, LAW_STATE, MASS, MOTION, VELOCITY};
use plastica_core::add_work;
use plastica_geometry::Bounds;
use plastica_particles::{Extra, observe};
use plastica_tensor::Scalar;
use rayon::prelude::*;

impl<S: Scalar, K: BSpline> Mpm<S, K> {
    /// Adds what a step has done to the works.
    pub(crate) fn book(&mut self, contacts: &Contacts, held: &HeldParticles, dt: f64) {
        let pushed = self.work_of_accelerations(dt);
        let works = &mut self.works;
        add_work(&mut works.gravity, contacts.of_gravity + pushed);
        add_work(&mut works.obstacles, contacts.of_obstacles);
        add_work(&mut works.grips, contacts.of_grips + held.work);
        add_work(&mut works.friction, contacts.friction);
        add_work(&mut works.damping, contacts.damping);
    }

    /// Work of accelerations beside gravity in a step that has ended [J]. Their particles were not fused.
    fn work_of_accelerations(&self, dt: f64) -> f64 {
        let mut work = 0.0;
        for group in &self.groups {
            let Some(first) = group.body.layout.first(Extra::BodyAcceleration) else {
                continue;
            };
            for chunk in &group.chunks {
                let [geometry, law, motion] =
                    [GEOMETRY, LAW_STATE, MOTION].map(|table| group.table(table, chunk));
                for i in 0..chunk.count {
                    let power: f64 = (0..3)
                        .map(|k| {
                            law.get(first + k, i).to_f64() * motion.get(VELOCITY + k, i).to_f64()
                        })
                        .sum();
                    work += dt * geometry.get(MASS, i).to_f64() * power;
                }
            }
        }
        work
    }

    /// Books the energy of particles that are about to be dropped.
    pub(crate) fn book_left(&mut self, domain: &Bounds, time: f64) {
        let mut energy = 0.0;
        for body in 0..self.groups.len() {
            let group = &self.groups[body];
            let is_outside = |chunk: &&Chunk| {
                let mut places = (0..chunk.count).map(|i| group.position(&self.grid, chunk, i));
                places.any(|x| !domain.contains(x))
            };
            let chunks: Vec<Chunk> = group
                .chunks
                .par_iter()
                .filter(is_outside)
                .copied()
                .collect();
            energy += observe::energy(self, body, time, |visit| {
                self.each_of(body, &chunks, |particle| {
                    if !domain.contains(particle.position) {
                        visit(particle);
                    }
                });
            });
        }
        add_work(&mut self.works.left, energy);
    }
}
