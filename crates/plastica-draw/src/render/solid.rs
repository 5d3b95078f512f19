//! Boxes, cylinders and ellipsoids of any size and rotation.

use glam::{Mat3A, Vec3A};
use obvhs::aabb::Aabb;
use obvhs::ray::Ray;

/// What a solid is when its half extents are brought to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// |x|, |y|, |z| ≤ 1.
    Cube,
    /// x² + y² ≤ 1, |z| ≤ 1.
    Cylinder,
    /// x² + y² + z² ≤ 1.
    Ball,
}

/// A solid in space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solid {
    unit: Unit,
    centre: Vec3A,
    /// From space, about the centre, to the unit solid.
    inward: Mat3A,
}

impl Solid {
    /// From a centre, a rotation and half extents above 0.
    pub(super) fn new(unit: Unit, centre: Vec3A, turn: Mat3A, half: Vec3A) -> Self {
        Solid {
            unit,
            centre,
            inward: Mat3A::from_diagonal(half.recip().into()) * turn.transpose(),
        }
    }

    /// The box around one with this centre, rotation and half extents.
    pub(super) fn bounds(centre: Vec3A, turn: Mat3A, half: Vec3A) -> Aabb {
        let reach =
            turn.x_axis.abs() * half.x + turn.y_axis.abs() * half.y + turn.z_axis.abs() * half.z;
        Aabb::new(centre - reach, centre + reach)
    }

    /// Distance along a ray from outside, infinite if it is missed.
    pub(super) fn meet(&self, ray: &Ray) -> f32 {
        // From the point of the ray nearest to the centre: no cancellation for small, distant solids.
        let along = (self.centre - ray.origin).dot(ray.direction);
        let place = self.inward * (ray.origin + ray.direction * along - self.centre);
        let way = self.inward * ray.direction;
        let (enter, leave) = match self.unit {
            Unit::Cube => {
                let [x, y, z] = [0, 1, 2].map(|k| slab(place[k], way[k]));
                (x.0.max(y.0).max(z.0), x.1.min(y.1).min(z.1))
            }
            Unit::Cylinder => {
                let flat = |v: Vec3A| Vec3A::new(v.x, v.y, 0.0);
                let (side, ends) = (round(flat(place), flat(way)), slab(place.z, way.z));
                (side.0.max(ends.0), side.1.min(ends.1))
            }
            Unit::Ball => round(place, way),
        };
        let distance = along + enter;
        if enter <= leave && distance > 0.0 {
            distance
        } else {
            f32::INFINITY
        }
    }

    /// The outward normal at a point of the surface.
    pub(super) fn normal(&self, at: Vec3A) -> Vec3A {
        let place = self.inward * (at - self.centre);
        let unit = match self.unit {
            Unit::Cube => {
                let k = place.abs().max_position();
                let mut normal = Vec3A::ZERO;
                normal[k] = place[k].signum();
                normal
            }
            Unit::Cylinder if place.z.abs() > place.truncate().length() => {
                Vec3A::Z * place.z.signum()
            }
            Unit::Cylinder => Vec3A::new(place.x, place.y, 0.0),
            Unit::Ball => place,
        };
        (self.inward.transpose() * unit).normalize_or(Vec3A::Y)
    }
}

/// Where a line is within −1 and 1: from, to; empty if from > to.
fn slab(place: f32, way: f32) -> (f32, f32) {
    if way == 0.0 {
        return if place.abs() <= 1.0 {
            (f32::NEG_INFINITY, f32::INFINITY)
        } else {
            (f32::INFINITY, f32::NEG_INFINITY)
        };
    }
    let (a, b) = ((-1.0 - place) / way, (1.0 - place) / way);
    (a.min(b), a.max(b))
}

/// Where a line is within the unit ball.
fn round(place: Vec3A, way: Vec3A) -> (f32, f32) {
    let a = way.length_squared();
    if a == 0.0 {
        return slab(place.length(), 0.0);
    }
    let nearest = place.dot(way) / a;
    let beside = (place - way * nearest).length_squared();
    let square = (1.0 - beside) / a;
    if square < 0.0 {
        return (f32::INFINITY, f32::NEG_INFINITY);
    }
    let half = square.sqrt();
    (-nearest - half, -nearest + half)
}

#[cfg(test)]
mod tests {
    use super::super::sample::random;
    use super::*;
    use glam::Quat;

    fn contains(unit: Unit, p: Vec3A) -> bool {
        match unit {
            Unit::Cube => p.abs().max_element() <= 1.0,
            Unit::Cylinder => p.truncate().length() <= 1.0 && p.z.abs() <= 1.0,
            Unit::Ball => p.length() <= 1.0,
        }
    }

    /// Against small steps along the ray.
    #[test]
    fn rays_meet_solids_where_walking_along_them_does() {
        const STEP: f32 = 1e-3;
        let mut hits = 0;
        for unit in [Unit::Cube, Unit::Cylinder, Unit::Ball] {
            for case in 0..200 {
                let number = |k: u64| random(1000 * case + k);
                let vector = |k: u64| Vec3A::new(number(k), number(k + 1), number(k + 2));
                let turn = Quat::from_xyzw(number(0), number(1), number(2), number(3));
                let turn = Mat3A::from_quat(turn.normalize());
                let half = vector(4).abs() * 0.4 + 0.05;
                let centre = vector(7) * 0.2;
                let solid = Solid::new(unit, centre, turn, half);
                let origin = vector(10).normalize() * 2.0;
                let direction = (vector(13) * 0.4 - origin).normalize();
                let walked = (0..4000).map(|k| k as f32 * STEP).find(|t| {
                    let local = turn.transpose() * (origin + direction * *t - centre);
                    contains(unit, local / half)
                });
                let found = solid.meet(&Ray::new(origin, direction, 0.0, f32::INFINITY));
                match walked {
                    Some(walked) => {
                        hits += 1;
                        assert!(
                            (walked - found).abs() < 1.01 * STEP,
                            "{unit:?} {case}: {walked} {found}"
                        );
                        let at = origin + direction * found;
                        let normal = solid.normal(at);
                        assert!(normal.is_normalized() && normal.dot(direction) < 1e-3);
                        let bounds = Solid::bounds(centre, turn, half);
                        assert!(
                            at.cmpge(bounds.min - 1e-5).all() && at.cmple(bounds.max + 1e-5).all()
                        );
                    }
                    // Walking steps over corners that rays graze.
                    None if found.is_finite() => {
                        let at = origin + direction * (found + STEP);
                        let local = turn.transpose() * (at - centre) / half;
                        assert!(!contains(unit, local));
                    }
                    None => {}
                }
            }
        }
        assert!(hits > 200, "{hits}");
    }

    #[test]
    fn small_solids_far_away_keep_their_shape() {
        let turn = Mat3A::from_rotation_y(0.4);
        let half = Vec3A::new(2e-3, 1e-3, 1e-4);
        let centre = Vec3A::new(0.3, 0.1, -0.2);
        let solid = Solid::new(Unit::Cube, centre, turn, half);
        let origin = Vec3A::new(0.0, 0.0, 1.0);
        let direction = (centre - origin).normalize();
        let found = solid.meet(&Ray::new(origin, direction, 0.0, f32::INFINITY));
        let local = turn.transpose() * (origin + direction * found - centre) / half;
        assert!((local.z - 1.0).abs() < 5e-3, "{local}");
    }
}
