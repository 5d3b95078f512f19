//! What particles remember of their neighbours.
//!
//! A particle has up to [`SLOTS`] slots, each with a neighbour and its offset ξ in the elastic rest space [spacings].
//! Memory is of one particle: what it remembers of a neighbour is not what that one remembers of it.

use crate::cells::Cells;
use crate::law::{DEFORMATION, FLOWED};
use crate::options::Options;
use crate::particles::{Group, NOBODY, Particles};
use plastica_particles::columns::index;
use plastica_particles::{BUNDLE, Extra, Layout, Quad};
use plastica_tensor::{Mat3, Scalar, Vec3};
use rayon::prelude::*;

/// Most neighbours of a particle.
pub(crate) const SLOTS: usize = 32;
/// A particle that has forgotten this much of its strain by flow looks for new neighbours: what comes into its reach has
/// little weight at first.
const FLOWING: f64 = 0.1;
/// New neighbours are looked for this much farther than the reach, for they may be nearer at rest.
const FARTHER: f64 = 1.2;

/// Slots of all particles, and who receives what is written into them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs<S> {
    /// Places of neighbours: by bundle, slot and lane. Empty slots hold the particle itself.
    pub(crate) partners: Vec<u32>,
    /// ξ [spacings]: by bundle, slot, axis and lane. Empty slots hold one out of reach.
    pub(crate) memory: Vec<S>,
    /// Slots in use, by place.
    pub(crate) counts: Vec<u32>,
    /// Forces of particles on their neighbours [N]: by bundle, slot and lane.
    pub(crate) tractions: Vec<Quad<S>>,
    /// Slots in which a particle is the neighbour, particle after particle.
    pub(crate) incoming: Vec<u32>,
    /// Where those of a particle begin.
    pub(crate) first_incoming: Vec<u32>,
}

/// One neighbour of a particle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Neighbour {
    pub(crate) place: u32,
    pub(crate) remembered: [f64; 3],
}

impl Neighbour {
    fn distance_squared(&self) -> f64 {
        Vec3(self.remembered).norm_squared()
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

impl<S: Scalar> Pairs<S> {
    /// Empty slots.
    pub(crate) fn with_places(places: usize) -> Self {
        let mut pairs = Pairs {
            partners: vec![0; places * SLOTS],
            memory: vec![S::zero(); places * SLOTS * 3],
            counts: vec![0; places],
            tractions: vec![[S::zero(); 4]; places * SLOTS],
            incoming: Vec::new(),
            first_incoming: vec![0; places + 1],
        };
        pairs.set(
            (0..places as u32)
                .map(|place| (place, Vec::new()))
                .collect(),
        );
        pairs
    }

    /// Adds places without neighbours.
    pub(crate) fn append(&mut self, places: usize) {
        let first = self.counts.len();
        self.counts.resize(first + places, 0);
        self.partners.resize((first + places) * SLOTS, 0);
        self.memory.resize((first + places) * SLOTS * 3, S::zero());
        self.tractions
            .resize((first + places) * SLOTS, [S::zero(); 4]);
        let new = first as u32..(first + places) as u32;
        self.set(new.map(|place| (place, Vec::new())).collect());
    }

    /// The neighbours of a particle.
    pub(crate) fn neighbours(&self, place: usize) -> impl Iterator<Item = Neighbour> + '_ {
        (0..self.counts[place] as usize).map(move |k| Neighbour {
            place: self.partners[slot(place, k)],
            remembered: std::array::from_fn(|axis| self.memory[component(place, k, axis)].to_f64()),
        })
    }

    /// The places of the neighbours of a particle.
    pub(crate) fn partners(&self, place: usize) -> impl Iterator<Item = u32> + '_ {
        (0..self.counts[place] as usize).map(move |k| self.partners[slot(place, k)])
    }

    /// Whether one is a neighbour of the other.
    pub(crate) fn has(&self, place: usize, other: u32) -> bool {
        self.partners(place).any(|partner| partner == other)
    }

