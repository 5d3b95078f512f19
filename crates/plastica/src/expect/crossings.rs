//! `crossings`: whether surfaces of tetrahedra pass through each other.

use super::measure::{Gauge, Largest, Measure};
use super::observed::Observed;
use crate::units::Quantity;
use plastica_core::{Frame, World};
use plastica_geometry::collide::intersections;
use plastica_geometry::{TetMesh, TriangleMesh};
use plastica_scene::reader::{Table, Variant, table};
use std::sync::Arc;

pub(super) fn measure() -> Variant<Arc<dyn Measure>> {
    Variant::new(
        "crossings",
        "The most pairs of triangles of the surfaces of tetrahedra, of one body or several, that cross or touch in any frame [1]: 0 where surfaces never pass through each other. Decided by exact arithmetic.",
        table("`crossings`", keys),
    )
}

#[derive(Debug)]
struct Crossings;

fn keys(_: &mut Table<'_>) -> Option<Arc<dyn Measure>> {
    Some(Arc::new(Crossings))
}

impl Measure for Crossings {
    fn quantity(&self) -> Quantity {
        Quantity::Number
    }

    fn gauge(&self) -> Box<dyn Gauge> {
        Box::new(Most(Largest::none()))
    }
}

/// The most so far.
struct Most(Largest);

impl Gauge for Most {
    fn observe_frame(&mut self, frame: &Arc<Frame>, _: &World, _: f64) {
        self.0.keep(crossings(frame));
    }

    fn value(&self, _: &Observed<'_>) -> Option<f64> {
        Some(self.0.0)
    }
}

/// How many pairs of triangles cross; `None` without tetrahedra.
fn crossings(frame: &Frame) -> Option<f64> {
    let solids = TetMesh {
        vertices: frame.positions.clone(),
        elements: frame.cells.tetrahedra.clone(),
    };
    let triangles: Vec<[u32; 3]> = solids.boundary().into_iter().map(|face| face.0).collect();
    let vertices = solids.vertices;
    let surface = TriangleMesh {
        vertices,
        triangles,
    };
    (!surface.triangles.is_empty()).then(|| intersections(&surface).len() as f64)
}
