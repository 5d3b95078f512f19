//! Rigid-body prediction: how the pieces of a hybrid body move as a whole, and the forces that appear in a frame that turns
//! along.

use super::rigid::Rigid;
use crate::body::FrameMotion;
use crate::external_forces::ExternalForces;
use crate::nodes::Nodes;
use crate::structure::Structure;
use plastica_linear::Field;
use plastica_tensor::{Mat3, Vec3};

/// The motion of a node in the frame of its piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct RelativeMotion {
    /// y: place about the centre.
    pub(super) offset: Vec3<f64>,
    /// u: velocity beside the rigid motion.
    pub(super) velocity: Vec3<f64>,
}

/// Rigid motion of all pieces of a body through a step.
pub(super) struct RigidPrediction<'a> {
    pub(super) structure: &'a Structure,
    pub(super) forces: &'a ExternalForces,
    pub(super) pieces: Vec<PiecePrediction>,
}

/// Rigid motion of one piece through a step.
#[derive(Clone, Copy)]
pub(super) struct PiecePrediction {
    /// Whether it moves as a whole: neither held nor in a fixed frame.
    pub(super) free: bool,
    /// Centre before.
    centre: Vec3<f64>,
    /// Centre after.
    pub(super) centre_end: Vec3<f64>,
    /// Rotation over the step.
    pub(super) rotation: Mat3<f64>,
    /// Rigid motion before.
    velocity: Vec3<f64>,
    angular_velocity: Vec3<f64>,
    /// Angular velocity in the middle of the step.
    angular_velocity_middle: Vec3<f64>,
    /// Momenta after.
    velocity_end: Vec3<f64>,
    spin_end: Vec3<f64>,
    /// Sums at the start, with the inertia of the step's middle once that is known.
    rigid: Rigid,
    torque: Vec3<f64>,
    /// R before.
    frame: Mat3<f64>,
    /// Initial guess of R after: R before, rotated.
    pub(super) frame_guess: Mat3<f64>,
}

impl PiecePrediction {
    /// A piece that does not move as a whole.
    fn fixed(rigid: Rigid, centre: Vec3<f64>, frame: Mat3<f64>) -> Self {
        PiecePrediction {
            free: false,
            centre,
            centre_end: centre,
            rotation: Mat3::identity(),
            velocity: Vec3::zero(),
            angular_velocity: Vec3::zero(),
            angular_velocity_middle: Vec3::zero(),
            velocity_end: Vec3::zero(),
            spin_end: Vec3::zero(),
            rigid,
            torque: Vec3::zero(),
            frame,
            frame_guess: frame,
        }
    }

    /// A piece under a force and a torque. One in contact moves with its velocity at the end, so that at rest it has none;
    /// others on a parabola.
    fn free(rigid: Rigid, frame: Mat3<f64>, load: &Resultant, dt: f64) -> Self {
        let acceleration = load.force.scale(1.0 / rigid.mass);
        let share = if load.in_contact { 1.0 } else { 0.5 };
        let way = rigid.velocity.scale(dt) + acceleration.scale(share * dt * dt);
        let (rotation, angular_velocity_middle) = rigid.turn(load.torque, dt);
        PiecePrediction {
            free: true,
            centre: rigid.centre,
            centre_end: rigid.centre + way,
            frame,
            frame_guess: rotation * frame,
            rotation,
            velocity: rigid.velocity,
            angular_velocity: rigid.turning(rigid.spin),
            angular_velocity_middle,
            velocity_end: rigid.velocity + acceleration.scale(dt),
            spin_end: rigid.spin + load.torque.scale(dt),
            rigid,
            torque: load.torque,
        }
    }

    /// Motion of a node in the frame that turns along.
    fn relative(&self, x: Vec3<f64>, v: Vec3<f64>) -> RelativeMotion {
        let offset = x - self.centre;
        RelativeMotion {
            offset,
            velocity: v - self.velocity - self.angular_velocity.cross(offset),
        }
    }
}

/// External forces on a piece.
#[derive(Clone, Copy)]
struct Resultant {
    force: Vec3<f64>,
    /// About the centre.
    torque: Vec3<f64>,
    in_contact: bool,
}

impl<'a> RigidPrediction<'a> {
    /// By the balances of momentum and angular momentum [TF88, Eqs. 13a, 13b], from what frames do and the R of each.
    pub(super) fn new(
        motion: FrameMotion,
        frames: &[Mat3<f64>],
        structure: &'a Structure,
        forces: &'a ExternalForces,
        nodes: &Nodes,
    ) -> Self {
        let rigid = Rigid::of(structure, &nodes.positions, &nodes.velocities);
        let resultants = resultants(structure, forces, nodes, &rigid);
        let mut free = forces.free_pieces(&structure.topology);
        free.iter_mut()
            .for_each(|free| *free &= motion == FrameMotion::Free);
        let piece = |p: usize| {
            let rigid = rigid[p].within_step(forces.dt);
            if free[p] {
                return PiecePrediction::free(rigid, frames[p], &resultants[p], forces.dt);
            }
            let centre = match motion {
                FrameMotion::Fixed => Vec3::zero(),
                _ => rigid.centre,
            };
            PiecePrediction::fixed(rigid, centre, frames[p])
        };
        RigidPrediction {
            pieces: (0..rigid.len()).map(piece).collect(),
            structure,
            forces,
        }
    }

    /// The piece of a node.
    pub(super) fn of(&self, node: usize) -> &PiecePrediction {
        &self.pieces[self.structure.topology.piece(node)]
    }

    /// Motion of nodes in the frames that turn along, at the start of the step.
    pub(super) fn relative(&self, nodes: &Nodes) -> Vec<RelativeMotion> {
        (0..nodes.len())
            .map(|i| (self.of(i)).relative(nodes.positions[i], nodes.velocities[i]))
            .collect()
    }

