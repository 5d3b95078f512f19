//! The method, and its step.

use crate::bonds::{self, Bonds};
use crate::contact_pairs::{self, ContactPairs};
use crate::energy_guard::EnergyGuard;
use crate::force::respond;
use crate::gather::gather;
use crate::grip;
use crate::integrate::{External, Motion, Surroundings, integrate};
use crate::neighbour_skin::{NeighbourSkin, SKIN};
use crate::options::{Options, Scheme};
use crate::particles::{EMPTY, Group, Particles};
use crate::surface_point::SurfacePoints;
use crate::{build, sort, state, tearing};
use plastica_core::{
    BadValue, Cause, Emission, KinematicTarget, Ledger, Method, Observe, Obstacle, Part, Point,
    Reader, RestoreError, Selection, Snapshot, Step, StepBound, StepError, StepFailure, StepReport,
    Works, World, Writer, add_work, stable_step,
};
use plastica_particles::law::no_finite_answer;
use plastica_particles::observe::Particles as _;
use plastica_particles::{Bounds, emitters, observe};
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
    pub(crate) bonds: Bonds<S>,
    pub(crate) contact_pairs: ContactPairs,
    pub(crate) emissions: Vec<Emission>,
    /// Which grips hold something.
    pub(crate) closed: Vec<bool>,
    pub(crate) next_id: u32,
    /// Where particles were when neighbours were looked for.
    pub(crate) skin: NeighbourSkin,
    /// Changes of neighbours since particles were sorted.
    pub(crate) changes: u64,
    /// The fastest particle [m/s].
    pub(crate) fastest: f64,
    /// Energy turned into dissipated so far [J].
    pub(crate) dissipated: f64,
    /// What gave energy to the material and took it so far.
    pub(crate) works: Works,
    /// The time of the state [s].
    pub(crate) now: f64,
    pub(crate) guard: EnergyGuard,
    /// Particles that left the domain since the last report.
    pub(crate) dropped: u64,
    /// Particles that came since the last report.
    pub(crate) emitted: u64,
}

impl<S: Scalar> Points<S> {
    /// One explicit step of symplectic Euler; forces are those of the last one's end.
    fn advance(&mut self, world: &World, step: Step) -> Result<StepReport, StepError> {
        let Step { time, dt, .. } = step;
        let end = step.end();
        let (closed, particles) = (&mut self.closed, &mut self.particles);
        grip::close_and_open(world, time, closed, particles, &self.groups);
        let motion = self.integrate(world, step)?; //          v = v + Δt (f/m + g), contact, grips
        self.check_length(&motion, step)?;
        self.check_energy(&motion, step)?;
        self.book(&motion);
        self.move_particles(&motion, dt); //                   x = x + Δt v
        if self.is_skin_used_up() || self.are_particles_due(world, end) {
            self.update_neighbours(world, end)?;
        }
        self.update_stresses(end, dt)?; //                            G, τ, forces on neighbours
        self.gather_forces(); //                                      forces of others
        self.now = end;
        self.look_at_energy();
        Ok(self.report(&motion, dt))
    }

    /// Velocities at the end of a step.
    fn integrate(&self, world: &World, step: Step) -> Result<Motion<S>, StepError> {
        let Step { time, dt, .. } = step;
        let refused = |bad: Box<BadValue>| bad.refuses(NAME, (time, dt));
        let obstacles = Obstacle::all(world, time, dt).map_err(refused)?;
        let targets = KinematicTarget::all(world, time, dt).map_err(refused)?;
        Ok(integrate(&Surroundings {
            surface_points: &SurfacePoints {
                particles: &self.particles,
                bonds: &self.bonds,
                options: &self.options,
            },
            contact_pairs: &self.contact_pairs,
            groups: &self.groups,
            world,
            obstacles: &obstacles,
            targets: &targets,
            damping: self.options.damping,
            time,
            dt,
        }))
    }

    /// Adds what a step does to the works.
    fn book(&mut self, motion: &Motion<S>) {
        let External {
            gravity,
            obstacles,
            grips,
            friction,
            damping,
        } = motion.external;
        let works = &mut self.works;
        add_work(&mut works.gravity, gravity);
        add_work(&mut works.obstacles, obstacles);
        add_work(&mut works.grips, grips);
        add_work(&mut works.friction, friction);
        add_work(&mut works.damping, damping);
    }

