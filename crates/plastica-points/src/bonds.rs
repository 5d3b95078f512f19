//! Bonds of particles with their neighbours.
//!
//! A particle has up to [`SLOTS`] slots, each with a neighbour and the reference bond vector ξ, its offset in the elastic
//! rest space [spacings]. A bond is of one particle: its ξ is not the opposite of that of the neighbour's bond.

use crate::cells::Cells;
use crate::fit::FEWEST;
use crate::law::{DEFORMATION, PLASTIC_FRACTION};
use crate::options::Options;
use crate::particles::{EMPTY, Group, Particles};
use crate::recall::{keep_deformation, lead_back};
use crate::tearing::holding;
use plastica_particles::columns::index;
use plastica_particles::{BUNDLE, Extra, Layout, Quad};
use plastica_tensor::{Mat3, Scalar, Vec3};
use rayon::prelude::*;

/// Most neighbours of a particle.
pub(crate) const SLOTS: usize = 32;
/// A particle that has lost this fraction of its strain by flow gets new bonds: what comes within its support radius
/// has little weight at first.
const FLOWING: f64 = 0.1;
/// New neighbours are looked for this much farther than the support radius, for they may be nearer at rest.
const FARTHER: f64 = 1.2;

/// Slots of all particles, and where what is written into them goes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bonds<S> {
    /// Places of neighbours: by bundle, slot and lane. Empty slots hold the particle itself.
    pub(crate) neighbours: Vec<u32>,
    /// ξ [spacings]: by bundle, slot, axis and lane. Empty slots hold one beyond the support radius.
    pub(crate) references: Vec<S>,
    /// Slots in use, by place.
    pub(crate) counts: Vec<u32>,
    /// Forces of particles on their neighbours [N]: by bundle, slot and lane.
    pub(crate) pair_forces: Vec<Quad<S>>,
    /// Slots in which a particle is the neighbour, particle after particle.
    pub(crate) incoming: Vec<u32>,
    /// Where those of a particle begin.
    pub(crate) first_incoming: Vec<u32>,
}

/// One neighbour of a particle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bond {
    pub(crate) place: u32,
    pub(crate) reference: [f64; 3],
}

impl Bond {
    fn distance_squared(&self) -> f64 {
        Vec3(self.reference).norm_squared()
    }
}

/// Where the slot of a particle is.
#[inline(always)]
pub(crate) fn slot(place: usize, k: usize) -> usize {
    (place / BUNDLE * SLOTS + k) * BUNDLE + place % BUNDLE
}

/// Where a component of ξ is.
#[inline(always)]
fn component(place: usize, k: usize, axis: usize) -> usize {
    ((place / BUNDLE * SLOTS + k) * 3 + axis) * BUNDLE + place % BUNDLE
}

impl<S: Scalar> Bonds<S> {
    /// Empty slots.
    pub(crate) fn with_places(places: usize) -> Self {
        let mut bonds = Bonds {
            neighbours: vec![0; places * SLOTS],
            references: vec![S::zero(); places * SLOTS * 3],
            counts: vec![0; places],
            pair_forces: vec![[S::zero(); 4]; places * SLOTS],
            incoming: Vec::new(),
            first_incoming: vec![0; places + 1],
        };
        bonds.set(
            (0..places as u32)
                .map(|place| (place, Vec::new()))
                .collect(),
        );
        bonds
    }

    /// Adds places without neighbours.
    pub(crate) fn append(&mut self, places: usize) {
        let first = self.counts.len();
        self.counts.resize(first + places, 0);
        self.neighbours.resize((first + places) * SLOTS, 0);
        self.references
            .resize((first + places) * SLOTS * 3, S::zero());
        self.pair_forces
            .resize((first + places) * SLOTS, [S::zero(); 4]);
        let new = first as u32..(first + places) as u32;
        self.set(new.map(|place| (place, Vec::new())).collect());
    }

