//! Triangles of the level surface by surface nets (Gibson 1998): one vertex in each cell that the
//! surface passes, one quadrilateral for each edge of the grid that it cuts.

use super::Skin;
use super::field::{Field, LEVEL, PADDED, Padded, SIDE, padded_index};
use glam::{DVec3, Vec3A};
use rayon::prelude::*;

const NONE: u32 = u32::MAX;

/// What one brick adds to the surface.
struct Part {
    /// Place in nodes from the brick's first one, and value.
    vertices: Vec<(Vec3A, f32)>,
    /// Number of the vertex in each cell, counted within the brick.
    in_cell: Vec<u32>,
    nodes: Padded,
}

/// The surface, without normals.
pub(super) fn extract(field: &Field) -> Skin {
    let parts: Vec<Part> = field
        .bricks
        .par_iter()
        .map(|brick| Part::new(field.padded(brick)))
        .collect();
    let mut first = Vec::with_capacity(parts.len());
    let mut skin = Skin::default();
    for (brick, part) in field.bricks.iter().zip(&parts) {
        first.push(skin.vertices.len() as u32);
        let origin = DVec3::from_array(brick.at.map(|k| f64::from(k) * SIDE as f64));
        for (local, value) in &part.vertices {
            skin.vertices.push((origin + local.as_dvec3()) * field.cell);
            skin.values.push(*value);
        }
    }
    let triangles: Vec<Vec<[u32; 3]>> = (0..parts.len())
        .into_par_iter()
        .map(|k| {
            let vertex = |cell: [i32; 3]| vertex_of_cell(field, &parts, &first, k, cell);
            triangles_of(&parts[k].nodes, vertex, &skin.vertices)
        })
        .collect();
    skin.triangles = triangles.concat();
    skin
}

impl Part {
    fn new(nodes: Padded) -> Self {
        let mut part = Part {
            vertices: Vec::new(),
            in_cell: vec![NONE; SIDE.pow(3)],
            nodes,
        };
        for x in 0..SIDE {
            for y in 0..SIDE {
                for z in 0..SIDE {
                    if let Some(vertex) = vertex(&part.nodes, [x, y, z]) {
                        part.in_cell[(x * SIDE + y) * SIDE + z] = part.vertices.len() as u32;
                        part.vertices.push(vertex);
                    }
                }
            }
        }
        part
    }
}

/// The eight values at the corners of a cell; bit k of a corner's number is its step along axis k.
fn corners(values: &[f32], [x, y, z]: [usize; 3]) -> [f32; 8] {
    std::array::from_fn(|c| values[padded_index(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2))])
}

/// The vertex of a cell, if the surface passes it: the mean of the cuts with its edges, moved onto
/// the level along the gradient.
fn vertex(nodes: &Padded, cell: [usize; 3]) -> Option<(Vec3A, f32)> {
    let density = corners(&nodes.density, cell);
    let inside = density.iter().filter(|&&d| d >= LEVEL).count();
    if inside == 0 || inside == 8 {
        return None;
    }
    let (mut sum, mut cuts) = (Vec3A::ZERO, 0.0);
    for axis in 0..3 {
        for a in (0..8).filter(|corner| corner >> axis & 1 == 0) {
            let b = a | 1 << axis;
            if (density[a] >= LEVEL) != (density[b] >= LEVEL) {
                let mut at = corner_place(a);
                at[axis] = (LEVEL - density[a]) / (density[b] - density[a]);
                sum += at;
                cuts += 1.0;
            }
        }
    }
    let mut at = sum / cuts;
    let (value, gradient) = interpolated(&density, at);
    let steep = gradient.length_squared();
    if steep > 1e-6 {
        at = (at + gradient * ((LEVEL - value) / steep)).clamp(Vec3A::ZERO, Vec3A::ONE);
    }
    let (weight, _) = interpolated(&density, at);
    let (weighted, _) = interpolated(&corners(&nodes.weighted, cell), at);
    let origin = Vec3A::new(cell[0] as f32, cell[1] as f32, cell[2] as f32);
    Some((origin + at, weighted / weight.max(f32::MIN_POSITIVE)))
}

fn corner_place(corner: usize) -> Vec3A {
    let step = |axis: usize| (corner >> axis & 1) as f32;
    Vec3A::new(step(0), step(1), step(2))
}

/// Trilinear value and gradient in a cell.
fn interpolated(values: &[f32; 8], at: Vec3A) -> (f32, Vec3A) {
    let (mut sum, mut gradient) = (0.0, Vec3A::ZERO);
    for (corner, value) in values.iter().enumerate() {
        let step = corner_place(corner);
        let w = Vec3A::ONE - at + step * (2.0 * at - 1.0);
        let sign = 2.0 * step - 1.0;
        sum += value * w.x * w.y * w.z;
        gradient += *value * sign * Vec3A::new(w.y * w.z, w.x * w.z, w.x * w.y);
    }
    (sum, gradient)
}

/// The number of a cell's vertex in the whole surface; cells may lie one step below the brick `k`.
fn vertex_of_cell(
    field: &Field,
    parts: &[Part],
    first: &[u32],
    k: usize,
    cell: [i32; 3],
) -> Option<u32> {
    let side = SIDE as i32;
    let brick = if cell.iter().all(|&c| c >= 0) {
        k
    } else {
        let at = field.bricks[k].at;
        field.find(std::array::from_fn(|a| at[a] + cell[a].div_euclid(side)))?
    };
    let [x, y, z] = cell.map(|c| c.rem_euclid(side) as usize);
    let local = parts[brick].in_cell[(x * SIDE + y) * SIDE + z];
    (local != NONE).then(|| first[brick] + local)
}

/// Two triangles for each cut edge that starts at a node of the brick.
fn triangles_of(
    nodes: &Padded,
    vertex: impl Fn([i32; 3]) -> Option<u32>,
    places: &[DVec3],
) -> Vec<[u32; 3]> {
    const STRIDE: [usize; 3] = [PADDED * PADDED, PADDED, 1];
    let mut triangles = Vec::new();
    for node in 0..SIDE.pow(3) {
        let at = [node / (SIDE * SIDE), node / SIDE % SIDE, node % SIDE];
        let index = padded_index(at[0], at[1], at[2]);
        let inside = nodes.density[index] >= LEVEL;
        for axis in 0..3 {
            let inside_next = nodes.density[index + STRIDE[axis]] >= LEVEL;
            if inside == inside_next {
                continue;
            }
            let (b, c) = ((axis + 1) % 3, (axis + 2) % 3);
            let cell = |down_b: i32, down_c: i32| {
                let mut cell = at.map(|x| x as i32);
                cell[b] -= down_b;
                cell[c] -= down_c;
                vertex(cell)
            };
            // Counter-clockwise seen from the end of the axis.
            let around = [cell(1, 1), cell(0, 1), cell(0, 0), cell(1, 0)];
            let [Some(p), Some(q), Some(r), Some(s)] = around else {
                continue;
            };
            let quad = if inside { [p, q, r, s] } else { [p, s, r, q] };
            triangles.extend(split(quad, places));
        }
    }
    triangles
}

/// A quadrilateral cut along its shorter diagonal.
fn split([p, q, r, s]: [u32; 4], places: &[DVec3]) -> [[u32; 3]; 2] {
    let squared = |a: u32, b: u32| places[a as usize].distance_squared(places[b as usize]);
    if squared(p, r) <= squared(q, s) {
        [[p, q, r], [p, r, s]]
    } else {
        [[p, q, s], [q, r, s]]
    }
}
