//! The method, and its step.

use crate::b_spline::BSpline;
use crate::emit;
use crate::gather::{GatherMode, Update, gather};
use crate::grid::{BLOCK, Grid, NODES, in_space};
use crate::grip;
use crate::group::Group;
use crate::integrate::{add_impulses, integrate, node_position};
use crate::options::{Options, StressUpdate};
use crate::phase::{Phase, Phases};
use crate::scatter::{self, scatter};
use crate::sort::{self, Newcomers, SortError, members};
use crate::split::split;
use crate::survey::survey;
use crate::tables::{GEOMETRY, LAW_STATE, POSITION, column_counts};
use crate::{contact, state};
use plastica_core::{
    BadValue, Cause, Emission, KinematicTarget, Ledger, Method, Observe, Part, Point, Reader,
    RestoreError, Selection, Snapshot, Step, StepBound, StepError, StepFailure, StepReport, Works,
    World, Writer, add_work, stable_step,
};
use plastica_material::Value;
use plastica_particles::law::no_finite_answer;
use plastica_particles::observe::Particles as _;
use plastica_particles::{Columns, ColumnsMut, Extra, emitters, observe};
use plastica_tensor::simd::Level;
use plastica_tensor::{Scalar, Vec3};
use std::marker::PhantomData;

/// How far particles may move between sorts, in cells: a tile has one to spare on each side.
const SLACK: f64 = 0.98;
/// How much faster than in this step something may be in the next one that is fused with it.
const SURPRISE: f64 = 1.5;

/// Share of what the grid cannot carry that fades while a wave crosses a cell (`docs/theory/mpm.md`, Transfers).
const FADING: f64 = 0.1;

/// What scenes call the method.
pub(crate) const NAME: &str = "mpm";

/// The material point method.
pub(crate) struct Mpm<S: Scalar, K> {
    pub(crate) options: Options,
    pub(crate) groups: Vec<Group<S>>,
    pub(crate) grid: Grid<S>,
    /// The chunks of each occupied block, as (group, chunk).
    pub(crate) members: Vec<Vec<(u32, u32)>>,
    pub(crate) emissions: Vec<Emission>,
    /// Which grips hold something.
    pub(crate) closed: Vec<bool>,
    pub(crate) next_id: u32,
    /// How far any particle may have moved since it was sorted [cells].
    pub(crate) cells_since_sort: f64,
    /// The fastest node of the last step, or particle at the start [m/s].
    pub(crate) fastest: f64,
    /// The length of the next step, if it was fused with the last one: the nodes already have the sums of its start,
    /// and particles lack what only observers need.
    pub(crate) fused: Option<f64>,
    /// Energy turned into heat so far [J].
    pub(crate) dissipated: f64,
    /// What gave energy to the material and took it so far.
    pub(crate) works: Works,
    /// The time of the state [s].
    pub(crate) now: f64,
    /// Particles that left the domain since the last report.
    pub(crate) dropped: u64,
    /// Particles that came since the last report.
    pub(crate) emitted: u64,
    pub(crate) level: Level,
    pub(crate) phases: Phases,
    pub(crate) kernel: PhantomData<K>,
}

/// A step under way.
#[derive(Clone, Copy)]
struct Current<'a> {
    step: Step,
    /// How each grip carries what it holds.
    targets: &'a [KinematicTarget],
    /// Whether it was fused with the one before.
    is_fused: bool,
}

/// What a moved grid has met.
pub(crate) struct Contacts {
    /// Impulses [N s].
    on_colliders: Vec<Vec3<f64>>,
    on_grips: Vec<Vec3<f64>>,
    /// The fastest node or held particle [m/s].
    fastest: f64,
    node: usize,
    /// Work on the material, and losses [J].
    pub(crate) of_gravity: f64,
    pub(crate) of_obstacles: f64,
    pub(crate) of_grips: f64,
    pub(crate) friction: f64,
    pub(crate) damping: f64,
}

