//! Pieces of thread.

use glam::Vec3A;
use obvhs::aabb::Aabb;
use obvhs::ray::Ray;

/// All places within a radius of a piece of line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tube {
    from: Vec3A,
    /// Of unit length.
    along: Vec3A,
    length: f32,
    pub(super) radius: f32,
}

impl Tube {
    pub(super) fn new(from: Vec3A, to: Vec3A, radius: f32) -> Self {
        Tube {
            from,
            along: (to - from).normalize_or(Vec3A::X),
            length: (to - from).length(),
            radius,
        }
    }

    fn to(&self) -> Vec3A {
        self.from + self.along * self.length
    }

    pub(super) fn bounds(&self) -> Aabb {
        let (a, b) = (self.from, self.to());
        Aabb::new(a.min(b) - self.radius, a.max(b) + self.radius)
    }

    /// Distance along a ray from outside, infinite if it is missed.
    pub(super) fn meet(&self, ray: &Ray) -> f32 {
        // From the point of the ray nearest to the middle: no cancellation for small, distant tubes.
        let middle = self.from + self.along * (0.5 * self.length);
        let ahead = (middle - ray.origin).dot(ray.direction);
        let place = ray.origin + ray.direction * ahead - self.from;
        let (height, rise) = (place.dot(self.along), ray.direction.dot(self.along));
        let across = ray.direction - self.along * rise;
        let slant = across.length_squared();
        // Along the tube it comes in by the end that it meets first.
        let mut end = if rise > 0.0 { 0.0 } else { self.length };
        if slant > 1e-8 {
            let beside = place - self.along * height;
            let nearest = -beside.dot(across) / slant;
            let off = (beside + across * nearest).length_squared();
            let square = (self.radius * self.radius - off) / slant;
            if square < 0.0 {
                return f32::INFINITY;
            }
            let enter = nearest - square.sqrt();
            let at = height + enter * rise;
            if (0.0..=self.length).contains(&at) {
                return outside(ahead + enter);
            }
            end = if at < 0.0 { 0.0 } else { self.length };
        }
        let offset = place - self.along * end;
        let nearest = -offset.dot(ray.direction);
        let off = (offset + ray.direction * nearest).length_squared();
        let square = self.radius * self.radius - off;
        if square < 0.0 {
            return f32::INFINITY;
        }
        outside(ahead + nearest - square.sqrt())
    }

    /// How far along the line, 0 to 1, the place of a surface point is, and the outward normal there.
    pub(super) fn touch(&self, at: Vec3A) -> (f32, Vec3A) {
        let along = (at - self.from).dot(self.along).clamp(0.0, self.length);
        let normal = (at - self.from - self.along * along).normalize_or(Vec3A::Y);
        (along / self.length.max(f32::MIN_POSITIVE), normal)
    }

    /// Periods of the lay of a rope of three strands along the whole length, at which strands run at 35° to it. Whole,
    /// so that strands go on from one piece to the next, whichever way it runs.
    pub(super) fn lay(&self) -> f32 {
        (self.length / (3.0 * self.radius)).round()
    }

    /// How far the surface of a rope is below that of a tube, from 0 on a strand to 1 between two, and the normal there,
    /// at a part of the length and a normal of the tube.
    pub(super) fn rope(&self, periods: f32, part: f32, normal: Vec3A) -> (f32, Vec3A) {
        const STRANDS: f32 = 3.0;
        // Where angles start: up, or across for what hangs.
        let start = if self.along.y.abs() < 0.95 {
            Vec3A::Y
        } else {
            Vec3A::Z
        };
        let x = (start - self.along * start.dot(self.along)).normalize();
        let y = self.along.cross(x);
        let angle = normal.dot(y).atan2(normal.dot(x));
        let phase = STRANDS * angle - std::f32::consts::TAU * periods * part;
        let (sin, cos) = (0.5 * phase).sin_cos();
        let around = self.along.cross(normal);
        let pitch = std::f32::consts::TAU * periods * self.radius;
        let across = (around * (STRANDS * self.length) - self.along * pitch).normalize_or(around);
        let slope = cos * if sin < 0.0 { -1.0 } else { 1.0 };
        (
            1.0 - sin.abs(),
            (normal - across * (0.8 * slope)).normalize(),
        )
    }

