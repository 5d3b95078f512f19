//! Parts of a body that are too thin for its elements.

use super::MeshError;
use super::lattice::{Lattice, Point};
use super::local::{Complex, Kind};
use super::surface::Surface;
use plastica_tensor::Vec3;
use std::collections::HashMap;

/// Points outside nearer than this share of a cell's size have an inside point beside them where the body is thick.
const NEAR: f64 = 0.4;
/// The surface may be so many edges from the next vertex.
const REACH: f64 = 1.1;
/// Elements fit into parts that are so many edges thick.
const ENOUGH: f64 = 0.8;

/// Points of the lattice that are near the surface, though none around them is inside.
pub(super) fn bare_points(lattice: &Lattice) -> Vec<Vec3<f64>> {
    let near = NEAR * lattice.cell[0].min(lattice.cell[1]).min(lattice.cell[2]);
    let points = 0..lattice.distances.len() as Point;
    let close = points.filter(|p| (0.0..near).contains(&lattice.distance(*p)));
    let bare = close.filter(|p| {
        lattice
            .neighbours(*p)
            .flatten()
            .all(|q| lattice.distance(q) > 0.0)
    });
    bare.map(|p| lattice.position(p)).collect()
}

/// Refuses a mesh that has no vertex near the surface at some of these points.
pub(super) fn check(
    complex: &Complex,
    surface: &Surface<'_>,
    bare: &[Vec3<f64>],
) -> Result<(), MeshError> {
    if bare.is_empty() {
        return Ok(());
    }
    let reach = REACH * surface.edge;
    let cell = |x: Vec3<f64>| x.0.map(|c| (c / reach).floor() as i64);
    let mut cells: HashMap<[i64; 3], Vec<Vec3<f64>>> = HashMap::new();
    for v in 0..complex.places.len() as u32 {
        if complex.kind(v) != Kind::Inner && complex.is_used(v) {
            let place = complex.places[v as usize];
            cells.entry(cell(place)).or_default().push(place);
        }
    }
    for x in bare {
        let Some(x) = surface.project(*x) else {
            continue;
        };
        let [i, j, k] = cell(x);
        let mut beside =
            (0..27).filter_map(|n| cells.get(&[i + n % 3 - 1, j + n / 3 % 3 - 1, k + n / 9 - 1]));
        if !beside.any(|places| places.iter().any(|y| (*y - x).norm() < reach)) {
            let thickness = surface.thickness(x);
            return Err(MeshError::Thin {
                place: x.0,
                thickness,
                edge: surface.edge,
                enough: (thickness / ENOUGH).min(0.7 * surface.edge),
            });
        }
    }
    Ok(())
}
