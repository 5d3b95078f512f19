//! Rigid motions in time.

use crate::bad_value::{BadValue, Owner};
use plastica_material::Value;
use plastica_tensor::{Mat3, Vec3};

/// A stretch of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// When it begins [s].
    pub start: f64,
    /// When it ends [s], later than it begins.
    pub end: f64,
}

impl Window {
    /// Whether a moment lies in it; the end does not.
    pub fn contains(&self, time: f64) -> bool {
        self.start <= time && time < self.end
    }
}

/// A turn about an axis through the origin of what is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisAngle {
    /// Unit vector; the turn is counter-clockwise when it points at you.
    pub axis: [f64; 3],
    /// How far [rad].
    pub angle: f64,
}

impl AxisAngle {
    /// No turn.
    pub const NONE: AxisAngle = AxisAngle {
        axis: [0.0, 1.0, 0.0],
        angle: 0.0,
    };

    /// The rotation matrix (Rodrigues).
    pub fn matrix(&self) -> Mat3<f64> {
        let [x, y, z] = self.axis;
        let (s, c) = self.angle.sin_cos();
        let across = Mat3::from_rows([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]);
        Mat3::identity() + across.scale(s) + (across * across).scale(1.0 - c)
    }

    /// The turn of a rotation vector: its direction the axis, its length the angle [rad].
    pub fn from_vector(v: Vec3<f64>) -> Self {
        let angle = v.norm();
        if angle > 0.0 {
            AxisAngle {
                axis: v.scale(1.0 / angle).0,
                angle,
            }
        } else {
            AxisAngle::NONE
        }
    }

    /// The same turn as a unit quaternion: x, y, z, w.
    pub fn quaternion(&self) -> [f64; 4] {
        let (s, c) = (0.5 * self.angle).sin_cos();
        let [x, y, z] = self.axis;
        [x * s, y * s, z * s, c]
    }

    /// The turn of a unit quaternion: x, y, z, w.
    pub fn from_quaternion([x, y, z, w]: [f64; 4]) -> Self {
        let half = Vec3([x, y, z]);
        let sine = half.norm();
        match sine > 0.0 {
            true => AxisAngle {
                axis: half.scale(1.0 / sine).0,
                angle: 2.0 * sine.atan2(w),
            },
            false => AxisAngle::NONE,
        }
    }

    /// The shortest turn that gives a rotation matrix.
    pub fn of_matrix(m: &Mat3<f64>) -> Self {
        let cosine = ((m.trace() - 1.0) / 2.0).clamp(-1.0, 1.0);
        let skew = Vec3::new(
            m[(2, 1)] - m[(1, 2)],
            m[(0, 2)] - m[(2, 0)],
            m[(1, 0)] - m[(0, 1)],
        );
        let angle = (skew.norm() / 2.0).atan2(cosine);
        if angle < 1e-12 {
            return AxisAngle::NONE;
        }
        // Near half a turn the skew part vanishes and the axis is a column of M + I.
        let axis = if cosine > -0.99 {
            skew
        } else {
            let sum = *m + m.transpose() + Mat3::identity().scale(1.0 - m.trace());
            let column = (0..3)
                .map(|j| sum.column(j))
                .max_by(|a, b| a.norm().total_cmp(&b.norm()))
                .unwrap_or(skew);
            column.scale(if column.dot(skew) < 0.0 { -1.0 } else { 1.0 })
        };
        AxisAngle {
            axis: axis.scale(1.0 / axis.norm()).0,
            angle,
        }
    }
}

/// A rigid motion: at time t a point X of the shape is at position(t) + t·velocity + R(t) X, where
/// R(t) is the turn by t·spin after rotation(t).
#[derive(Clone, Debug)]
pub struct Motion {
    /// Where the origin of the shape is [m], a function of time.
    pub position: [Value; 3],
    /// How the shape is turned.
    pub rotation: Rotation,
    /// Constant velocity added to the position [m/s].
    pub velocity: [f64; 3],
    /// Constant angular velocity added to the rotation [rad/s].
    pub spin: [f64; 3],
}

/// How a moving shape is turned.
#[derive(Clone, Debug)]
pub enum Rotation {
    /// About one axis, by an angle that may depend on time.
    Turn {
        /// Unit vector.
        axis: [f64; 3],
        /// How far [rad].
        angle: Value,
    },
    /// `(time, rotation)` in rising time; the shortest way in between, but keys about the same axis
    /// keep their angles, so that two of them can be several turns apart.
    Keyframes(Vec<(f64, AxisAngle)>),
}

