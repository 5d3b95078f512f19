//! Rotations as unit quaternions.

use plastica_tensor::{Mat3, Vec3};

/// A rotation: x, y, z, w of its unit quaternion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turn {
    axis: Vec3<f64>,
    w: f64,
}

impl Turn {
    pub(super) const NONE: Turn = Turn {
        axis: Vec3([0.0; 3]),
        w: 1.0,
    };

    /// From x, y, z, w of any length but 0.
    pub(super) fn from_array([x, y, z, w]: [f64; 4]) -> Option<Self> {
        Turn {
            axis: Vec3([x, y, z]),
            w,
        }
        .normalised()
    }

    pub(super) fn to_array(self) -> [f64; 4] {
        let [x, y, z] = self.axis.0;
        [x, y, z, self.w]
    }

    fn normalised(self) -> Option<Self> {
        let length = (self.axis.norm_squared() + self.w * self.w).sqrt();
        (length > 0.0 && length.is_finite()).then(|| Turn {
            axis: self.axis.scale(1.0 / length),
            w: self.w / length,
        })
    }

    /// By a rotation vector: its direction the axis, its length the angle [rad].
    pub(super) fn from_vector(v: Vec3<f64>) -> Self {
        let half = 0.5 * v.norm();
        // sin(a)/a by its series where the quotient loses digits.
        let quotient = if half < 1e-4 {
            1.0 - half * half / 6.0
        } else {
            half.sin() / half
        };
        Turn {
            axis: v.scale(0.5 * quotient),
            w: half.cos(),
        }
    }

    /// The rotation vector of the shorter way round [rad].
    pub(super) fn to_vector(self) -> Vec3<f64> {
        let sine = self.axis.norm();
        if sine == 0.0 {
            return Vec3::zero();
        }
        // q and −q are the same rotation.
        let sign = if self.w < 0.0 { -1.0 } else { 1.0 };
        let angle = 2.0 * sine.atan2(self.w.abs());
        self.axis.scale(sign * angle / sine)
    }

    /// The rotation that does `first` and then this one.
    pub(super) fn after(self, first: Turn) -> Self {
        let (a, b) = (self, first);
        let turn = Turn {
            axis: b.axis.scale(a.w) + a.axis.scale(b.w) + a.axis.cross(b.axis),
            w: a.w * b.w - a.axis.dot(b.axis),
        };
        // Rounding is not left to add up.
        turn.normalised().unwrap_or(Turn::NONE)
    }

    pub(super) fn inverse(self) -> Self {
        Turn {
            axis: -self.axis,
            w: self.w,
        }
    }

    pub(super) fn apply(self, v: Vec3<f64>) -> Vec3<f64> {
        let t = self.axis.cross(v).scale(2.0);
        v + t.scale(self.w) + self.axis.cross(t)
    }

    /// The cosine of half the angle between two rotations, not negative.
    pub(super) fn likeness(self, other: Turn) -> f64 {
        (self.axis.dot(other.axis) + self.w * other.w).abs()
    }

    /// Of a rotation matrix (Shepperd 1978: from the largest of the four components).
    pub(super) fn from_matrix(m: &Mat3<f64>) -> Self {
        let trace = m.trace();
        let squares = [
            1.0 + 2.0 * m[(0, 0)] - trace,
            1.0 + 2.0 * m[(1, 1)] - trace,
            1.0 + 2.0 * m[(2, 2)] - trace,
            1.0 + trace,
        ];
        let largest = (1..4).fold(
            0,
            |best, k| if squares[k] > squares[best] { k } else { best },
        );
        let [sum, difference] =
            [1.0, -1.0].map(|sign| move |i: usize, j: usize| m[(i, j)] + sign * m[(j, i)]);
        let q = match largest {
            0 => [squares[0], sum(0, 1), sum(0, 2), difference(2, 1)],
            1 => [sum(0, 1), squares[1], sum(1, 2), difference(0, 2)],
            2 => [sum(0, 2), sum(1, 2), squares[2], difference(1, 0)],
            _ => [
                difference(2, 1),
                difference(0, 2),
                difference(1, 0),
                squares[3],
            ],
        };
        Turn::from_array(q).unwrap_or(Turn::NONE)
    }

    /// The shortest way that takes one unit vector to another.
    pub(super) fn between(from: Vec3<f64>, to: Vec3<f64>) -> Self {
        let turn = Turn {
            axis: from.cross(to),
            w: 1.0 + from.dot(to),
        };
        // Half a turn about anything square to it.
        let across = if from[0].abs() < 0.6 {
            Vec3([1.0, 0.0, 0.0])
        } else {
            Vec3([0.0, 1.0, 0.0])
        };
        let opposite = Turn {
            axis: from.cross(across),
            w: 0.0,
        };
        let turn = if turn.w > 1e-12 { turn } else { opposite };
        turn.normalised().unwrap_or(Turn::NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Vec3<f64>, b: Vec3<f64>) -> bool {
        (a - b).norm() < 1e-12
    }

    #[test]
    fn vectors_matrices_and_quaternions_agree() {
        for v in [
            [0.0; 3],
            [1e-9, 0.0, 0.0],
            [0.3, -0.4, 1.2],
            [0.0, 3.1, 0.0],
            [-2.0, 1.0, 1.5],
        ] {
            let v = Vec3(v);
            let turn = Turn::from_vector(v);
            assert!(near(turn.to_vector(), v), "{v:?}");
            let columns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            let m = Mat3::from_columns(columns.map(|c| turn.apply(Vec3(c))));
            assert!(Turn::from_matrix(&m).likeness(turn) > 1.0 - 1e-15);
            let x = Vec3([0.2, 0.7, -1.0]);
            let twice = turn.after(turn);
            assert!(near(twice.apply(x), turn.apply(turn.apply(x))));
            assert!(near(turn.inverse().apply(turn.apply(x)), x));
        }
    }

    #[test]
    fn the_shortest_way_is_found_even_to_the_opposite() {
        let z = Vec3([0.0, 0.0, 1.0]);
        for to in [
            [0.0, 0.0, 1.0],
            [0.6, 0.0, 0.8],
            [0.0, 0.0, -1.0],
            [0.0, -1.0, 0.0],
        ] {
            let turn = Turn::between(z, Vec3(to));
            assert!(near(turn.apply(z), Vec3(to)), "{to:?}");
        }
    }
}
