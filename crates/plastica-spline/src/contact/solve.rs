//! The forces of contact in one step, by projected gradients with the step lengths of Barzilai and Borwein [BMR00].

use super::search::Search;
use super::touch::Touch;
use super::{RECOVERY, SHALLOW, TOUCHING, on_surface};
use crate::deformable_body::DeformableBody;
use crate::external_forces::ExternalForces;
use crate::nodes::Push;
use crate::unsolved::Unsolved;
use plastica_core::{Contact, Obstacle, StepReport};
use plastica_linear::Field;
use plastica_tensor::Vec3;
use std::collections::{HashMap, HashSet};

/// Solutions of the step that its contact may take.
const MOST_SOLUTIONS: usize = 100;

/// What is left of the first error when forces are found, and the least error that matters over the distance of nodes.
const FOUND: f64 = 1e-6;
const NOTHING: f64 = 1e-9;

/// How far nodes are put on the surface one by one, over their distance.
const DIGITS: f64 = 1e-6;

/// Contact of one body in one step.
pub(super) struct ContactSolve<'a, 'b> {
    body: &'a mut DeformableBody,
    obstacles: &'a [Obstacle<'b>],
    forces: &'a mut ExternalForces,
    touches: Vec<Touch>,
    /// Their nodes and colliders.
    found: HashSet<(usize, usize)>,
    search: Search,
    /// Accelerations without contact [m/s²].
    others: Field,
}