/// What held particles have met: impulses on grips [N s], and the work of these [J].
pub(crate) struct HeldParticles {
    on_grips: Vec<Vec3<f64>>,
    pub(crate) work: f64,
}

impl<S: Scalar, K: BSpline> Mpm<S, K> {
    /// One explicit step of symplectic Euler [JY17, Section 4.3], fused with the next one if it can be.
    fn advance(&mut self, world: &World, step: Step) -> Result<StepReport, StepError> {
        let is_fused = self.take_up(step)?;
        grip::close_and_open(
            world,
            step.time,
            &mut self.closed,
            &mut self.groups,
            &self.grid,
        );
        if !is_fused && self.needs_sort(step) {
            self.sort(world, step.time)?;
        }
        self.phases.end(Phase::Prepare);
        let refused = |bad: Box<BadValue>| bad.refuses(NAME, (step.time, step.dt));
        let current = Current {
            step,
            targets: &KinematicTarget::all(world, step.time, step.dt).map_err(refused)?,
            is_fused,
        };
        self.update_accelerations(step.time);
        let update = self.update_stress_first(&current)?; //           τ, if it is updated first
        let contacts = self.move_grid(world, &current)?; //            v of nodes
        let next = step.next.filter(|next| self.can_fuse(step.end(), *next));
        let held = self.gather(&current, update, next)?; //            v, x, τ of particles; sums of the next step
        self.fused = next;
        self.now = step.end();
        self.book(&contacts, &held, step.dt);
        Ok(self.report(&contacts, &held.on_grips, step.dt))
    }

    /// Whether the nodes already have the sums of this step's start.
    fn take_up(&mut self, step: Step) -> Result<bool, StepError> {
        let fused = self.fused.take();
        if fused.is_some_and(|length| length != step.dt) {
            return Err(fusion_failed(step, "a step was begun with another length"));
        }
        Ok(fused.is_some())
    }

    /// Whether particles may leave their tiles in a step, or new ones wait.
    fn needs_sort(&self, step: Step) -> bool {
        let moved = self.fastest * step.dt / self.grid.cell;
        self.cells_since_sort + moved > SLACK || self.is_emission_due(step.time)
    }

    /// Whether the next step needs nothing of particles that this one would not keep: no sorting, no
    /// newcomers, and nothing but stress to give to the nodes.
    fn can_fuse(&self, time: f64, next: f64) -> bool {
        let moved = SURPRISE * self.fastest * next / self.grid.cell;
        let is_accelerated = |group: &Group<S>| group.body.acceleration.is_some();
        self.options.stress == StressUpdate::Last
            && !self.groups.iter().any(is_accelerated)
            && self.cells_since_sort + moved < SLACK - 0.02
            && !self.is_emission_due(time)
    }

    /// Stress first: the laws follow the velocities that particles bring along [JY17, steps 3–4]. Returns what is
    /// left for the end of the step.
    fn update_stress_first(&mut self, current: &Current<'_>) -> Result<Update, StepError> {
        if self.options.stress == StressUpdate::Last {
            return Ok(Update::All);
        }
        carry_velocities::<S, K>(&self.groups, &self.members, &mut self.grid, self.level);
        let still = [0.0; 3].map(Value::Constant);
        let moved = survey(&self.grid, &still, false, current.step.time);
        self.check_length(moved.fastest, moved.node, current.step)?;
        self.gather(current, Update::Deformation, None)?;
        Ok(Update::Motion)
    }

