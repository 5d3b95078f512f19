//! Whether a triangulation is what it should be.

use crate::Bounds;
use crate::delaunay::complex::{Cell, Complex, INFINITE};
use crate::delaunay::{Delaunay, GONE};
use plastica_tensor::Vec3;
use robust::{Coord3D, insphere, orient3d};

fn coord(Vec3([x, y, z]): Vec3<f64>) -> Coord3D<f64> {
    Coord3D { x, y, z }
}

/// The sign of the volume.
pub(super) fn side([a, b, c, d]: [Vec3<f64>; 4]) -> f64 {
    -orient3d(coord(a), coord(b), coord(c), coord(d))
}

/// Positive inside, for corners in positive order.
pub(super) fn sphere([a, b, c, d]: [Vec3<f64>; 4], p: Vec3<f64>) -> f64 {
    insphere(coord(b), coord(a), coord(c), coord(d), coord(p))
}

/// The same of corners in any order: the plain determinant.
pub(super) fn sphere_as_given([a, b, c, d, p]: [Vec3<f64>; 5]) -> f64 {
    sphere([a, b, c, d], p)
}

pub(super) fn cells(complex: &Complex) -> impl Iterator<Item = &Cell> {
    complex.cells.iter().filter(|cell| !cell.is_free())
}

/// Of a point in units of the triangulation.
pub(super) fn place_of(made: &Delaunay, point: u32) -> Vec3<f64> {
    made.complex.place(made.vertices[point as usize])
}

/// Neighbours agree, elements are positive, no neighbour lies in a sphere, the hull is convex, elements fill it, and every
/// vertex is used. The volume, in units of the triangulation, or what is wrong.
pub(super) fn check(made: &Delaunay) -> Result<f64, String> {
    let complex = &made.complex;
    let mut used = vec![false; made.points.len()];
    let (mut filled, mut hull) = (0.0, 0.0);
    let size = Bounds::around(complex.places[1..].iter().copied())
        .size()
        .product();
    for (number, cell) in complex.cells.iter().enumerate() {
        if cell.is_free() {
            continue;
        }
        neighbours(complex, number, cell)?;
        cell.corners.iter().for_each(|v| used[*v as usize] = true);
        let places = cell.corners.map(|v| complex.place(v));
        let volume = |[a, b, c, d]: [Vec3<f64>; 4]| (b - a).dot((c - a).cross(d - a)) / 6.0;
        if let Some(ghost) = cell.infinite() {
            // Counter-clockwise as seen from outside.
            let [a, b, c] = cell.face(ghost).map(|v| complex.place(v));
            for corner in (0..4).filter(|k| *k != ghost) {
                let opposite = opposite(complex, cell, corner);
                if side([a, b, c, complex.place(opposite)]) > 0.0 {
                    return Err(format!("the hull has a dent at cell {number}"));
                }
            }
            let one = complex.places[1];
            hull += volume([one, a, b, c]);
            continue;
        }
        if side(places) <= 0.0 {
            return Err(format!("cell {number} is flat or inverted"));
        }
        for corner in 0..4 {
            let opposite = opposite(complex, cell, corner);
            if opposite != INFINITE && sphere(places, complex.place(opposite)) > 0.0 {
                return Err(format!("a corner lies in the sphere of cell {number}"));
            }
        }
        filled += volume(places);
    }
    for (vertex, used) in used.iter().enumerate().skip(1) {
        if *used != (made.points[vertex] != GONE) {
            return Err(format!("vertex {vertex}: no element, or no point"));
        }
    }
    // Each volume is rounded as a product of the sides of the box.
    let rounding = 1e-15 * complex.cells.len() as f64 * size;
    if (filled - hull).abs() > rounding {
        return Err(format!("elements fill {filled} of {hull}"));
    }
    Ok(filled)
}

/// The vertex behind a face.
fn opposite(complex: &Complex, cell: &Cell, corner: usize) -> u32 {
    let face = cell.across[corner];
    complex.cells[(face >> 2) as usize].corners[(face & 3) as usize]
}

fn neighbours(complex: &Complex, number: usize, cell: &Cell) -> Result<(), String> {
    for corner in 0..4 {
        let face = cell.across[corner];
        let there = &complex.cells[(face >> 2) as usize];
        let [a, b, c] = cell.face(corner);
        let back = there.face((face & 3) as usize);
        let same = [[a, c, b], [c, b, a], [b, a, c]].contains(&back);
        if there.across[(face & 3) as usize] as usize != 4 * number + corner || !same {
            return Err(format!(
                "cell {number} and its neighbour {corner} do not agree"
            ));
        }
    }
    Ok(())
}
