//! Obstacles during one step, as every method sees them.

use crate::bad_value::{BadValue, Owner};
use crate::motion::Pose;
use crate::world::{Collider, Contact, World};
use plastica_tensor::{Mat3, Vec3};

/// A collider during one step.
#[derive(Clone, Debug)]
pub struct Obstacle<'a> {
    /// What it is.
    pub collider: &'a Collider,
    /// Which of the world's colliders it is.
    pub index: usize,
    /// Whether it moves in the whole scene.
    pub is_still: bool,
    now: Pose,
    then: Pose,
    /// Where its points go within the step: x ↦ turn x + shift.
    turn: Mat3<f64>,
    shift: Vec3<f64>,
    dt: f64,
}

impl<'a> Obstacle<'a> {
    /// Those that are there during a step, smooth ones first: where material meets several, what a smooth one stops
    /// must not count as sliding along a rough one.
    pub fn all(world: &'a World, time: f64, dt: f64) -> Result<Vec<Obstacle<'a>>, Box<BadValue>> {
        let mut obstacles: Vec<Obstacle<'a>> = (world.colliders.iter().enumerate())
            .filter(|(_, collider)| collider.is_present(time))
            .map(|(index, collider)| {
                let owner = || Owner::Collider(collider.name.clone());
                let now = collider.motion.checked_pose(owner, time)?;
                let then = collider.motion.checked_pose(owner, time + dt)?;
                let (turn, shift) = now.carry(&then);
                Ok(Obstacle {
                    collider,
                    index,
                    is_still: collider.motion.is_still(),
                    now,
                    then,
                    turn,
                    shift,
                    dt,
                })
            })
            .collect::<Result<_, Box<BadValue>>>()?;
        obstacles.sort_by_key(|obstacle| {
            let collider = obstacle.collider;
            collider.contact == Contact::Sticky || collider.friction > 0.0
        });
        Ok(obstacles)
    }

    /// How it moves at a place [m/s].
    pub fn moving(&self, x: Vec3<f64>) -> Vec3<f64> {
        if self.is_still {
            Vec3::zero()
        } else {
            (self.turn.mul_vec(x) + self.shift - x).scale(1.0 / self.dt)
        }
    }

    /// How far a place is from it as the step begins [m].
    pub fn distance(&self, x: Vec3<f64>) -> f64 {
        self.collider.shape.distance(self.now.to_local(x))
    }

    /// The same as the step ends.
    pub fn distance_then(&self, x: Vec3<f64>) -> f64 {
        self.collider.shape.distance(self.then.to_local(x))
    }

    /// Unit vector that leads out of it next to a place, as the step begins.
    pub fn normal(&self, x: Vec3<f64>) -> Vec3<f64> {
        let normal = self.collider.shape.normal(self.now.to_local(x));
        self.now.rotation.mul_vec(normal)
    }

    /// The same as the step ends.
    pub fn normal_then(&self, x: Vec3<f64>) -> Vec3<f64> {
        let normal = self.collider.shape.normal(self.then.to_local(x));
        self.then.rotation.mul_vec(normal)
    }
}

/// A velocity along a surface that friction makes slower by this much.
pub fn slowed(velocity: Vec3<f64>, brake: f64) -> Vec3<f64> {
    let speed = velocity.norm();
    if speed <= brake {
        Vec3::zero()
    } else {
        velocity.scale(1.0 - brake / speed)
    }
}
