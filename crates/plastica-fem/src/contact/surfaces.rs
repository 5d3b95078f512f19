//! Surfaces meet each other and themselves, and never pass through each other [BFA02].
//!
//! What touches as the step begins, or would within it, gets equal and opposite impulses: none into each other once the gap is
//! as small as the skin is thick, and Coulomb friction (`constraint`). All are solved together. Then every pair that may
//! come near is followed along its way; one that would come too near all the same becomes a contact with the direction
//! in which it meets, and all are solved again. What does not settle in a few rounds moves as rigid bodies for this step
//! (`rigid_zone`). The last word is that of the pairs that are followed: no step is taken in which surfaces would cross.

use crate::contact::constraint::{Meeting, SurfaceContact, solve};
use crate::contact::local::{Met, Stars};
use crate::contact::near::{NearPair, NearPairs, Path};
use crate::contact::obstacles;
use crate::contact::rigid_zone::{RigidZones, Vertex};
use crate::elements::Elements;
use crate::integrate::{Motion, Surroundings};
use crate::nodes::Nodes;
use crate::surface::boundary;
use plastica_geometry::collide::{Features, Nearest};
use plastica_tensor::Vec3;
use rayon::prelude::*;

/// Surfaces that are nearer than this touch [edges].
const SKIN: f64 = 0.02;
/// Nearer than this they must not come [edges]; those that are keep half their distance.
const LEAST: f64 = 0.002;
/// How far apart those end that would have come nearer, in least gaps: within what ends a search for contact (1.1) there
/// would be no room for the bend of their way.
const CAUGHT: f64 = 2.0;
/// Sweeps over all contacts end when none changes a velocity by more than this [edges per step].
const TOLERANCE: f64 = 1e-7;
/// Most sweeps in a round.
const MOST_SWEEPS: usize = 30;
/// Most rounds of impulses.
const MOST_ROUNDS: usize = 8;
/// Most rounds in which rigid zones grow.
const MOST_GROWTHS: usize = 64;

/// The surfaces of all bodies, and what may meet.
#[derive(Clone, Debug)]
pub(crate) struct Surfaces {
    features: Features,
    stars: Stars,
    near: NearPairs,
    /// Length of an edge [m].
    edge: f64,
    friction: f64,
    before: Vec<Vec3<f64>>,
    after: Vec<Vec3<f64>>,
}

/// Surfaces that cannot be kept apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Crossing {
    /// One of the nodes.
    pub(crate) node: usize,
}

/// A pair and when it comes too near, in parts of the step.
type Hit = (NearPair, f64);

impl Surfaces {
    /// Of bodies whose edges have a length [m].
    pub(crate) fn new(elements: &Elements, edge: f64, friction: f64) -> Self {
        let features = Features::new(boundary(elements));
        Surfaces {
            stars: Stars::new(&features),
            features,
            near: NearPairs::default(),
            edge,
            friction,
            before: Vec::new(),
            after: Vec::new(),
        }
    }

    /// Corrects the velocities with which surfaces would pass through each other.
    pub(crate) fn meet(
        &mut self,
        around: &Surroundings<'_>,
        motion: &mut Motion,
    ) -> Result<(), Crossing> {
        self.depart(around.nodes);
        self.arrive(around.dt, motion);
        let mut contacts = self.touching(around);
        let mut hits = Vec::new();
        for _ in 0..MOST_ROUNDS {
            self.push(&mut contacts, around, motion);
            hits = self.hits();
            if hits.is_empty() {
                break;
            }
            contacts.extend(hits.iter().filter_map(|hit| self.caught(around, hit)));
        }
        if !hits.is_empty() {
            self.stiffen(hits, around, motion)?;
        }
        book(&contacts, around.nodes, motion);
        Ok(())
    }

    /// Notes where nodes of the surface are.
    fn depart(&mut self, nodes: &Nodes) {
        self.before.resize(nodes.len(), Vec3::zero());
        self.after.resize(nodes.len(), Vec3::zero());
        for &vertex in &self.features.vertices {
            self.before[vertex as usize] = nodes.position(vertex as usize);
        }
    }

    /// Notes where they go, and lists what may come near on the way.
    fn arrive(&mut self, dt: f64, motion: &Motion) {
        for &vertex in &self.features.vertices {
            let v = vertex as usize;
            self.after[v] = self.before[v] + motion.velocities[v].scale(dt);
        }
        for (node, shift) in &motion.shifts {
            self.after[*node] = self.after[*node] + *shift;
        }
        // Borrowed apart from the list.
        let path = Path {
            before: &self.before,
            after: &self.after,
        };
        let needed = 2.0 * SKIN * self.edge;
        self.near.update(&self.features, path, needed, self.edge);
    }