    /// Rotates again, with the inertia that pieces have in the middle of the step.
    pub(super) fn update_inertia(&mut self, middle: &[RelativeMotion]) {
        let (offsets, velocities): (Field, Field) =
            (middle.iter()).map(|m| (m.offset, m.velocity)).unzip();
        let rigid = Rigid::of(self.structure, &offsets, &velocities);
        let pieces = self.pieces.iter_mut().zip(rigid);
        for (piece, rigid) in pieces.filter(|(piece, _)| piece.free) {
            piece.rigid.inertia = rigid.inertia;
            (piece.rotation, piece.angular_velocity_middle) =
                piece.rigid.turn(piece.torque, self.forces.dt);
            piece.frame_guess = piece.rotation * piece.frame;
        }
    }

    /// Forces per mass in the frame that turns along: applied, centrifugal, Coriolis, and against them the linear and the
    /// transverse one, which are the resultants of the others [TF88, Eq. 13c].
    pub(super) fn frame_accelerations(&self, motion: &[RelativeMotion]) -> Field {
        let topology = &self.structure.topology;
        let mut sums = vec![(Vec3::zero(), Vec3::zero()); self.pieces.len()];
        let mut accelerations = Field::with_capacity(motion.len());
        for (i, p) in topology.nodes() {
            let omega = self.pieces[p].angular_velocity_middle;
            let (y, u) = (motion[i].offset, motion[i].velocity);
            let g = self.forces.accelerations[i]
                - omega.cross(omega.cross(y))
                - omega.cross(u).scale(2.0);
            let force = g.scale(self.structure.masses[i]);
            let (sum, moment) = &mut sums[p];
            (*sum, *moment) = (*sum + force, *moment + y.cross(force));
            accelerations.push(g);
        }
        let rigid = |(piece, (sum, moment)): (&PiecePrediction, &(Vec3<f64>, Vec3<f64>))| {
            if piece.free {
                let linear = sum.scale(1.0 / piece.rigid.mass);
                (linear, piece.rigid.turning(*moment))
            } else {
                (Vec3::zero(), Vec3::zero())
            }
        };
        let rigid: Vec<_> = self.pieces.iter().zip(&sums).map(rigid).collect();
        for (i, p) in topology.nodes() {
            let (linear, transverse) = rigid[p];
            accelerations[i] = accelerations[i] - linear - transverse.cross(motion[i].offset);
        }
        accelerations
    }

    /// Takes nodes from their offsets at the end of the implicit stage of length h to the end of the step, in space.
    pub(super) fn finish(
        &self,
        h: f64,
        start: &[RelativeMotion],
        end: &[Vec3<f64>],
        nodes: &mut Nodes,
    ) {
        let topology = &self.structure.topology;
        let dt = self.forces.dt;
        let mut relative = Field::with_capacity(nodes.len());
        let mut moved = vec![Vec3::zero(); self.pieces.len()];
        for (i, p) in topology.nodes() {
            let rotation = &self.pieces[p].rotation;
            let carried = rotation.mul_vec(start[i].offset);
            let u = rotation.mul_vec(start[i].velocity);
            let moving = (end[i] - carried).scale(1.0 / h);
            nodes.positions[i] = carried + moving.scale(dt);
            relative.push(u + (moving - u).scale(dt / h));
            moved[p] = moved[p] + nodes.positions[i].scale(self.structure.masses[i]);
        }
        // Rounding must not move the centre.
        for (i, p) in topology.nodes() {
            let piece = &self.pieces[p];
            let back = if piece.free {
                moved[p].scale(1.0 / piece.rigid.mass)
            } else {
                Vec3::zero()
            };
            nodes.positions[i] = piece.centre_end + (nodes.positions[i] - back);
        }
        for prescribed in &self.forces.prescribed {
            nodes.positions[prescribed.node] = prescribed.position;
        }
        self.add_rigid_velocities(&relative, nodes);
    }

    /// Velocities at the end: the rigid part by the balances of momentum, the relative part without momentum.
    fn add_rigid_velocities(&self, relative: &[Vec3<f64>], nodes: &mut Nodes) {
        let rigid = Rigid::of(self.structure, &nodes.positions, relative);
        let motions: Vec<_> = (rigid.iter().zip(&self.pieces))
            .map(|(rigid, piece)| {
                let rigid = Rigid {
                    least: piece.rigid.least,
                    ..*rigid
                };
                let omega = rigid.turning(piece.spin_end - rigid.spin);
                (piece.velocity_end - rigid.velocity, omega, rigid.centre)
            })
            .collect();
        for (i, p) in self.structure.topology.nodes() {
            nodes.velocities[i] = relative[i];
            if self.pieces[p].free {
                let (v, omega, centre) = motions[p];
                nodes.velocities[i] =
                    nodes.velocities[i] + v + omega.cross(nodes.positions[i] - centre);
            }
        }
    }
}

/// Sums of the external forces on pieces.
fn resultants(
    structure: &Structure,
    forces: &ExternalForces,
    nodes: &Nodes,
    rigid: &[Rigid],
) -> Vec<Resultant> {
    let none = Resultant {
        force: Vec3::zero(),
        torque: Vec3::zero(),
        in_contact: false,
    };
    let mut sums = vec![none; rigid.len()];
    for (i, p) in structure.topology.nodes() {
        let force = forces.accelerations[i].scale(structure.masses[i]);
        let y = nodes.positions[i] - rigid[p].centre;
        let sum = &mut sums[p];
        sum.force = sum.force + force;
        sum.torque = sum.torque + y.cross(force);
        sum.in_contact |= nodes.in_contact[i];
    }
    sums
}
