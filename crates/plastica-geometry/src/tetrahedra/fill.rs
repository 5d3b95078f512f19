//! From a shape to a mesh.

use super::lattice::Lattice;
use super::local::{Complex, Rules};
use super::surface::Surface;
use super::{MeshError, TetMesh, features, fit, stuffing, thin};
use crate::{Shape, TriangleMesh};

/// Elements may become so bad when vertices are moved to the surface: at first, and when they have been worked on.
const ROUGH: f64 = 0.12;
const FINE: f64 = 0.36;
/// A mesh may be off by so much of the volume of its shape: beyond, thin parts are missing.
const LOST: f64 = 0.01;

/// How a shape is meshed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshOptions {
    /// Wanted length of edges [m].
    pub edge: f64,
    /// Whether sharp edges and corners are kept. Without, they come out rounded by about a third of an edge.
    pub keep_edges: bool,
    /// Most memory that may be taken [bytes].
    pub memory: u64,
}

impl MeshOptions {
    /// Edges of a length [m], sharp edges kept, 4 GiB at most.
    pub fn new(edge: f64) -> Self {
        MeshOptions {
            edge,
            keep_edges: true,
            memory: 4 << 30,
        }
    }
}

/// Fills a shape with tetrahedra. The same shape and options give the same mesh at any thread count.
///
/// A lattice is cut along the surface, its vertices are moved to the surface, its corners and creases, bad elements are
/// worked on, and at last the boundary is balanced, so that the volume is that of the shape.
pub fn fill(shape: &Shape, options: &MeshOptions) -> Result<TetMesh, MeshError> {
    let edge = options.edge;
    if !(edge > 0.0 && edge.is_finite()) {
        return Err(MeshError::Edge { edge });
    }
    let surface = Surface { shape, edge };
    let mut lattice = Lattice::new(shape, edge, options.memory)?;
    let mesh = stuffing::stuff(&mut lattice);
    if mesh.elements.is_empty() {
        let size = shape.bounds().map_or([0.0; 3], |b| b.size().0);
        return Err(MeshError::Empty { size, edge });
    }
    let bare = thin::bare_points(&lattice);
    drop(lattice);
    let mut complex = Complex::new(&mesh);
    drop(mesh);
    complex.mend_pinches();
    fit::project(&mut complex, &surface, ROUGH);
    let rules = Rules {
        flat: 0.95,
        ..Rules::new(edge)
    };
    if options.keep_edges {
        features::keep(&mut complex, &surface, &rules);
    }
    complex.improve(&rules, &surface);
    for _ in 0..2 {
        if options.keep_edges {
            features::keep_creases(&mut complex, &surface, &rules);
        }
        fit::project(&mut complex, &surface, ROUGH);
        complex.repair(&rules, &surface);
    }
    fit::project(&mut complex, &surface, FINE);
    thin::check(&complex, &surface, &bare)?;
    fit::balance(&mut complex, &surface, FINE);
    whole(shape, complex.finish().0, edge)
}

/// The mesh, if it has the volume of the shape.
fn whole(shape: &Shape, mesh: TetMesh, edge: f64) -> Result<TetMesh, MeshError> {
    let kept = mesh.volume();
    match shape.volume() {
        Ok(volume) if !((kept / volume - 1.0).abs() < LOST) => {
            Err(MeshError::Lost { kept, volume, edge })
        }
        _ => Ok(mesh),
    }
}

/// Fills the inside of a closed triangle mesh, which is checked first: vertices closer than 1e-7 of its size are made one
/// and faces are turned outwards; parts may overlap.
pub fn fill_surface(mesh: TriangleMesh, options: &MeshOptions) -> Result<TetMesh, MeshError> {
    let shape = Shape::mesh(mesh).map_err(MeshError::Surface)?;
    fill(&shape, options)
}
