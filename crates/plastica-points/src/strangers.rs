//! Particles that are near each other without being neighbours: of other bodies, whose surfaces they meet (`contact`),
//! and parts of a body that fold onto each other. Who comes too near is pushed away.

use crate::cells::Cells;
use crate::options::Options;
use crate::pairs::{Pairs, offset};
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

/// Pairs of strangers that may come near before they are looked for again; each knows the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Strangers {
    /// Places, particle after particle.
    pub(crate) others: Vec<u32>,
    /// 1 for those of another body, 0 for others.
    pub(crate) foreign: Vec<u32>,
    /// Where those of a particle begin.
    pub(crate) first: Vec<u32>,
}

/// Looks for strangers within reach of each other after they have moved by up to `skin` [m].
pub(crate) fn find<S: Scalar>(
    particles: &Particles<S>,
    pairs: &Pairs<S>,
    options: &Options,
    skin: f64,
) -> Strangers {
    let spacing = options.spacing;
    let places = particles.places();
    let farthest = APART + skin / spacing;
    let cells = Cells::new(&particles.positions, &particles.ids, farthest * spacing);
    let positions = &particles.positions;
    let mut found: Vec<(u32, u32, u32)> = cells.around(
        positions,
        |_| true,
        |members, crowd, found| {
            let (mut near, mut known) = (Vec::new(), Vec::new());
            for &member in members {
                let place = member as usize;
                crowd.near(&positions[place], farthest * spacing, &mut near);
                // Most who are near are neighbours.
                known.clear();
                known.extend(pairs.partners(place));
                for &other in &near {
                    let with = other as usize;
                    if other == member || known.contains(&other) || pairs.has(with, member) {
                        continue;
                    }
                    let foreign = particles.body(with) != particles.body(place);
                    let reach = if foreign { APART } else { NEAR };
                    let x = offset(positions, place, with, spacing);
                    if x.norm_squared() < (reach + skin / spacing).powi(2) {
                        found.push((member, other, u32::from(foreign)));
                    }
                }
            }
        },
    );
    found.sort_unstable_by_key(|(place, other, _)| (*place, *other));
    let mut strangers = Strangers {
        others: Vec::with_capacity(found.len()),
        foreign: Vec::with_capacity(found.len()),
        first: vec![0; places + 1],
    };
    for (place, other, foreign) in found {
        strangers.first[place as usize + 1] += 1;
        strangers.others.push(other);
        strangers.foreign.push(foreign);
    }
    for place in 0..places {
        strangers.first[place + 1] += strangers.first[place];
    }
    strangers
}

impl Strangers {
    /// Those of other bodies around a particle.
    pub(crate) fn of_other_bodies(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let range = self.first[place] as usize..self.first[place + 1] as usize;
        range
            .filter(|k| self.foreign[*k] == 1)
            .map(|k| self.others[k] as usize)
    }

    /// The push of all strangers on a particle [N]: ρc²d² PUSH (1 − r/0.8d) and a brake on approach. Each of two
    /// computes the same numbers with opposite sign.
    pub(crate) fn push<S: Scalar>(
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
            let approach = (speed(place) - speed(other)).dot(normal).max(0.0);
            let deep = 1.0 - distance / NEAR;
            let elastic = PUSH * modulus * spacing * spacing * deep;
            // m c / d with c² = ρc² d³ / m.
            let brake = BRAKE * (modulus * mass * spacing).sqrt() * approach;
            sum = sum - normal.scale(elastic + brake);
        }
        sum
    }
}
