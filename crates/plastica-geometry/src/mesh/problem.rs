//! What keeps a mesh from enclosing a region.

use std::fmt;

/// What is wrong with a mesh, and where [m].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MeshProblem {
    /// There are no triangles, or none with three distinct corners.
    NoTriangles,
    /// A triangle names a vertex that does not exist.
    UnknownVertex {
        /// Number of the triangle, from 0.
        triangle: usize,
        /// The vertex it names.
        vertex: u32,
        /// How many vertices there are.
        count: usize,
    },
    /// A coordinate is infinite or not a number.
    NotFinite {
        /// Number of the vertex, from 0.
        vertex: usize,
    },
    /// Some edges have a triangle on one side only.
    Open {
        /// How many such edges.
        edges: usize,
        /// How many loops they form.
        holes: usize,
        /// Middle of the longest loop.
        centre: [f64; 3],
        /// Its largest extent.
        size: f64,
    },
    /// Some edges have more than two triangles.
    NonManifold {
        /// How many such edges.
        edges: usize,
        /// Middle of one.
        place: [f64; 3],
        /// How many triangles meet there.
        triangles: usize,
    },
    /// Neighbouring triangles face opposite ways.
    Flipped {
        /// How many edges are between such triangles.
        edges: usize,
        /// Middle of one.
        place: [f64; 3],
    },
    /// No choice of directions makes all neighbours agree: the surface has one side only.
    OneSided {
        /// Where two neighbours cannot agree.
        place: [f64; 3],
    },
    /// It encloses nothing.
    NoVolume,
}

/// A place as a reader would type it.
fn at(place: &[f64; 3]) -> String {
    let [x, y, z] = place;
    format!("({x:.4}, {y:.4}, {z:.4})")
}

impl fmt::Display for MeshProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MeshProblem::NoTriangles => write!(
                f,
                "the mesh has no triangles: export it as a triangulated surface"
            ),
            MeshProblem::UnknownVertex {
                triangle,
                vertex,
                count,
            } => write!(
                f,
                "triangle {triangle} of the mesh names vertex {vertex}, but there are only {count}: the file is damaged, export it again"
            ),
            MeshProblem::NotFinite { vertex } => write!(
                f,
                "vertex {vertex} of the mesh has a coordinate that is not a finite number: export it again"
            ),
            MeshProblem::Open {
                edges,
                holes,
                centre,
                size,
            } => {
                let plural = if *holes == 1 { "hole" } else { "holes" };
                write!(
                    f,
                    "the mesh is open: {holes} {plural} with {edges} edges; the largest is {size:.4} m wide about {}: fill it, or weld vertices that should be one",
                    at(centre)
                )
            }
            MeshProblem::NonManifold {
                edges,
                place,
                triangles,
            } => write!(
                f,
                "{edges} edges of the mesh have more than two triangles; {triangles} meet at {}: remove inner walls and doubled faces, or separate parts that touch along an edge",
                at(place)
            ),
            MeshProblem::Flipped { edges, place } => write!(
                f,
                "neighbouring triangles face opposite ways at {edges} edges of the mesh, one at {}: recalculate the normals to point outside",
                at(place)
            ),
            MeshProblem::OneSided { place } => write!(
                f,
                "the mesh has no inside: its surface has only one side, like a Möbius strip; neighbours disagree at {}",
                at(place)
            ),
            MeshProblem::NoVolume => write!(
                f,
                "the mesh encloses nothing: it is flat or its parts cancel; give it thickness"
            ),
        }
    }
}

impl std::error::Error for MeshProblem {}