impl<'a, 'b> ContactSolve<'a, 'b> {
    /// Before forces are known: those of the step before, where nodes still touch the same obstacles.
    pub(super) fn new(
        body: &'a mut DeformableBody,
        obstacles: &'a [Obstacle<'b>],
        forces: &'a mut ExternalForces,
    ) -> Self {
        let search = Search::new(body.nodes.len());
        let others = forces.accelerations.clone();
        ContactSolve {
            body,
            obstacles,
            forces,
            touches: Vec::new(),
            found: HashSet::new(),
            search,
            others,
        }
    }

    /// Finds nodes that have entered obstacles, or lie deep in them. Returns whether there are new ones.
    pub(super) fn find(&mut self) -> bool {
        let ContactSolve {
            body,
            obstacles,
            forces,
            touches,
            found,
            search,
            ..
        } = self;
        let (structure, nodes) = (&body.structure, &body.nodes);
        let (known, shallow) = (touches.len(), SHALLOW * structure.spacing.min(1e3));
        let held = &forces.held;
        let places = (nodes.positions.iter().copied().enumerate()).filter(|(i, _)| !held[*i]);
        let (thickness, reach) = (structure.options.thickness, TOUCHING * structure.spacing);
        search.visit(obstacles, places, thickness, reach, |i, obstacle| {
            let place = (i, obstacle.index);
            if obstacle.collider.contact == Contact::Sticky || found.contains(&place) {
                return;
            }
            let ways = [nodes.start_positions[i], nodes.positions[i]];
            let touch = Touch::new(obstacle, structure, i, ways, forces.dt);
            let gap = obstacle.distance_then(nodes.positions[i]) - thickness;
            if gap < touch.least || touch.holds || touch.least < -shallow {
                touches.push(touch);
                found.insert(place);
            }
        });
        touches.len() > known
    }

    /// No node touches anything.
    pub(super) fn release(&mut self) {
        self.body.nodes.in_contact.fill(false);
        self.body.nodes.touches.clear();
    }

    /// Forces for which every node ends where it may.
    pub(super) fn find_forces(&mut self) -> Result<(), Unsolved> {
        self.recall();
        self.solve()?;
        self.find();
        let spacing = self.body.structure.spacing.min(1e3);
        let (mut best, mut wanted) = (f64::INFINITY, NOTHING * spacing);
        let (mut kept, mut known) = (Vec::new(), 0);
        let mut share = 1.0;
        for k in 0..MOST_SOLUTIONS {
            let errors = self.errors();
            let left = self.left(&errors);
            if self.touches.len() > known {
                known = self.touches.len();
                wanted = wanted.max(FOUND * left);
            }
            if left < best {
                best = left;
                kept.clone_from(&self.touches);
            }
            if left <= wanted || k + 1 == MOST_SOLUTIONS {
                break;
            }
            let before: Field = self.touches.iter().map(|touch| touch.force).collect();
            for (k, error) in errors.iter().enumerate() {
                let pull = error.scale(share * self.scale(k));
                let touch = &mut self.touches[k];
                touch.force = touch.allowed(touch.force - pull);
            }
            self.solve()?;
            share = self.next_share(&before, &errors, k % 2 == 1);
            self.find();
        }
        if kept.len() != self.touches.len() || best < self.left(&self.errors()) {
            self.found = (kept.iter().map(|touch| (touch.node, touch.collider))).collect();
            self.touches = kept;
            self.solve()?;
        }
        Ok(())
    }

    /// Forces of the step before are a good guess for this one.
    fn recall(&mut self) {
        let old: HashMap<(usize, usize), Vec3<f64>> = std::mem::take(&mut self.body.nodes.touches)
            .into_iter()
            .map(|(node, collider, force)| ((node, collider), force))
            .collect();
        for touch in &mut self.touches {
            if let Some(force) = old.get(&(touch.node, touch.collider)) {
                touch.force = touch.allowed(*force);
            }
        }
    }

    /// The step with the present forces.
    fn solve(&mut self) -> Result<(), Unsolved> {
        self.forces.accelerations.clone_from(&self.others);
        for touch in &self.touches {
            let i = touch.node;
            self.body.nodes.in_contact[i] = true;
            let share = touch.force.scale(1.0 / self.body.structure.masses[i]);
            self.forces.accelerations[i] = self.forces.accelerations[i] + share;
        }
        self.body.solve(self.forces)
    }

    /// m/h²: a node moves at least by this much less than a force on it [N/m].
    fn scale(&self, touch: usize) -> f64 {
        let h = self.forces.dt;
        self.body.structure.masses[self.touches[touch].node] / (h * h)
    }

    fn errors(&self) -> Field {
        let places = &self.body.nodes.positions;
        (self.gaps())
            .map(|(touch, gap)| touch.error(gap, places[touch.node]))
            .collect()
    }

    /// The largest error that forces which are allowed could still take away [m].
    fn left(&self, errors: &[Vec3<f64>]) -> f64 {
        let left = |(k, error): (usize, &Vec3<f64>)| {
            let (touch, scale) = (&self.touches[k], self.scale(k));
            let next = touch.allowed(touch.force - error.scale(scale));
            (next - touch.force).norm() / scale
        };
        errors.iter().enumerate().map(left).fold(0.0, f64::max)
    }

    /// The step lengths of Barzilai and Borwein, long and short in turn, over m/h²: 1 at least, for no node moves by more than h² f/m.
    fn next_share(&self, before: &[Vec3<f64>], errors: &[Vec3<f64>], short: bool) -> f64 {
        let now = self.errors();
        let (mut forward, mut change) = (0.0, 0.0);
        for (k, before) in before.iter().enumerate() {
            let force = self.touches[k].force - *before;
            let moved = now[k] - errors[k];
            if short {
                forward += force.dot(moved);
                change += moved.norm_squared() * self.scale(k);
            } else {
                forward += force.norm_squared() / self.scale(k);
                change += force.dot(moved);
            }
        }
        if change > 0.0 {
            (forward / change).max(1.0)
        } else {
            1.0
        }
    }

    /// Work of the forces, which must not be positive [J].
    fn work(&self) -> f64 {
        let positions = &self.body.nodes.positions;
        (self.touches.iter())
            .map(|touch| touch.work(positions[touch.node]))
            .sum()
    }

    /// Forces that were not found well enough might do work: they are made smaller until they do none. With W(s) = s a + s² b for the
    /// share s of them, that is s = −a/b.
    pub(super) fn limit_work(&mut self) -> Result<(), Unsolved> {
        let work = self.work();
        if work <= 0.0 {
            return Ok(());
        }
        let found = self.touches.clone();
        self.touches
            .iter_mut()
            .for_each(|touch| touch.force = Vec3::zero());
        self.solve()?;
        let positions = &self.body.nodes.positions;
        let free: f64 = (found.iter())
            .map(|touch| touch.work(positions[touch.node]))
            .sum();
        let share = (-free / (work - free)).clamp(0.0, 1.0);
        for (touch, found) in self.touches.iter_mut().zip(&found) {
            touch.force = found.force.scale(share);
        }
        self.solve()
    }

    /// Velocities on surfaces, what is lost there, impulses on obstacles, and what the next step starts from.
    pub(super) fn finish(&mut self, report: &mut StepReport) {
        let dt = self.forces.dt;
        let nodes = &mut self.body.nodes;
        nodes.in_contact.fill(false);
        for touch in &self.touches {
            if touch.force == Vec3::zero() {
                continue;
            }
            let (i, mass) = (touch.node, self.body.structure.masses[touch.node]);
            let moving = (touch.carried - nodes.start_positions[i]).scale(1.0 / dt);
            let before = nodes.velocities[i];
            let after = on_surface(before, moving, touch.normal);
            nodes.velocities[i] = after;
            let stopped = (before - moving).norm_squared() - (after - moving).norm_squared();
            let stop = (after - before).scale(mass);
            nodes.pushes.push(Push {
                carried: (touch.force.scale(dt) + stop).dot(moving),
                lost: 0.5 * mass * stopped - touch.work(nodes.positions[i]),
            });
            nodes.in_contact[i] = true;
            let impulse = (before - after).scale(mass) - touch.force.scale(dt);
            let sum = &mut report.collider_impulses[touch.collider];
            *sum = (Vec3(*sum) + impulse).0;
        }
        nodes.touches = (self.touches.iter())
            .map(|touch| (touch.node, touch.collider, touch.force))
            .collect();
    }

    /// Whether nodes are left inside deeper than is mended by moving them one by one.
    pub(super) fn is_deep(&self) -> bool {
        let shallow = self.shallow();
        self.gaps().any(|(_, gap)| gap < -shallow)
    }

    /// Nodes that are left inside by the last digits of forces that were found go to the surface. By more they do not: alone they would
    /// stretch their fibres.
    pub(super) fn settle(&mut self) {
        let digits = DIGITS * self.body.structure.spacing.min(1e3);
        let inside: Vec<(usize, Vec3<f64>)> = (self.gaps())
            .filter(|(_, gap)| (-digits..0.0).contains(gap))
            .map(|(touch, gap)| (touch.node, touch.normal.scale(-gap)))
            .collect();
        for (i, way) in inside {
            self.body.nodes.positions[i] = self.body.nodes.positions[i] + way;
        }
    }

    fn shallow(&self) -> f64 {
        SHALLOW * self.body.structure.spacing.min(1e3)
    }

    /// Gaps of nodes that touch [m].
    fn gaps(&self) -> impl Iterator<Item = (&Touch, f64)> {
        let thickness = self.body.structure.options.thickness;
        self.touches.iter().map(move |touch| {
            let x = self.body.nodes.positions[touch.node];
            let obstacle = self.obstacles.iter().find(|o| o.index == touch.collider);
            let gap = obstacle.map_or(0.0, |o| o.distance_then(x) - thickness);
            (touch, gap)
        })
    }

    /// Takes nodes out of obstacles without any velocity: the places of a step whose forces push them out, the velocities of the one
    /// whose forces do not.
    pub(super) fn correct_places(&mut self) -> Result<(), Unsolved> {
        let nodes = &self.body.nodes;
        let (velocities, touches) = (nodes.velocities.clone(), nodes.touches.clone());
        let in_contact = nodes.in_contact.clone();
        let left = (-self.forces.dt / RECOVERY).exp();
        for touch in &mut self.touches {
            touch.least *= if touch.holds { 1.0 } else { left };
        }
        self.find_forces()?;
        let nodes = &mut self.body.nodes;
        (nodes.velocities, nodes.touches, nodes.in_contact) = (velocities, touches, in_contact);
        Ok(())
    }
}
