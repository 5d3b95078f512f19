//! What a ray can meet: balls, triangles, planes.

use glam::{Vec3A, Vec4};
use obvhs::ray::Ray;

/// A plane: points p with normal · p = height. Light comes from the side of the normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub(super) normal: Vec3A,
    pub(super) height: f32,
}

/// A triangle by a corner and the two edges that start there.
pub(super) struct Triangle {
    pub(super) corner: Vec3A,
    pub(super) edges: [Vec3A; 2],
}

/// Distance to a ball along a ray, infinite if it is missed.
pub(super) fn meet_ball(ball: Vec4, ray: &Ray) -> f32 {
    let offset = Vec3A::from(ball.truncate()) - ray.origin;
    let along = offset.dot(ray.direction);
    // From the point of the ray nearest to the centre: no cancellation for small, distant balls
    // [Haines et al. 2019, "Precision improvements for ray/sphere intersection"].
    let beside = (offset - ray.direction * along).length_squared();
    let half_chord_squared = ball.w * ball.w - beside;
    if half_chord_squared < 0.0 {
        return f32::INFINITY;
    }
    let half_chord = half_chord_squared.sqrt();
    let near = along - half_chord;
    if near > 0.0 { near } else { f32::INFINITY }
}

impl Plane {
    /// Distance along a ray that comes from the side of the normal.
    pub(super) fn distance(&self, origin: Vec3A, direction: Vec3A) -> Option<f32> {
        let towards = self.normal.dot(direction);
        let above = self.normal.dot(origin) - self.height;
        (towards < 0.0 && above > 0.0).then(|| -above / towards)
    }
}

impl Triangle {
    pub(super) fn corners(&self) -> [Vec3A; 3] {
        let [b, c] = self.edges.map(|edge| self.corner + edge);
        [self.corner, b, c]
    }

    pub(super) fn normal(&self) -> Vec3A {
        self.edges[0].cross(self.edges[1]).normalize_or(Vec3A::Y)
    }

    /// Möller and Trumbore's test, from both sides.
    pub(super) fn meet(&self, ray: &Ray) -> f32 {
        let [e1, e2] = self.edges;
        let p = ray.direction.cross(e2);
        let determinant = e1.dot(p);
        let inverse = 1.0 / determinant;
        let t = ray.origin - self.corner;
        let u = t.dot(p) * inverse;
        let q = t.cross(e1);
        let v = ray.direction.dot(q) * inverse;
        let distance = e2.dot(q) * inverse;
        // A ray in the plane of the triangle makes NaN, which is no hit.
        if u >= 0.0 && v >= 0.0 && u + v <= 1.0 && distance > 0.0 {
            distance
        } else {
            f32::INFINITY
        }
    }

    /// Barycentric weights of a point of the triangle.
    pub(super) fn weights(&self, at: Vec3A) -> [f32; 3] {
        let [e1, e2] = self.edges;
        let normal = e1.cross(e2);
        let offset = at - self.corner;
        let inverse = 1.0 / normal.length_squared().max(f32::MIN_POSITIVE);
        let v = normal.dot(offset.cross(e2)) * inverse;
        let w = normal.dot(e1.cross(offset)) * inverse;
        let (v, w) = (v.clamp(0.0, 1.0), w.clamp(0.0, 1.0));
        [(1.0 - v - w).max(0.0), v, w]
    }
}
