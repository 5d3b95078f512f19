//! Sharp edges and corners of the surface, found where normals of neighbouring vertices differ and given vertices there.
//!
//! An edge of the boundary whose ends lie on different sides of a crease crosses it: the nearer end is moved there, or the
//! edge is cut there. Once none is left that crosses, vertices on the crease separate its sides.

use super::local::{Complex, Kind, Rules};
use super::surface::{Plane, SHARP, Surface};
use plastica_tensor::Vec3;

/// No element may become worse by a vertex that is moved to a crease or a corner; those that are worse, no worse at all.
const LEAST: f64 = 0.08;
/// Ends so near a crossing, as a share of the edge, are moved rather than the edge cut: at first, and later.
const NEAR: [f64; 4] = [0.3, 0.45, 0.5, 0.5];
/// Normals with a smaller cosine belong to two sides of a thin part.
const OPPOSED: f64 = -0.5;
/// Least determinant of three normals that make a corner.
const APART: f64 = 0.2;

/// What is known of the surface at vertices of the boundary.
struct Features<'a> {
    surface: &'a Surface<'a>,
    rules: &'a Rules,
    planes: Vec<Asked>,
}

/// The tangent plane at a vertex, and where it was then.
#[derive(Clone, Copy, Default)]
struct Asked {
    at: Option<Vec3<f64>>,
    plane: Option<Plane>,
}

/// A place where an edge of the boundary crosses a crease.
struct Crossing {
    /// How far the nearer end is, as a share of the edge.
    share: f64,
    /// The nearer end first.
    ends: [u32; 2],
    place: Vec3<f64>,
    planes: [Plane; 2],
}

/// Moves vertices to the corners and creases of the surface and cuts edges that cross creases.
pub(super) fn keep(complex: &mut Complex, surface: &Surface<'_>, rules: &Rules) {
    let mut features = Features {
        surface,
        rules,
        planes: Vec::new(),
    };
    features.ask(complex);
    features.keep_corners(complex);
    keep_creases(complex, surface, rules);
}

/// The same for creases alone.
pub(super) fn keep_creases(complex: &mut Complex, surface: &Surface<'_>, rules: &Rules) {
    let mut features = Features {
        surface,
        rules,
        planes: Vec::new(),
    };
    features.ask(complex);
    for near in NEAR {
        if features.keep_creases(complex, near) == 0 {
            break;
        }
        features.ask(complex);
    }
}

