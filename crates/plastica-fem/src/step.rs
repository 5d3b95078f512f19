//! The method, and its step.

use crate::contact::surfaces::Surfaces;
use crate::elements::{ElementBounds, Elements, MeshGroup};
use crate::force::{Exchange, Span, respond};
use crate::incidence::Incidence;
use crate::integrate::{External, Motion, Surroundings, integrate};
use crate::nodes::{Nodes, quad};
use crate::options::Options;
use crate::surface::Surface;
use crate::survey::{Survey, survey};
use crate::{grip, observe, state};
use plastica_core::{
    BadValue, Bound, Cause, KinematicTarget, Ledger, Method, Observe, Obstacle, Owner, Part, Point,
    Reader, RestoreError, Selection, Snapshot, Step, StepBound, StepError, StepFailure, StepReport,
    StepScales, Works, World, Writer, add_work, stable_step,
};
use plastica_particles::Quad;
use plastica_particles::law::no_finite_answer;
use plastica_tensor::Vec3;

/// How far a node may move in a step [edges]: obstacles must not be jumped over.
const FARTHEST: f64 = 0.5;

/// What scenes call the method.
pub(crate) const NAME: &str = "fem";

/// Tetrahedral finite elements.
pub(crate) struct Fem {
    pub(crate) options: Options,
    pub(crate) groups: Vec<MeshGroup>,
    pub(crate) nodes: Nodes,
    pub(crate) elements: Elements,
    pub(crate) incidence: Incidence,
    pub(crate) surface: Surface,
    /// How surfaces meet, if they do.
    pub(crate) surfaces: Option<Surfaces>,
    /// Which grips hold something.
    pub(crate) closed: Vec<bool>,
    /// The fastest node [m/s].
    pub(crate) fastest: f64,
    /// Energy turned into heat so far [J].
    pub(crate) dissipated: f64,
    /// What gave energy to the material and took it so far.
    pub(crate) works: Works,
    /// The time of the state [s].
    pub(crate) now: f64,
    /// Room that steps use again.
    pub(crate) exchange: Exchange,
    pub(crate) volumes: Vec<f64>,
}

impl Fem {
    /// One explicit step of symplectic Euler; forces are those of the last one's end.
    fn advance(&mut self, world: &World, step: Step) -> Result<StepReport, StepError> {
        let Step { time, dt, .. } = step;
        let (closed, nodes) = (&mut self.closed, &mut self.nodes);
        grip::close_and_open(world, time, closed, nodes, &self.groups);
        let motion = self.integrate(world, step)?; //             v = v + Δt (f/m + g), grips, obstacles
        self.check_motion(&motion, world, step)?;
        let after = motion.positions(&self.nodes.positions, dt); // x = x + Δt v
        let survey = self.survey(&after);
        self.check_elements(&survey, step)?;
        self.book(&motion.external);
        let before = self.move_nodes(&motion, after);
        self.straining(&survey, dt);
        self.respond(
            &before,
            survey.volumes,
            Span {
                time: step.end(),
                dt,
            },
        )?; // F, τ, β, forces
        self.now = step.end();
        Ok(self.report(&motion, dt))
    }

    /// Velocities at the end of a step.
    fn integrate(&mut self, world: &World, step: Step) -> Result<Motion, StepError> {
        let Step { time, dt, .. } = step;
        let refused = |bad: Box<BadValue>| bad.refuses(NAME, (time, dt));
        let obstacles = Obstacle::all(world, time, dt).map_err(refused)?;
        let targets = KinematicTarget::all(world, time, dt).map_err(refused)?;
        let around = Surroundings {
            nodes: &self.nodes,
            groups: &self.groups,
            surface: &self.surface,
            world,
            obstacles: &obstacles,
            targets: &targets,
            damping: self.options.damping,
            time,
            dt,
        };
        Ok(integrate(&around, self.surfaces.as_mut()))
    }