    /// Velocities of the nodes at the end of the step; particles are not changed. Sorts again where some would leave
    /// their tiles, for the grid may be faster than expected.
    fn move_grid(&mut self, world: &World, current: &Current<'_>) -> Result<Contacts, StepError> {
        let &Current { step, is_fused, .. } = current;
        loop {
            let contacts = self.solve_grid(world, current)?;
            let moved = contacts.fastest * step.dt / self.grid.cell;
            let fits = self.cells_since_sort + moved <= SLACK;
            let length = self.check_length(contacts.fastest, contacts.node, step);
            // What particles gave to the nodes of a fused step is not law_state: only a saved state helps.
            if is_fused {
                length.map_err(StepError::after_changes)?;
                if !fits {
                    return Err(fusion_failed(step, "material moved faster than expected"));
                }
            } else {
                length?;
            }
            if fits {
                self.cells_since_sort += moved;
                self.fastest = contacts.fastest;
                return Ok(contacts);
            }
            self.sort(world, step.time)?;
            self.update_accelerations(step.time);
        }
    }

    fn solve_grid(&mut self, world: &World, current: &Current<'_>) -> Result<Contacts, StepError> {
        let Self {
            options,
            groups,
            grid,
            members,
            level,
            phases,
            ..
        } = self;
        let Step { time, dt, .. } = current.step;
        if !current.is_fused {
            let mode = if grid.keeps_impulses_apart() {
                scatter::Mode::Apart
            } else {
                scatter::Mode::Full
            };
            grid.clear();
            scatter::<S, K>(groups, members, grid, mode, dt, *level); //             m, m v + Δt f  [JY17, Eqs. 39–40]
        }
        phases.end(Phase::Scatter);
        add_impulses(grid);
        integrate(grid, &world.gravity, options.damping, time, dt); //               v = p/m + Δt g
        let met = contact::enforce::<S, K>(grid, world, options.touch, (time, dt)) //        contact, friction [JY17, Eqs. 44–48]
            .map_err(|bad| bad.refuses(NAME, (time, dt)))?;
        let held = grip::hold_nodes::<S, K>(groups, grid, current.targets);
        let moved = survey(grid, &world.gravity, options.damping > 0.0, time);
        phases.end(Phase::Grid);
        // Motion was slowed before it met anything, but colliders and grips bear forces in full (`StepReport::undamped`). So
        // the damping force is that of the velocity at the end: m v/keep = m v⁰ + Δt f + J/keep.
        let full = (options.damping * dt).exp();
        Ok(Contacts {
            on_colliders: met.impulses,
            on_grips: held.impulses,
            fastest: moved.fastest.max(held.fastest),
            node: moved.node,
            of_gravity: dt * moved.gravity,
            of_obstacles: full * met.work,
            of_grips: full * held.work,
            friction: full * met.friction,
            damping: (options.damping * dt).exp_m1() * moved.twice_kinetic,
        })
    }

    /// Particles take from the grid what the step gives them. Returns what grips do to those that they hold.
    fn gather(
        &mut self,
        current: &Current<'_>,
        update: Update,
        next_dt: Option<f64>,
    ) -> Result<HeldParticles, StepError> {
        let Step { time, dt, .. } = current.step;
        let mode = GatherMode {
            update,
            transfer: self.options.transfer,
            fading: self.fading(dt),
            time,
            dt,
            targets: current.targets,
            level: self.level,
            next_dt,
        };
        gather::<S, K>(&mut self.groups, &self.members, &mut self.grid, mode);
        self.phases.end(Phase::Gather);
        let mut held = HeldParticles {
            on_grips: vec![Vec3::zero(); current.targets.len()],
            work: 0.0,
        };
        for group in &mut self.groups {
            if update != Update::Motion {
                group.body.bounds = group.reported_bounds();
            }
            for (chunk, outcome) in group.chunks.iter().zip(&group.outcomes) {
                self.dissipated += outcome.of_law.dissipated;
                for (grip, impulse) in outcome.on_grips.iter() {
                    held.on_grips[grip] = held.on_grips[grip] + impulse;
                }
                held.work += outcome.on_grips.work;
                if let Some(i) = outcome.of_law.failed {
                    let id = group.ids[chunk.start + i];
                    let position = group.position(&self.grid, chunk, i).0;
                    return Err(no_finite_answer(
                        NAME,
                        (time, dt),
                        &group.body,
                        id,
                        position,
                    ));
                }
            }
        }
        Ok(held)
    }