impl Features<'_> {
    /// Takes the tangent planes at vertices of smooth parts of the boundary, where they are not known yet.
    fn ask(&mut self, complex: &Complex) {
        let mut wanted = vec![false; complex.places.len()];
        for v in complex.boundary().into_iter().flatten() {
            wanted[v as usize] = complex.kind(v) == Kind::Sheet;
        }
        self.planes.resize(complex.places.len(), Asked::default());
        for ((asked, wanted), place) in self.planes.iter_mut().zip(wanted).zip(&complex.places) {
            if !wanted {
                *asked = Asked::default();
            } else if asked.at != Some(*place) {
                *asked = Asked {
                    at: Some(*place),
                    plane: self.surface.plane(*place),
                };
            }
        }
    }

    fn plane(&self, v: u32) -> Option<Plane> {
        self.planes.get(v as usize)?.plane
    }

    fn keep_corners(&self, complex: &mut Complex) {
        let mut vertices: Vec<u32> = complex.boundary().into_iter().flatten().collect();
        vertices.sort_unstable();
        vertices.dedup();
        let mut corners: Vec<Vec3<f64>> = Vec::new();
        for &v in &vertices {
            if let Some(corner) = self.corner_near(complex, v) {
                let is_new = corners
                    .iter()
                    .all(|c| (*c - corner).norm() > 0.1 * self.rules.edge);
                if is_new {
                    corners.push(corner);
                }
            }
        }
        for corner in corners {
            let away = |v: u32| (complex.places[v as usize] - corner).norm();
            let mut near: Vec<(f64, u32)> = vertices.iter().map(|v| (away(*v), *v)).collect();
            near.retain(|(d, v)| *d < 1.5 * self.rules.edge && complex.kind(*v) == Kind::Sheet);
            near.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
            for (_, v) in near.into_iter().take(6) {
                let least = complex.worst_at(v).min(LEAST);
                if complex.try_put(v, corner, least) {
                    complex.mark(v, Kind::Corner);
                    break;
                }
            }
        }
    }

    /// The corner at which the planes of a vertex and its neighbours meet, of those three that are least alike.
    fn corner_near(&self, complex: &Complex, v: u32) -> Option<Vec3<f64>> {
        let own = self.plane(v)?;
        let fan = complex.fan(v);
        let planes: Vec<Plane> = fan
            .iter()
            .filter_map(|f| self.plane(f[1]))
            .chain([own])
            .collect();
        if planes.iter().all(|p| p.normal.dot(own.normal) > SHARP) {
            return None;
        }
        let mut best = (APART, None);
        for i in 0..planes.len() {
            for j in 0..i {
                let cross = planes[i].normal.cross(planes[j].normal);
                for k in 0..j {
                    let determinant = cross.dot(planes[k].normal).abs();
                    if determinant > best.0 {
                        best = (determinant, Some([planes[i], planes[j], planes[k]]));
                    }
                }
            }
        }
        self.surface.corner(complex.places[v as usize], best.1?)
    }

    /// One round over the edges that cross creases. Returns how many there were.
    fn keep_creases(&self, complex: &mut Complex, near: f64) -> usize {
        let mut crossings: Vec<Crossing> = Vec::new();
        for face in complex.boundary() {
            for [a, b] in [[face[0], face[1]], [face[1], face[2]], [face[2], face[0]]] {
                // Each edge is in two faces, once in each direction.
                if a < b {
                    crossings.extend(self.crossing(complex, a, b));
                }
            }
        }
        crossings.sort_by(|x, y| x.share.total_cmp(&y.share).then(x.ends.cmp(&y.ends)));
        let still = |complex: &Complex, c: &Crossing| {
            c.ends.iter().all(|v| complex.kind(*v) == Kind::Sheet)
                && complex.is_on_boundary(c.ends[0], c.ends[1])
        };
        for crossing in crossings.iter().take_while(|c| c.share < near) {
            if still(complex, crossing)
                && !self.pull(complex, crossing.ends[0], crossing)
                && near > NEAR[0]
            {
                self.pull(complex, crossing.ends[1], crossing);
            }
        }
        if near > NEAR[0] {
            for crossing in &crossings {
                if still(complex, crossing) {
                    self.cut(complex, crossing);
                }
            }
        }
        crossings.len()
    }

    /// Where an edge between smooth parts of the boundary crosses a crease, if it does.
    fn crossing(&self, complex: &Complex, a: u32, b: u32) -> Option<Crossing> {
        let (p, q) = (self.plane(a)?, self.plane(b)?);
        if p.normal.dot(q.normal) > SHARP {
            return None;
        }
        let [x, y] = [a, b].map(|v| complex.places[v as usize]);
        let middle = (x + y).scale(0.5);
        let found = self.surface.crease(middle, [p, q]);
        let (place, planes) = if p.normal.dot(q.normal) < OPPOSED {
            // Around a thin rim the ends' planes may not meet: one between helps.
            let between = self.surface.plane(middle)?;
            let first = found.or_else(|| self.surface.crease(middle, [p, between]));
            first.or_else(|| self.surface.crease(middle, [between, q]))?
        } else {
            found?
        };
        let (s, t) = ((place - x).norm(), (place - y).norm());
        Some(Crossing {
            share: s.min(t) / (x - y).norm(),
            ends: if s <= t { [a, b] } else { [b, a] },
            place,
            planes,
        })
    }

    /// Moves an end of an edge to the nearest place of the crease it crosses, or to the crossing.
    fn pull(&self, complex: &mut Complex, v: u32, crossing: &Crossing) -> bool {
        let from = complex.places[v as usize];
        let nearest = self
            .surface
            .crease(from, crossing.planes)
            .map(|(place, _)| place);
        let least = complex.worst_at(v).min(LEAST);
        let done = nearest
            .into_iter()
            .chain([crossing.place])
            .any(|place| complex.try_put(v, place, least));
        if done {
            complex.mark(v, Kind::Crease);
        }
        done
    }

    /// Cuts an edge where it crosses a crease, or as near to that as elements allow.
    fn cut(&self, complex: &mut Complex, crossing: &Crossing) {
        let [a, b] = crossing.ends;
        let (x, y) = (complex.places[a as usize], complex.places[b as usize]);
        let along = (crossing.place - x).dot(y - x) / (y - x).norm_squared();
        let on_edge = x + (y - x).scale(along.clamp(0.1, 0.9));
        let Some(v) = complex.split_at(a, b, on_edge, self.rules) else {
            return;
        };
        complex.mark(v, Kind::Crease);
        for share in [1.0, 0.5, 0.25] {
            let least = complex.worst_at(v).min(0.03);
            if complex.try_put(v, on_edge + (crossing.place - on_edge).scale(share), least) {
                break;
            }
        }
    }
}
