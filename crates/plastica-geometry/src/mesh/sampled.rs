//! Distance to a mesh, remembered on a grid.

use super::TriangleMesh;
use super::exact::Exact;
use crate::Bounds;
use crate::measure::{TOLERANCE, Unsettled, measure};
use plastica_tensor::Vec3;
use rayon::prelude::*;
use std::sync::OnceLock;

/// Grid cells along the longest side.
const CELLS: f64 = 48.0;

/// Cells that the grid goes beyond the box on all sides.
const MARGIN: f64 = 8.0;

/// Signed distance to a closed mesh: exact near the surface and far outside, from a grid in between.
///
/// The grid has 48 cells of size h along the longest side of the mesh's box and goes 8 cells beyond
/// the box; it is made when it is first needed. Where it says that the surface is farther than 2 h,
/// its values are interpolated linearly along each axis. A distance changes by no more than one
/// moves, so the error there is at most h √3/2, reached at creases of the distance; elsewhere it is
/// of the order h²/(4 r) at r from the surface, below h/8. Within 1.1 h of the surface and beyond the
/// grid the distance is exact, and the sign is right everywhere. Where the two meet, the distance
/// may jump by the error.
#[derive(Debug)]
pub struct SampledDistance {
    exact: Exact,
    bounds: Bounds,
    grid: OnceLock<Grid>,
}

#[derive(Debug)]
struct Grid {
    /// Place of the first node.
    low: Vec3<f64>,
    spacing: f64,
    nodes: [usize; 3],
    values: Vec<f64>,
}

impl SampledDistance {
    /// From a mesh that [`TriangleMesh::into_solid`] has checked.
    pub fn new(mesh: TriangleMesh) -> SampledDistance {
        SampledDistance {
            exact: Exact::new(&mesh),
            bounds: mesh.bounds(),
            grid: OnceLock::new(),
        }
    }

    /// The smallest box around the mesh.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Signed distance [m], negative inside, with the error stated above.
    pub fn distance(&self, x: Vec3<f64>) -> f64 {
        match self.far(x) {
            Some(distance) => distance,
            None => self.exact.distance(x),
        }
    }

    /// Signed distance [m], exact to rounding.
    pub fn exact_distance(&self, x: Vec3<f64>) -> f64 {
        self.exact.distance(x)
    }

    /// The volume inside [m³].
    pub(crate) fn volume(&self) -> Result<f64, Unsettled> {
        match self.exact.enclosed_volume() {
            Some(volume) => Ok(volume),
            None => measure(|x| self.exact.probe(x), &self.bounds, TOLERANCE),
        }
    }

    /// Direction of fastest growth, exact; `None` where there is none.
    pub(crate) fn normal(&self, x: Vec3<f64>) -> Option<Vec3<f64>> {
        self.exact.normal(x)
    }

    /// The interpolated distance where the surface is far and the grid reaches.
    fn far(&self, x: Vec3<f64>) -> Option<f64> {
        let grid = self
            .grid
            .get_or_init(|| Grid::new(&self.exact, &self.bounds));
        let value = grid.at(x)?;
        (value.abs() > 2.0 * grid.spacing).then_some(value)
    }
}

impl Grid {
    fn new(exact: &Exact, bounds: &Bounds) -> Grid {
        let size = bounds.size();
        let spacing = size[0].max(size[1]).max(size[2]) / CELLS;
        let cells = |s: f64| (s / spacing).ceil() + 2.0 * MARGIN;
        let nodes = size.0.map(|s| cells(s) as usize + 1);
        let low = bounds.low - Vec3::splat(MARGIN * spacing);
        let row = |index: usize| {
            let (j, k) = (index % nodes[1], index / nodes[1]);
            let node = |i: usize| low + Vec3([i, j, k].map(|i| i as f64 * spacing));
            row_of_distances(exact, spacing, (0..nodes[0]).map(node))
        };
        let rows = (0..nodes[1] * nodes[2]).into_par_iter();
        Grid {
            low,
            spacing,
            nodes,
            values: rows.flat_map_iter(row).collect(),
        }
    }

    /// Trilinear interpolation between the nodes.
    fn at(&self, x: Vec3<f64>) -> Option<f64> {
        let from = (x - self.low).scale(1.0 / self.spacing);
        if !(0..3).all(|i| from[i] >= 0.0 && from[i] < (self.nodes[i] - 1) as f64) {
            return None;
        }
        let cell = from.0.map(|c| c as usize);
        let f = [0, 1, 2].map(|i| from[i] - cell[i] as f64);
        let line = |j: usize, k: usize| {
            let start = ((cell[2] + k) * self.nodes[1] + cell[1] + j) * self.nodes[0] + cell[0];
            self.values[start] * (1.0 - f[0]) + self.values[start + 1] * f[0]
        };
        let plane = |k: usize| line(0, k) * (1.0 - f[1]) + line(1, k) * f[1];
        Some(plane(0) * (1.0 - f[2]) + plane(1) * f[2])
    }
}

/// Distances of points a step apart. A distance changes by at most a step, which bounds the search
/// for the nearest triangle; and only where it is below a step can the sign have changed.
fn row_of_distances(exact: &Exact, step: f64, points: impl Iterator<Item = Vec3<f64>>) -> Vec<f64> {
    let mut values: Vec<f64> = Vec::new();
    for x in points {
        let value = match values.last() {
            None => exact.distance(x),
            Some(last) => {
                let nearest = exact.nearest(x, last.abs() + 1.001 * step);
                let magnitude = nearest.map_or(last.abs() + step, |n| n.distance);
                let inside = if last.abs() > 1.001 * step {
                    *last < 0.0
                } else {
                    exact.is_inside(x)
                };
                if inside { -magnitude } else { magnitude }
            }
        };
        values.push(value);
    }
    values
}
