//! The surface that a mesh is made for.

use super::local::{Balance, Complex, Kind, Skin};
use crate::Shape;
use plastica_tensor::Vec3;

/// Creases from so sharp an angle between normals are kept [cosine of 35°].
pub(super) const SHARP: f64 = 0.82;
/// Normals are taken over so many edges.
const STENCIL: f64 = 0.02;

/// A shape's surface as seen at the size of elements.
pub(super) struct Surface<'a> {
    pub(super) shape: &'a Shape,
    /// Length of edges [m].
    pub(super) edge: f64,
}

/// A tangent plane: a point of it and its normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub(super) point: Vec3<f64>,
    pub(super) normal: Vec3<f64>,
}

impl Surface<'_> {
    pub(super) fn distance(&self, x: Vec3<f64>) -> f64 {
        self.shape.distance(x)
    }

    /// The slope of the distance, by differences over the corners of a tetrahedron.
    fn slope(&self, x: Vec3<f64>, step: f64) -> Vec3<f64> {
        const CORNERS: [[f64; 3]; 4] = [
            [1.0, 1.0, 1.0],
            [1.0, -1.0, -1.0],
            [-1.0, 1.0, -1.0],
            [-1.0, -1.0, 1.0],
        ];
        let terms = CORNERS.map(|c| Vec3(c).scale(self.distance(x + Vec3(c).scale(step))));
        terms
            .into_iter()
            .fold(Vec3::zero(), |sum, t| sum + t)
            .scale(0.25 / step)
    }

    /// The outward normal, if there is one.
    pub(super) fn normal(&self, x: Vec3<f64>) -> Option<Vec3<f64>> {
        let slope = self.slope(x, STENCIL * self.edge);
        let size = slope.norm();
        (size > 0.1).then(|| slope.scale(1.0 / size))
    }

    /// The surface near a point, by Newton's method down the slope.
    pub(super) fn project(&self, x: Vec3<f64>) -> Option<Vec3<f64>> {
        let mut at = x;
        for _ in 0..8 {
            let distance = self.distance(at);
            if distance.abs() < 1e-7 * self.edge {
                return Some(at);
            }
            let slope = self.slope(at, STENCIL * self.edge);
            let square = slope.norm_squared().max(0.25);
            at = at - slope.scale(distance / square);
        }
        (self.distance(at).abs() < 1e-3 * self.edge).then_some(at)
    }

    /// How far it is from a point of the surface straight through the body [m], up to two edges.
    pub(super) fn thickness(&self, x: Vec3<f64>) -> f64 {
        let step = 0.02 * self.edge;
        let Some(normal) = self.normal(x) else {
            return 0.0;
        };
        let mut depth = step;
        while depth < 2.0 * self.edge && self.distance(x - normal.scale(depth)) < 0.0 {
            depth += step;
        }
        depth - 0.5 * step
    }

    /// The tangent plane at the surface near a point.
    pub(super) fn plane(&self, x: Vec3<f64>) -> Option<Plane> {
        let point = self.project(x)?;
        Some(Plane {
            point,
            normal: self.normal(point)?,
        })
    }

    /// Where the crease near a point is at which two tangent planes meet. The planes are taken anew beside it, nearer and
    /// nearer, so that they may belong to curved surfaces; `None` where they turn out to be one.
    pub(super) fn crease(
        &self,
        x: Vec3<f64>,
        planes: [Plane; 2],
    ) -> Option<(Vec3<f64>, [Plane; 2])> {
        let mut found = (meet(x, &planes)?, planes);
        for away in [0.25, 0.25, 0.1, 0.1, 0.1] {
            let next = self.nearer_crease(found, away)?;
            let moved = (next.0 - found.0).norm();
            found = next;
            if moved < 1e-5 * self.edge && away < 0.2 {
                break;
            }
        }
        let at = found.0;
        let is_there =
            self.distance(at).abs() < 0.01 * self.edge && (at - x).norm() < 1.5 * self.edge;
        is_there.then_some(found)
    }

    /// A place near a crease, and the planes on both sides of it: again, with planes taken so many edges beside it.
    fn nearer_crease(
        &self,
        (at, planes): (Vec3<f64>, [Plane; 2]),
        away: f64,
    ) -> Option<(Vec3<f64>, [Plane; 2])> {
        let [m, n] = planes.map(|p| p.normal);
        let along = m.cross(n);
        if m.dot(n) > SHARP || along.norm_squared() < 1e-3 {
            return None;
        }
        let along = along.scale(away * self.edge / along.norm());
        // From the crease into each surface.
        let beside = planes.map(|plane| {
            let across = along.cross(plane.normal);
            at + across.scale(across.dot(plane.point - at).signum())
        });
        let planes = [self.plane(beside[0])?, self.plane(beside[1])?];
        Some((meet(at, &planes)?, planes))
    }

    /// Where the corner near a point is at which three tangent planes meet; as creases are found.
    pub(super) fn corner(&self, x: Vec3<f64>, mut planes: [Plane; 3]) -> Option<Vec3<f64>> {
        let mut at = meet(x, &planes)?;
        for round in 0..6 {
            if (at - x).norm() > 1.5 * self.edge {
                return None;
            }
            let away = if round < 2 { 0.25 } else { 0.12 } * self.edge;
            for plane in &mut planes {
                let out = plane.point - at;
                let size = out.norm();
                if !(size > 1e-9 * self.edge) {
                    return None;
                }
                *plane = self.plane(at + out.scale(away / size))?;
            }
            let to = meet(at, &planes)?;
            let moved = (to - at).norm();
            at = to;
            if moved < 1e-5 * self.edge && round >= 2 {
                break;
            }
        }
        // On a bent crease the planes become two as they are taken nearer.
        let [m, n, o] = planes.map(|p| p.normal);
        let is_corner = m.dot(n.cross(o)).abs() > 0.3;
        (is_corner && self.distance(at).abs() < 0.01 * self.edge).then_some(at)
    }

    /// The planes on both sides of a crease vertex as its faces show them: those most unlike, with what is like them.
    fn sides(&self, complex: &Complex, v: u32, to: Vec3<f64>) -> Option<[Plane; 2]> {
        let fan = complex.fan(v);
        let faces: Vec<(Vec3<f64>, Vec3<f64>)> = fan
            .iter()
            .map(|f| {
                let [a, b, c] = f.map(|w| complex.place(w));
                (complex.area(*f), (a + b + c).scale(1.0 / 3.0))
            })
            .filter(|(area, _)| area.norm() > 1e-3 * self.edge * self.edge)
            .collect();
        let unlike =
            |m: Vec3<f64>, n: Vec3<f64>| m.dot(n) / (m.norm_squared() * n.norm_squared()).sqrt();
        let mut seeds = (1.0, [Vec3::zero(); 2]);
        for (i, (m, _)) in faces.iter().enumerate() {
            for (n, _) in &faces[..i] {
                if unlike(*m, *n) < seeds.0 {
                    seeds = (unlike(*m, *n), [*n, *m]);
                }
            }
        }
        let mut planes = [Plane {
            point: Vec3::zero(),
            normal: Vec3::zero(),
        }; 2];
        for (area, middle) in &faces {
            let k = usize::from(unlike(*area, seeds.1[1]) > unlike(*area, seeds.1[0]));
            planes[k].normal = planes[k].normal + *area;
            planes[k].point = planes[k].point + middle.scale(area.norm());
        }
        for plane in &mut planes {
            let size = plane.normal.norm();
            if !(size > 0.0) {
                return None;
            }
            plane.point = plane.point.scale(1.0 / size) + to - complex.place(v);
            plane.normal = plane.normal.scale(1.0 / size);
        }
        // On the surface, for the faces are but near it.
        Some([self.plane(planes[0].point)?, self.plane(planes[1].point)?])
    }
}