    /// Books the energy of particles that are about to be dropped.
    fn book_left(&mut self, domain: &plastica_geometry::Bounds, time: f64) {
        let mut energy = 0.0;
        for body in 0..self.groups.len() {
            let mut stored = 0.0;
            energy += observe::energy(self, body, time, |visit| {
                self.each(body, |particle| {
                    if !domain.contains(particle.position) {
                        visit(particle);
                        stored += self.stored_by(particle.at);
                    }
                });
            });
            energy += stored;
        }
        add_work(&mut self.works.left, energy);
    }

    fn report(&mut self, motion: &Motion<S>, dt: f64) -> StepReport {
        let impulses = |sums: &[Vec3<f64>]| sums.iter().map(|impulse| impulse.0).collect();
        let report = StepReport {
            collider_impulses: impulses(&motion.colliders),
            grip_impulses: impulses(&motion.grips),
            dropped: std::mem::take(&mut self.dropped),
            emitted: std::mem::take(&mut self.emitted),
        };
        report.undamped(self.options.damping, dt)
    }

    /// Refuses a step in which a particle would jump past its neighbours.
    fn check_length(&self, motion: &Motion<S>, step: Step) -> Result<(), StepError> {
        let at = |place: usize| {
            let [x, y, z, _] = self.particles.positions[place];
            Some([x, y, z])
        };
        let span = (step.time, step.dt);
        if let Some(place) = motion.broken {
            let quantity = "velocity";
            let failure = StepFailure::new(NAME, span, Cause::NotFinite { quantity })
                .of_point(self.particles.ids[place]);
            return Err(failure.at(at(place)).diverged());
        }
        let distance = motion.fastest * step.dt / self.options.spacing;
        if distance < FARTHEST {
            return Ok(());
        }
        let cause = Cause::TooFar {
            what: "a particle",
            distance,
            most: FARTHEST,
            unit: "spacings",
        };
        let failure = StepFailure::new(NAME, span, cause).at(at(motion.place));
        Err(failure.too_long())
    }

