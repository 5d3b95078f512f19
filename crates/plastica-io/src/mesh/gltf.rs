//! glTF, as JSON with its buffers or as one binary file. The nodes of the scene place their meshes;
//! skins, morph targets and animations are left out.

use super::Broken;
use crate::error::Kind;
use crate::ordinary;
use base64::Engine;
use gltf::buffer::Source;
use gltf::mesh::Mode;
use gltf::{Document, Gltf, Node, Primitive};
use plastica_geometry::TriangleMesh;
use std::path::{Component, Path, PathBuf};

/// Column-major, as glTF has it.
type Matrix = [[f64; 4]; 4];

pub(super) fn parse(bytes: &[u8], path: &Path) -> Result<TriangleMesh, Broken> {
    let Gltf { document, blob } = Gltf::from_slice(bytes).map_err(Broken::because)?;
    let buffers = buffers(&document, blob, path)?;
    let scene = document
        .default_scene()
        .or_else(|| document.scenes().next());
    let identity: Matrix = std::array::from_fn(|i| std::array::from_fn(|j| f64::from(i == j)));
    let mut waiting: Vec<(Node<'_>, Matrix)> = match &scene {
        Some(scene) => scene.nodes().map(|node| (node, identity)).collect(),
        None => return Err(Broken::because("it has no scene")),
    };
    waiting.reverse();
    let mut mesh = TriangleMesh::default();
    let mut seen = 0;
    while let Some((node, parent)) = waiting.pop() {
        seen += 1;
        // Nodes form a forest; in a ring we would walk for ever.
        if seen > document.nodes().len() {
            return Err(Broken::because("its nodes contain each other"));
        }
        let place = product(
            &parent,
            &node.transform().matrix().map(|c| c.map(f64::from)),
        );
        for primitive in node.mesh().iter().flat_map(|m| m.primitives()) {
            add(&primitive, &place, &buffers, &mut mesh)?;
        }
        let at = waiting.len();
        waiting.extend(node.children().map(|child| (child, place)));
        waiting[at..].reverse();
    }
    Ok(mesh)
}

/// The bytes of all buffers: within the file, beside it, or within its text.
fn buffers(
    document: &Document,
    blob: Option<Vec<u8>>,
    path: &Path,
) -> Result<Vec<Vec<u8>>, Broken> {
    let mut blob = blob;
    let mut all = Vec::new();
    for buffer in document.buffers() {
        let bytes = match buffer.source() {
            Source::Bin => blob
                .take()
                .ok_or_else(|| Broken::because("its binary part is missing"))?,
            Source::Uri(uri) => match uri.strip_prefix("data:") {
                Some(data) => {
                    let (_, text) = data
                        .split_once("base64,")
                        .ok_or_else(|| Broken::because("a buffer is not in base64"))?;
                    base64::engine::general_purpose::STANDARD
                        .decode(text)
                        .map_err(Broken::because)?
                }
                None => beside(uri, path)?,
            },
        };
        if bytes.len() < buffer.length() {
            let (have, want) = (bytes.len(), buffer.length());
            return Err(Broken::because(format!(
                "a buffer has {have} bytes instead of {want}"
            )));
        }
        all.push(bytes);
    }
    Ok(all)
}

/// The names of the buffers beside a file.
pub(super) fn parts(path: &Path) -> Vec<PathBuf> {
    let document = std::fs::read(path).ok();
    let document = document.and_then(|bytes| Gltf::from_slice(&bytes).ok());
    let Some(Gltf { document, .. }) = document else {
        return Vec::new();
    };
    let name = |source: Source<'_>| match source {
        Source::Uri(uri) if !uri.starts_with("data:") => {
            let name = percent_encoding::percent_decode_str(uri).decode_utf8();
            name.ok().map(|name| PathBuf::from(&*name))
        }
        _ => None,
    };
    let names = document
        .buffers()
        .filter_map(|buffer| name(buffer.source()));
    names.collect()
}

fn beside(uri: &str, path: &Path) -> Result<Vec<u8>, Broken> {
    if uri.contains("://") {
        return Err(Broken::because(format!(
            "its buffer `{uri}` is not a file: nothing is fetched"
        )));
    }
    let name = percent_encoding::percent_decode_str(uri)
        .decode_utf8()
        .map_err(Broken::because)?;
    // A mesh from somewhere else may not have other files of this machine read.
    let stays = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !Path::new(&*name).components().all(stays) {
        return Err(Broken::because(format!(
            "its buffer `{uri}` is not in its folder: put it beside the file, or save it as .glb"
        )));
    }
    ordinary::read(&path.with_file_name(&*name), Kind::Mesh).map_err(Broken::Part)
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    b.map(|column| std::array::from_fn(|row| (0..4).map(|k| a[k][row] * column[k]).sum()))
}

fn mirrors(m: &Matrix) -> bool {
    let minor = |a: usize, b: usize| m[1][a] * m[2][b] - m[1][b] * m[2][a];
    m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1) < 0.0
}

fn add(
    primitive: &Primitive<'_>,
    place: &Matrix,
    buffers: &[Vec<u8>],
    mesh: &mut TriangleMesh,
) -> Result<(), Broken> {
    let mode = primitive.mode();
    if !matches!(
        mode,
        Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan
    ) {
        return Ok(());
    }
    let reader = primitive.reader(|buffer| buffers.get(buffer.index()).map(Vec::as_slice));
    let first = u32::try_from(mesh.vertices.len()).map_err(Broken::because)?;
    let positions = reader
        .read_positions()
        .ok_or_else(|| Broken::because("a mesh has no positions"))?;
    mesh.vertices.extend(positions.map(|p| {
        let [x, y, z] = p.map(f64::from);
        std::array::from_fn(|k| place[0][k] * x + place[1][k] * y + place[2][k] * z + place[3][k])
    }));
    let count = mesh.vertices.len() as u32 - first;
    let corners: Vec<u32> = match reader.read_indices() {
        Some(indices) => indices.into_u32().collect(),
        None if primitive.indices().is_some() => {
            return Err(Broken::because("the corners of a mesh cannot be read"));
        }
        None => (0..count).collect(),
    };
    if corners.iter().any(|v| *v >= count) {
        return Err(Broken::because(
            "a triangle names a corner that is not there",
        ));
    }
    let triangles: Vec<[u32; 3]> = match mode {
        Mode::TriangleStrip => {
            // Every other one runs the other way round [glTF 2.0, 3.7.2.1].
            let turned = |(i, t): (usize, &[u32])| match i % 2 {
                0 => [t[0], t[1], t[2]],
                _ => [t[1], t[0], t[2]],
            };
            corners.windows(3).enumerate().map(turned).collect()
        }
        Mode::TriangleFan => corners
            .get(1..)
            .unwrap_or_default()
            .windows(2)
            .map(|pair| [corners[0], pair[0], pair[1]])
            .collect(),
        _ => corners.as_chunks::<3>().0.to_vec(),
    };
    // A mirrored mesh would face inwards.
    let turned = |[a, b, c]: [u32; 3]| if mirrors(place) { [a, c, b] } else { [a, b, c] };
    mesh.triangles
        .extend(triangles.into_iter().map(|t| turned(t).map(|v| first + v)));
    Ok(())
}
