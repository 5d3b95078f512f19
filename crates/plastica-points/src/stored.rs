//! Energy that bonds and contact pairs store beside what the law does: of offsets that no deformation explains, of pairs
//! that are too near, of springs in place of a deformation and of surfaces.
//!
//! Each is the integral of its force along the offset (`bonded`, `contact_pairs`, `force`), with moduli and reference
//! vectors as they are now.

use crate::bonds::offset;
use crate::contact_pairs::{NEAR, PUSH};
use crate::fit::weight;
use crate::options::Options;
use crate::particles::EMPTY;
use crate::recall::{Neighbour, fit, waits};
use crate::step::Points;
use plastica_tensor::Scalar;
use rayon::prelude::*;

impl<S: Scalar> Points<S> {
    /// The energy that is stored beside the law's [J].
    pub(crate) fn stored_energy(&self) -> f64 {
        let places: Vec<f64> = (0..self.particles.places())
            .into_par_iter()
            .map(|place| match self.particles.ids[place] {
                EMPTY => 0.0,
                _ => self.stored_by(place),
            })
            .collect();
        // Place after place, so that the sum does not depend on threads.
        places.iter().sum()
    }

    /// What a particle stores beside its law [J].
    pub(crate) fn stored_by(&self, place: usize) -> f64 {
        let bonded = !self.options.scheme.rebuilds_neighbours();
        let bonds = if bonded { self.bond_energy(place) } else { 0.0 };
        bonds + self.contact_energy(place)
    }

    fn neighbourhood(&self, place: usize) -> Vec<Neighbour> {
        let positions = &self.particles.positions;
        let of = |bond| Neighbour::new(positions, place, &bond, &self.options);
        self.bonds.of(place).map(of).collect()
    }

    /// What the bonds of a particle store [J].
    fn bond_energy(&self, place: usize) -> f64 {
        let Options {
            spacing: d,
            hourglass_stiffness,
            ..
        } = self.options;
        let neighbours = self.neighbourhood(place);
        let (fit, told) = fit(&neighbours, self.options.surface);
        let valid = told && !waits(&self.particles, place);
        let bears_tension = self.groups[self.particles.body(place)].bears_tension;
        let modulus = self.particles.moduli[place].to_f64();
        let total: f64 = neighbours.iter().map(|n| n.w).sum();
        let stiffness = modulus * self.particles.volumes[place].to_f64() / total.max(1e-300);
        let energy = |n: &Neighbour| {
            let stretch = n.x.norm() - n.reference.norm();
            let unexplained = if valid {
                let s = n.x - fit.plain.mul_vec(n.reference);
                0.5 * hourglass_stiffness * stiffness * n.w * s.norm_squared()
            } else if bears_tension || stretch < 0.0 {
                0.5 * stiffness * n.w * stretch * stretch
            } else {
                0.0
            };
            unexplained + push_energy(n, modulus, d) + self.tension_energy(n)
        };
        neighbours.iter().map(energy).sum()
    }

    /// −½ ε w of the present offset (`Register::tension`).
    fn tension_energy(&self, n: &Neighbour) -> f64 {
        let Options {
            spacing,
            support_radius,
            surface_tension,
            ..
        } = self.options;
        if surface_tension == 0.0 || n.w == 0.0 {
            return 0.0;
        }
        let depth = 2.0 / 1.53 * surface_tension * spacing * spacing;
        -0.5 * depth * weight(n.x, support_radius.powi(-2))
    }

    /// Half of what the contact pairs of a particle store [J].
    fn contact_energy(&self, place: usize) -> f64 {
        let d = self.options.spacing;
        let pairs = &self.contact_pairs;
        let range = pairs.first[place] as usize..pairs.first[place + 1] as usize;
        let energy = |other: &u32| {
            let other = *other as usize;
            let distance = offset(&self.particles.positions, place, other, d).norm();
            let deep = (1.0 - distance / NEAR).max(0.0);
            let moduli = [place, other].map(|at| self.particles.moduli[at].to_f64());
            let modulus = 0.5 * (moduli[0] + moduli[1]);
            0.25 * PUSH * NEAR * modulus * d.powi(3) * deep * deep
        };
        pairs.others[range].iter().map(energy).sum()
    }
}

/// A neighbour that is much nearer than its reference [J].
fn push_energy(n: &Neighbour, modulus: f64, d: f64) -> f64 {
    let near = NEAR * n.reference.norm().min(1.0);
    let deep = (1.0 - n.x.norm() / near.max(1e-300)).max(0.0);
    if n.w > 0.0 {
        0.25 * PUSH * near * modulus * d.powi(3) * deep * deep
    } else {
        0.0
    }
}
