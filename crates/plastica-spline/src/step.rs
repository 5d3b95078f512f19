//! The method, and its step.

use crate::contact;
use crate::load::Load;
use crate::model::Model;
use crate::options::Options;
use crate::tether::Tether;
use crate::{observe, state};
use plastica_core::{
    Bound, Cause, KinematicTarget, Ledger, Method, Observe, Obstacle, Part, Point, Reader,
    RestoreError, Selection, Snapshot, Step, StepBound, StepError, StepFailure, StepReport,
    StepScales, World, Writer, stable_step,
};
use plastica_linear::Report;
use plastica_material::Value;
use plastica_tensor::Vec3;

/// What scenes call the method.
pub(crate) const NAME: &str = "spline";

/// One vector per node.
pub type Vectors<'a> = &'a [Vec3<f64>];

/// Deformable curves, surfaces and solids.
#[derive(Debug)]
pub struct Splines {
    pub(crate) models: Vec<Model>,
    pub(crate) tethers: Vec<Tether>,
    pub(crate) options: Options,
    /// Which grips hold something.
    pub(crate) closed: Vec<bool>,
    /// The time of the state [s].
    pub(crate) now: f64,
}

impl Splines {
    pub(crate) fn new(models: Vec<Model>, tethers: Vec<Tether>, options: Options) -> Self {
        Splines {
            models,
            tethers,
            options,
            closed: Vec::new(),
            now: 0.0,
        }
    }

    /// One semi-implicit step of every body.
    fn advance(&mut self, world: &World, time: f64, dt: f64) -> Result<StepReport, StepError> {
        self.take_hold(world, time);
        let obstacles = Obstacle::all(world, time, dt);
        let thickness = self.options.thickness;
        let holds = KinematicTarget::all(world, time, dt);
        let mut report = StepReport {
            collider_impulses: vec![[0.0; 3]; world.colliders.len()],
            grip_impulses: vec![[0.0; 3]; world.grips.len()],
            ..StepReport::default()
        };
        for body in 0..self.models.len() {
            let load = self.load(world, &holds, body, time, dt);
            let model = &mut self.models[body];
            let (positions, velocities) = (model.positions.clone(), model.velocities.clone());
            (model.travel(&load, &self.options)) //        M ẍ + C ẋ + K e = f, implicitly
                .map_err(|e| {
                    let (reason, place) = (e.to_string(), model.positions[e.node]);
                    failed(model, (time, dt), Cause::Unsolved { reason })
                        .at(Some(place.0))
                        .diverged()
                })?;
            meet(
                model,
                (&obstacles, thickness),
                &positions,
                &load,
                &mut report,
            ); // contact, friction
            model.remember(&load, &self.options); //                      r, G⁰, B⁰ and w follow
            grip_impulses(model, &velocities, &load, &mut report);
            check_finite(model, (time, dt))?;
        }
        self.now = time + dt;
        Ok(report)
    }

    /// Grips, springs and fingers close on nodes, or let go of them.
    fn take_hold(&mut self, world: &World, time: f64) {
        self.closed.resize(world.grips.len(), false);
        for (k, grip) in world.grips.iter().enumerate() {
            if grip.is_closed(time) == self.closed[k] {
                continue;
            }
            self.closed[k] = !self.closed[k];
            let (mark, pose) = (k as u32 + 1, grip.motion.pose(time));
            for model in &mut self.models {
                let meant = grip.holds(&model.bulk.body.name);
                for (x, hold) in model.positions.iter().zip(&mut model.holds) {
                    if !self.closed[k] && *hold == mark {
                        *hold = 0;
                    } else if self.closed[k] && meant && grip.shape.contains(pose.to_local(*x)) {
                        *hold = mark;
                    }
                }
            }
        }
        for tether in &mut self.tethers {
            tether.close_or_open(&self.models, time);
        }
    }

