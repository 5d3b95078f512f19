//! What grips do with what they hold.

use crate::world::{Grip, World};
use plastica_tensor::{Mat3, Vec3};

/// How a grip carries what it holds during one step.
#[derive(Clone, Copy, Debug)]
pub struct KinematicTarget {
    turn: Mat3<f64>,
    shift: Vec3<f64>,
    dt: f64,
}

impl KinematicTarget {
    /// How every grip of the world moves from `time` to `time + dt`.
    pub fn all(world: &World, time: f64, dt: f64) -> Vec<Self> {
        let hold = |grip: &Grip| {
            let (turn, shift) = grip.motion.pose(time).carry(&grip.motion.pose(time + dt));
            KinematicTarget { turn, shift, dt }
        };
        world.grips.iter().map(hold).collect()
    }

    /// Average velocity in the step of a point that is carried [m/s].
    pub fn velocity(&self, x: Vec3<f64>) -> Vec3<f64> {
        (self.turn.mul_vec(x) + self.shift - x).scale(1.0 / self.dt)
    }

    /// Its gradient [1/s].
    pub fn gradient(&self) -> Mat3<f64> {
        (self.turn - Mat3::identity()).scale(1.0 / self.dt)
    }
}
