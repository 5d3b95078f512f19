//! Grips: what lies in one as it closes is held until it opens.

use plastica_core::{Grip, Pose, World};
use plastica_tensor::Vec3;

/// A grip that has just closed or opened.
#[derive(Clone, Debug)]
pub struct Change<'a> {
    grip: &'a Grip,
    pose: Pose,
    /// 1 + the index of the grip: what `grip_of` says of particles that it holds.
    pub mark: u32,
    /// Whether it has closed.
    pub closes: bool,
}

impl Change<'_> {
    /// Whether it takes hold of particles of a body.
    pub fn concerns(&self, body: &str) -> bool {
        self.closes && self.grip.holds(body)
    }
    /// Whether a position [m] lies in it.
    pub fn contains(&self, position: Vec3<f64>) -> bool {
        self.grip.shape.contains(self.pose.to_local(position))
    }
    /// If it has opened, lets go of what it has held: 0 is the mark of what no grip holds.
    pub fn release(&self, grip_of: &mut [u32]) {
        if !self.closes {
            let held = grip_of.iter_mut().filter(|mark| **mark == self.mark);
            held.for_each(|mark| *mark = 0);
        }
    }
}

/// The grips that close or open at a time [s], given which were closed before.
pub fn changes<'a>(
    world: &'a World,
    time: f64,
    closed: &'a mut Vec<bool>,
) -> impl Iterator<Item = Change<'a>> + 'a {
    closed.resize(world.grips.len(), false);
    (1..)
        .zip(world.grips.iter().zip(closed))
        .filter_map(move |(mark, (grip, closed))| {
            if grip.is_closed(time) == *closed {
                return None;
            }
            *closed = !*closed;
            Some(Change {
                grip,
                pose: grip.motion.pose(time),
                mark,
                closes: *closed,
            })
        })
}
