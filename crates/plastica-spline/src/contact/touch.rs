//! One node at one obstacle.

use super::TOUCHING;
use crate::structure::Structure;
use plastica_core::{Contact, Obstacle};
use plastica_tensor::Vec3;

/// A node that touches an obstacle, or would enter it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    pub(crate) node: usize,
    /// Which of the world's colliders it is.
    pub(crate) collider: usize,
    /// Force on the node [N].
    pub(crate) force: Vec3<f64>,
    /// Unit vector out of the obstacle.
    pub(crate) normal: Vec3<f64>,
    /// Where the node would be at the end of the step if it went along with the obstacle [m].
    pub(crate) carried: Vec3<f64>,
    /// The least gap that is allowed at the end of the step [m]: none, or as deep as it began.
    pub(crate) least: f64,
    /// Whether the obstacle also pulls.
    pub(crate) holds: bool,
    pub(crate) friction: f64,
}

impl Touch {
    /// Of a node that starts at a place and would arrive at another.
    pub(super) fn new(
        obstacle: &Obstacle<'_>,
        structure: &Structure,
        node: usize,
        [from, to]: [Vec3<f64>; 2],
        dt: f64,
    ) -> Self {
        let gap = obstacle.distance(from) - structure.options.thickness;
        let holds =
            obstacle.collider.contact == Contact::Sliding && gap < TOUCHING * structure.spacing;
        Touch {
            node,
            collider: obstacle.index,
            force: Vec3::zero(),
            normal: obstacle.normal_then(to),
            carried: from + obstacle.moving(from).scale(dt),
            least: if holds { gap } else { gap.min(0.0) },
            holds,
            friction: obstacle.collider.friction,
        }
    }

    /// How far the node is from where the obstacle would have it: what is missing of the gap, and the slip along the surface.
    pub(super) fn error(&self, gap: f64, place: Vec3<f64>) -> Vec3<f64> {
        let slip = place - self.carried;
        let along = slip - self.normal.scale(slip.dot(self.normal));
        let along = if self.friction > 0.0 {
            along
        } else {
            Vec3::zero()
        };
        self.normal.scale(gap - self.least) + along
    }

    /// The nearest force that the obstacle can exert: outward, or either way if it holds, and within the cone of friction.
    pub(super) fn allowed(&self, force: Vec3<f64>) -> Vec3<f64> {
        let push = force.dot(self.normal);
        let along = force - self.normal.scale(push);
        let push = if self.holds { push } else { push.max(0.0) };
        let (most, size) = (self.friction * push.abs(), along.norm());
        let share = if size > most { most / size } else { 1.0 };
        self.normal.scale(push) + along.scale(share)
    }

    /// Work of the force on the body beside what the obstacle does by moving [J].
    pub(super) fn work(&self, place: Vec3<f64>) -> f64 {
        self.force.dot(place - self.carried)
    }
}
