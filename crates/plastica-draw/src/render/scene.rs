//! The stage as rays see it: balls, solids, tubes and triangles in trees, planes by themselves.
//!
//! Lengths are in units of the camera's distance from its target, which is the origin, so that
//! single precision does for scenes of any size and place.

use super::colour_map::Ramp;
use super::primitive::{Needle, Plane, Triangle, meet_ball};
use super::solid::Solid;
use super::tube::Tube;
use glam::{Vec3A, Vec4};
use obvhs::cwbvh::CwBvh;
use obvhs::ray::Ray;

/// How light leaves a surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheen {
    pub(super) roughness: f32,
    pub(super) metal: bool,
}

/// What a ray meets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    pub(super) distance: f32,
    pub(super) what: What,
}

/// The kind of thing and its number.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Ball(u32),
    Solid(u32),
    Tube(u32),
    Triangle(u32),
    Plane(u32),
}

/// A surface at the place where a ray meets it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch {
    /// Where further rays start: just off the surface.
    pub(super) start: Vec3A,
    pub(super) normal: Vec3A,
    pub(super) albedo: Vec3A,
    pub(super) sheen: Sheen,
}

/// What things are coated with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coating {
    /// `None` for the colours of values.
    pub(super) colour: Option<Vec3A>,
    /// What the colour is multiplied by, seen from behind.
    pub(super) back: Vec3A,
    pub(super) sheen: Sheen,
}

/// How a triangle looks at its corners.
pub(super) struct Facet {
    pub(super) normals: [Vec3A; 3],
    /// Where values lie in the range of colours.
    pub(super) along: [f32; 3],
    /// Its number in the list of coatings.
    pub(super) coating: u32,
}

/// How a tube looks at its ends.
#[derive(Clone, Copy)]
pub(super) struct Strand {
    pub(super) along: [f32; 2],
    /// Periods of its lay, and how much is seen of them, 0 to 1.
    pub(super) lay: (f32, f32),
    pub(super) coating: u32,
}

/// Everything that can be hit.
pub(super) struct Scene {
    pub(super) ball_tree: CwBvh,
    /// Centre and radius, in the order of the tree; so are the others.
    pub(super) balls: Vec<Vec4>,
    pub(super) ball_paint: Vec<(Vec3A, Sheen)>,
    pub(super) solid_tree: CwBvh,
    pub(super) solids: Vec<Solid>,
    pub(super) solid_paint: Vec<(Vec3A, Sheen)>,
    pub(super) tube_tree: CwBvh,
    pub(super) tubes: Vec<Tube>,
    pub(super) strands: Vec<Strand>,
    pub(super) triangle_tree: CwBvh,
    pub(super) triangles: Vec<Triangle>,
    pub(super) facets: Vec<Facet>,
    pub(super) planes: Vec<Plane>,
    pub(super) coatings: Vec<Coating>,
    pub(super) ramp: Ramp,
}

/// Distance by which rays start off a surface: many times the rounding error of places near 1.
const OFF_SURFACE: f32 = 2e-5;
impl Scene {
    /// The nearest surface along a ray of unit direction.
    pub(super) fn nearest(&self, origin: Vec3A, direction: Vec3A) -> Option<Hit> {
        let mut nearest = Hit {
            distance: f32::INFINITY,
            what: What::Plane(u32::MAX),
        };
        for (k, plane) in self.planes.iter().enumerate() {
            if let Some(distance) = plane.distance(origin, direction)
                && distance < nearest.distance
            {
                let what = What::Plane(k as u32);
                nearest = Hit { distance, what };
            }
        }
        let mut record = obvhs::ray::RayHit::none();
        let ray = Ray::new(origin, direction, 0.0, nearest.distance);
        if self
            .ball_tree
            .ray_traverse(ray, &mut record, |ray, id| meet_ball(self.balls[id], ray))
        {
            nearest = Hit {
                distance: record.t,
                what: What::Ball(record.primitive_id),
            };
        }
        let mut record = obvhs::ray::RayHit::none();
        let ray = Ray::new(origin, direction, 0.0, nearest.distance);
        if self
            .solid_tree
            .ray_traverse(ray, &mut record, |ray, id| self.solids[id].meet(ray))
        {
            nearest = Hit {
                distance: record.t,
                what: What::Solid(record.primitive_id),
            };
        }
        let mut record = obvhs::ray::RayHit::none();
        let ray = Ray::new(origin, direction, 0.0, nearest.distance);
        if self
            .tube_tree
            .ray_traverse(ray, &mut record, |ray, id| self.tubes[id].meet(ray))
        {
            nearest = Hit {
                distance: record.t,
                what: What::Tube(record.primitive_id),
            };
        }
        let mut record = obvhs::ray::RayHit::none();
        let ray = Ray::new(origin, direction, 0.0, nearest.distance);
        let needle = Needle::new(origin, direction);
        if self
            .triangle_tree
            .ray_traverse(ray, &mut record, |_, id| self.triangles[id].meet(&needle))
        {
            nearest = Hit {
                distance: record.t,
                what: What::Triangle(record.primitive_id),
            };
        }
        nearest.distance.is_finite().then_some(nearest)
    }