    /// Refuses a step in which a node has no velocity, or would go too far.
    fn check_motion(&self, motion: &Motion, world: &World, step: Step) -> Result<(), StepError> {
        let failure = |node: usize, cause: Cause| {
            let failure = StepFailure::new(NAME, (step.time, step.dt), cause);
            let failure = failure.of_body(&self.body_of_node(node).body.name);
            failure
                .of_point(self.nodes.ids[node])
                .at(Some(self.nodes.position(node).0))
        };
        if let Some(node) = motion.broken {
            self.check_accelerations(node, world, step)?;
            let quantity = "velocity";
            return Err(failure(node, Cause::NotFinite { quantity }).diverged());
        }
        if let Some(node) = motion.crossing {
            let reason =
                "surfaces cannot be kept apart: something presses them through each other".into();
            return Err(failure(node, Cause::Unsolved { reason }).too_long());
        }
        let edge = self.finest_edge();
        let distance = motion.fastest * step.dt / edge;
        if distance <= 2.0 * FARTHEST {
            return Ok(());
        }
        let cause = Cause::TooFar {
            what: "a node",
            distance,
            most: 2.0 * FARTHEST,
            unit: "edges",
        };
        Err(failure(motion.node, cause).too_long())
    }

    /// Refuses gravity, or an acceleration of a body, that is no number at a node.
    fn check_accelerations(&self, node: usize, world: &World, step: Step) -> Result<(), StepError> {
        let span = (step.time, step.dt);
        let refused = |bad: Box<BadValue>| bad.refuses(NAME, span);
        let (x, group) = (self.nodes.position(node).0, self.body_of_node(node));
        world.gravity_at(x, step.time).map_err(refused)?;
        for value in group.body.acceleration.iter().flatten() {
            let of = (|| Owner::Body(group.body.name.clone()), "acceleration");
            BadValue::check(value, of, x, step.time, |_| true).map_err(refused)?;
        }
        Ok(())
    }

    fn survey(&mut self, after: &[Quad<f64>]) -> Survey {
        let volumes = std::mem::take(&mut self.volumes);
        let before = &self.nodes.positions;
        survey(&self.elements, before, after, self.options.level, volumes)
    }

    /// Refuses a step in which an edge would change too much [BW07, section 5].
    fn check_elements(&self, survey: &Survey, step: Step) -> Result<(), StepError> {
        let most = self.options.edge_change;
        let distance = survey.change.sqrt();
        // A place that is no number has no distance to anything.
        if distance <= most {
            return Ok(());
        }
        let cause = Cause::TooFar {
            what: "an end of an edge",
            distance,
            most,
            unit: "lengths of the edge",
        };
        let corners = self.elements.corners[survey.place];
        let node = corners[0] as usize;
        let failure = StepFailure::new(NAME, (step.time, step.dt), cause)
            .of_body(&self.body_of_node(node).body.name)
            .at(Some(self.nodes.position(node).0));
        Err(failure.too_long())
    }

    /// Adds what a step does to the works.
    fn book(&mut self, external: &External) {
        let works = &mut self.works;
        add_work(&mut works.gravity, external.gravity);
        add_work(&mut works.obstacles, external.obstacles);
        add_work(&mut works.grips, external.grips);
        add_work(&mut works.friction, external.friction);
        add_work(&mut works.damping, external.damping);
    }

    /// Moves all nodes; returns where they were.
    fn move_nodes(&mut self, motion: &Motion, after: Vec<Quad<f64>>) -> Vec<Quad<f64>> {
        for (velocity, new) in self.nodes.velocities.iter_mut().zip(&motion.velocities) {
            *velocity = quad(*new);
        }
        self.fastest = motion.fastest;
        std::mem::replace(&mut self.nodes.positions, after)
    }

    /// Notes how fast edges change.
    fn straining(&mut self, survey: &Survey, dt: f64) {
        for group in &mut self.groups {
            group.bounds.straining = survey.change.sqrt() / dt;
        }
    }