impl Rotation {
    fn matrix(&self, time: f64) -> Mat3<f64> {
        match self {
            Rotation::Turn { axis, angle } => AxisAngle {
                axis: *axis,
                angle: angle.at([0.0; 3], time),
            }
            .matrix(),
            Rotation::Keyframes(keys) => between(keys, time),
        }
    }
}

/// Constant before the first and after the last key, the shortest way in between.
fn between(keys: &[(f64, AxisAngle)], time: f64) -> Mat3<f64> {
    let after = keys.partition_point(|(t, _)| *t <= time);
    let before = after.checked_sub(1).map(|k| &keys[k]);
    match (before, keys.get(after)) {
        (Some((t0, a)), Some((t1, b))) => {
            let share = (time - t0) / (t1 - t0);
            if a.axis == b.axis {
                let angle = a.angle + share * (b.angle - a.angle);
                return AxisAngle {
                    axis: a.axis,
                    angle,
                }
                .matrix();
            }
            let from = a.matrix();
            let way = AxisAngle::of_matrix(&b.matrix().mul_transpose(&from));
            let angle = share * way.angle;
            AxisAngle {
                axis: way.axis,
                angle,
            }
            .matrix()
                * from
        }
        (Some((_, only)), None) | (None, Some((_, only))) => only.matrix(),
        (None, None) => Mat3::identity(),
    }
}

impl Motion {
    /// One that is at a position [m] at a time [s] and moves on with a velocity [m/s]: what drives a scene from
    /// outside sets so before each step.
    pub fn passing(position: [f64; 3], velocity: [f64; 3], time: f64) -> Self {
        Motion {
            velocity,
            ..Motion::at_rest(std::array::from_fn(|k| position[k] - velocity[k] * time))
        }
    }
    /// At rest with its origin at a place.
    pub fn at_rest(position: [f64; 3]) -> Self {
        Motion {
            position: position.map(Value::Constant),
            rotation: Rotation::Turn {
                axis: [0.0, 1.0, 0.0],
                angle: Value::Constant(0.0),
            },
            velocity: [0.0; 3],
            spin: [0.0; 3],
        }
    }

    /// Whether it never moves.
    pub fn is_still(&self) -> bool {
        let turns = match &self.rotation {
            Rotation::Turn { angle, .. } => angle.varies_in_time(),
            Rotation::Keyframes(keys) => keys.len() > 1,
        };
        !turns
            && self.velocity == [0.0; 3]
            && self.spin == [0.0; 3]
            && !self.position.iter().any(Value::varies_in_time)
    }

    /// Where the shape is at a moment, if that is a place.
    pub fn checked_pose(
        &self,
        owner: impl Fn() -> Owner,
        time: f64,
    ) -> Result<Pose, Box<BadValue>> {
        let of = |key| (&owner, key);
        for value in &self.position {
            BadValue::check(value, of("position"), [0.0; 3], time, |_| true)?;
        }
        if let Rotation::Turn { angle, .. } = &self.rotation {
            BadValue::check(angle, of("rotation"), [0.0; 3], time, |_| true)?;
        }
        Ok(self.pose(time))
    }

    /// Where the shape is at a moment.
    pub fn pose(&self, time: f64) -> Pose {
        let spin = AxisAngle::from_vector(Vec3(self.spin).scale(time));
        Pose {
            position: Vec3(std::array::from_fn(|k| {
                self.position[k].at([0.0; 3], time) + time * self.velocity[k]
            })),
            rotation: spin.matrix() * self.rotation.matrix(time),
        }
    }
}

/// Where a rigid shape is: X goes to `position + rotation X`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where its origin is [m].
    pub position: Vec3<f64>,
    /// How it is turned.
    pub rotation: Mat3<f64>,
}

impl Pose {
    /// From the shape's own coordinates to space [m].
    pub fn to_space(&self, local: Vec3<f64>) -> Vec3<f64> {
        self.position + self.rotation.mul_vec(local)
    }
    /// From space to the shape's own coordinates [m].
    pub fn to_local(&self, x: Vec3<f64>) -> Vec3<f64> {
        self.rotation.transpose().mul_vec(x - self.position)
    }
    /// The rigid motion that leads from this pose to a later one, as x ↦ A x + b.
    pub fn carry(&self, later: &Pose) -> (Mat3<f64>, Vec3<f64>) {
        let turn = later.rotation.mul_transpose(&self.rotation);
        (turn, later.position - turn.mul_vec(self.position))
    }
}
