//! The method, and its step.

use crate::chunk::{MATTER, POSITION};
use crate::emit;
use crate::gather::{self, Manner, gather, in_space};
use crate::grid::{Grid, NODES};
use crate::grip;
use crate::group::{Chunk, Group};
use crate::integrate::{fastest, integrate, node_position};
use crate::options::{Options, StressUpdate, Transfer};
use crate::phase::{self, Phase};
use crate::scatter::{self, scatter};
use crate::sort::{self, Newcomers, members};
use crate::spline::Spline;
use crate::{contact, observe, state};
use plastica_core::{
    Cause, Emission, Hold, Ledger, Method, Observe, Part, Point, Reader, RestoreError, Selection,
    Snapshot, StepBound, StepError, StepFailure, StepReport, StepScales, World, Writer,
    stable_step,
};
use plastica_material::Value;
use plastica_tensor::simd::Level;
use plastica_tensor::{Scalar, Vec3};
use std::marker::PhantomData;

/// How far particles may move between sorts, in cells: a tile has one to spare on each side.
const SLACK: f64 = 0.98;
/// How much faster than in this step something may be in the next one that is begun with it.
const SURPRISE: f64 = 1.5;

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
    pub(crate) drift: f64,
    /// The fastest node of the last step, or particle at the start [m/s].
    pub(crate) fastest: f64,
    /// The length of the next step, if it is begun: the nodes already have the sums of its start, and
    /// particles lack what only observers need.
    pub(crate) begun: Option<f64>,
    /// Energy turned into heat so far [J].
    pub(crate) heat: f64,
    /// The time of the state [s].
    pub(crate) now: f64,
    /// Particles dropped and emitted since the last report.
    pub(crate) tally: (u64, u64),
    pub(crate) level: Level,
    pub(crate) kernel: PhantomData<K>,
}

impl<S: Scalar, K: Spline> Mpm<S, K> {
    /// One explicit step of symplectic Euler [JY17, Section 4.3]; it begins the next one if it can.
    fn advance(
        &mut self,
        world: &World,
        plastica_core::Step {
            time,
            dt,
            next: then,
        }: plastica_core::Step,
    ) -> Result<StepReport, StepError> {
        let fused = |reason| {
            let cause = Cause::Fused { reason };
            StepFailure::new(NAME, (time, dt), cause).diverged()
        };
        let begun = self.begun.take();
        if begun.is_some_and(|length| length != dt) {
            return Err(fused("a step was begun with another length"));
        }
        let begun = begun.is_some();
        grip::close_and_open(world, time, &mut self.closed, &mut self.groups, &self.grid);
        let drift = self.drift + self.fastest * dt / self.grid.cell;
        if !begun && (drift > SLACK || self.is_emission_due(time)) {
            self.sort(world, time)?;
        }
        let holds = Hold::all(world, time, dt);
        phase::end(Phase::Prepare);
        let step = Step {
            time,
            dt,
            holds: &holds,
        };
        self.push(time);
        let what = match self.options.stress {
            StressUpdate::Last => gather::What::All,
            StressUpdate::First => {
                self.ask_laws(&step)?;
                gather::What::Motion
            }
        };
        let contacts = loop {
            let contacts = self.move_grid(world, &step, begun);
            let moved = contacts.fastest * dt / self.grid.cell;
            let fits = self.drift + moved <= SLACK;
            match self.check_length(contacts.fastest, contacts.node, &step) {
                // What particles gave to the nodes is not kept: only a saved state helps.
                Err(error) if begun => return Err(error.after_changes()),
                Ok(()) if begun && !fits => {
                    return Err(fused("material moved faster than expected"));
                }
                other => other?,
            }
            if fits {
                self.drift += moved;
                break contacts;
            }
            // Faster than expected: some would leave their tiles.
            self.sort(world, time)?;
            self.push(time);
        };
        self.fastest = contacts.fastest;
        let then = then.filter(|then| self.can_go_on(time + dt, *then));
        let pulls = self.take(&step, what, then)?;
        self.begun = then;
        self.now = time + dt;
        let (dropped, emitted) = std::mem::take(&mut self.tally);
        // Nodes were braked before they met anything, what the forces of this step gave them as well;
        // obstacles and grips bear those forces in full.
        let full = (self.options.damping * dt).exp();
        Ok(StepReport {
            collider_impulses: contacts.colliders.iter().map(|i| i.scale(full).0).collect(),
            grip_impulses: contacts
                .grips
                .iter()
                .zip(&pulls)
                .map(|(a, b)| (*a + *b).scale(full).0)
                .collect(),
            dropped,
            emitted,
        })
    }

