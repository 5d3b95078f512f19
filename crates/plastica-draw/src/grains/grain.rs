//! One grain.

use super::turn::Turn;
use plastica_tensor::Vec3;

/// A grain as a rigid body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grain {
    pub(super) id: u32,
    /// Which of the sets it belongs to.
    pub(super) set: u32,
    pub(super) body: u32,
    pub(super) material: u32,
    /// Full extents along its own axes [m].
    pub(super) size: [f64; 3],
    pub(super) place: Vec3<f64>,
    pub(super) velocity: Vec3<f64>,
    /// From its own axes to space.
    pub(super) turn: Turn,
    /// Angular velocity [rad/s].
    pub(super) spin: Vec3<f64>,
    /// Whether it flies on its own.
    pub(super) escaped: bool,
}

impl Grain {
    /// What an impulse per mass at a point does to its spin: I⁻¹ (arm × impulse), with the inertia of its
    /// box.
    fn spun_by(&self, arm: Vec3<f64>, impulse: Vec3<f64>) -> Vec3<f64> {
        let torque = self.turn.inverse().apply(arm.cross(impulse));
        let squares = self.size.map(|s| s * s);
        let total: f64 = squares.iter().sum();
        let local = Vec3(std::array::from_fn(|k| {
            12.0 * torque[k] / (total - squares[k])
        }));
        self.turn.apply(local)
    }

    /// Takes an impulse per mass [m/s] at a point from its centre [m].
    pub(super) fn strike(&mut self, arm: Vec3<f64>, impulse: Vec3<f64>) {
        self.velocity = self.velocity + impulse;
        self.spin = self.spin + self.spun_by(arm, impulse);
    }

    /// How fast a point gets along a unit vector by a unit impulse per mass along it.
    pub(super) fn yielding(&self, arm: Vec3<f64>, along: Vec3<f64>) -> f64 {
        1.0 + self.spun_by(arm, along).cross(arm).dot(along)
    }

    fn axis(&self, k: usize) -> Vec3<f64> {
        let mut axis = Vec3::zero();
        axis[k] = 1.0;
        self.turn.apply(axis)
    }

    fn order(&self) -> [usize; 3] {
        let mut order = [0, 1, 2];
        order.sort_by(|a, b| self.size[*a].total_cmp(&self.size[*b]));
        order
    }

    /// The axis along which it is shortest.
    pub(super) fn thinnest_axis(&self) -> Vec3<f64> {
        self.axis(self.order()[0])
    }

    /// The axis of something long and round, that can lie on any of its sides.
    pub(super) fn lies_along(&self) -> Option<Vec3<f64>> {
        let [thin, middle, long] = self.order();
        let round = self.size[middle] < 1.5 * self.size[thin];
        (round && self.size[long] > self.size[middle]).then(|| self.axis(long))
    }
}
