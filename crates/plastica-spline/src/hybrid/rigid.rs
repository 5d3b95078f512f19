//! The rigid part of a piece's motion: momentum, angular momentum, and how the frame turns.

use crate::structure::Structure;
use plastica_core::AxisAngle;
use plastica_tensor::{Mat3, Sym3, Vec3, eigen, svd};

/// Sums over the nodes of one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rigid {
    pub(super) mass: f64,
    /// Centre of mass [TF88, Eq. 10 with 1/m].
    pub(super) centre: Vec3<f64>,
    /// Its velocity.
    pub(super) velocity: Vec3<f64>,
    /// Angular momentum about the centre.
    pub(super) spin: Vec3<f64>,
    /// Inertia about the centre [TF88, below Eq. 13].
    pub(super) inertia: Sym3<f64>,
    /// Inertia below which the piece does not turn as a whole: what turns about such an axis is part of its deformation.
    pub(super) least: f64,
}

impl Rigid {
    /// Of every piece.
    pub(super) fn of(
        structure: &Structure,
        positions: &[Vec3<f64>],
        velocities: &[Vec3<f64>],
    ) -> Vec<Rigid> {
        let none = Rigid {
            mass: 0.0,
            centre: Vec3::zero(),
            velocity: Vec3::zero(),
            spin: Vec3::zero(),
            inertia: Sym3::zero(),
            least: 0.0,
        };
        let Structure {
            topology, masses, ..
        } = structure;
        let mut all = vec![none; topology.piece_count];
        for (i, p) in topology.nodes() {
            let (all, m) = (&mut all[p], masses[i]);
            all.mass += m;
            all.centre = all.centre + positions[i].scale(m);
            all.velocity = all.velocity + velocities[i].scale(m);
        }
        for piece in &mut all {
            piece.centre = piece.centre.scale(1.0 / piece.mass);
            piece.velocity = piece.velocity.scale(1.0 / piece.mass);
        }
        for (i, p) in topology.nodes() {
            let (all, m) = (&mut all[p], masses[i]);
            let y = positions[i] - all.centre;
            all.spin = all.spin + y.cross(velocities[i] - all.velocity).scale(m);
            let square = y.norm_squared();
            let part = Sym3::from_fn(|a, b| m * (if a == b { square } else { 0.0 } - y[a] * y[b]));
            all.inertia = all.inertia.zip(part, |a, b| a + b);
        }
        all
    }

    /// Leaves out axes about which a step cannot follow it. A rigid body with the angular momentum L wobbles at L/I about an
    /// axis of small inertia I: a nearly straight thread at any rate, at the price of instability.
    pub(super) fn within_step(mut self, dt: f64) -> Self {
        self.least = self.spin.norm() * dt;
        self
    }

    /// ω with I ω = L. A piece on a line does not turn about it.
    pub(super) fn turning(&self, spin: Vec3<f64>) -> Vec3<f64> {
        let omega = solve_inertia(&self.inertia, spin, self.least);
        // What rounding has left over.
        let over = spin - self.inertia.mul_vec(omega);
        omega + solve_inertia(&self.inertia, over, self.least)
    }

    /// The rotation over a step under a torque, and its angular velocity: midpoint rule, implicit in the orientation, with the
    /// angular momentum in space exactly that of the balance [TF88, Eq. 13b].
    pub(super) fn turn(&self, torque: Vec3<f64>, dt: f64) -> (Mat3<f64>, Vec3<f64>) {
        let spin = self.spin + torque.scale(0.5 * dt);
        let mut omega = self.turning(spin);
        if omega.norm_squared() == 0.0 {
            return (Mat3::identity(), omega);
        }
        for _ in 0..6 {
            let half = AxisAngle::from_vector(omega.scale(0.5 * dt)).matrix();
            let inside = half.transpose().mul_vec(spin);
            omega = half.mul_vec(self.turning(inside));
        }
        (AxisAngle::from_vector(omega.scale(dt)).matrix(), omega)
    }
}