    /// Whether the next step needs nothing of particles that this one would not keep: no sorting, no
    /// newcomers, and nothing but stress to give to the nodes.
    fn can_go_on(&self, time: f64, then: f64) -> bool {
        let drift = self.drift + SURPRISE * self.fastest * then / self.grid.cell;
        self.options.stress == StressUpdate::Last
            && self.options.transfer != Transfer::Aflip
            && self.groups.iter().all(|group| group.acceleration.is_none())
            && drift < SLACK - 0.02
            && !self.is_emission_due(time)
    }

    /// Velocities of the nodes at the end of the step; particles are not changed.
    fn move_grid(&mut self, world: &World, step: &Step<'_>, begun: bool) -> Contacts {
        let Self {
            options,
            groups,
            grid,
            members,
            level,
            ..
        } = self;
        let &Step { time, dt, holds } = step;
        if options.transfer == Transfer::Aflip {
            carry_velocities::<S, K>(groups, members, grid, *level);
            grid.before.copy_from(&grid.velocities);
        }
        if !begun {
            grid.clear();
            scatter::<S, K>(groups, members, grid, scatter::What::All, dt, *level); // m, m v + Δt f  [JY17, Eqs. 39–40]
        }
        phase::end(Phase::Scatter);
        integrate(grid, &world.gravity, options.damping, time, dt); //             v = p/m + Δt g
        let colliders = contact::enforce::<S, K>(grid, world, time, dt); //      contact, friction [JY17, Eqs. 44–48]
        let (grips, held) = grip::hold_nodes::<S, K>(groups, grid, holds);
        let (fastest, node) = fastest(grid);
        phase::end(Phase::Grid);
        Contacts {
            colliders,
            grips,
            fastest: fastest.max(held),
            node,
        }
    }

    /// Stress first: the laws follow the velocities that particles bring along [JY17, steps 3–4].
    fn ask_laws(&mut self, step: &Step<'_>) -> Result<(), StepError> {
        carry_velocities::<S, K>(&self.groups, &self.members, &mut self.grid, self.level);
        let (fastest, node) = fastest(&self.grid);
        self.check_length(fastest, node, step)?;
        self.take(step, gather::What::Deformation, None).map(drop)
    }

    /// Particles take from the grid what the step gives them. Returns the impulses on grips.
    fn take(
        &mut self,
        step: &Step<'_>,
        what: gather::What,
        then: Option<f64>,
    ) -> Result<Vec<Vec3<f64>>, StepError> {
        let manner = Manner {
            what,
            transfer: self.options.transfer,
            time: step.time,
            dt: step.dt,
            holds: step.holds,
            level: self.level,
            then,
        };
        let outcomes = gather::<S, K>(&mut self.groups, &self.members, &mut self.grid, manner);
        phase::end(Phase::Gather);
        let mut pulls = vec![Vec3::zero(); step.holds.len()];
        for (group, outcomes) in self.groups.iter_mut().zip(&outcomes) {
            if what != gather::What::Motion {
                group.wave = outcomes.iter().map(|o| o.wave).fold(0.0, f64::max);
            }
            for (chunk, outcome) in group.chunks.iter().zip(outcomes) {
                self.heat += outcome.heat;
                for (grip, impulse) in &outcome.pulls {
                    pulls[*grip as usize] = pulls[*grip as usize] + *impulse;
                }
                if let Some(i) = outcome.broken {
                    let failure = broken(group, chunk, i as usize, &self.grid, step);
                    return Err(failure.diverged());
                }
            }
        }
        Ok(pulls)
    }