impl Skin for Surface<'_> {
    fn slide(&self, complex: &Complex, v: u32, to: Vec3<f64>) -> Option<Vec3<f64>> {
        let place = match complex.kind(v) {
            Kind::Corner => return None,
            Kind::Crease => {
                let planes = self.sides(complex, v, to)?;
                self.nearer_crease((meet(to, &planes)?, planes), 0.1)?.0
            }
            _ => self.project(to)?,
        };
        ((place - to).norm() < 0.5 * self.edge).then_some(place)
    }

    fn merge(&self, complex: &Complex, v: u32, to: Vec3<f64>, _: Balance) -> Option<Vec3<f64>> {
        if complex.place(v) == to {
            Some(to)
        } else {
            self.slide(complex, v, to)
        }
    }
}

/// The point nearest to x in all of the planes; `None` where they do not cross.
fn meet(x: Vec3<f64>, planes: &[Plane]) -> Option<Vec3<f64>> {
    let heights: Vec<f64> = planes.iter().map(|p| p.normal.dot(p.point - x)).collect();
    let normals: Vec<Vec3<f64>> = planes.iter().map(|p| p.normal).collect();
    let third = match normals[..] {
        [m, n] => m.cross(n),
        [_, _, o] => o,
        _ => return None,
    };
    let (m, n) = (normals[0], normals[1]);
    let determinant = m.dot(n.cross(third));
    if determinant.abs() < 0.03 {
        return None;
    }
    let height = heights.get(2).copied().unwrap_or(0.0);
    let sum = n.cross(third).scale(heights[0])
        + third.cross(m).scale(heights[1])
        + m.cross(n).scale(height);
    Some(x + sum.scale(1.0 / determinant))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plane(surface: &Surface<'_>, x: [f64; 3]) -> Plane {
        surface.plane(Vec3(x)).unwrap()
    }

    #[test]
    fn the_rim_of_a_cylinder_and_the_tip_of_a_cone_are_found() {
        let shape = Shape::cylinder(1.0, 2.0);
        let surface = Surface {
            shape: &shape,
            edge: 0.3,
        };
        let planes = [
            plane(&surface, [0.8, 1.0, 0.1]),
            plane(&surface, [1.0, 0.85, -0.05]),
        ];
        let (x, _) = surface.crease(Vec3::new(0.9, 0.9, 0.0), planes).unwrap();
        assert!(
            (x[1] - 1.0).abs() < 1e-6 && (x[0].hypot(x[2]) - 1.0).abs() < 1e-4,
            "{x:?}"
        );
        let shape = Shape::cone(1.0, 0.0, 1.0);
        let surface = Surface {
            shape: &shape,
            edge: 0.3,
        };
        let planes =
            [[0.2, 0.8, 0.0], [-0.1, 0.8, 0.2], [-0.1, 0.9, -0.2]].map(|x| plane(&surface, x));
        let tip = surface.corner(Vec3::new(0.0, 0.9, 0.0), planes).unwrap();
        assert!(
            (tip - Vec3::new(0.0, 1.0, 0.0)).norm() < 0.01 * surface.edge,
            "{tip:?}"
        );
    }

    /// A ball has neither, however coarse: its planes become one as they are taken nearer.
    #[test]
    fn a_ball_has_no_crease() {
        let shape = Shape::sphere(0.3);
        let surface = Surface {
            shape: &shape,
            edge: 0.3,
        };
        let planes =
            [[0.3, 0.0, 0.0], [0.0, 0.3, 0.0], [0.0, 0.0, 0.3]].map(|x| plane(&surface, x));
        assert!(
            surface
                .crease(Vec3::new(0.2, 0.2, 0.0), [planes[0], planes[1]])
                .is_none()
        );
        assert!(surface.corner(Vec3::new(0.2, 0.2, 0.2), planes).is_none());
    }
}