    /// The neighbours of a particle.
    pub(crate) fn of(&self, place: usize) -> impl Iterator<Item = Bond> + '_ {
        (0..self.counts[place] as usize).map(move |k| Bond {
            place: self.neighbours[slot(place, k)],
            reference: std::array::from_fn(|axis| {
                self.references[component(place, k, axis)].to_f64()
            }),
        })
    }

    /// The places of the neighbours of a particle.
    pub(crate) fn neighbours(&self, place: usize) -> impl Iterator<Item = u32> + '_ {
        (0..self.counts[place] as usize).map(move |k| self.neighbours[slot(place, k)])
    }

    /// Whether one is a neighbour of the other.
    pub(crate) fn has(&self, place: usize, other: u32) -> bool {
        self.neighbours(place).any(|neighbour| neighbour == other)
    }

    /// Replaces the bonds of some particles.
    pub(crate) fn set(&mut self, changed: Vec<(u32, Vec<Bond>)>) {
        let mut by_place: Vec<Option<Vec<Bond>>> = Vec::new();
        by_place.resize_with(self.counts.len(), || None);
        for (place, bonds) in changed {
            by_place[place as usize] = Some(bonds);
        }
        (by_place.par_chunks(BUNDLE).enumerate())
            .zip(self.counts.par_chunks_mut(BUNDLE))
            .zip(self.neighbours.par_chunks_mut(SLOTS * BUNDLE))
            .zip(self.references.par_chunks_mut(SLOTS * BUNDLE * 3))
            .for_each(|((((bundle, changed), counts), neighbours), references)| {
                for (lane, bonds) in changed.iter().enumerate() {
                    let Some(bonds) = bonds else {
                        continue;
                    };
                    counts[lane] = bonds.len() as u32;
                    for k in 0..SLOTS {
                        let (neighbour, offset) = match bonds.get(k) {
                            Some(bond) => (bond.place, bond.reference),
                            None => ((bundle * BUNDLE + lane) as u32, [1e3, 0.0, 0.0]),
                        };
                        neighbours[slot(lane, k)] = neighbour;
                        for axis in 0..3 {
                            references[component(lane, k, axis)] = S::from_f64(offset[axis]);
                        }
                    }
                }
            });
    }

    /// Lists for each particle the slots in which it is the neighbour.
    pub(crate) fn index_incoming(&mut self) {
        let places = self.counts.len();
        let first = &mut self.first_incoming;
        first.clear();
        first.resize(places + 1, 0);
        for place in 0..places {
            for k in 0..self.counts[place] as usize {
                first[self.neighbours[slot(place, k)] as usize + 1] += 1;
            }
        }
        for place in 0..places {
            first[place + 1] += first[place];
        }
        let mut next = first.clone();
        self.incoming.clear();
        self.incoming.resize(first[places] as usize, 0);
        for place in 0..places {
            for k in 0..self.counts[place] as usize {
                let at = slot(place, k);
                let next = &mut next[self.neighbours[at] as usize];
                self.incoming[*next as usize] = at as u32;
                *next += 1;
            }
        }
    }
}

/// The nearest of some neighbours, at most as many as asked for and as there are slots, by place.
fn nearest(mut found: Vec<Bond>, ids: &[u32], most: usize) -> Vec<Bond> {
    let most = most.min(SLOTS);
    if found.len() > most {
        // Numbers that are not negative are in the order of their bits.
        let rank = |n: &Bond| (n.distance_squared().to_bits(), ids[n.place as usize]);
        let mut ranked: Vec<_> = found.iter().map(|n| (rank(n), *n)).collect();
        ranked.select_nth_unstable_by_key(most, |(rank, _)| *rank);
        found.clear();
        found.extend(ranked[..most].iter().map(|(_, n)| *n));
    }
    found.sort_unstable_by_key(|n| n.place);
    found
}

/// Offset of a particle from another [spacings].
#[inline]
pub(crate) fn offset(positions: &[Quad<f64>], from: usize, to: usize, spacing: f64) -> Vec3<f64> {
    let scale = 1.0 / spacing;
    Vec3(std::array::from_fn(|k| {
        (positions[to][k] - positions[from][k]) * scale
    }))
}

/// Bonds new particles, those with ids from `first` on, with those of their body within the support radius, and these with
/// them: reference vectors are present offsets, led back through the deformation that old particles have.
pub(crate) fn bond_new<S: Scalar>(
    particles: &Particles<S>,
    bonds: &mut Bonds<S>,
    groups: &[Group],
    options: &Options,
    first: u32,
) {
    let (spacing, radius) = (options.spacing, options.support_radius);
    let is_new = |id: &u32| *id >= first && *id != EMPTY;
    let fresh: Vec<bool> = particles.ids.iter().map(is_new).collect();
    if !fresh.iter().any(|fresh| *fresh) {
        return;
    }
    let cells = Cells::new(
        &particles.positions,
        &particles.ids,
        FARTHER * radius * spacing,
    );
    let known = &*bonds;
    let changed: Vec<(u32, Vec<Bond>)> = cells.around(
        &particles.positions,
        |_| true,
        |members, candidates, changed| {
            let mut near = Vec::new();
            for &member in members {
                let place = member as usize;
                candidates.near(
                    &particles.positions[place],
                    FARTHER * radius * spacing,
                    &mut near,
                );
                let mut found: Vec<Bond> = known.of(place).collect();
                let before = found.len();
                let back = if fresh[place] {
                    Mat3::identity()
                } else {
                    let layout = &groups[particles.body(place)].body.layout;
                    elastic(particles, layout, place).inverse()
                };
                for &other in &near {
                    let with = other as usize;
                    let meets = other != member
                        && particles.body(with) == particles.body(place)
                        && (fresh[place] || fresh[with]);
                    if !meets {
                        continue;
                    }
                    let reference =
                        back.mul_vec(offset(&particles.positions, place, with, spacing));
                    if reference.norm_squared() < radius * radius {
                        found.push(Bond {
                            place: other,
                            reference: reference.0,
                        });
                    }
                }
                if found.len() > before {
                    changed.push((member, nearest(found, &particles.ids, options.neighbours)));
                }
            }
        },
    );
    bonds.set(changed);
}

