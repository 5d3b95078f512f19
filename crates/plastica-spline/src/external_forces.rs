//! What acts on the nodes of a body during a step.

use crate::deformable_body::DeformableBody;
use plastica_core::{KinematicTarget, World};
use plastica_material::Value;
use plastica_tensor::Vec3;

/// Accelerations, springs and prescribed positions of one body in one step.
#[derive(Clone, Debug)]
pub(crate) struct ExternalForces {
    /// By gravity and the like [m/s²].
    pub(crate) accelerations: Vec<Vec3<f64>>,
    /// Springs to places in space, solved along with the body.
    pub(crate) springs: Vec<SpringForce>,
    /// Where nodes that are held are at the end of the step.
    pub(crate) prescribed: Vec<PrescribedPosition>,
    /// Whether each node is held.
    pub(crate) held: Vec<bool>,
    /// γ/μ: rate of the damping force [1/s].
    pub(crate) damping: f64,
    /// Time of the viscous force beside the elastic one [s].
    pub(crate) viscous_time: f64,
    /// Start of the step [s].
    pub(crate) time: f64,
    /// Its length [s].
    pub(crate) dt: f64,
}

/// A spring of no length from a node to a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpringForce {
    pub(crate) node: usize,
    /// Its stiffness [N/m].
    pub(crate) stiffness: f64,
    /// Its other end [m].
    pub(crate) place: Vec3<f64>,
}

/// A node whose motion is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrescribedPosition {
    pub(crate) node: usize,
    /// Where it is at the end of the step [m].
    pub(crate) position: Vec3<f64>,
}

impl ExternalForces {
    /// Gravity, the body's own acceleration and grips, in a step that starts at a time.
    pub(crate) fn new(
        body: &DeformableBody,
        world: &World,
        grips: &[KinematicTarget],
        time: f64,
        dt: f64,
    ) -> Self {
        let own = &body.structure.body;
        let nodes = &body.nodes;
        let vector = |values: &[Value; 3], x: &Vec3<f64>| {
            Vec3(std::array::from_fn(|k| values[k].at(x.0, time)))
        };
        ExternalForces {
            accelerations: (nodes.positions.iter())
                .map(|x| vector(&world.gravity, x) + vector(&own.acceleration, x))
                .collect(),
            held: nodes.grips.iter().map(|grip| *grip > 0).collect(),
            prescribed: (nodes.gripped())
                .map(|(node, grip)| {
                    let x = nodes.positions[node];
                    let position = x + grips[grip].velocity(x).scale(dt);
                    PrescribedPosition { node, position }
                })
                .collect(),
            springs: Vec::new(),
            damping: own.damping.at([0.0; 3], time),
            viscous_time: own.viscous_time.at([0.0; 3], time),
            time,
            dt,
        }
    }

    /// Prescribes the position of a node unless it is held already.
    pub(crate) fn prescribe(&mut self, node: usize, position: Vec3<f64>) {
        if !self.held[node] {
            self.held[node] = true;
            self.prescribed.push(PrescribedPosition { node, position });
        }
    }
}
