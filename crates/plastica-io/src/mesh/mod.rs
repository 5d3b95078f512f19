//! Triangle meshes from files of other programs: OBJ, STL, PLY and glTF.
//!
//! Coordinates are taken as they are, as metres with y up. Polygons are cut into triangles, objects and
//! materials merged into one mesh, and corners at the very same place become one: many programs write
//! a corner again for every triangle, normal or material around it.

mod gltf;
mod obj;
mod ply;
mod polygon;
mod stl;

use crate::error::{IoError, Kind};
use crate::ordinary;
use plastica_geometry::TriangleMesh;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Endings of the names of files that can be read.
pub(crate) const ACCEPTED: &str = ".obj, .stl, .ply, .gltf or .glb";

/// Reads a mesh; the ending of the name says of which kind it is. Corners [m].
pub fn read_mesh(path: impl AsRef<Path>) -> Result<TriangleMesh, IoError> {
    let path = path.as_ref();
    let ending = path
        .extension()
        .map(|e| e.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let parse: fn(&[u8], &Path) -> Result<TriangleMesh, Broken> = match ending.as_str() {
        "obj" => |bytes, _| obj::parse(bytes),
        "stl" => |bytes, _| stl::parse(bytes),
        "ply" => |bytes, _| ply::parse(bytes),
        "gltf" | "glb" => gltf::parse,
        _ => {
            return Err(IoError::MeshFormat {
                path: path.to_owned(),
            });
        }
    };
    let bytes = ordinary::read(path, Kind::Mesh)?;
    let mesh = catch_unwind(AssertUnwindSafe(|| parse(&bytes, path)))
        .unwrap_or_else(|_| Err(Broken::Content("its structure makes no sense".into())))
        .map_err(|broken| match broken {
            Broken::Content(reason) => IoError::damaged(path, Kind::Mesh, reason),
            Broken::Part(error) => error,
        })?;
    finish(mesh, path)
}

/// Files beside a mesh that belong to it, relative to its folder.
pub(crate) fn parts(path: &Path) -> Vec<PathBuf> {
    match path.extension() {
        Some(ending) if ending.eq_ignore_ascii_case("gltf") => gltf::parts(path),
        _ => Vec::new(),
    }
}

/// How far from the origin a mesh may reach, in its unit: beyond, areas and volumes are no numbers any more.
const SIZES: std::ops::RangeInclusive<f64> = 1e-50..=1e50;

/// Why a file gives no mesh.
enum Broken {
    /// What is in it.
    Content(String),
    /// A file that belongs to it.
    Part(IoError),
}

impl Broken {
    fn because(reason: impl ToString) -> Self {
        Broken::Content(reason.to_string())
    }
}

/// Checks what all kinds have in common, and merges corners.
fn finish(mesh: TriangleMesh, path: &Path) -> Result<TriangleMesh, IoError> {
    let TriangleMesh {
        vertices,
        triangles,
    } = mesh;
    if let Some(vertex) = vertices
        .iter()
        .position(|v| !v.iter().all(|x| x.is_finite()))
    {
        return Err(IoError::MeshNotFinite {
            path: path.to_owned(),
            vertex,
        });
    }
    let far = |v: &[f64; 3]| v.iter().map(|x| x.abs()).fold(0.0, f64::max);
    let size = vertices.iter().map(far).fold(0.0, f64::max);
    if !vertices.is_empty() && !SIZES.contains(&size) && size > 0.0 {
        let path = path.to_owned();
        return Err(IoError::MeshSize { path, size });
    }
    let known = |t: &[u32; 3]| t.iter().all(|v| (*v as usize) < vertices.len());
    if let Some(index) = triangles.iter().position(|t| !known(t)) {
        let count = vertices.len();
        let reason = format!("triangle {index} names a corner that is not among its {count}");
        return Err(IoError::damaged(path, Kind::Mesh, reason));
    }
    let merged = merge_corners(&vertices, &triangles);
    match merged.triangles.is_empty() {
        true => Err(IoError::MeshEmpty {
            path: path.to_owned(),
        }),
        false => Ok(merged),
    }
}

/// Keeps one corner of all at the same place and drops those without triangles, in the order in which
/// triangles use them, and triangles that lose a corner by it.
fn merge_corners(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> TriangleMesh {
    let mut mesh = TriangleMesh::default();
    let mut places: HashMap<[u64; 3], u32> = HashMap::with_capacity(vertices.len());
    for triangle in triangles {
        let corners = triangle.map(|v| vertices[v as usize]);
        if corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0] {
            continue;
        }
        mesh.triangles.push(corners.map(|corner| {
            // Adding zero makes -0 and 0 the same.
            *places
                .entry(corner.map(|x| (x + 0.0).to_bits()))
                .or_insert_with(|| {
                    mesh.vertices.push(corner);
                    (mesh.vertices.len() - 1) as u32
                })
        }));
    }
    mesh
}

#[cfg(test)]
mod tests;