/// Elastic deformation of a particle, without the material's axes.
pub(crate) fn elastic<S: Scalar>(
    particles: &Particles<S>,
    layout: &Layout,
    place: usize,
) -> Mat3<f64> {
    let law_state = particles.law_state();
    let matrix =
        |first: usize| Mat3::from_fn(|i, j| law_state.get(first + 3 * i + j, place).to_f64());
    let deformation = matrix(DEFORMATION);
    match layout.first(Extra::Axes) {
        Some(first) => deformation.mul_transpose(&matrix(first)),
        None => deformation,
    }
}

/// Gives particles that flow new bonds: those beyond the support radius go, those that came within it are added.
/// Returns whether anything has changed.
pub(crate) fn rebond_flowing<S: Scalar>(
    particles: &mut Particles<S>,
    bonds: &mut Bonds<S>,
    groups: &[Group],
    options: &Options,
) -> bool {
    let (spacing, radius) = (options.spacing, options.support_radius);
    let places = particles.places();
    let plastic_change = |place| particles.law_state().get(PLASTIC_FRACTION, place).to_f64();
    // What has torn off and has too few neighbours for its law to be asked takes on what it meets.
    let is_loose = |place: usize| {
        let flows = groups[particles.body(place)].elastic_limit.is_finite();
        flows && (bonds.counts[place] < FEWEST || plastic_change(place) < 0.0)
    };
    let flowing: Vec<bool> = (0..places)
        .into_par_iter()
        .map(|place| {
            particles.ids[place] != EMPTY && (plastic_change(place) > FLOWING || is_loose(place))
        })
        .collect();
    if !flowing.contains(&true) {
        return false;
    }
    let far = FARTHER * radius;
    let cells = Cells::new(&particles.positions, &particles.ids, far * spacing);
    let reference = &*bonds;
    let seen = &*particles;
    let changed: Vec<(u32, Vec<Bond>)> = cells.around(
        &seen.positions,
        |member| flowing[member as usize],
        |members, candidates, changed| {
            let (mut near, mut known) = (Vec::new(), Vec::new());
            for &member in members.iter().filter(|member| flowing[**member as usize]) {
                let place = member as usize;
                candidates.near(&seen.positions[place], far * spacing, &mut near);
                let layout = &groups[particles.body(place)].body.layout;
                let back = lead_back(seen, layout, place);
                let holding = holding(&back);
                let mut found: Vec<Bond> = reference.of(place).collect();
                found.retain(|n| n.distance_squared() < radius * radius);
                known.clear();
                known.extend(found.iter().map(|n| n.place));
                for &other in &near {
                    let with = other as usize;
                    if other == member
                        || !options.merges && particles.body(with) != particles.body(place)
                    {
                        continue;
                    }
                    let x = offset(&seen.positions, place, with, spacing);
                    let is_near = holding.mul_vec(x).norm_squared() < radius * radius;
                    if is_near && !known.contains(&other) {
                        found.push(Bond {
                            place: other,
                            reference: back.mul_vec(x).0,
                        });
                    }
                }
                let mut chosen = nearest(found, &seen.ids, options.neighbours);
                if !reference
                    .neighbours(place)
                    .eq(chosen.iter().map(|n| n.place))
                {
                    let before: Vec<Bond> = reference.of(place).collect();
                    keep_deformation(seen, place, &before, &mut chosen, options);
                    changed.push((member, chosen));
                }
            }
        },
    );
    let is_changed = !changed.is_empty();
    bonds.set(changed);
    for place in (0..places).filter(|place| flowing[*place]) {
        let fraction = &mut particles.law_state[index(particles.columns, PLASTIC_FRACTION, place)];
        *fraction = fraction.min(S::zero());
    }
    is_changed
}

/// Makes a list of neighbours anew: the nearest within the support radius and a skin [spacings]. Bodies that must not
/// merge are not neighbours.
pub(crate) fn rebuild_list<S: Scalar>(
    particles: &Particles<S>,
    bonds: &mut Bonds<S>,
    options: &Options,
    skin: f64,
) -> bool {
    let spacing = options.spacing;
    let far = options.support_radius + skin;
    let cells = Cells::new(&particles.positions, &particles.ids, far * spacing);
    let found: Vec<(u32, Vec<Bond>)> = cells.around(
        &particles.positions,
        |_| true,
        |members, candidates, all| {
            let see = |member: u32| {
                let place = member as usize;
                let mut near = Vec::new();
                candidates.near(&particles.positions[place], far * spacing, &mut near);
                let others = near.iter().filter(|other| {
                    let with = **other as usize;
                    **other != member
                        && (options.merges || particles.body(with) == particles.body(place))
                });
                let neighbour = |other: &u32| Bond {
                    place: *other,
                    reference: offset(&particles.positions, place, *other as usize, spacing).0,
                };
                let found = others.map(neighbour).collect();
                (member, nearest(found, &particles.ids, options.neighbours))
            };
            all.extend(members.iter().map(|member| see(*member)));
        },
    );
    bonds.set(found);
    true
}
