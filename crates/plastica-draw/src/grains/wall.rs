//! Obstacles during one step, and how grains meet them.

use super::set::GrainForm;
use super::turn::Turn;
use plastica_core::{Collider, Contact, Pose};
use plastica_tensor::{Mat3, Vec3};

/// An obstacle at the end of a step.
pub(super) struct Wall<'a> {
    collider: &'a Collider,
    pose: Pose,
    /// Where its points go within the step: x ↦ turn x + shift.
    turn: Mat3<f64>,
    shift: Vec3<f64>,
    dt: f64,
}

/// A place before an obstacle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// Of the surface; negative inside [m].
    pub(super) distance: f64,
    /// Out of the obstacle.
    pub(super) normal: Vec3<f64>,
}

impl<'a> Wall<'a> {
    pub(super) fn new(collider: &'a Collider, time: f64, dt: f64) -> Self {
        let pose = collider.motion.pose(time + dt);
        let (turn, shift) = collider.motion.pose(time).carry(&pose);
        Wall {
            collider,
            pose,
            turn,
            shift,
            dt,
        }
    }

    /// What is within a distance [m] of a place.
    pub(super) fn near(&self, place: Vec3<f64>, reach: f64) -> Option<Near> {
        let local = self.pose.to_local(place);
        let distance = self.collider.shape.distance(local);
        (distance < reach).then(|| Near {
            distance,
            normal: self
                .pose
                .rotation
                .mul_vec(self.collider.shape.normal(local)),
        })
    }

    /// How it moves at a place [m/s].
    pub(super) fn moving(&self, place: Vec3<f64>) -> Vec3<f64> {
        // The turn is small: where the place is before or after it makes no difference.
        (self.turn.mul_vec(place) + self.shift - place).scale(1.0 / self.dt)
    }

    /// Coulomb friction coefficient; what is sticky holds on.
    pub(super) fn friction(&self) -> f64 {
        match self.collider.contact {
            Contact::Sticky => 10.0,
            Contact::Separating | Contact::Sliding => self.collider.friction,
        }
    }
}

/// Sines below this count as lying flat: the support moves from one edge to the other over this range rather
/// than at once, so that what lies flat does not rock.
const FLAT: f64 = 0.05;

/// The point of a grain that is deepest along a unit vector, from its centre [m].
pub(super) fn support(
    form: &GrainForm,
    size: [f64; 3],
    turn: Turn,
    normal: Vec3<f64>,
) -> Vec3<f64> {
    let half = Vec3(size.map(|s| 0.5 * s));
    let n = turn.inverse().apply(normal);
    let edge = |k: usize| -half[k] * (n[k] / FLAT).clamp(-1.0, 1.0);
    let local = match form {
        GrainForm::Card | GrainForm::Mesh(_) => Vec3([edge(0), edge(1), edge(2)]),
        GrainForm::Grain => {
            let reach = half.zip(n, |h, n| h * n).norm();
            half.zip(n, |h, n| -h * h * n / reach.max(f64::MIN_POSITIVE))
        }
        GrainForm::Rod | GrainForm::Disc => {
            let across = (n[0] * n[0] + n[1] * n[1]).sqrt().max(FLAT);
            Vec3([-half[0] * n[0] / across, -half[1] * n[1] / across, edge(2)])
        }
    };
    turn.apply(local)
}