    /// What acts on a body in a step.
    fn load(
        &self,
        world: &World,
        holds: &[KinematicTarget],
        body: usize,
        time: f64,
        dt: f64,
    ) -> Load {
        let model = &self.models[body];
        let own = &model.bulk.body;
        let vector = |values: &[Value; 3], x: &Vec3<f64>| {
            Vec3(std::array::from_fn(|k| values[k].at(x.0, time)))
        };
        let mut load = Load {
            accelerations: (model.positions.iter())
                .map(|x| vector(&world.gravity, x) + vector(&own.acceleration, x))
                .collect(),
            held: model.holds.iter().map(|hold| *hold > 0).collect(),
            targets: (model.holds.iter().enumerate())
                .filter(|(_, hold)| **hold > 0)
                .map(|(i, hold)| {
                    let x = model.positions[i];
                    (i, x + holds[*hold as usize - 1].velocity(x).scale(dt))
                })
                .collect(),
            springs: Vec::new(),
            damping: own.damping.at([0.0; 3], time),
            viscous_time: own.viscous_time.at([0.0; 3], time),
            time,
            dt,
        };
        for tether in &self.tethers {
            tether.pull(body, model, &mut load);
        }
        load
    }

    /// How the system of a body was solved last.
    pub fn solution(&self, body: usize) -> Option<Report> {
        self.models.get(body).map(Model::report)
    }

    /// How many pieces a body is in.
    pub fn pieces(&self, body: usize) -> Option<usize> {
        self.models.get(body).map(|model| model.bulk.count)
    }

    /// Fibres of a body that have broken since the start: axis and node, axis after axis.
    pub fn broken_fibres(&self, body: usize) -> Vec<(usize, usize)> {
        let Some(model) = self.models.get(body) else {
            return Vec::new();
        };
        let born = model.bulk.born.each(&model.bulk.body.lattice);
        born.filter(|(axis, i, _)| !model.bulk.fibres.intact[*axis][*i])
            .map(|(axis, i, _)| (axis, i))
            .collect()
    }

    /// Natural shape r of a hybrid body in its frame [m], and elastic displacements e from it.
    pub fn memory(&self, body: usize) -> Option<(Vectors<'_>, Vectors<'_>)> {
        match &self.models.get(body)?.material {
            crate::model::Material::Hybrid(hybrid) => Some((&hybrid.reference, &hybrid.elastic)),
            crate::model::Material::Primary(_) => None,
        }
    }

    /// Places and velocities of a body's nodes [m, m/s].
    pub fn nodes(&self, body: usize) -> Option<(Vectors<'_>, Vectors<'_>)> {
        let model = self.models.get(body)?;
        Some((&model.positions, &model.velocities))
    }

    /// Elastic forces on a body's nodes [N].
    pub fn forces(&self, body: usize) -> Option<Vec<Vec3<f64>>> {
        let model = self.models.get(body)?;
        Some((0..model.positions.len()).map(|i| model.force(i)).collect())
    }

    /// Moves nodes by hand, as an experiment may: e follows, r stays.
    pub fn place_nodes(&mut self, body: usize, place: impl Fn(usize, Vec3<f64>) -> Vec3<f64>) {
        let options = self.options;
        if let Some(model) = self.models.get_mut(body) {
            for (i, x) in model.positions.iter_mut().enumerate() {
                *x = place(i, *x);
            }
            model.look(&options);
        }
    }
}

