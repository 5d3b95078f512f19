//! What grips do with what they hold.

use crate::bad_value::{BadValue, Owner};
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
    /// How every grip of the world moves from `time` to `time + dt`; those that are open rest.
    pub fn all(world: &World, time: f64, dt: f64) -> Result<Vec<Self>, Box<BadValue>> {
        let hold = |grip: &Grip| {
            let owner = || Owner::Grip(grip.name.clone());
            let (turn, shift) = if grip.is_closed(time) {
                let now = grip.motion.checked_pose(owner, time)?;
                now.carry(&grip.motion.checked_pose(owner, time + dt)?)
            } else {
                (Mat3::identity(), Vec3::zero())
            };
            Ok(KinematicTarget { turn, shift, dt })
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