fn solve_inertia(inertia: &Sym3<f64>, spin: Vec3<f64>, least: f64) -> Vec3<f64> {
    // Cofactors leave a plane exactly. What is thinner than a ten-thousandth of its length is a line, which does not spin
    // about itself: what little angular momentum it has there stays with its deformation.
    let (product, sum) = (inertia.determinant(), inertia.trace());
    // The least of three positive numbers is at least four times their product over the square of their sum.
    if product > 1e-7 * (sum / 3.0).powi(3) && 4.0 * product > least * sum * sum {
        return inertia.inverse().mul_vec(spin);
    }
    let (values, axes) = principal(inertia);
    let least = least.max(1e-8 * values.0.iter().fold(0.0f64, |a, b| a.max(*b)));
    (0..3).fold(Vec3::zero(), |sum, k| {
        let axis = axes.column(k);
        if values[k] > least {
            sum + axis.scale(axis.dot(spin) / values[k])
        } else {
            sum
        }
    })
}

/// Principal inertias and their axes; those of a body in a plane of two coordinates stay in it exactly.
fn principal(inertia: &Sym3<f64>) -> (Vec3<f64>, Mat3<f64>) {
    let whole = inertia.to_mat();
    let alone = |k: &usize| (0..3).all(|i| i == *k || whole[(i, *k)] == 0.0);
    let Some(k) = (0..3).find(alone) else {
        return eigen(inertia);
    };
    let (a, b) = ((k + 1) % 3, (k + 2) % 3);
    let (mean, half) = (
        0.5 * (whole[(a, a)] + whole[(b, b)]),
        0.5 * (whole[(a, a)] - whole[(b, b)]),
    );
    let radius = half.hypot(whole[(a, b)]);
    let (s, c) = (0.5 * whole[(a, b)].atan2(half)).sin_cos();
    let (mut values, mut axes) = (Vec3::zero(), Mat3::zero());
    (values[a], values[b], values[k]) = (mean + radius, mean - radius, whole[(k, k)]);
    (axes[(a, a)], axes[(b, a)]) = (c, s);
    (axes[(a, b)], axes[(b, b)]) = (-s, c);
    axes[(k, k)] = 1.0;
    (values, axes)
}

/// The rotation that is nearest to S, near the old one where S leaves it open (a straight line, a single node).
pub(super) fn nearest_rotation(s: &Mat3<f64>, old: &Mat3<f64>) -> Mat3<f64> {
    let size = s.max_abs();
    if !(size > 0.0) || !size.is_finite() {
        return *old;
    }
    if let Some(turn) = turn_in_plane(s) {
        return turn;
    }
    let near = |old: &Mat3<f64>| {
        let parts = svd(&(s.scale(1.0 / size) + old.scale(1e-6)));
        parts.u.mul_transpose(&parts.v)
    };
    // From the second time on the old one is nearly the answer itself, and hardly biases it.
    near(&near(&near(old)))
}

/// The same for a body in a plane of two coordinates, which must stay in it, also when it is turned inside out.
fn turn_in_plane(s: &Mat3<f64>) -> Option<Mat3<f64>> {
    let flat = |k: usize| (0..3).all(|i| s[(i, k)] == 0.0 && s[(k, i)] == 0.0);
    let k = (0..3).find(|&k| flat(k))?;
    let (a, b) = ((k + 1) % 3, (k + 2) % 3);
    let (along, across) = (s[(a, a)] + s[(b, b)], s[(b, a)] - s[(a, b)]);
    let size = along.hypot(across);
    let (c, d) = if size > 0.0 {
        (along / size, across / size)
    } else {
        (1.0, 0.0)
    };
    let mut turn = Mat3::identity();
    (turn[(a, a)], turn[(b, b)]) = (c, c);
    (turn[(b, a)], turn[(a, b)]) = (d, -d);
    Some(turn)
}
