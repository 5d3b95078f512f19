//! A boundary fitted to its surface.

use super::local::{Complex, Kind, Skin};
use super::surface::Surface;
use plastica_tensor::{Sym3, Vec3, eigen};

/// Rounds of balancing. Each leaves about a tenth of what is missing.
const ROUNDS: usize = 4;

/// Corners, middles of edges and centre of a triangle with weights that are right for cubic functions.
const PLACES: [([f64; 3], f64); 7] = [
    ([1.0, 0.0, 0.0], 0.05),
    ([0.0, 1.0, 0.0], 0.05),
    ([0.0, 0.0, 1.0], 0.05),
    ([0.5, 0.5, 0.0], 2.0 / 15.0),
    ([0.0, 0.5, 0.5], 2.0 / 15.0),
    ([0.5, 0.0, 0.5], 2.0 / 15.0),
    ([1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0], 0.45),
];

/// Moves all vertices of the boundary onto the surface, those of creases onto the crease, or half or a quarter of the way.
/// No element becomes worse than `least`; those that are, no worse at all.
pub(super) fn project(complex: &mut Complex, surface: &Surface<'_>, least: f64) {
    for v in boundary_vertices(complex) {
        let from = complex.places[v as usize];
        if let Some(to) = surface.slide(complex, v, from) {
            draw(complex, v, to - from, least);
        }
    }
}

/// Moves a vertex by a step, or by as much of it as leaves its elements good.
fn draw(complex: &mut Complex, v: u32, step: Vec3<f64>, least: f64) {
    let from = complex.places[v as usize];
    let least = complex.worst_at(v).min(least);
    for share in [1.0, 0.5, 0.25] {
        if complex.try_put(v, from + step.scale(share), least) {
            break;
        }
    }
}

fn boundary_vertices(complex: &Complex) -> Vec<u32> {
    let mut vertices: Vec<u32> = complex.boundary().into_iter().flatten().collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// What lies between a face and the surface.
struct Gap {
    /// Normal times area [m²].
    area: Vec3<f64>,
    /// Mean height of the surface over the face [m].
    height: f64,
}

/// Moves vertices of the boundary so that what the mesh lacks behind bulges of the surface it has before hollows, face by
/// face: each vertex as far as the faces around it lie too deep on average, in the sense of least squares, so that flat
/// sides stay and vertices of creases keep to both sides.
pub(super) fn balance(complex: &mut Complex, surface: &Surface<'_>, least: f64) {
    let faces = complex.boundary();
    let vertices = boundary_vertices(complex);
    let mut at: Vec<Vec<u32>> = vec![Vec::new(); complex.places.len()];
    for (number, face) in faces.iter().enumerate() {
        for v in face {
            at[*v as usize].push(number as u32);
        }
    }
    for _ in 0..ROUNDS {
        let gaps: Vec<Gap> = faces.iter().map(|f| gap(complex, surface, *f)).collect();
        for &v in &vertices {
            if complex.kind(v) != Kind::Corner {
                let around = at[v as usize].iter().map(|f| &gaps[*f as usize]);
                draw(complex, v, best_step(around), least);
            }
        }
    }
}

fn gap(complex: &Complex, surface: &Surface<'_>, face: [u32; 3]) -> Gap {
    let [a, b, c] = face.map(|v| complex.places[v as usize]);
    let height = PLACES.iter().map(|([s, t, u], weight)| {
        -weight * surface.distance(a.scale(*s) + b.scale(*t) + c.scale(*u))
    });
    Gap {
        area: (b - a).cross(c - a).scale(0.5),
        height: height.sum(),
    }
}

/// The shortest step s that makes Σ A (n · s − h)² least: heights h of faces with normals n and areas A.
fn best_step<'a>(gaps: impl Iterator<Item = &'a Gap>) -> Vec3<f64> {
    let mut matrix = Sym3::zero();
    let (mut right, mut total) = (Vec3::zero(), 0.0);
    for gap in gaps {
        let area = gap.area.norm();
        if area > 0.0 {
            let n = gap.area.scale(1.0 / area);
            matrix = matrix + Sym3::from_fn(|i, j| area * n[i] * n[j]);
            right = right + n.scale(area * gap.height);
            total += area;
        }
    }
    let (values, vectors) = eigen(&matrix);
    let mut step = Vec3::zero();
    for k in 0..3 {
        // Along directions that hardly change the heights there is nothing to gain.
        if values[k] > 0.1 * total {
            let direction = vectors.column(k);
            step = step + direction.scale(direction.dot(right) / values[k]);
        }
    }
    step
}
