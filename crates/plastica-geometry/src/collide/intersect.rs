//! Whether surfaces cross or touch, by the exact signs of determinants.

use super::hierarchy::Hierarchy;
use crate::{Bounds, TriangleMesh};
use plastica_tensor::Vec3;
use robust::{Coord, Coord3D, orient2d, orient3d};

/// Every two triangles of a mesh that have a point in common beside the vertices and the edge that they share, as the numbers of
/// both in rising order. Decided by exact arithmetic on the coordinates as given. A triangle without area is taken to
/// meet what its shadows along all three axes meet.
pub fn intersections(mesh: &TriangleMesh) -> Vec<[u32; 2]> {
    let boxes: Vec<Bounds> = (mesh.triangles.iter())
        .map(|triangle| Bounds::around(mesh.corners(*triangle)))
        .collect();
    let mut found = Vec::new();
    Hierarchy::new(&boxes).self_pairs(|a, b| {
        let triangles = [a, b].map(|i| mesh.triangles[i as usize]);
        if meet(triangles, |vertex| Vec3(mesh.vertices[vertex as usize])) {
            found.push([a.min(b), a.max(b)]);
        }
    });
    found.sort_unstable();
    found
}

/// Whether two triangles meet beside what they share. Triangles that share one vertex can only go on from it to where the edge
/// opposite to it of one meets the other.
fn meet([first, second]: [[u32; 3]; 2], place: impl Fn(u32) -> Vec3<f64>) -> bool {
    let shared = |vertex: &u32| second.contains(vertex);
    let places = |triangle: [u32; 3]| triangle.map(&place);
    match first.iter().filter(|vertex| shared(vertex)).count() {
        0 => {
            sides(first).any(|[p, q]| edge_meets(place(p), place(q), places(second)))
                || sides(second).any(|[p, q]| edge_meets(place(p), place(q), places(first)))
        }
        1 => {
            let opposite = |triangle: [u32; 3], other: [u32; 3]| {
                sides(triangle).find(|side| !side.iter().any(|v| other.contains(v)))
            };
            let meets = |triangle, other| {
                opposite(triangle, other)
                    .is_some_and(|[p, q]| edge_meets(place(p), place(q), places(other)))
            };
            meets(first, second) || meets(second, first)
        }
        2 => {
            let lone = |triangle: [u32; 3], other: [u32; 3]| {
                triangle.into_iter().find(|v| !other.contains(v))
            };
            let common: Vec<u32> = first.into_iter().filter(|v| shared(v)).collect();
            match (lone(first, second), lone(second, first)) {
                (Some(a), Some(b)) => folded([common[0], common[1], a, b].map(&place)),
                // One of them names a vertex twice.
                _ => true,
            }
        }
        _ => true,
    }
}

fn sides([a, b, c]: [u32; 3]) -> impl Iterator<Item = [u32; 2]> {
    [[a, b], [b, c], [c, a]].into_iter()
}

/// Whether triangles (u, v, a) and (u, v, b) lie in one plane on the same side of uv.
fn folded([u, v, a, b]: [Vec3<f64>; 4]) -> bool {
    volume(u, v, a, b) == 0.0
        && (0..3).all(|axis| {
            let [u, v, a, b] = [u, v, a, b].map(|x| shadow(x, axis));
            !opposite(orient2d(u, v, a), orient2d(u, v, b))
        })
}

/// Whether the closed edge from p to q meets a closed triangle.
fn edge_meets(p: Vec3<f64>, q: Vec3<f64>, [a, b, c]: [Vec3<f64>; 3]) -> bool {
    let (above, below) = (volume(a, b, c, p), volume(a, b, c, q));
    if above == 0.0 && below == 0.0 {
        return (0..3).all(|axis| {
            let [p, q, a, b, c] = [p, q, a, b, c].map(|x| shadow(x, axis));
            edge_meets_in_plane(p, q, [a, b, c])
        });
    }
    if above != 0.0 && below != 0.0 && !opposite(above, below) {
        return false;
    }
    // The line through p and q, which is not in the plane, goes the same way around all sides.
    let around = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)];
    around.iter().all(|v| *v >= 0.0) || around.iter().all(|v| *v <= 0.0)
}

fn edge_meets_in_plane(p: Coord<f64>, q: Coord<f64>, [a, b, c]: [Coord<f64>; 3]) -> bool {
    let inside = |x| {
        let around = [orient2d(a, b, x), orient2d(b, c, x), orient2d(c, a, x)];
        (around.iter().all(|v| *v >= 0.0) || around.iter().all(|v| *v <= 0.0))
            && orient2d(a, b, c) != 0.0
    };
    let crosses = |from, to| edges_meet_in_plane([p, q], [from, to]);
    inside(p) || crosses(a, b) || crosses(b, c) || crosses(c, a)
}

fn edges_meet_in_plane([p, q]: [Coord<f64>; 2], [a, b]: [Coord<f64>; 2]) -> bool {
    let [at_p, at_q] = [orient2d(a, b, p), orient2d(a, b, q)];
    let [at_a, at_b] = [orient2d(p, q, a), orient2d(p, q, b)];
    let between = |x: Coord<f64>, from: Coord<f64>, to: Coord<f64>| {
        let within = |x: f64, from: f64, to: f64| from.min(to) <= x && x <= from.max(to);
        within(x.x, from.x, to.x) && within(x.y, from.y, to.y)
    };
    opposite(at_p, at_q) && opposite(at_a, at_b)
        || at_p == 0.0 && between(p, a, b)
        || at_q == 0.0 && between(q, a, b)
        || at_a == 0.0 && between(a, p, q)
        || at_b == 0.0 && between(b, p, q)
}

fn opposite(x: f64, y: f64) -> bool {
    x > 0.0 && y < 0.0 || x < 0.0 && y > 0.0
}

/// Its sign is that of the volume (a − d)·((b − d) × (c − d)), 0 only when that is 0.
fn volume(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>, d: Vec3<f64>) -> f64 {
    let [a, b, c, d] = [a, b, c, d].map(|Vec3([x, y, z])| Coord3D { x, y, z });
    orient3d(a, b, c, d)
}

/// Without one coordinate.
fn shadow(Vec3(x): Vec3<f64>, axis: usize) -> Coord<f64> {
    let (x, y) = (x[(axis + 1) % 3], x[(axis + 2) % 3]);
    Coord { x, y }
}
