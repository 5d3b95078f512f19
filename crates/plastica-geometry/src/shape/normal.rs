//! Directions out of a shape.

use super::{Form, Shape, combine};
use plastica_tensor::Vec3;

impl Shape {
    /// Unit vector along which the distance grows fastest: the outward normal, on the surface.
    ///
    /// Where there is no such direction (at centres, on edges, at infinity) it is some unit vector,
    /// one of those nearby where there are any. By central differences, with an error of about 1e-9,
    /// for what has no closed form.
    pub fn normal(&self, x: Vec3<f64>) -> Vec3<f64> {
        match &self.inner.form {
            Form::HalfSpace { normal, .. } => *normal,
            Form::Sphere { .. } => unit(x).unwrap_or(UP),
            Form::Union(shapes) => match shapes.get(combine::union(shapes, x, Shape::distance).1) {
                Some(shape) => shape.normal(x),
                None => UP,
            },
            Form::Intersection(shapes) => {
                match shapes.get(combine::intersection(shapes, x, Shape::distance).1) {
                    Some(shape) => shape.normal(x),
                    None => UP,
                }
            }
            Form::Difference(shapes) => match combine::difference(shapes, x, Shape::distance).1 {
                0 => shapes.first().map_or(UP, |shape| shape.normal(x)),
                i => -shapes[i].normal(x),
            },
            Form::Mesh(mesh) => mesh.normal(x).unwrap_or_else(|| self.slope(x)),
            Form::Placed { shape, placement } => {
                let normal = shape.normal(placement.inward(x));
                unit(placement.rotation.mul_vec(normal)).unwrap_or(UP)
            }
            _ => self.slope(x),
        }
    }

    /// The direction by differences, here or a little aside.
    fn slope(&self, x: Vec3<f64>) -> Vec3<f64> {
        let step = 1e-5 * self.inner.size;
        let asides = [
            Vec3::zero(),
            Vec3::new(0.3, 1.0, 0.2),
            Vec3::new(1.0, -0.2, 0.3),
            Vec3::new(-0.2, 0.3, -1.0),
        ];
        for aside in asides {
            let gradient = self.gradient(x + aside.scale(4.0 * step), step);
            // A slope this small is left over from cancelling ones.
            if let Some(direction) = unit(gradient)
                && gradient.norm() > 1e-3
            {
                return direction;
            }
        }
        UP
    }

    fn gradient(&self, x: Vec3<f64>, step: f64) -> Vec3<f64> {
        Vec3([0, 1, 2].map(|i| {
            let mut offset = Vec3::zero();
            offset[i] = step;
            (self.distance(x + offset) - self.distance(x - offset)) / (2.0 * step)
        }))
    }
}

const UP: Vec3<f64> = Vec3([0.0, 1.0, 0.0]);

/// The vector at length 1, if it has a direction.
pub(crate) fn unit(v: Vec3<f64>) -> Option<Vec3<f64>> {
    let norm = v.norm();
    (norm > 1e-150 && norm < 1e150).then(|| v.scale(1.0 / norm))
}
