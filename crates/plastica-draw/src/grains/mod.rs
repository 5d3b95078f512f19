//! Rods, cards, discs and grains that fill moving material, for pictures [SW20, Section 7].
//!
//! A material point method moves a few particles per cell; what the material is made of is finer. [`Grains`]
//! puts about ten rigid bodies into the volume of every particle of the first frame and carries them from frame
//! to frame: by the velocity of the material around them, turned by shape matching and by what particles turn
//! beyond that. Where the material gets too thin they fly on their own, and obstacles stop them. It sees frames
//! and the world only, so it works after a run as well as during one, and gives the same bytes on any number of
//! threads.
//!
//! ```
//! use plastica_core::{Frame, World};
//! use plastica_draw::grains::{GrainForm, GrainSet, Grains};
//!
//! let block = |time: f64| Frame {
//!     time,
//!     positions: (0..64).map(|i| [i % 4, i / 16, i / 4 % 4].map(|k| 0.1 * f64::from(k) + time)).collect(),
//!     parts: vec![plastica_core::Part::named("hay")],
//!     ..Frame::default()
//! };
//! let mut grains = Grains::new(vec![GrainSet::new("hay", GrainForm::Rod)], World::empty([0.0; 3]), 1);
//! let first = grains.advance(&block(0.0));
//! let second = grains.advance(&block(0.1));
//! assert_eq!(first.positions.len(), 640);
//! assert!((second.positions[7][0] - first.positions[7][0] - 0.1).abs() < 1e-9);
//! ```
//!
//! A frame of grains has the attributes `id`, `orientation` (unit quaternion x, y, z, w: from the grain's axes to
//! space), `scale` (full extents along its own axes), `velocity`, `escaped`, `set` (which of the sets), `body` and
//! `material`.

mod carry;
mod field;
mod flight;
mod grain;
mod output;
mod path;
mod random;
mod seed;
mod set;
mod snapshot;
mod turn;
mod wall;

pub use set::{GrainForm, GrainSet};

use carry::{Surroundings, carry, extra_turns};
use field::{Field, Sample};
use grain::Grain;
use path::{Path, paths};
use plastica_core::{Frame, World};
use plastica_tensor::Vec3;
use rayon::prelude::*;
use seed::{Origin, seed};
use snapshot::Snapshot;
use std::collections::HashSet;
use turn::Turn;
use wall::Wall;

/// Cells that anything moves within a step at most.
const COURANT: f64 = 0.5;
/// One particle in so many may be faster than what decides on steps.
const SHOT_AWAY: usize = 500;
/// Most steps between two frames; what is faster is followed less closely.
const MOST_STEPS: f64 = 60.0;
/// Grains whose numbers fit into a frame.
const MOST_GRAINS: usize = i32::MAX as usize;

/// Grains on their way through the frames of a run.
#[derive(Debug)]
pub struct Grains {
    sets: Vec<GrainSet>,
    world: World,
    seed: u64,
    /// Spacing of the grid [m], once there are particles.
    cell: Option<f64>,
    /// Full extents by set [m], once it has particles.
    sizes: Vec<Option<[f64; 3]>>,
    seeded: HashSet<u32>,
    grains: Vec<Grain>,
    next_id: u32,
    last: Option<Snapshot>,
}