    /// What is left after a step of velocity that the grid cannot carry: it fades while a wave crosses ten cells. All bodies have
    /// the same, for bodies that share nodes conserve momentum together.
    fn fading(&self, dt: f64) -> f64 {
        let bounds = self.groups.iter().map(|group| &group.body.bounds);
        let squared = bounds.map(|bounds| bounds.wave_speed_squared);
        let crossed = squared.fold(0.0, f64::max).sqrt() * dt / self.options.cell;
        (-FADING * crossed).exp()
    }

    fn report(&mut self, contacts: &Contacts, on_grips: &[Vec3<f64>], dt: f64) -> StepReport {
        let grips = contacts.on_grips.iter().zip(on_grips);
        let report = StepReport {
            collider_impulses: contacts.on_colliders.iter().map(|i| i.0).collect(),
            grip_impulses: grips.map(|(nodes, held)| (*nodes + *held).0).collect(),
            dropped: std::mem::take(&mut self.dropped),
            emitted: std::mem::take(&mut self.emitted),
        };
        report.undamped(self.options.damping, dt)
    }

    /// Refuses a step in which something would cross a cell.
    fn check_length(&self, fastest: f64, node: usize, step: Step) -> Result<(), StepError> {
        let distance = fastest * step.dt / self.grid.cell;
        if distance < SLACK {
            return Ok(());
        }
        let place = self.grid.places.get(node / NODES);
        let position = place.map(|place| node_position(*place, node % NODES, self.grid.cell).0);
        let cause = Cause::TooFar {
            what: "a grid node",
            distance,
            most: SLACK,
            unit: "cells",
        };
        let failure = StepFailure::new(NAME, (step.time, step.dt), cause);
        Err(failure.at(position).too_long())
    }

    /// Sorts particles into blocks, lets in what emitters have to give and drops what is outside the domain.
    fn sort(&mut self, world: &World, time: f64) -> Result<(), StepError> {
        let moment = self.second_moment();
        let blank = |_: &Group<S>| Newcomers::default();
        let mut newcomers: Vec<Newcomers<S>> = self.groups.iter().map(blank).collect();
        for emission in &mut self.emissions {
            let name = &self.groups[emission.group].body.name;
            let seeds = (emission.seeds(world, time))
                .map_err(|error| emitters::failure(NAME, name, time, &error))?;
            self.emitted += seeds.len() as u64;
            let group = &mut self.groups[emission.group];
            let new = &mut newcomers[emission.group];
            let cell = self.options.cell;
            let bounds = emit::enter::<S, K>(group, &seeds, cell, time, &mut self.next_id, new)
                .map_err(|error| emitters::failure(NAME, &group.body.name, time, &error))?;
            group.body.bounds = group.body.bounds.max(bounds);
            for seed in &seeds {
                self.fastest = self.fastest.max(Vec3(seed.velocity).norm());
                // What is new stores nothing; what appears outside of the domain never comes.
                let domain = world.domain.as_ref();
                if domain.is_none_or(|bounds| bounds.contains(Vec3(seed.position))) {
                    let energy = emitters::kinetic_energy(seed, moment);
                    add_work(&mut self.works.emitted, energy);
                }
            }
        }
        let drawn = self.groups.iter_mut().zip(&mut newcomers);
        for (group, new) in drawn.filter(|_| self.options.split) {
            split::<S, K>(group, &self.grid, &mut self.next_id, new);
        }
        let domain = world.domain.as_ref();
        if let Some(bounds) = domain {
            self.book_left(bounds, time);
        }
        self.dropped +=
            sort::sort::<S, K>(&mut self.groups, &mut newcomers, &mut self.grid, domain).map_err(
                |error| {
                    let cause = match error {
                        SortError::TooFar { most } => Cause::Outside { most },
                        SortError::Strayed => Cause::TooFar {
                            what: "a particle",
                            distance: BLOCK as f64,
                            most: SLACK,
                            unit: "cells",
                        },
                    };
                    StepFailure::new(NAME, (time, 0.0), cause).diverged()
                },
            )?;
        self.members = members(&self.groups, self.grid.occupied);
        self.cells_since_sort = 0.0;
        self.phases.end(Phase::Sort);
        Ok(())
    }

