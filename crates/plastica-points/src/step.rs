//! The method, and its step.

use crate::drift::{Drift, SKIN};
use crate::force::respond;
use crate::gather::gather;
use crate::grip;
use crate::integrate::{Motion, Surroundings, integrate};
use crate::options::{Options, Scheme};
use crate::pairs::{self, Pairs, bodies};
use crate::particles::{BUNDLE, Group, NOBODY, Particles};
use crate::rim::Rims;
use crate::strangers::{self, Strangers};
use crate::{build, observe, sort, state};
use plastica_core::{
    Cause, Emission, Hold, Ledger, Method, Observe, Obstacle, Part, Point, Reader, RestoreError,
    Selection, Snapshot, Step, StepBound, StepError, StepFailure, StepReport, StepScales, World,
    Writer, stable_step,
};
use plastica_tensor::{Scalar, Vec3};
use rayon::prelude::*;

/// How far a particle may move in a step [spacings].
const FARTHEST: f64 = 0.9;
/// After how many changes of neighbours particles are sorted again: they have left their places in memory.
const TIDY: u64 = 20;

/// What scenes call the method.
pub(crate) const NAME: &str = "points";

/// The point-based method.
pub(crate) struct Points<S: Scalar> {
    pub(crate) options: Options,
    pub(crate) groups: Vec<Group>,
    pub(crate) particles: Particles<S>,
    pub(crate) pairs: Pairs<S>,
    pub(crate) strangers: Strangers,
    pub(crate) emissions: Vec<Emission>,
    /// Which grips hold something.
    pub(crate) closed: Vec<bool>,
    pub(crate) next_id: u32,
    /// Where particles stood when strangers were looked for.
    pub(crate) drift: Drift,
    /// Changes of neighbours since particles were sorted.
    pub(crate) changes: u64,
    /// The fastest particle [m/s].
    pub(crate) fastest: f64,
    /// Energy turned into heat so far [J].
    pub(crate) heat: f64,
    /// The time of the state [s].
    pub(crate) now: f64,
    /// Particles dropped and emitted since the last report.
    pub(crate) tally: (u64, u64),
}

impl<S: Scalar> Points<S> {
    /// One explicit step of symplectic Euler; forces are those of the last one's end.
    fn advance(&mut self, world: &World, time: f64, dt: f64) -> Result<StepReport, StepError> {
        let damping = self.options.damping;
        grip::close_and_open(
            world,
            time,
            &mut self.closed,
            &mut self.particles,
            &self.groups,
        );
        let mut bodies = vec![0; self.particles.places() / BUNDLE];
        for (body, group) in self.groups.iter().enumerate() {
            bodies[group.bundles.clone()].fill(body);
        }
        let around = Surroundings {
            rims: &Rims {
                particles: &self.particles,
                pairs: &self.pairs,
                options: &self.options,
            },
            strangers: &self.strangers,
            groups: &self.groups,
            bodies: &bodies,
            world,
            obstacles: &Obstacle::all(world, time, dt),
            holds: &Hold::all(world, time, dt),
            damping,
            time,
            dt,
        };
        let motion = integrate(&around); // v = v + Δt (f/m + g), contact, grips
        self.check_length(&motion, time, dt)?;
        self.travel(&motion, dt); //                                       x = x + Δt v
        if self.has_drifted() || self.is_someone_due(world, time + dt) {
            self.look_around(world, time + dt)?;
        }
        self.ask_laws(time + dt, dt)?; //                                  G, τ, forces on neighbours
        self.sum_up(); //                                                  forces of others
        self.now = time + dt;
        let (dropped, emitted) = std::mem::take(&mut self.tally);
        // Particles were braked before they met anything, what the forces of this step gave them as well;
        // obstacles and grips bear those forces in full.
        let full = (damping * dt).exp();
        let impulses = |sums: &[Vec3<f64>]| sums.iter().map(|i| i.scale(full).0).collect();
        Ok(StepReport {
            collider_impulses: impulses(&motion.colliders),
            grip_impulses: impulses(&motion.grips),
            dropped,
            emitted,
        })
    }