impl Grains {
    /// Before the first frame. All random numbers follow from the seed.
    pub fn new(sets: Vec<GrainSet>, world: World, seed: u64) -> Self {
        Grains {
            sizes: sets.iter().map(|set| set.size).collect(),
            sets,
            world,
            seed,
            cell: None,
            seeded: HashSet::new(),
            grains: Vec::new(),
            next_id: 0,
            last: None,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.grains.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.grains.is_empty()
    }

    /// Goes on to a frame of the material, which comes after the last one in time, and shows the grains.
    pub fn advance(&mut self, frame: &Frame) -> Frame {
        let now = Snapshot::of(frame);
        if let Some(last) = self.last.take()
            && now.time > last.time
        {
            self.follow(&last, &now);
        }
        self.seed_new(frame, &now);
        self.drop_strays();
        self.last = Some(now);
        output::frame(frame, &self.grains)
    }

    /// Moves the grains from one moment to a later one.
    fn follow(&mut self, last: &Snapshot, now: &Snapshot) {
        let Some(cell) = self.cell else { return };
        let paths = paths(last, now);
        let duration = now.time - last.time;
        let steps = steps(&paths, cell, duration);
        let dt = duration / steps as f64;
        let mut turned = vec![Turn::NONE; paths.len()];
        for step in 0..steps {
            let time = last.time + step as f64 * dt;
            let middle = (step as f64 + 0.5) / steps as f64;
            let field = Field::new(&samples(&paths, middle), cell);
            let colliders = self.world.colliders.iter();
            let around = Surroundings {
                walls: colliders
                    .filter(|collider| collider.is_present(time))
                    .map(|collider| Wall::new(collider, time, dt))
                    .collect(),
                world: &self.world,
                field: &field,
                time,
                dt,
            };
            self.grains.par_iter_mut().for_each(|grain| {
                carry(grain, &self.sets[grain.set as usize], &around);
            });
            carry::turn_particles(&paths, middle, &field, dt, &mut turned);
        }
        self.reorient(&paths, &turned, cell);
    }

    /// Turns grains by what the axes of particles have turned beyond the flow, from particles to the grid and
    /// from there to grains [SW20, Section 7].
    fn reorient(&mut self, paths: &[Path], turned: &[Turn], cell: f64) {
        let extra = extra_turns(paths, turned);
        if extra.is_empty() {
            return;
        }
        let field = Field::new(&extra, cell);
        self.grains
            .par_iter_mut()
            .filter(|grain| !grain.escaped)
            .for_each(|grain| {
                if let Some(vector) = field.mean_at(grain.place) {
                    grain.turn = Turn::from_vector(vector).after(grain.turn);
                }
            });
    }

    /// Grains for particles that were not there before.
    fn seed_new(&mut self, frame: &Frame, now: &Snapshot) {
        let filled: Vec<Vec<usize>> = frame
            .parts
            .iter()
            .map(|part| self.sets_of(&part.name))
            .collect();
        for particle in &now.particles {
            let none = Vec::new();
            let sets = filled.get(particle.body as usize).unwrap_or(&none);
            if sets.is_empty() || !self.seeded.insert(particle.id) {
                continue;
            }
            let spacing = particle.rest_volume.cbrt();
            self.cell.get_or_insert(2.0 * spacing);
            for &index in sets {
                let set = &self.sets[index];
                if self.grains.len() + set.per_particle as usize > MOST_GRAINS {
                    return;
                }
                let usual = || set.form.usual_size(particle.rest_volume, set.per_particle);
                let origin = Origin {
                    set,
                    index: index as u32,
                    seed: self.seed,
                    size: *self.sizes[index].get_or_insert_with(usual),
                };
                self.grains.extend(seed(&origin, particle, self.next_id));
                self.next_id += set.per_particle;
            }
        }
    }

    fn sets_of(&self, body: &str) -> Vec<usize> {
        let fills = |set: &GrainSet| set.bodies.iter().any(|name| name == body);
        let numbered = self.sets.iter().enumerate();
        numbered
            .filter(|(_, set)| fills(set))
            .map(|(index, _)| index)
            .collect()
    }

    /// What leaves the world is dropped, as particles are.
    fn drop_strays(&mut self) {
        let domain = self.world.domain;
        self.grains.retain(|grain| {
            grain.place.0.iter().all(|x| x.is_finite())
                && domain.is_none_or(|domain| domain.contains(grain.place))
        });
    }
}

/// Into how many steps the time between two frames is divided. Few that are shot away do not count: the others
/// would wait for them.
fn steps(paths: &[Path], cell: f64, duration: f64) -> usize {
    let mut speeds: Vec<f64> = paths.iter().map(Path::top_speed).collect();
    let shot = speeds.len() / SHOT_AWAY;
    let fast = match speeds.len() {
        0 => 0.0,
        _ => *speeds.select_nth_unstable_by(shot, |a, b| b.total_cmp(a)).1,
    };
    let steps = fast * duration / (COURANT * cell);
    steps.ceil().clamp(1.0, MOST_STEPS) as usize
}

fn samples(paths: &[Path], part: f64) -> Vec<Sample> {
    let sample = |path: &Path| {
        let (place, value): (Vec3<f64>, Vec3<f64>) = path.at(part);
        Sample {
            place,
            value,
            mass: path.mass,
            rest_volume: path.rest_volume,
        }
    };
    paths.par_iter().map(sample).collect()
}