    /// Gives particles these neighbours.
    pub(crate) fn set(&mut self, news: Vec<(u32, Vec<Neighbour>)>) {
        let mut by_place: Vec<Option<Vec<Neighbour>>> = Vec::new();
        by_place.resize_with(self.counts.len(), || None);
        for (place, neighbours) in news {
            by_place[place as usize] = Some(neighbours);
        }
        (by_place.par_chunks(BUNDLE).enumerate())
            .zip(self.counts.par_chunks_mut(BUNDLE))
            .zip(self.partners.par_chunks_mut(SLOTS * BUNDLE))
            .zip(self.memory.par_chunks_mut(SLOTS * BUNDLE * 3))
            .for_each(|((((bundle, news), counts), partners), memory)| {
                for (lane, neighbours) in news.iter().enumerate() {
                    let Some(neighbours) = neighbours else {
                        continue;
                    };
                    counts[lane] = neighbours.len() as u32;
                    for k in 0..SLOTS {
                        let (partner, offset) = match neighbours.get(k) {
                            Some(neighbour) => (neighbour.place, neighbour.remembered),
                            None => ((bundle * BUNDLE + lane) as u32, [1e3, 0.0, 0.0]),
                        };
                        partners[slot(lane, k)] = partner;
                        for axis in 0..3 {
                            memory[component(lane, k, axis)] = S::from_f64(offset[axis]);
                        }
                    }
                }
            });
    }

    /// Finds out who receives what.
    pub(crate) fn connect(&mut self) {
        let places = self.counts.len();
        let first = &mut self.first_incoming;
        first.clear();
        first.resize(places + 1, 0);
        for place in 0..places {
            for k in 0..self.counts[place] as usize {
                first[self.partners[slot(place, k)] as usize + 1] += 1;
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
                let next = &mut next[self.partners[at] as usize];
                self.incoming[*next as usize] = at as u32;
                *next += 1;
            }
        }
    }
}

