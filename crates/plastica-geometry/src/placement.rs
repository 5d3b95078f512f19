//! Where a shape stands.

use plastica_tensor::{Mat3, Vec3};

/// A similarity: scaled first, then turned, then moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// Where the origin comes to lie [m].
    pub position: Vec3<f64>,
    /// How it is turned: a rotation matrix.
    pub rotation: Mat3<f64>,
    /// How many times larger, above 0.
    pub scale: f64,
}

impl Placement {
    /// Leaves everything where it is.
    pub fn identity() -> Placement {
        Placement::at(Vec3::zero())
    }
    /// Only moved [m].
    pub fn at(position: Vec3<f64>) -> Placement {
        Placement {
            position,
            rotation: Mat3::identity(),
            scale: 1.0,
        }
    }
    /// The same, turned by `angle` [rad] about an axis of any length but 0, counter-clockwise when
    /// it points at you.
    pub fn turned(self, axis: Vec3<f64>, angle: f64) -> Placement {
        Placement {
            rotation: rotation(axis, angle) * self.rotation,
            ..self
        }
    }
    /// The same with another scale.
    pub fn scaled(self, scale: f64) -> Placement {
        Placement { scale, ..self }
    }
    /// From the shape's own coordinates to those it is placed in.
    #[inline]
    pub fn outward(&self, x: Vec3<f64>) -> Vec3<f64> {
        self.rotation.mul_vec(x.scale(self.scale)) + self.position
    }
    /// From the coordinates it is placed in to the shape's own.
    #[inline]
    pub fn inward(&self, x: Vec3<f64>) -> Vec3<f64> {
        let y = x - self.position;
        let r = &self.rotation;
        let back = Vec3::new(r.column(0).dot(y), r.column(1).dot(y), r.column(2).dot(y));
        back.scale(1.0 / self.scale)
    }
}

/// Rodrigues' formula: R = cos a I + (1 − cos a) n nᵀ + sin a \[n\]×.
fn rotation(axis: Vec3<f64>, angle: f64) -> Mat3<f64> {
    let n = axis.scale(1.0 / axis.norm());
    let (sin, cos) = angle.sin_cos();
    let cross = [[0.0, -n[2], n[1]], [n[2], 0.0, -n[0]], [-n[1], n[0], 0.0]];
    Mat3::from_fn(|i, j| {
        let same = if i == j { cos } else { 0.0 };
        same + (1.0 - cos) * n[i] * n[j] + sin * cross[i][j]
    })
}
