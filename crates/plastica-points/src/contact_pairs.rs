//! Contact pairs: particles that are near each other and not bonded, of different bodies, whose surfaces meet
//! (`contact`), and of parts of a body that fold onto each other. What comes too near is pushed away.

use crate::bonds::{Bonds, offset};
use crate::cells::Cells;
use crate::options::Options;
use crate::particles::Particles;
use plastica_tensor::{Scalar, Vec3};

/// How near particles may come before they push [spacings].
pub(crate) const NEAR: f64 = 0.8;
/// How near those of different bodies are when their surfaces touch [spacings].
const APART: f64 = 1.0;
/// The push as particles coincide, as a part of what a spacing squared bears at a strain of 1.
pub(crate) const PUSH: f64 = 0.1;
/// Damping of what approaches, as a part of m c / d.
const BRAKE: f64 = 0.1;

/// Pairs that may come near before they are looked for again, listed for both particles.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactPairs {
    /// Places, particle after particle.
    pub(crate) others: Vec<u32>,
    /// 1 for pairs of different bodies, 0 for others.
    pub(crate) inter_body: Vec<u32>,
    /// Where those of a particle begin.
    pub(crate) first: Vec<u32>,
}

/// Finds pairs that can touch after they have moved by up to `skin` [m].
pub(crate) fn find<S: Scalar>(
    particles: &Particles<S>,
    bonds: &Bonds<S>,
    options: &Options,
    skin: f64,
) -> ContactPairs {
    let spacing = options.spacing;
    let places = particles.places();
    let farthest = APART + skin / spacing;
    let cells = Cells::new(&particles.positions, &particles.ids, farthest * spacing);
    let positions = &particles.positions;
    let mut found: Vec<(u32, u32, u32)> = cells.around(
        positions,
        |_| true,
        |members, candidates, found| {
            let (mut near, mut known) = (Vec::new(), Vec::new());
            for &member in members {
                let place = member as usize;
                candidates.near(&positions[place], farthest * spacing, &mut near);
                // Most of what is near is bonded.
                known.clear();
                known.extend(bonds.neighbours(place));
                for &other in &near {
                    let with = other as usize;
                    if other == member || known.contains(&other) || bonds.has(with, member) {
                        continue;
                    }
                    let inter_body = particles.body(with) != particles.body(place);
                    let touching = if inter_body { APART } else { NEAR };
                    let x = offset(positions, place, with, spacing);
                    if x.norm_squared() < (touching + skin / spacing).powi(2) {
                        found.push((member, other, u32::from(inter_body)));
                    }
                }
            }
        },
    );
    found.sort_unstable_by_key(|(place, other, _)| (*place, *other));
    let mut pairs = ContactPairs {
        others: Vec::with_capacity(found.len()),
        inter_body: Vec::with_capacity(found.len()),
        first: vec![0; places + 1],
    };
    for (place, other, inter_body) in found {
        pairs.first[place as usize + 1] += 1;
        pairs.others.push(other);
        pairs.inter_body.push(inter_body);
    }
    for place in 0..places {
        pairs.first[place + 1] += pairs.first[place];
    }
    pairs
}

impl ContactPairs {
    /// Those of other bodies around a particle.
    pub(crate) fn of_other_bodies(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let range = self.first[place] as usize..self.first[place + 1] as usize;
        range
            .filter(|k| self.inter_body[*k] == 1)
            .map(|k| self.others[k] as usize)
    }

    /// The push of all contact pairs on a particle [N]: ρc²d² PUSH (1 − r/0.8d) and a brake on approach. Each of two
    /// computes the same numbers with opposite sign.
    pub(crate) fn repulsion<S: Scalar>(
        &self,
        particles: &Particles<S>,
        place: usize,
        spacing: f64,
    ) -> Vec3<f64> {
        let range = self.first[place] as usize..self.first[place + 1] as usize;
        let mut sum = Vec3::zero();
        for k in range {
            let other = self.others[k] as usize;
            let x = offset(&particles.positions, place, other, spacing);
            let distance = x.norm();
            // In the same place there is no direction to go.
            if !(distance < NEAR && distance > 1e-9) {
                continue;
            }
            let both = |numbers: &[S]| (numbers[place].to_f64(), numbers[other].to_f64());
            let (a, b) = both(&particles.moduli);
            let modulus = 0.5 * (a + b);
            let (m, n) = both(&particles.masses);
            let mass = m.min(n);
            let normal = x.scale(1.0 / distance);
            let speed = |at: usize| {
                let v = &particles.velocities[at];
                Vec3([v[0].to_f64(), v[1].to_f64(), v[2].to_f64()])
            };
            let closing_speed = (speed(place) - speed(other)).dot(normal).max(0.0);
            let deep = 1.0 - distance / NEAR;
            let elastic = PUSH * modulus * spacing * spacing * deep;
            // m c / d with c² = ρc² d³ / m.
            let brake = BRAKE * (modulus * mass * spacing).sqrt() * closing_speed;
            sum = sum - normal.scale(elastic + brake);
        }
        sum
    }
}
