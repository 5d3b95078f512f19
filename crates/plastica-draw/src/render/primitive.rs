//! What a ray can meet: balls, triangles, planes.

use glam::{Mat3A, Vec3A, Vec4};
use obvhs::ray::Ray;

/// A plane: points p with normal · p = height. Light comes from the side of the normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub(super) normal: Vec3A,
    pub(super) height: f32,
}

/// A triangle by its corners. Neighbours have the very same corners, which keeps rays from passing between them.
pub(super) struct Triangle {
    pub(super) corners: [Vec3A; 3],
}

/// A ray for triangles: axes in which it starts at the origin and runs along z.
pub(super) struct Needle {
    origin: Vec3A,
    axes: Mat3A,
}

impl Needle {
    pub(super) fn new(origin: Vec3A, direction: Vec3A) -> Self {
        let (x, y) = direction.any_orthonormal_pair();
        Needle {
            origin,
            axes: Mat3A::from_cols(x, y, direction).transpose(),
        }
    }
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
    fn edges(&self) -> [Vec3A; 2] {
        let [a, b, c] = self.corners;
        [b - a, c - a]
    }

    pub(super) fn normal(&self) -> Vec3A {
        let [e1, e2] = self.edges();
        e1.cross(e2).normalize_or(Vec3A::Y)
    }

    /// Distance along a ray, from both sides, infinite if it is missed. On which side of an edge the ray passes is
    /// found by the same numbers in both triangles that share it, so that there is no crack between them [Woop et al.
    /// 2013, "Watertight ray/triangle intersection"].
    pub(super) fn meet(&self, needle: &Needle) -> f32 {
        let [a, b, c] = self.corners.map(|p| needle.axes * (p - needle.origin));
        let u = c.x * b.y - c.y * b.x;
        let v = a.x * c.y - a.y * c.x;
        let w = b.x * a.y - b.y * a.x;
        let inside = (u >= 0.0 && v >= 0.0 && w >= 0.0) || (u <= 0.0 && v <= 0.0 && w <= 0.0);
        let distance = (u * a.z + v * b.z + w * c.z) / (u + v + w);
        // A triangle without width from here makes NaN, which is no hit.
        if inside && distance > 0.0 {
            distance
        } else {
            f32::INFINITY
        }
    }

    /// Barycentric weights of a point of the triangle.
    pub(super) fn weights(&self, at: Vec3A) -> [f32; 3] {
        let [e1, e2] = self.edges();
        let normal = e1.cross(e2);
        let offset = at - self.corners[0];
        let inverse = 1.0 / normal.length_squared().max(f32::MIN_POSITIVE);
        let v = normal.dot(offset.cross(e2)) * inverse;
        let w = normal.dot(e1.cross(offset)) * inverse;
        let (v, w) = (v.clamp(0.0, 1.0), w.clamp(0.0, 1.0));
        [(1.0 - v - w).max(0.0), v, w]
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::random;
    use super::*;

    /// Rays at the common edge of two small triangles, and at a point that six of them share, never pass through.
    #[test]
    fn there_is_no_crack_between_triangles() {
        let fan = |case: u64| {
            let vector = |k: u64| {
                let k = 1000 * case + k;
                Vec3A::new(random(k), random(k + 1), random(k + 2))
            };
            let centre = vector(0) * 0.3;
            let rim: Vec<Vec3A> = (0..6)
                .map(|k| {
                    let (s, c) = (std::f32::consts::FRAC_PI_3 * k as f32).sin_cos();
                    centre + 0.004 * Vec3A::new(c, s, 0.4 * random(1000 * case + 900 + k))
                })
                .collect();
            let triangles: Vec<Triangle> = (0..6)
                .map(|k| Triangle {
                    corners: [centre, rim[k], rim[(k + 1) % 6]],
                })
                .collect();
            (
                centre,
                rim,
                triangles,
                Vec3A::new(0.0, 0.0, 1.0) + vector(9) * 0.2,
            )
        };
        for case in 0..400 {
            let (centre, rim, triangles, origin) = fan(case);
            for k in 0..60 {
                let aim = match k {
                    0 => centre,
                    _ => centre.lerp(rim[k % 6], 0.9 * random(case + 7 * k as u64).abs()),
                };
                let direction = (aim - origin).normalize();
                let needle = Needle::new(origin, direction);
                let nearest = triangles
                    .iter()
                    .map(|t| t.meet(&needle))
                    .fold(f32::INFINITY, f32::min);
                let expected = aim.distance(origin);
                assert!(
                    (nearest - expected).abs() < 1e-4,
                    "{case} {k}: {nearest} {expected}"
                );
            }
        }
    }

    #[test]
    fn a_triangle_is_met_from_both_sides_and_not_from_its_plane() {
        let triangle = Triangle {
            corners: [Vec3A::ZERO, Vec3A::X, Vec3A::Y],
        };
        let meet = |origin: Vec3A, direction: Vec3A| triangle.meet(&Needle::new(origin, direction));
        let inside = Vec3A::new(0.2, 0.3, 0.0);
        assert!((meet(inside + Vec3A::Z, -Vec3A::Z) - 1.0).abs() < 1e-6);
        assert!((meet(inside - 2.0 * Vec3A::Z, Vec3A::Z) - 2.0).abs() < 1e-6);
        assert_eq!(meet(inside + Vec3A::Z, Vec3A::Z), f32::INFINITY);
        assert_eq!(meet(Vec3A::new(-1.0, 0.3, 0.0), Vec3A::X), f32::INFINITY);
        assert_eq!(meet(Vec3A::new(0.8, 0.8, 1.0), -Vec3A::Z), f32::INFINITY);
    }
}