    /// Deformations from positions, stresses from deformations, forces from stresses.
    pub(crate) fn respond(
        &mut self,
        before: &[Quad<f64>],
        volumes: Vec<f64>,
        span: Span,
    ) -> Result<(), StepError> {
        let outcomes = respond(
            &mut self.nodes,
            &mut self.elements,
            (&self.groups, &self.options),
            (&self.incidence, &mut self.exchange),
            (before, &volumes),
            span,
        );
        self.volumes = volumes;
        for group in &mut self.groups {
            let straining = group.bounds.straining;
            group.bounds = ElementBounds {
                straining,
                ..ElementBounds::default()
            };
        }
        for (body, outcome) in outcomes {
            let group = &mut self.groups[body];
            group.bounds = group.bounds.max(outcome.bounds);
            self.dissipated += outcome.dissipated;
            if let Some(place) = outcome.failed {
                let node = self.elements.corners[place][0] as usize;
                let (id, x) = (self.nodes.ids[node], self.nodes.position(node).0);
                let start = (span.time - span.dt, span.dt);
                return Err(no_finite_answer(NAME, start, &group.body, id, x));
            }
        }
        Ok(())
    }

    fn report(&self, motion: &Motion, dt: f64) -> StepReport {
        let impulses = |sums: &[Vec3<f64>]| sums.iter().map(|impulse| impulse.0).collect();
        let report = StepReport {
            collider_impulses: impulses(&motion.colliders),
            grip_impulses: impulses(&motion.grips),
            ..StepReport::default()
        };
        report.undamped(self.options.damping, dt)
    }

    /// The body that a node belongs to.
    pub(crate) fn body_of_node(&self, node: usize) -> &MeshGroup {
        let found = self.groups.iter().find(|g| g.nodes.contains(&node));
        found.unwrap_or(&self.groups[0])
    }

    /// Sees to it that surfaces that meet are those of the elements.
    pub(crate) fn renew_surfaces(&mut self) {
        let Options {
            contact, friction, ..
        } = self.options;
        let edge = self.finest_edge();
        self.surfaces = contact.then(|| Surfaces::new(&self.elements, edge, friction));
    }

    /// The shortest of the mean edges of bodies [m].
    fn finest_edge(&self) -> f64 {
        let edges = self.groups.iter().map(|group| group.edge);
        edges.fold(f64::INFINITY, f64::min)
    }

    /// The largest of what limits a step, over all bodies.
    fn bounds(&self) -> ElementBounds {
        let all = self.groups.iter().map(|group| group.bounds);
        all.fold(ElementBounds::default(), ElementBounds::max)
    }
}

impl Method for Fem {
    fn name(&self) -> &'static str {
        NAME
    }

    /// Explicit steps are stable up to 2/ω, with damping that lags by half a step up to 4/(d + √(d² + 4ω²)).
    fn stable_step(&self, world: &World, time: f64) -> StepBound {
        let ElementBounds {
            stiffness,
            decay,
            straining,
        } = self.bounds();
        let Options {
            courant,
            edge_change,
            ..
        } = self.options;
        let stable = 4.0 / (decay + (decay * decay + 4.0 * stiffness).sqrt());
        let by = if decay * decay > 4.0 * stiffness {
            Bound::Viscosity
        } else {
            Bound::WaveSpeed
        };
        let scales = StepScales {
            size: self.finest_edge(),
            courant: FARTHEST,
            wave_speed_squared: 0.0,
            diffusivity: 0.0,
            speed: self.fastest,
        };
        StepBound::new(courant * stable, by)
            .tighter(StepBound::new(0.5 * edge_change / straining, Bound::Motion))
            .tighter(stable_step(scales, world, time))
    }

    fn step(&mut self, world: &World, step: Step) -> Result<StepReport, StepError> {
        // Inside of the pool: work that is handed over from outside waits for a thread each time.
        rayon::scope(|_| self.advance(world, step))
    }

    fn observe(&self) -> Option<&dyn Observe> {
        Some(self)
    }

    fn len(&self) -> usize {
        self.nodes.len()
    }

    fn restore(&mut self, from: &mut Reader<'_>) -> Result<(), RestoreError> {
        state::restore(self, from)
    }
}

impl Observe for Fem {
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