    /// Refuses a step in which a particle would jump past its neighbours.
    fn check_length(&self, motion: &Motion<S>, time: f64, dt: f64) -> Result<(), StepError> {
        let at = |place: usize| {
            let [x, y, z, _] = self.particles.positions[place];
            Some([x, y, z])
        };
        if let Some(place) = motion.broken {
            let quantity = "velocity";
            let failure = StepFailure::new(NAME, (time, dt), Cause::NotFinite { quantity })
                .of_point(self.particles.ids[place]);
            return Err(failure.at(at(place)).diverged());
        }
        let moved = motion.fastest * dt / self.options.spacing;
        if moved < FARTHEST {
            return Ok(());
        }
        let cause = Cause::TooFar {
            what: "a particle",
            distance: moved,
            most: FARTHEST,
            unit: "spacings",
        };
        let failure = StepFailure::new(NAME, (time, dt), cause).at(at(motion.place));
        Err(failure.too_long())
    }

    /// Moves all particles.
    fn travel(&mut self, motion: &Motion<S>, dt: f64) {
        let Particles {
            positions,
            velocities,
            ..
        } = &mut self.particles;
        velocities.copy_from_slice(&motion.velocities);
        positions
            .par_iter_mut()
            .zip(&*velocities)
            .for_each(|(x, v)| {
                for k in 0..3 {
                    x[k] += dt * v[k].to_f64();
                }
            });
        for (place, shift) in &motion.shifts {
            for k in 0..3 {
                positions[*place][k] += shift[k];
            }
        }
        self.fastest = motion.fastest;
    }

    /// Whether strangers may be near each other that have not been found.
    fn has_drifted(&self) -> bool {
        let Particles { positions, ids, .. } = &self.particles;
        self.drift.approach(positions, ids, &self.options) > SKIN
    }

    /// Finds out anew who is near whom; drops who has left the domain and lets in who is due.
    pub(crate) fn look_around(&mut self, world: &World, time: f64) -> Result<(), StepError> {
        self.emit(world, time)?;
        let Self {
            options,
            groups,
            particles,
            pairs,
            ..
        } = self;
        let mut left = 0;
        if let Some(domain) = &world.domain {
            for (x, id) in particles.positions.iter().zip(&mut particles.ids) {
                if *id != NOBODY && !domain.contains(Vec3([x[0], x[1], x[2]])) {
                    *id = NOBODY;
                    left += 1;
                }
            }
        }
        self.tally.0 += left;
        if left > 0 || self.changes >= TIDY {
            self.changes = 0;
            let bodies = bodies(groups, particles.places());
            sort::sort(particles, pairs, groups, &bodies, options.spacing);
        }
        let renewed = match options.scheme {
            Scheme::Pairs => pairs::renew(particles, pairs, groups, options),
            Scheme::Reference => false,
            _ => pairs::look(particles, pairs, groups, options, SKIN),
        };
        self.changes += u64::from(renewed);
        // Sorting leaves nobody connected.
        if renewed || pairs.incoming.is_empty() {
            pairs.connect();
        }
        let skin = SKIN * options.spacing;
        self.strangers = strangers::find(particles, pairs, groups, options, skin);
        self.drift = Drift::new(particles.positions.clone(), &particles.ids, options);
        Ok(())
    }

    /// Whether particles have come or left since neighbours were looked for.
    fn is_someone_due(&self, world: &World, time: f64) -> bool {
        let spacing = self.options.spacing;
        let Particles { positions, ids, .. } = &self.particles;
        let has_left = |domain: &plastica_geometry::Bounds| {
            positions
                .par_iter()
                .zip(ids)
                .any(|(x, id)| *id != NOBODY && !domain.contains(Vec3([x[0], x[1], x[2]])))
        };
        let is_waiting = |emission: &Emission| {
            // At least as fast as a layer of them is given.
            let pace = emission.pace(time).max(emission.layer_pace(time));
            emission.waited(time) * pace > 0.5 * spacing
        };
        self.emissions.iter().any(is_waiting) || world.domain.as_ref().is_some_and(has_left)
    }