    /// Whether emitters have new particles that should not wait for the next sort.
    fn is_emission_due(&self, time: f64) -> bool {
        emitters::is_due(&self.emissions, time, self.options.cell, |emission| {
            emission.pace(time).max(self.fastest)
        })
    }

    /// Accelerations beside gravity, for this step.
    fn update_accelerations(&mut self, time: f64) {
        for group in &mut self.groups {
            let layout = &group.body.layout;
            let (Some(acceleration), Some(first)) = (
                &group.body.acceleration,
                layout.first(Extra::BodyAcceleration),
            ) else {
                continue;
            };
            let counts = column_counts(layout);
            let [geometry, law, ..] = &mut group.tables;
            let geometry = Columns::new(geometry, counts[GEOMETRY]);
            let mut law = ColumnsMut::new(law, counts[LAW_STATE]);
            for chunk in &group.chunks {
                let origin = self.grid.origin(chunk.block);
                for at in chunk.start..chunk.start + chunk.capacity {
                    let local = std::array::from_fn(|k| geometry.get(POSITION + k, at));
                    let x = in_space(origin, self.grid.cell, local).0;
                    for k in 0..3 {
                        law.set(first + k, at, S::from_f64(acceleration[k].at(x, time)));
                    }
                }
            }
        }
    }
}

/// The velocities that particles bring to the grid, before anything acts on it.
fn carry_velocities<S: Scalar, K: BSpline>(
    groups: &[Group<S>],
    members: &[Vec<(u32, u32)>],
    grid: &mut Grid<S>,
    level: Level,
) {
    grid.clear();
    scatter::<S, K>(groups, members, grid, scatter::Mode::Momentum, 0.0, level);
    integrate(grid, &[0.0; 3].map(Value::Constant), 0.0, 0.0, 0.0);
}

/// A fused step that cannot be taken as it was begun.
fn fusion_failed(step: Step, reason: &'static str) -> StepError {
    StepFailure::new(NAME, (step.time, step.dt), Cause::Fused { reason }).diverged()
}

impl<S: Scalar, K: BSpline> Method for Mpm<S, K> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn stable_step(&self, world: &World, time: f64) -> StepBound {
        let bodies = self.groups.iter().map(|group| &group.body);
        let bounds = emitters::bounds(&self.emissions, bodies, time);
        let Options { cell, courant, .. } = self.options;
        stable_step(bounds.scales(cell, courant, self.fastest), world, time)
    }

    fn step(&mut self, world: &World, step: Step) -> Result<StepReport, StepError> {
        self.advance(world, step)
    }

    fn observe(&self) -> Option<&dyn Observe> {
        self.fused.is_none().then_some(self)
    }

    fn len(&self) -> usize {
        self.groups.iter().map(Group::len).sum()
    }

    fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), RestoreError> {
        state::restore(self, from)
    }
}

impl<S: Scalar, K: BSpline> Observe for Mpm<S, K> {
    fn snapshot(&self) -> Snapshot {
        observe::snapshot(self, self.options.precision)
    }

    fn parts(&self) -> Vec<Part> {
        observe::parts(self)
    }

    fn ledger(&self) -> Ledger {
        Ledger {
            works: self.works,
            ..observe::ledger(self, self.dissipated, self.now)
        }
    }

    fn visit(&self, selection: Selection, visit: &mut dyn FnMut(&Point)) {
        observe::visit(self, selection, visit);
    }

    fn save(&self, to: &mut Writer) {
        state::save(self, to);
    }
}