/// Obstacles change the way of nodes.
fn meet(
    model: &mut Model,
    (obstacles, thickness): (&[Obstacle<'_>], f64),
    from: &[Vec3<f64>],
    load: &Load,
    report: &mut StepReport,
) {
    // Nodes were braked before they met anything, what the forces of this step gave them as well; obstacles bear those
    // forces in full.
    let full = (load.damping * load.dt).exp();
    for i in (0..from.len()).filter(|&i| !load.held[i]) {
        let way = (model.positions[i] - from[i]).scale(1.0 / load.dt);
        let mut corrected = way;
        for obstacle in obstacles {
            let before = model.velocities[i];
            let velocity = &mut model.velocities[i];
            let sizes = (thickness, model.bulk.spacing);
            contact::meet(
                obstacle,
                from[i],
                (&mut corrected, velocity),
                load.dt,
                sizes,
            );
            let impulse = (before - *velocity).scale(full * model.bulk.masses[i]);
            let sum = &mut report.collider_impulses[obstacle.index];
            *sum = (Vec3(*sum) + impulse).0;
        }
        model.bulk.touching[i] = corrected != way;
        if corrected != way {
            model.positions[i] = from[i] + corrected.scale(load.dt);
        }
    }
}

/// What the material does to its grips: what they give it is its change of momentum beyond other forces.
fn grip_impulses(model: &Model, before: &[Vec3<f64>], load: &Load, report: &mut StepReport) {
    for (i, hold) in model
        .holds
        .iter()
        .enumerate()
        .filter(|(_, hold)| **hold > 0)
    {
        let mass = model.bulk.masses[i];
        let change = (model.velocities[i] - before[i]).scale(mass);
        let others = model.force(i) + load.accelerations[i].scale(mass);
        let sum = &mut report.grip_impulses[*hold as usize - 1];
        *sum = (Vec3(*sum) + others.scale(load.dt) - change).0;
    }
}

fn check_finite(model: &Model, step: (f64, f64)) -> Result<(), StepError> {
    let finite = |v: &Vec3<f64>| v.0.iter().all(|c| c.is_finite());
    let nodes = model.positions.iter().zip(&model.velocities);
    for (i, (x, v)) in nodes.enumerate() {
        if !finite(x) || !finite(v) {
            let quantity = "motion";
            let failure = failed(model, step, Cause::NotFinite { quantity })
                .of_point(i as u32)
                .at(finite(x).then_some(x.0));
            return Err(failure.diverged());
        }
    }
    Ok(())
}

fn failed(model: &Model, step: (f64, f64), cause: Cause) -> StepFailure {
    StepFailure::new(NAME, step, cause).of_body(&model.bulk.body.name)
}

impl Method for Splines {
    fn name(&self) -> &'static str {
        NAME
    }

    /// Steps are stable at any length. They are limited by the accuracy asked for, by the distance of nodes where there
    /// are obstacles that could be jumped over or forces that are not linear, and by creep that is not solved along
    /// with the motion.
    fn stable_step(&self, world: &World, time: f64) -> StepBound {
        let mut bound = StepBound::new(self.options.time_step, Bound::TimeStep);
        for model in &self.models {
            if let Some(creep) = &model.bulk.body.creep
                && !creep.is_uniform()
            {
                let body = &model.bulk.body;
                let fastest = (0..body.lattice.len())
                    .map(|i| body.sites().at(&creep.rate, i, time).abs())
                    .fold(0.0, f64::max);
                bound = bound.tighter(StepBound::new(0.5 / fastest, Bound::Creep));
            }
            let linear = matches!(model.material, crate::model::Material::Hybrid(_));
            if linear && world.colliders.is_empty() {
                continue;
            }
            let fastest = model
                .velocities
                .iter()
                .map(|v| v.norm())
                .fold(0.0, f64::max);
            let scales = StepScales {
                size: model.bulk.spacing,
                courant: self.options.courant,
                wave_speed_squared: 0.0,
                diffusivity: 0.0,
                speed: fastest,
            };
            bound = bound.tighter(stable_step(scales, world, time));
        }
        bound
    }

    fn step(&mut self, world: &World, step: Step) -> Result<StepReport, StepError> {
        // Inside the pool from the start: its many short loops need not wake it up one by one.
        rayon::scope(|_| self.advance(world, step.time, step.dt))
    }

    fn observe(&self) -> Option<&dyn Observe> {
        Some(self)
    }

    fn len(&self) -> usize {
        self.models.iter().map(|model| model.positions.len()).sum()
    }

    fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), RestoreError> {
        state::restore(self, from)
    }
}

impl Observe for Splines {
    fn snapshot(&self) -> Snapshot {
        observe::snapshot(self)
    }

    fn parts(&self) -> Vec<Part> {
        observe::parts(self)
    }

    fn ledger(&self) -> Ledger {
        observe::ledger(self)
    }

    fn visit(&self, selection: Selection, visit: &mut dyn FnMut(&Point)) {
        observe::visit(self, selection, visit);
    }

    fn save(&self, to: &mut Writer) {
        state::save(self, to);
    }
}
