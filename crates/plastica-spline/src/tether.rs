//! Springs whose ends move, and sticky fingers: what pulls at nodes by hand.

use crate::load::Load;
use crate::model::Model;
use plastica_core::{Motion, Window};
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

/// A sticky finger: nodes within a radius when it closes go along with it until it opens.
#[derive(Clone, Debug)]
pub struct Finger {
    /// Index of the body it holds; `None` for all.
    pub body: Option<usize>,
    /// How far it reaches [m].
    pub radius: f64,
    /// Stiffness of its hold on each node [N/m]; `None` for a firm one.
    pub stiffness: Option<f64>,
    /// Where it is; its origin is the tip.
    pub motion: Motion,
    /// When it is closed; `None` for always.
    pub window: Option<Window>,
}

/// A spring or finger at work.
#[derive(Clone, Debug)]
pub(crate) struct Tether {
    pub(crate) what: What,
    pub(crate) closed: bool,
    /// Bodies and nodes it holds.
    pub(crate) nodes: Vec<(u32, u32)>,
    /// Where they are about the moving end [m].
    pub(crate) offsets: Vec<Vec3<f64>>,
}

#[derive(Clone, Debug)]
pub(crate) enum What {
    Spring(Spring),
    Finger(Finger),
}

impl Tether {
    pub(crate) fn new(what: What) -> Self {
        Tether {
            what,
            closed: false,
            nodes: Vec::new(),
            offsets: Vec::new(),
        }
    }

    fn motion(&self) -> &Motion {
        match &self.what {
            What::Spring(spring) => &spring.motion,
            What::Finger(finger) => &finger.motion,
        }
    }

    /// Takes hold of nodes when it closes, and lets go of them when it opens.
    pub(crate) fn close_or_open(&mut self, models: &[Model], time: f64) {
        let window = match &self.what {
            What::Spring(spring) => spring.window,
            What::Finger(finger) => finger.window,
        };
        let closed = window.is_none_or(|window| window.contains(time));
        if closed == self.closed {
            return;
        }
        self.closed = closed;
        (self.nodes, self.offsets) = Default::default();
        if !closed {
            return;
        }
        match &self.what {
            What::Spring(spring) => {
                let positions = &models[spring.body].positions;
                let node = match spring.end {
                    End::Node(node) => node,
                    End::Nearest(place) => nearest(positions, Vec3(place)),
                };
                self.nodes = vec![(spring.body as u32, node as u32)];
                self.offsets = vec![Vec3::zero()];
            }
            What::Finger(finger) => {
                let pose = finger.motion.pose(time);
                for (b, model) in models.iter().enumerate() {
                    if finger.body.is_some_and(|only| only != b) {
                        continue;
                    }
                    for (i, x) in model.positions.iter().enumerate() {
                        if (*x - pose.position).norm() <= finger.radius {
                            self.nodes.push((b as u32, i as u32));
                            self.offsets.push(pose.to_local(*x));
                        }
                    }
                }
            }
        }
    }

    /// What it does to a body in a step.
    pub(crate) fn pull(&self, body: usize, model: &Model, load: &mut Load) {
        let pose = self.motion().pose(load.time + load.dt);
        let nodes = self.nodes.iter().zip(&self.offsets);
        for (&(_, node), offset) in nodes.filter(|((b, _), _)| *b as usize == body) {
            let (node, place) = (node as usize, pose.to_space(*offset));
            match &self.what {
                What::Spring(spring) => {
                    // Along its present direction a spring of some length pulls towards a place that far from its end.
                    let away = model.positions[node] - place;
                    let length = away.norm();
                    let place = match length > 0.0 {
                        true => place + away.scale(spring.rest_length / length),
                        false => place,
                    };
                    load.springs.push((node, spring.stiffness, place));
                }
                What::Finger(finger) => match finger.stiffness {
                    Some(stiffness) => load.springs.push((node, stiffness, place)),
                    None if !load.held[node] => {
                        load.held[node] = true;
                        load.targets.push((node, place));
                    }
                    None => {}
                },
            }
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
