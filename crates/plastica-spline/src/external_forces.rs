//! What acts on the nodes of a body during a step.

use crate::deformable_body::DeformableBody;
use crate::topology::Topology;
use plastica_core::{BadValue, KinematicTarget, Owner, World};
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
    ) -> Result<Self, Box<BadValue>> {
        let own = &body.structure.body;
        let nodes = &body.nodes;
        let owner = || Owner::Body(own.name.clone());
        let acceleration = |x: &Vec3<f64>| {
            let mut sum = Vec3(world.gravity_at(x.0, time)?);
            for (k, value) in own.acceleration.iter().enumerate() {
                sum[k] += BadValue::check(value, (owner, "acceleration"), x.0, time, |_| true)?;
            }
            Ok(sum)
        };
        let uniform = |key, value: &Value| {
            BadValue::check(value, (owner, key), [0.0; 3], time, |number| number >= 0.0)
        };
        Ok(ExternalForces {
            accelerations: (nodes.positions.iter())
                .map(acceleration)
                .collect::<Result<_, Box<BadValue>>>()?,
            held: nodes.grips.iter().map(|grip| *grip > 0).collect(),
            prescribed: (nodes.gripped())
                .map(|(node, grip)| {
                    let x = nodes.positions[node];
                    let position = x + grips[grip].velocity(x).scale(dt);
                    PrescribedPosition { node, position }
                })
                .collect(),
            springs: Vec::new(),
            damping: uniform("damping", &own.damping)?,
            viscous_time: uniform("viscous_time", &own.viscous_time)?,
            time,
            dt,
        })
    }

    /// Prescribes the position of a node unless it is held already.
    pub(crate) fn prescribe(&mut self, node: usize, position: Vec3<f64>) {
        if !self.held[node] {
            self.held[node] = true;
            self.prescribed.push(PrescribedPosition { node, position });
        }
    }

    /// Which pieces move as a whole: those at which nothing holds or pulls.
    pub(crate) fn free_pieces(&self, topology: &Topology) -> Vec<bool> {
        let mut free = vec![true; topology.piece_count];
        let prescribed = self.prescribed.iter().map(|p| p.node);
        for i in prescribed.chain(self.springs.iter().map(|s| s.node)) {
            free[topology.piece(i)] = false;
        }
        free
    }
}