    fn path(&self) -> Path<'_> {
        Path {
            before: &self.before,
            after: &self.after,
        }
    }

    /// Contacts of features that touch as the step begins, or would without contact.
    fn touching(&self, around: &Surroundings<'_>) -> Vec<SurfaceContact> {
        let reach = 1.5 * SKIN * self.edge;
        let meets = |pair: &NearPair| {
            let [before, after] = self.path().of(pair.features.vertices);
            let nearest = pair.features.kind.nearest(&before);
            let distance = nearest.distance();
            let then = |k: usize| nearest.offset.dot(after[k].scale(nearest.weights[k]));
            let gap = (0..4).map(then).sum::<f64>() / distance;
            (distance.min(gap) < reach).then_some(Met {
                pair: *pair,
                nearest,
            })
        };
        // Parts that are joined by an edge are near each other at rest: they only must not cross.
        let strangers = self.near.in_step().filter(|pair| !pair.linked);
        let met: Vec<Met> = strangers.filter_map(meets).collect();
        let contact = |met: &Met| self.contact(around, &met.pair, met.nearest, SKIN * self.edge);
        let contacts = self.stars.locally_nearest(&met, &self.before);
        contacts.filter_map(contact).collect()
    }

    /// A pair that would come too near, in the direction in which it does.
    fn caught(&self, around: &Surroundings<'_>, (pair, time): &Hit) -> Option<SurfaceContact> {
        let [before, after] = self.path().of(pair.features.vertices);
        let then = [0, 1, 2, 3].map(|k| before[k] + (after[k] - before[k]).scale(*time));
        let now = pair.features.kind.nearest(&before).distance();
        let apart = CAUGHT * (LEAST * self.edge).min(0.5 * now);
        self.contact(around, pair, pair.features.kind.nearest(&then), apart)
    }

    fn contact(
        &self,
        around: &Surroundings<'_>,
        pair: &NearPair,
        nearest: Nearest,
        apart: f64,
    ) -> Option<SurfaceContact> {
        let vertices = pair.features.vertices;
        let meeting = Meeting {
            nearest,
            apart,
            friction: self.friction,
        };
        let inverse_masses = vertices.map(|vertex| inverse_mass(around.nodes, vertex));
        let [before, _] = self.path().of(vertices);
        SurfaceContact::new(
            &pair.features,
            &before,
            &inverse_masses,
            &meeting,
            around.dt,
        )
    }

    /// One round: impulses of all contacts, and what obstacles say to that.
    fn push(
        &mut self,
        contacts: &mut [SurfaceContact],
        around: &Surroundings<'_>,
        motion: &mut Motion,
    ) {
        if contacts.is_empty() {
            return;
        }
        let tolerance = TOLERANCE * self.edge / around.dt;
        let inverse_mass = |vertex| inverse_mass(around.nodes, vertex);
        let ends = (MOST_SWEEPS, tolerance);
        solve(contacts, &mut motion.velocities, inverse_mass, ends);
        motion.shifts.clear();
        obstacles::meet(around, motion);
        self.arrive(around.dt, motion);
    }

    /// Pairs that come too near on their way.
    fn hits(&self) -> Vec<Hit> {
        let least = LEAST * self.edge;
        let hit = |pair: &NearPair| {
            let [before, after] = self.path().of(pair.features.vertices);
            let time = pair.features.kind.first_contact(&before, &after, least)?;
            Some((*pair, time))
        };
        self.near.in_step().filter_map(hit).collect()
    }

    /// Makes rigid what does not settle.
    fn stiffen(
        &mut self,
        mut hits: Vec<Hit>,
        around: &Surroundings<'_>,
        motion: &mut Motion,
    ) -> Result<(), Crossing> {
        let mut zones = RigidZones::default();
        let vertex = |v: u32| Vertex {
            place: around.nodes.position(v as usize),
            mass: around.nodes.masses[v as usize],
            held: around.nodes.grip_of[v as usize] != 0,
        };
        for _ in 0..MOST_GROWTHS {
            (hits.iter()).for_each(|(pair, _)| zones.join(pair.features.vertices));
            let outside = |(node, _): &(usize, Vec3<f64>)| !zones.contains(*node as u32);
            motion.shifts.retain(outside);
            zones.stiffen(vertex, &mut motion.velocities);
            self.arrive(around.dt, motion);
            hits = self.hits();
            if hits.is_empty() {
                return Ok(());
            }
        }
        let node = hits[0].0.features.vertices[0] as usize;
        Err(Crossing { node })
    }
}

/// What is held cannot be pushed.
fn inverse_mass(nodes: &Nodes, vertex: u32) -> f64 {
    let node = vertex as usize;
    if nodes.grip_of[node] == 0 {
        1.0 / nodes.masses[node]
    } else {
        0.0
    }
}

/// Adds what is lost by friction, and what grips bear.
fn book(contacts: &[SurfaceContact], nodes: &Nodes, motion: &mut Motion) {
    for contact in contacts {
        motion.external.friction += contact.friction_loss(&motion.velocities);
        for (vertex, impulse) in contact.vertices.into_iter().zip(contact.impulses()) {
            let node = vertex as usize;
            if let Some(grip) = (nodes.grip_of[node] as usize).checked_sub(1) {
                motion.grips[grip] = motion.grips[grip] + impulse;
                motion.external.grips -= impulse.dot(motion.velocities[node]);
            }
        }
    }
}
