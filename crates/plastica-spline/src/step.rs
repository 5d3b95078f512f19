//! The method, and its step.

use crate::attachment::Attachment;
use crate::deformable_body::DeformableBody;
use crate::external_forces::ExternalForces;
use crate::grips;
use crate::nodes::is_finite;
use crate::options::Options;
use crate::unsolved::Unsolved;
use crate::{observe, state, works};
use plastica_core::{
    BadValue, Bound, Cause, KinematicTarget, Ledger, Method, Observe, Obstacle, Part, Point,
    Reader, RestoreError, Selection, Snapshot, Step, StepBound, StepError, StepFailure, StepReport,
    StepScales, Works, World, Writer, stable_step,
};

/// What scenes call the method.
pub(crate) const NAME: &str = "spline";

/// Deformable curves, surfaces and solids.
#[derive(Debug)]
pub struct Splines {
    pub(crate) bodies: Vec<DeformableBody>,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) options: Options,
    /// Which grips are closed.
    pub(crate) closed_grips: Vec<bool>,
    /// The time of the state [s].
    pub(crate) now: f64,
    /// What gave energy to the bodies and took it so far.
    pub(crate) works: Works,
}

impl Splines {
    pub(crate) fn new(
        bodies: Vec<DeformableBody>,
        attachments: Vec<Attachment>,
        options: Options,
    ) -> Self {
        let mut splines = Splines {
            bodies,
            attachments,
            options,
            closed_grips: Vec::new(),
            now: 0.0,
            works: Works::default(),
        };
        splines.works = Works::none(observe::start_energy(&splines));
        splines
    }

    /// One semi-implicit step of every body.
    fn advance(&mut self, world: &World, time: f64, dt: f64) -> Result<StepReport, StepError> {
        let refused = |bad: Box<BadValue>| bad.refuses(NAME, (time, dt));
        self.update_attachments(world, time).map_err(refused)?;
        let obstacles = Obstacle::all(world, time, dt).map_err(refused)?;
        let grips = KinematicTarget::all(world, time, dt).map_err(refused)?;
        let mut report = StepReport {
            collider_impulses: vec![[0.0; 3]; world.colliders.len()],
            grip_impulses: vec![[0.0; 3]; world.grips.len()],
            ..StepReport::default()
        };
        for (index, body) in self.bodies.iter_mut().enumerate() {
            // f: gravity, grips, springs and pinches.
            let forces = ExternalForces::new(body, world, &grips, time, dt);
            let mut forces = forces.map_err(refused)?;
            for attachment in &self.attachments {
                (attachment.apply(index, body, &mut forces)).map_err(refused)?;
            }
            let accelerations = forces.accelerations.clone();
            // M ẍ + C ẋ + K e = f, implicitly, with contact and friction.
            body.advance_nodes(&obstacles, &mut forces, &mut report)
                .map_err(|error| unsolved(body, (time, dt), error))?;
            // r, G⁰, B⁰ and w by creep, yield and fracture.
            (body.update_internal_variables(&forces)).map_err(refused)?;
            grips::add_impulses(body, &forces, &mut report);
            works::book(&mut self.works, body, &forces, &accelerations, &obstacles);
            check_finite(body, (time, dt))?;
        }
        self.now = time + dt;
        Ok(report)
    }

    /// Grips, springs and pinches close on nodes, or release them.
    fn update_attachments(&mut self, world: &World, time: f64) -> Result<(), Box<BadValue>> {
        grips::update(&mut self.bodies, &mut self.closed_grips, world, time);
        for attachment in &mut self.attachments {
            attachment.update(&self.bodies, time)?;
        }
        Ok(())
    }

    /// Steps within which nodes do not move too far for obstacles and forces that are not linear.
    fn motion_bound(&self, body: &DeformableBody, world: &World, time: f64) -> StepBound {
        let speeds = body.nodes.velocities.iter().map(|v| v.norm());
        let scales = StepScales {
            size: body.structure.spacing,
            courant: self.options.courant,
            wave_speed_squared: 0.0,
            diffusivity: 0.0,
            speed: speeds.fold(0.0, f64::max),
        };
        stable_step(scales, world, time)
    }
}

/// Steps within which explicit creep is stable; none where it is solved along with the motion.
fn creep_bound(body: &DeformableBody, time: f64) -> Option<StepBound> {
    let creep = body.structure.body.creep.as_ref();
    let creep = creep.filter(|creep| !creep.is_uniform())?;
    let sites = body.structure.sites();
    let fastest = (0..body.nodes.len())
        .map(|i| sites.at(&creep.rate, i, time).abs())
        .filter(|rate| rate.is_finite())
        .fold(0.0, f64::max);
    Some(StepBound::new(0.5 / fastest, Bound::Creep))
}

fn unsolved(body: &DeformableBody, step: (f64, f64), error: Unsolved) -> StepError {
    let error = match error {
        Unsolved::Value(bad) => return bad.refuses(NAME, step),
        error => error,
    };
    let place = error.node().map(|node| body.nodes.start_positions[node].0);
    let reason = error.to_string();
    failed(body, step, Cause::Unsolved { reason })
        .at(place)
        .diverged()
}

fn check_finite(body: &DeformableBody, step: (f64, f64)) -> Result<(), StepError> {
    let Some(node) = body.nodes.first_not_finite() else {
        return Ok(());
    };
    let (quantity, x) = ("motion", body.nodes.positions[node]);
    let failure = failed(body, step, Cause::NotFinite { quantity })
        .of_point(node as u32)
        .at(is_finite(x).then_some(x.0));
    Err(failure.diverged())
}

fn failed(body: &DeformableBody, step: (f64, f64), cause: Cause) -> StepFailure {
    StepFailure::new(NAME, step, cause).of_body(body.name())
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
        for body in &self.bodies {
            if let Some(creep) = creep_bound(body, time) {
                bound = bound.tighter(creep);
            }
            if !body.model.is_linear() || !world.colliders.is_empty() {
                bound = bound.tighter(self.motion_bound(body, world, time));
            }
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
        self.bodies.iter().map(|body| body.nodes.len()).sum()
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
