//! The nodes of a body as they move.

use plastica_linear::Field;
use plastica_tensor::Vec3;

/// Motion and constraints of nodes.
#[derive(Debug)]
pub(crate) struct Nodes {
    /// [m]
    pub(crate) positions: Field,
    /// [m/s]
    pub(crate) velocities: Field,
    /// Positions at the start of the step [m].
    pub(crate) start_positions: Field,
    /// Velocities at the start of the step [m/s].
    pub(crate) start_velocities: Field,
    /// The grip that holds each node: its number from 1, or 0.
    pub(crate) grips: Vec<u32>,
    /// Whether an obstacle has pushed each node in the last step.
    pub(crate) in_contact: Vec<bool>,
    /// Nodes on which obstacles have acted in the last step, the colliders, and their forces [N].
    pub(crate) touches: Vec<(usize, usize, Vec3<f64>)>,
    /// What obstacles that pushed nodes in this step did by moving, and what was lost at them [J].
    pub(crate) pushes: Vec<Push>,
    /// Nodes that sticky obstacles have taken along in this step, and the colliders.
    pub(crate) stuck: Vec<(usize, usize)>,
}

/// Energy at an obstacle in a step [J].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Push {
    /// Work of the obstacle's own motion.
    pub(crate) carried: f64,
    /// Lost by friction, and by the way to the surface.
    pub(crate) lost: f64,
}

impl Nodes {
    /// Free nodes. Without velocities they are at rest.
    pub(crate) fn new(positions: &[Vec3<f64>], velocities: &[Vec3<f64>]) -> Self {
        let count = positions.len();
        Nodes {
            positions: positions.to_vec(),
            velocities: if velocities.is_empty() {
                vec![Vec3::zero(); count]
            } else {
                velocities.to_vec()
            },
            start_positions: Field::new(),
            start_velocities: Field::new(),
            grips: vec![0; count],
            in_contact: vec![false; count],
            touches: Vec::new(),
            pushes: Vec::new(),
            stuck: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// Keeps the present motion as that of the start of the step.
    pub(crate) fn start_step(&mut self) {
        self.start_positions.clone_from(&self.positions);
        self.start_velocities.clone_from(&self.velocities);
        self.pushes.clear();
    }

    /// Back to the motion of the start of the step.
    pub(crate) fn go_back(&mut self) {
        self.positions.clone_from(&self.start_positions);
        self.velocities.clone_from(&self.start_velocities);
    }

    /// Nodes that grips hold, with the index of the grip.
    pub(crate) fn gripped(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let nodes = self.grips.iter().enumerate();
        nodes
            .filter(|(_, grip)| **grip > 0)
            .map(|(i, grip)| (i, *grip as usize - 1))
    }

    /// The first node whose position or velocity is not finite.
    pub(crate) fn first_not_finite(&self) -> Option<usize> {
        (0..self.len()).find(|&i| !is_finite(self.positions[i]) || !is_finite(self.velocities[i]))
    }
}

pub(crate) fn is_finite(v: Vec3<f64>) -> bool {
    v.0.iter().all(|c| c.is_finite())
}