/// The nearest of some neighbours, at most as many as asked for and as there are slots, by place.
fn nearest(mut found: Vec<Neighbour>, ids: &[u32], most: usize) -> Vec<Neighbour> {
    let most = most.min(SLOTS);
    if found.len() > most {
        // Numbers that are not negative are in the order of their bits.
        let rank = |n: &Neighbour| (n.distance_squared().to_bits(), ids[n.place as usize]);
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

/// Lets new particles, those with ids from `first` on, remember those of their body in reach as they stand. The
/// others of their body remember them too, through the deformation they have.
pub(crate) fn meet<S: Scalar>(
    particles: &Particles<S>,
    pairs: &mut Pairs<S>,
    groups: &[Group],
    options: &Options,
    first: u32,
) {
    let (spacing, reach) = (options.spacing, options.reach);
    let is_new = |id: &u32| *id >= first && *id != NOBODY;
    let fresh: Vec<bool> = particles.ids.iter().map(is_new).collect();
    if !fresh.iter().any(|fresh| *fresh) {
        return;
    }
    let cells = Cells::new(
        &particles.positions,
        &particles.ids,
        FARTHER * reach * spacing,
    );
    let known = &*pairs;
    let changed: Vec<(u32, Vec<Neighbour>)> = cells.around(
        &particles.positions,
        |_| true,
        |members, crowd, changed| {
            let mut near = Vec::new();
            for &member in members {
                let place = member as usize;
                crowd.near(
                    &particles.positions[place],
                    FARTHER * reach * spacing,
                    &mut near,
                );
                let mut found: Vec<Neighbour> = known.neighbours(place).collect();
                let before = found.len();
                let back = match fresh[place] {
                    true => Mat3::identity(),
                    false => elastic(particles, &groups[particles.body(place)].body.layout, place)
                        .inverse(),
                };
                for &other in &near {
                    let with = other as usize;
                    let meets = other != member
                        && particles.body(with) == particles.body(place)
                        && (fresh[place] || fresh[with]);
                    if !meets {
                        continue;
                    }
                    let remembered =
                        back.mul_vec(offset(&particles.positions, place, with, spacing));
                    if remembered.norm_squared() < reach * reach {
                        found.push(Neighbour {
                            place: other,
                            remembered: remembered.0,
                        });
                    }
                }
                if found.len() > before {
                    changed.push((member, nearest(found, &particles.ids, options.neighbours)));
                }
            }
        },
    );
    pairs.set(changed);
}

/// Elastic deformation of a particle, without the material's axes.
pub(crate) fn elastic<S: Scalar>(
    particles: &Particles<S>,
    layout: &Layout,
    place: usize,
) -> Mat3<f64> {
    let kept = particles.kept();
    let matrix = |first: usize| Mat3::from_fn(|i, j| kept.get(first + 3 * i + j, place).to_f64());
    let deformation = matrix(DEFORMATION);
    match layout.first(Extra::Axes) {
        Some(first) => deformation.mul_transpose(&matrix(first)),
        None => deformation,
    }
}

/// Lets particles that flow forget neighbours that went out of reach and get to know those that came into it.
/// Returns whether anything has changed.
pub(crate) fn renew<S: Scalar>(
    particles: &mut Particles<S>,
    pairs: &mut Pairs<S>,
    groups: &[Group],
    options: &Options,
) -> bool {
    let (spacing, reach) = (options.spacing, options.reach);
    let places = particles.places();
    let flowed = |place: usize| match particles.ids[place] {
        NOBODY => 0.0,
        _ => particles.kept().get(FLOWED, place).to_f64(),
    };
    let flowing: Vec<bool> = (0..places)
        .into_par_iter()
        .map(|place| flowed(place) > FLOWING)
        .collect();
    if !flowing.contains(&true) {
        return false;
    }
    let far = FARTHER * reach;
    let cells = Cells::new(&particles.positions, &particles.ids, far * spacing);
    let remembered = &*pairs;
    let seen = &*particles;
    let changed: Vec<(u32, Vec<Neighbour>)> = cells.around(
        &seen.positions,
        |member| flowing[member as usize],
        |members, crowd, changed| {
            let (mut near, mut known) = (Vec::new(), Vec::new());
            for &member in members.iter().filter(|member| flowing[**member as usize]) {
                let place = member as usize;
                crowd.near(&seen.positions[place], far * spacing, &mut near);
                let back =
                    elastic(seen, &groups[particles.body(place)].body.layout, place).inverse();
                let mut found: Vec<Neighbour> = remembered.neighbours(place).collect();
                found.retain(|n| n.distance_squared() < reach * reach);
                known.clear();
                known.extend(found.iter().map(|n| n.place));
                for &other in &near {
                    let with = other as usize;
                    if other == member
                        || !options.merges && particles.body(with) != particles.body(place)
                    {
                        continue;
                    }
                    let rest = back.mul_vec(offset(&seen.positions, place, with, spacing));
                    if rest.norm_squared() < reach * reach && !known.contains(&other) {
                        found.push(Neighbour {
                            place: other,
                            remembered: rest.0,
                        });
                    }
                }
                let chosen = nearest(found, &seen.ids, options.neighbours);
                if !remembered
                    .partners(place)
                    .eq(chosen.iter().map(|n| n.place))
                {
                    changed.push((member, chosen));
                }
            }
        },
    );
    let is_changed = !changed.is_empty();
    pairs.set(changed);
    for place in (0..places).filter(|place| flowing[*place]) {
        let at = index(particles.columns, FLOWED, place);
        particles.kept[at] = S::zero();
    }
    is_changed
}

/// Makes neighbours of those who are near now: the nearest within the reach and a skin [spacings]. Bodies that
/// must not merge do not see each other.
pub(crate) fn look<S: Scalar>(
    particles: &Particles<S>,
    pairs: &mut Pairs<S>,
    options: &Options,
    skin: f64,
) -> bool {
    let spacing = options.spacing;
    let far = options.reach + skin;
    let cells = Cells::new(&particles.positions, &particles.ids, far * spacing);
    let found: Vec<(u32, Vec<Neighbour>)> = cells.around(
        &particles.positions,
        |_| true,
        |members, crowd, all| {
            let see = |member: u32| {
                let place = member as usize;
                let mut near = Vec::new();
                crowd.near(&particles.positions[place], far * spacing, &mut near);
                let others = near.iter().filter(|other| {
                    let with = **other as usize;
                    **other != member
                        && (options.merges || particles.body(with) == particles.body(place))
                });
                let neighbour = |other: &u32| Neighbour {
                    place: *other,
                    remembered: offset(&particles.positions, place, *other as usize, spacing).0,
                };
                let found = others.map(neighbour).collect();
                (member, nearest(found, &particles.ids, options.neighbours))
            };
            all.extend(members.iter().map(|member| see(*member)));
        },
    );
    pairs.set(found);
    true
}