    /// Lets in what emitters have to give.
    fn emit(&mut self, world: &World, time: f64) -> Result<(), StepError> {
        let first = self.next_id;
        let mut owners = bodies(&self.groups, self.particles.places());
        for emission in &mut self.emissions {
            let seeds = emission.seeds(world, time);
            let (group, columns) = (&self.groups[emission.group], self.particles.columns);
            let scheme = self.options.scheme;
            let entered = build::enter(group, &seeds, columns, scheme, time, &mut self.next_id);
            let entered = entered.map_err(|error| {
                let reason = error.to_string();
                let cause = Cause::Emission { reason };
                StepFailure::new(NAME, (time, 0.0), cause).diverged()
            })?;
            owners.resize(owners.len() + entered.places(), emission.group as u32);
            self.pairs.append(entered.places());
            self.particles.append(entered);
            self.tally.1 += seeds.len() as u64;
        }
        if self.next_id == first {
            return Ok(());
        }
        let Self {
            options,
            groups,
            particles,
            pairs,
            ..
        } = self;
        sort::sort(particles, pairs, groups, &owners, options.spacing);
        if !options.scheme.is_stateless() {
            pairs::meet(particles, pairs, groups, options, first);
        }
        Ok(())
    }

    /// Deformations from positions, stresses from deformations, forces from stresses.
    pub(crate) fn ask_laws(&mut self, time: f64, dt: f64) -> Result<(), StepError> {
        let Self {
            options,
            groups,
            particles,
            pairs,
            ..
        } = self;
        let outcomes = respond(particles, pairs, groups, options, time, dt);
        let mut wave = 0f64;
        for outcome in &outcomes {
            self.heat += outcome.heat;
            wave = wave.max(outcome.wave);
            if let Some(place) = outcome.broken {
                return Err(self.broken(place, time - dt, dt).diverged());
            }
        }
        for group in &mut self.groups {
            group.wave = wave;
        }
        Ok(())
    }

    /// All forces on particles.
    pub(crate) fn sum_up(&mut self) {
        gather(
            &mut self.particles,
            &self.pairs,
            &self.strangers,
            &self.options,
        );
    }

    /// Says which particle has gone wrong.
    fn broken(&self, place: usize, time: f64, dt: f64) -> StepFailure {
        let bundle = place / BUNDLE;
        let group = self
            .groups
            .iter()
            .find(|group| group.bundles.contains(&bundle));
        let [x, y, z, _] = self.particles.positions[place];
        let recipe = group.map(|group| &group.recipe);
        let cause = Cause::Law {
            material: recipe.map_or(String::new(), |recipe| recipe.name.clone()),
            parameters: (recipe.filter(|recipe| !recipe.varies_in_space()))
                .and_then(|recipe| recipe.check_at([0.0; 3], time + dt).err())
                .map(|error| error.to_string()),
        };
        StepFailure::new(NAME, (time, dt), cause)
            .of_body(group.map_or("", |group| &group.name))
            .of_point(self.particles.ids[place])
            .at(Some([x, y, z]))
    }
}

impl<S: Scalar> Method for Points<S> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn stable_step(&self, world: &World, time: f64) -> StepBound {
        let entering = self.emissions.iter().map(|emission| emission.wave(time));
        let present = self.groups.iter().map(|group| group.wave);
        let wave = entering.chain(present).fold(0.0, f64::max);
        let scales = StepScales {
            size: self.options.spacing,
            courant: self.options.courant,
            wave_speed_squared: wave,
            speed: self.fastest,
        };
        stable_step(
            scales,
            self.groups.iter().map(|group| &group.recipe),
            world,
            time,
        )
    }

    fn step(&mut self, world: &World, step: Step) -> Result<StepReport, StepError> {
        self.advance(world, step.time, step.dt)
    }

    fn observe(&self) -> Option<&dyn Observe> {
        Some(self)
    }

    fn len(&self) -> usize {
        self.particles.len()
    }

    fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), RestoreError> {
        state::restore(self, from)
    }
}

impl<S: Scalar> Observe for Points<S> {
    fn snapshot(&self) -> Snapshot {
        observe::snapshot(&self.particles, &self.groups, self.options.precision)
    }

    fn parts(&self) -> Vec<Part> {
        observe::parts(&self.groups)
    }

    fn ledger(&self) -> Ledger {
        observe::ledger(&self.particles, &self.groups, self.heat, self.now)
    }

    fn visit(&self, selection: Selection, visit: &mut dyn FnMut(&Point)) {
        observe::visit(&self.particles, &self.groups, selection, visit);
    }

    fn save(&self, to: &mut Writer) {
        state::save(self, to);
    }
}