    /// Whether a ball, a solid, a tube or a triangle lies along a ray.
    pub(super) fn is_blocked(&self, origin: Vec3A, direction: Vec3A) -> bool {
        let ray = Ray::new(origin, direction, 0.0, f32::INFINITY);
        let needle = Needle::new(origin, direction);
        !self
            .ball_tree
            .ray_traverse_miss(ray, |ray, id| meet_ball(self.balls[id], ray))
            || !self
                .solid_tree
                .ray_traverse_miss(ray, |ray, id| self.solids[id].meet(ray))
            || !self
                .tube_tree
                .ray_traverse_miss(ray, |ray, id| self.tubes[id].meet(ray))
            || !self
                .triangle_tree
                .ray_traverse_miss(ray, |_, id| self.triangles[id].meet(&needle))
    }

    /// Distance along a ray to the nearest plane that it meets from the front.
    pub(super) fn floor_along(&self, origin: Vec3A, direction: Vec3A) -> Option<f32> {
        let met = self
            .planes
            .iter()
            .filter_map(|p| p.distance(origin, direction));
        met.min_by(f32::total_cmp)
    }

    /// The surface at a hit; planes have the albedo of white, for the backdrop to colour.
    pub(super) fn touch(&self, hit: Hit, origin: Vec3A, direction: Vec3A) -> Touch {
        let at = origin + direction * hit.distance;
        match hit.what {
            What::Plane(k) => {
                let normal = self.planes[k as usize].normal;
                Touch {
                    start: at + normal * OFF_SURFACE,
                    normal,
                    albedo: Vec3A::ONE,
                    sheen: Sheen {
                        roughness: 1.0,
                        metal: false,
                    },
                }
            }
            What::Ball(k) => {
                let centre = Vec3A::from(self.balls[k as usize].truncate());
                let normal = (at - centre).normalize();
                let (albedo, sheen) = self.ball_paint[k as usize];
                let start = centre + normal * (self.balls[k as usize].w + OFF_SURFACE);
                Touch {
                    start,
                    normal,
                    albedo,
                    sheen,
                }
            }
            What::Solid(k) => {
                let normal = self.solids[k as usize].normal(at);
                let (albedo, sheen) = self.solid_paint[k as usize];
                Touch {
                    start: at + normal * OFF_SURFACE,
                    normal,
                    albedo,
                    sheen,
                }
            }
            What::Tube(k) => {
                let (tube, strand) = (&self.tubes[k as usize], &self.strands[k as usize]);
                let (part, normal) = tube.touch(at);
                let [a, b] = strand.along;
                let coating = &self.coatings[strand.coating as usize];
                let start = tube.axis(part) + normal * (tube.radius + OFF_SURFACE);
                let mut albedo = self.colour(coating, a + (b - a) * part);
                let mut shown = normal;
                let (periods, seen) = strand.lay;
                if seen > 0.0 {
                    let (depth, tilted) = tube.rope(periods, part, normal);
                    shown = normal.lerp(tilted, seen).normalize();
                    // Between strands it is darker, unless colours mean something.
                    if coating.colour.is_some() {
                        albedo *= 1.0 - 0.6 * seen * depth * depth;
                    }
                }
                Touch {
                    start,
                    normal: shown,
                    albedo,
                    sheen: coating.sheen,
                }
            }
            What::Triangle(k) => self.touch_triangle(k as usize, at, direction),
        }
    }

    fn colour(&self, coating: &Coating, along: f32) -> Vec3A {
        coating.colour.unwrap_or_else(|| self.ramp.at(along))
    }

    fn touch_triangle(&self, k: usize, at: Vec3A, direction: Vec3A) -> Touch {
        let (triangle, facet) = (&self.triangles[k], &self.facets[k]);
        let weights = triangle.weights(at);
        let blend = |v: &[Vec3A; 3]| (0..3).map(|k| v[k] * weights[k]).sum::<Vec3A>();
        // Seen from behind, as an open mesh may be, it is turned around.
        let turn = if triangle.normal().dot(direction) > 0.0 {
            -1.0
        } else {
            1.0
        };
        let normal = blend(&facet.normals).normalize_or(triangle.normal()) * turn;
        // Rays start where the smooth surface would be, outside of the triangle, or its flatness
        // would show along the edge of shadows [Hanika 2021, "Hacking the shadow terminator"].
        let corners = triangle.corners;
        let lifted: Vec3A = (0..3)
            .map(|k| {
                let outward = facet.normals[k] * turn;
                let below = (at - corners[k]).dot(outward).min(0.0);
                (at - outward * below) * weights[k]
            })
            .sum();
        let coating = &self.coatings[facet.coating as usize];
        let along = (0..3).map(|k| facet.along[k] * weights[k]).sum();
        let side = if turn < 0.0 { coating.back } else { Vec3A::ONE };
        Touch {
            start: lifted + triangle.normal() * (turn * OFF_SURFACE),
            normal,
            albedo: self.colour(coating, along) * side,
            sheen: coating.sheen,
        }
    }
}
