//! Attachments: springs whose ends move, and pinches that take nodes along.

use crate::deformable_body::DeformableBody;
use crate::external_forces::{ExternalForces, SpringForce};
use plastica_core::{BadValue, Motion, Owner, Pose, Window};
use plastica_tensor::Vec3;

/// A spring from a node to a place that moves.
#[derive(Clone, Debug)]
pub struct Spring {
    /// Index of the body it pulls at.
    pub body: usize,
    /// The node it is fastened to.
    pub end: End,
    /// Its stiffness [N/m].
    pub stiffness: f64,
    /// Its length without force [m].
    pub rest_length: f64,
    /// Where its other end is.
    pub motion: Motion,
    /// When it is there; `None` for always.
    pub window: Option<Window>,
}

/// Which node a spring is fastened to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// By number.
    Node(usize),
    /// The one nearest to a place when the spring comes [m].
    Nearest([f64; 3]),
}

/// A pinch: nodes within a radius when it closes go along with it until it opens.
#[derive(Clone, Debug)]
pub struct Pinch {
    /// Index of the body it holds; `None` for all.
    pub body: Option<usize>,
    /// How far it reaches [m].
    pub radius: f64,
    /// Stiffness of its hold on each node [N/m]; `None` for a firm one.
    pub stiffness: Option<f64>,
    /// Where it is; its centre is the origin.
    pub motion: Motion,
    /// When it is closed; `None` for always.
    pub window: Option<Window>,
}

/// A spring or pinch, and the nodes it is attached to.
#[derive(Clone, Debug)]
pub(crate) struct Attachment {
    pub(crate) kind: AttachmentKind,
    /// Which spring or pinch it is, from 1.
    number: usize,
    pub(crate) closed: bool,
    /// Bodies and nodes it holds.
    pub(crate) nodes: Vec<(u32, u32)>,
    /// Where they are about the moving end [m].
    pub(crate) offsets: Vec<Vec3<f64>>,
}

#[derive(Clone, Debug)]
pub(crate) enum AttachmentKind {
    Spring(Spring),
    Pinch(Pinch),
}

impl Attachment {
    pub(crate) fn new(kind: AttachmentKind, number: usize) -> Self {
        Attachment {
            kind,
            number,
            closed: false,
            nodes: Vec::new(),
            offsets: Vec::new(),
        }
    }

    /// Where its moving end is.
    fn pose(&self, time: f64) -> Result<Pose, Box<BadValue>> {
        match &self.kind {
            AttachmentKind::Spring(spring) => {
                (spring.motion).checked_pose(|| Owner::Spring(self.number), time)
            }
            AttachmentKind::Pinch(pinch) => {
                (pinch.motion).checked_pose(|| Owner::Pinch(self.number), time)
            }
        }
    }

    /// Attaches to nodes when it closes, and releases them when it opens.
    pub(crate) fn update(
        &mut self,
        bodies: &[DeformableBody],
        time: f64,
    ) -> Result<(), Box<BadValue>> {
        let window = match &self.kind {
            AttachmentKind::Spring(spring) => spring.window,
            AttachmentKind::Pinch(pinch) => pinch.window,
        };
        let closed = window.is_none_or(|window| window.contains(time));
        if closed == self.closed {
            return Ok(());
        }
        self.closed = closed;
        (self.nodes, self.offsets) = Default::default();
        if closed {
            self.attach(bodies, time)?;
        }
        Ok(())
    }

    fn attach(&mut self, bodies: &[DeformableBody], time: f64) -> Result<(), Box<BadValue>> {
        let pose = self.pose(time)?;
        match &self.kind {
            AttachmentKind::Spring(spring) => {
                let positions = &bodies[spring.body].nodes.positions;
                let node = match spring.end {
                    End::Node(node) => node,
                    End::Nearest(place) => nearest(positions, Vec3(place)),
                };
                self.nodes = vec![(spring.body as u32, node as u32)];
                self.offsets = vec![Vec3::zero()];
            }
            AttachmentKind::Pinch(pinch) => {
                let chosen = |b: &usize| pinch.body.is_none_or(|only| only == *b);
                for (b, body) in bodies.iter().enumerate().filter(|(b, _)| chosen(b)) {
                    for (i, x) in body.nodes.positions.iter().enumerate() {
                        if (*x - pose.position).norm() <= pinch.radius {
                            self.nodes.push((b as u32, i as u32));
                            self.offsets.push(pose.to_local(*x));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds its forces on a body in a step.
    pub(crate) fn apply(
        &self,
        index: usize,
        body: &DeformableBody,
        forces: &mut ExternalForces,
    ) -> Result<(), Box<BadValue>> {
        if self.nodes.is_empty() {
            return Ok(());
        }
        let pose = self.pose(forces.time + forces.dt)?;
        let nodes = self.nodes.iter().zip(&self.offsets);
        for (&(_, node), offset) in nodes.filter(|((b, _), _)| *b as usize == index) {
            let (node, place) = (node as usize, pose.to_space(*offset));
            let mut pull = |stiffness, place| {
                forces.springs.push(SpringForce {
                    node,
                    stiffness,
                    place,
                });
            };
            match &self.kind {
                AttachmentKind::Spring(spring) => {
                    let place = spring.force_free_place(body.nodes.positions[node], place);
                    pull(spring.stiffness, place);
                }
                AttachmentKind::Pinch(pinch) => match pinch.stiffness {
                    Some(stiffness) => pull(stiffness, place),
                    None => forces.prescribe(node, place),
                },
            }
        }
        Ok(())
    }
}

impl Spring {
    /// Along its present direction a spring of some length pulls towards a place that far from its end.
    fn force_free_place(&self, node: Vec3<f64>, end: Vec3<f64>) -> Vec3<f64> {
        let away = node - end;
        let length = away.norm();
        if length > 0.0 {
            end + away.scale(self.rest_length / length)
        } else {
            end
        }
    }
}

/// The first of the nodes nearest to a place.
fn nearest(positions: &[Vec3<f64>], place: Vec3<f64>) -> usize {
    let mut best = (0, f64::INFINITY);
    for (i, x) in positions.iter().enumerate() {
        let distance = (*x - place).norm_squared();
        if distance < best.1 {
            best = (i, distance);
        }
    }
    best.0
}