    /// Refuses a step in which something would cross a cell.
    fn check_length(&self, fastest: f64, node: usize, step: &Step<'_>) -> Result<(), StepError> {
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

    fn sort(&mut self, world: &World, time: f64) -> Result<(), StepError> {
        let mut newcomers: Vec<Newcomers<S>> = (0..self.groups.len())
            .map(|_| Newcomers::default())
            .collect();
        let mut emitted = 0;
        for emission in &mut self.emissions {
            let seeds = emission.seeds(world, time);
            emitted += seeds.len() as u64;
            let group = &mut self.groups[emission.group];
            let new = &mut newcomers[emission.group];
            let wave = emit::enter::<S, K>(
                group,
                &seeds,
                self.options.cell,
                time,
                &mut self.next_id,
                new,
            )
            .map_err(|error| {
                let reason = error.to_string();
                let cause = Cause::Emission { reason };
                StepFailure::new(NAME, (time, 0.0), cause).diverged()
            })?;
            group.wave = group.wave.max(wave);
            for seed in &seeds {
                self.fastest = self.fastest.max(Vec3(seed.velocity).norm());
            }
        }
        let domain = world.domain.as_ref();
        let dropped = sort::sort::<S, K>(&mut self.groups, &mut newcomers, &mut self.grid, domain);
        self.members = members(&self.groups, self.grid.occupied);
        self.drift = 0.0;
        self.tally = (self.tally.0 + dropped, self.tally.1 + emitted);
        phase::end(Phase::Sort);
        Ok(())
    }

    /// Whether emitters have new particles that should not wait for the next sort.
    fn is_emission_due(&self, time: f64) -> bool {
        self.emissions.iter().any(|emission| {
            let fastest = emission.pace(time).max(self.fastest);
            emission.waited(time) * fastest > 0.5 * self.options.cell
        })
    }

    /// Accelerations beside gravity, for this step.
    fn push(&mut self, time: f64) {
        for group in &mut self.groups {
            let (Some(acceleration), Some(first)) =
                (group.acceleration.clone(), group.layout.push())
            else {
                continue;
            };
            let grid = &self.grid;
            for mut chunk in group.chunks_mut() {
                let origin = grid.origin(chunk.place.block);
                for i in 0..chunk.place.capacity {
                    let [matter, law, ..] = &mut chunk.tables;
                    let columns = matter.read();
                    let local = std::array::from_fn(|k| columns.get(POSITION + k, i));
                    let x = in_space(origin, grid.cell, local).0;
                    for k in 0..3 {
                        law.set(first + k, i, S::from_f64(acceleration[k].at(x, time)));
                    }
                }
            }
        }
    }
}

/// The velocities that particles bring to the grid, before anything acts on it.
fn carry_velocities<S: Scalar, K: Spline>(
    groups: &[Group<S>],
    members: &[Vec<(u32, u32)>],
    grid: &mut Grid<S>,
    level: Level,
) {
    grid.clear();
    scatter::<S, K>(groups, members, grid, scatter::What::Momentum, 0.0, level);
    integrate(grid, &[0.0; 3].map(Value::Constant), 0.0, 0.0, 0.0);
}

/// One step.
struct Step<'a> {
    time: f64,
    dt: f64,
    holds: &'a [Hold],
}

/// What a moved grid has met.
struct Contacts {
    /// Impulses [N s].
    colliders: Vec<Vec3<f64>>,
    grips: Vec<Vec3<f64>>,
    /// The fastest node or held particle [m/s].
    fastest: f64,
    node: usize,
}

/// Says which particle has gone wrong.
fn broken<S: Scalar>(
    group: &Group<S>,
    chunk: &Chunk,
    i: usize,
    grid: &Grid<S>,
    step: &Step<'_>,
) -> StepFailure {
    let columns = group.table(MATTER, chunk);
    let local = std::array::from_fn(|k| columns.get(POSITION + k, i));
    let place = in_space(grid.origin(chunk.block), grid.cell, local);
    let recipe = &group.recipe;
    let checked = recipe.check_at([0.0; 3], step.time + step.dt);
    let cause = Cause::Law {
        material: recipe.name.clone(),
        parameters: (checked.err())
            .filter(|_| !recipe.varies_in_space())
            .map(|error| error.to_string()),
    };
    StepFailure::new(NAME, (step.time, step.dt), cause)
        .of_body(&group.name)
        .of_point(group.ids[chunk.start + i])
        .at(Some(place.0))
}

impl<S: Scalar, K: Spline> Method for Mpm<S, K> {
    fn name(&self) -> &'static str {
        NAME
    }

    fn stable_step(&self, world: &World, time: f64) -> StepBound {
        let entering = self.emissions.iter().map(|emission| emission.wave(time));
        let present = self.groups.iter().map(|group| group.wave);
        let wave = entering.chain(present).fold(0.0, f64::max);
        let scales = StepScales {
            size: self.options.cell,
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

    fn step(&mut self, world: &World, step: plastica_core::Step) -> Result<StepReport, StepError> {
        self.advance(world, step)
    }

    fn observe(&self) -> Option<&dyn Observe> {
        self.begun.is_none().then_some(self)
    }

    fn len(&self) -> usize {
        self.groups.iter().map(Group::len).sum()
    }

    fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), RestoreError> {
        state::restore(self, from)
    }
}

impl<S: Scalar, K: Spline> Observe for Mpm<S, K> {
    fn snapshot(&self) -> Snapshot {
        observe::snapshot(&self.groups, &self.grid, self.options.precision)
    }

    fn parts(&self) -> Vec<Part> {
        observe::parts(&self.groups)
    }

    fn ledger(&self) -> Ledger {
        observe::ledger::<S, K>(&self.groups, &self.grid, self.heat, self.now)
    }

    fn visit(&self, selection: Selection, visit: &mut dyn FnMut(&Point)) {
        observe::visit(&self.groups, &self.grid, selection, visit);
    }

    fn save(&self, to: &mut Writer) {
        state::save(self, to);
    }
}