    /// The place on the line at a part of its length.
    pub(super) fn axis(&self, part: f32) -> Vec3A {
        self.from + self.along * (self.length * part)
    }
}

/// A distance, unless the ray starts inside.
fn outside(distance: f32) -> f32 {
    if distance > 0.0 {
        distance
    } else {
        f32::INFINITY
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::random;
    use super::*;

    /// Against small steps along the ray.
    #[test]
    fn rays_meet_tubes_where_walking_along_them_does() {
        const STEP: f32 = 1e-3;
        let mut hits = 0;
        for case in 0..1200 {
            let vector = |k: u64| {
                let k = 100 * case + k;
                Vec3A::new(random(k), random(k + 1), random(k + 2))
            };
            let (from, to) = (vector(0) * 0.3, vector(3) * 0.3);
            // Every fifth is a ball, every seventh is met lengthwise.
            let to = if case % 5 == 0 { from } else { to };
            let radius = 0.05 + 0.05 * random(100 * case + 9).abs();
            let tube = Tube::new(from, to, radius);
            let (origin, aim) = match case % 7 {
                0 if from != to => (from + (to - from).normalize() * 2.0, from),
                _ => (vector(10).normalize() * 2.0, vector(13) * 0.3),
            };
            let direction = (aim - origin).normalize();
            let away = |p: Vec3A| {
                let line = to - from;
                let part = (p - from).dot(line) / line.length_squared().max(1e-12);
                (p - from - line * part.clamp(0.0, 1.0)).length()
            };
            let walked = (0..4000)
                .map(|k| k as f32 * STEP)
                .find(|t| away(origin + direction * *t) <= radius);
            let found = tube.meet(&Ray::new(origin, direction, 0.0, f32::INFINITY));
            match walked {
                Some(walked) => {
                    hits += 1;
                    assert!(
                        (walked - found).abs() < 1.5 * STEP,
                        "{case}: {walked} {found}"
                    );
                    let at = origin + direction * found;
                    let (part, normal) = tube.touch(at);
                    assert!((0.0..=1.0).contains(&part) && normal.dot(direction) < 1e-3);
                    assert!((tube.axis(part) + normal * radius - at).length() < 1e-4);
                    let bounds = tube.bounds();
                    assert!(at.cmpge(bounds.min - 1e-5).all() && at.cmple(bounds.max + 1e-5).all());
                }
                // Walking steps over what rays graze.
                None if found.is_finite() => {
                    assert!(away(origin + direction * (found + STEP)) > radius - 1e-4);
                }
                None => {}
            }
        }
        assert!(hits > 200, "{hits}");
    }

    /// Strands meet at the ends of pieces, and do not care which way a piece runs.
    #[test]
    fn strands_go_on_from_piece_to_piece() {
        let ends = [Vec3A::ZERO, Vec3A::X, Vec3A::X * 2.0];
        let one = Tube::new(ends[0], ends[1], 0.1);
        let next = Tube::new(ends[1], ends[2], 0.1);
        let back = Tube::new(ends[2], ends[1], 0.1);
        let lay = one.lay();
        assert_eq!(lay, 3.0);
        for k in 0..12 {
            let (s, c) = (0.1 + 0.5 * k as f32).sin_cos();
            let normal = Vec3A::new(0.0, c, s);
            let (depth, tilted) = one.rope(lay, 1.0, normal);
            for (other, part) in [(&next, 0.0), (&back, 1.0)] {
                let (same, turned) = other.rope(lay, part, normal);
                assert!((depth - same).abs() < 1e-4, "{k}: {depth} {same}");
                assert!(tilted.distance(turned) < 1e-3, "{k}: {tilted} {turned}");
            }
            assert!((0.0..=1.0).contains(&depth) && tilted.dot(normal) > 0.7);
        }
    }

    #[test]
    fn a_ray_that_starts_inside_passes() {
        let tube = Tube::new(Vec3A::ZERO, Vec3A::X, 0.1);
        for direction in [Vec3A::Y, Vec3A::X, Vec3A::new(0.6, 0.8, 0.0)] {
            let ray = Ray::new(Vec3A::new(0.5, 0.05, 0.0), direction, 0.0, f32::INFINITY);
            assert_eq!(tube.meet(&ray), f32::INFINITY);
        }
    }
}