    /// Moves all particles.
    fn move_particles(&mut self, motion: &Motion<S>, dt: f64) {
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

    /// Whether particles may be near each other that are not in the lists.
    fn is_skin_used_up(&self) -> bool {
        let Particles { positions, ids, .. } = &self.particles;
        self.skin
            .max_relative_displacement(positions, ids, &self.options)
            > SKIN
    }

    /// Makes neighbour lists anew; drops particles that have left the domain and lets in those that are due.
    pub(crate) fn update_neighbours(&mut self, world: &World, time: f64) -> Result<(), StepError> {
        self.emit(world, time)?;
        if let Some(domain) = world.domain.as_ref().filter(|domain| self.leave(domain)) {
            self.book_left(domain, time);
        }
        let Self {
            options,
            groups,
            particles,
            bonds,
            ..
        } = self;
        let mut left = 0;
        if let Some(domain) = &world.domain {
            for (x, id) in particles.positions.iter().zip(&mut particles.ids) {
                if *id != EMPTY && !domain.contains(Vec3([x[0], x[1], x[2]])) {
                    *id = EMPTY;
                    left += 1;
                }
            }
        }
        self.dropped += left;
        if left > 0 || self.changes >= TIDY {
            self.changes = 0;
            sort::sort(particles, bonds, groups, options.spacing);
        }
        let renewed = match options.scheme {
            Scheme::Pairs => {
                let torn = tearing::part(particles, bonds, groups, options);
                bonds::rebond_flowing(particles, bonds, groups, options) || torn
            }
            Scheme::Reference => false,
            _ => bonds::rebuild_list(particles, bonds, options, SKIN),
        };
        self.changes += u64::from(renewed);
        // Sorting empties these lists.
        if renewed || bonds.incoming.is_empty() {
            bonds.index_incoming();
        }
        let skin = SKIN * options.spacing;
        self.contact_pairs = contact_pairs::find(particles, bonds, options, skin);
        self.skin = NeighbourSkin::new(particles.positions.clone(), &particles.ids, options);
        Ok(())
    }

    /// Whether particles have come or left since neighbours were looked for.
    fn are_particles_due(&self, world: &World, time: f64) -> bool {
        let spacing = self.options.spacing;
        // At least as fast as a layer of them is given.
        let speed = |emission: &Emission| emission.pace(time).max(emission.layer_pace(time));
        emitters::is_due(&self.emissions, time, spacing, speed)
            || (world.domain.as_ref()).is_some_and(|domain| self.leave(domain))
    }

    /// Whether particles are outside of the domain.
    fn leave(&self, domain: &plastica_geometry::Bounds) -> bool {
        let Particles { positions, ids, .. } = &self.particles;
        let places = positions.par_iter().zip(ids);
        let is_outside = |x: &[f64; 4]| !domain.contains(Vec3([x[0], x[1], x[2]]));
        places.any(|(x, id)| *id != EMPTY && is_outside(x))
    }

    /// Lets in what emitters have to give.
    fn emit(&mut self, world: &World, time: f64) -> Result<(), StepError> {
        let first = self.next_id;
        for emission in &mut self.emissions {
            let name = &self.groups[emission.group].body.name;
            let failed = |error: &dyn std::error::Error| emitters::failure(NAME, name, time, error);
            let seeds = (emission.seeds(world, time)).map_err(|error| failed(&error))?;
            let (body, columns) = (emission.group, self.particles.columns);
            let group = &self.groups[body];
            let scheme = self.options.scheme;
            let entered = build::enter(
                (body, group),
                &seeds,
                columns,
                scheme,
                time,
                &mut self.next_id,
            );
            let entered = entered.map_err(|error| failed(&error))?;
            self.bonds.append(entered.places());
            self.particles.append(entered);
            self.emitted += seeds.len() as u64;
            let energies = seeds.iter().map(|seed| emitters::kinetic_energy(seed, 0.0));
            add_work(&mut self.works.emitted, energies.sum());
        }
        if self.next_id == first {
            return Ok(());
        }
        let Self {
            options,
            groups,
            particles,
            bonds,
            ..
        } = self;
        sort::sort(particles, bonds, groups, options.spacing);
        if !options.scheme.rebuilds_neighbours() {
            bonds::bond_new(particles, bonds, groups, options, first);
        }
        Ok(())
    }

    /// Deformations from positions, stresses from deformations, forces from stresses.
    pub(crate) fn update_stresses(&mut self, time: f64, dt: f64) -> Result<(), StepError> {
        let Self {
            options,
            groups,
            particles,
            bonds,
            ..
        } = self;
        let outcomes = respond(particles, bonds, groups, options, time, dt);
        let mut bounds = Bounds::default();
        for outcome in &outcomes {
            self.dissipated += outcome.dissipated;
            bounds = bounds.max(outcome.bounds);
            if let Some(place) = outcome.failed {
                let body = &groups[particles.body(place)].body;
                let [x, y, z, _] = particles.positions[place];
                let id = particles.ids[place];
                return Err(no_finite_answer(NAME, (time - dt, dt), body, id, [x, y, z]));
            }
        }
        for group in &mut self.groups {
            group.body.bounds = bounds;
        }
        Ok(())
    }

    /// All forces on particles.
    pub(crate) fn gather_forces(&mut self) {
        gather(
            &mut self.particles,
            &self.bonds,
            &self.contact_pairs,
            &self.options,
        );
    }
}

impl<S: Scalar> Method for Points<S> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn stable_step(&self, world: &World, time: f64) -> StepBound {
        let bodies = self.groups.iter().map(|group| &group.body);
        let bounds = emitters::bounds(&self.emissions, bodies, time);
        let Options {
            spacing, courant, ..
        } = self.options;
        stable_step(bounds.scales(spacing, courant, self.fastest), world, time)
    }

    fn step(&mut self, world: &World, step: Step) -> Result<StepReport, StepError> {
        self.advance(world, step)
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
        observe::snapshot(self, self.options.precision)
    }

    fn parts(&self) -> Vec<Part> {
        observe::parts(self)
    }

    fn ledger(&self) -> Ledger {
        let mut ledger = observe::ledger(self, self.dissipated, self.now);
        ledger.elastic_energy += self.stored_energy();
        ledger.works = self.works;
        ledger
    }

    fn visit(&self, selection: Selection, visit: &mut dyn FnMut(&Point)) {
        observe::visit(self, selection, visit);
    }

    fn save(&self, to: &mut Writer) {
        state::save(self, to);
    }
}
