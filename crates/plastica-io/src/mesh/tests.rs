use super::*;
use base64::Engine;
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// Corners of the box 0..1 × 0..2 × 0..3, and its sides counter-clockwise from outside.
const CORNERS: [[f32; 3]; 8] = [
    [0., 0., 0.],
    [1., 0., 0.],
    [1., 2., 0.],
    [0., 2., 0.],
    [0., 0., 3.],
    [1., 0., 3.],
    [1., 2., 3.],
    [0., 2., 3.],
];
const SIDES: [[u32; 4]; 6] = [
    [0, 3, 2, 1],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
];

fn triangles() -> Vec<[u32; 3]> {
    SIDES
        .iter()
        .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
        .collect()
}

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Place(tempfile::tempdir().unwrap())
    }
    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        // Overwriting a file makes some file systems wait for the disk every time.
        let _ = fs::remove_file(&path);
        fs::write(&path, bytes).unwrap();
        path
    }
    fn read(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<TriangleMesh, IoError> {
        read_mesh(self.put(name, bytes))
    }
}

/// A box of a volume [m³]: closed, facing outwards, without corners to spare.
fn assert_box(mesh: &TriangleMesh, boxes: usize, volume: f64) {
    assert_eq!(
        (mesh.vertices.len(), mesh.triangles.len()),
        (8 * boxes, 12 * boxes)
    );
    assert!(
        (mesh.volume() - volume).abs() < 1e-6 * volume,
        "{}",
        mesh.volume()
    );
    // Closed: every edge is run along once in each direction.
    let mut edges: Vec<[u32; 2]> = mesh
        .triangles
        .iter()
        .flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]])
        .collect();
    let mut reversed: Vec<[u32; 2]> = edges.iter().map(|[a, b]| [*b, *a]).collect();
    edges.sort_unstable();
    reversed.sort_unstable();
    assert_eq!(edges, reversed);
    assert!(edges.windows(2).all(|pair| pair[0] != pair[1]));
}

fn obj() -> String {
    let mut text = String::from("# a box\nmtllib none.mtl\no box\n");
    for [x, y, z] in CORNERS {
        text += &format!("v {x} {y} {z}\n");
    }
    text += "vn 0 0 1\nvt 0 0\n";
    for (i, side) in SIDES.iter().enumerate() {
        // A material for every side: other readers cut the box apart there.
        text += &format!("usemtl side{i}\nf");
        for corner in side {
            text += &format!(" {}/1/1", corner + 1);
        }
        text += "\n";
    }
    text
}

fn stl_text() -> String {
    let mut text = String::from("solid \n");
    for (i, triangle) in triangles().iter().enumerate() {
        if i == 6 {
            text += "endsolid\n\nSOLID second half\n";
        }
        text += "  facet normal 0 0 0\n    outer loop\n";
        for v in triangle {
            let [x, y, z] = CORNERS[*v as usize];
            text += &format!("      vertex {x:e} {y} {z}\n");
        }
        text += "    endloop\n  endfacet\n";
    }
    text + "endsolid second half\n"
}

fn stl_binary() -> Vec<u8> {
    let mut bytes = [0; 80].to_vec();
    // As some programs write it, to the confusion of readers.
    bytes[..11].copy_from_slice(b"solid thing");
    bytes.extend(12u32.to_le_bytes());
    for triangle in triangles() {
        bytes.extend([0; 12]);
        for v in triangle {
            CORNERS[v as usize]
                .iter()
                .for_each(|x| bytes.extend(x.to_le_bytes()));
        }
        bytes.extend([0; 2]);
    }
    bytes
}

fn ply_text() -> String {
    let mut text = String::from(
        "ply\nformat ascii 1.0\ncomment a box\nelement vertex 8\nproperty double x\nproperty float y\n\
         property uchar red\nproperty int z\nelement face 6\nproperty list uchar uint vertex_index\n\
         end_header\n",
    );
    CORNERS
        .iter()
        .for_each(|[x, y, z]| text += &format!("{x} {y} 200 {z}\n"));
    SIDES
        .iter()
        .for_each(|[a, b, c, d]| text += &format!("4 {a} {b} {c} {d}\n"));
    text
}

fn ply_binary(big: bool) -> Vec<u8> {
    let order = if big { "big" } else { "little" };
    let mut bytes = format!(
        "ply\nformat binary_{order}_endian 1.0\nelement vertex 8\nproperty float x\nproperty float y\n\
         property float z\nelement face 6\nproperty uchar flag\nproperty list uchar int vertex_indices\n\
         end_header\n"
    )
    .into_bytes();
    for x in CORNERS.as_flattened() {
        bytes.extend(if big {
            x.to_be_bytes()
        } else {
            x.to_le_bytes()
        });
    }
    for side in SIDES {
        bytes.extend([7, 4]);
        for v in side {
            bytes.extend(if big {
                v.to_be_bytes()
            } else {
                v.to_le_bytes()
            });
        }
    }
    bytes
}

fn gltf_buffer() -> Vec<u8> {
    let mut bytes: Vec<u8> = CORNERS
        .as_flattened()
        .iter()
        .flat_map(|x| x.to_le_bytes())
        .collect();
    bytes.extend(
        triangles()
            .as_flattened()
            .iter()
            .flat_map(|v| (*v as u16).to_le_bytes()),
    );
    bytes
}

/// Sine and cosine of half a right angle.
const HALF: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// Two boxes: one moved and doubled by nested nodes, one mirrored and far away.
fn gltf(uri: Option<&str>) -> serde_json::Value {
    let mut buffer = json!({ "byteLength": 96 + 72 });
    if let Some(uri) = uri {
        buffer["uri"] = json!(uri);
    }
    json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": [0, 2] }],
        "nodes": [
            { "translation": [10, 0, 0], "children": [1] },
            { "scale": [2, 2, 2], "mesh": 0, "rotation": [0, 0, HALF, HALF] },
            { "matrix": [-1, 0, 0, 0,  0, 1, 0, 0,  0, 0, 1, 0,  -50, 0, 0, 1], "mesh": 0 },
            { "mesh": 0, "name": "of no scene" }
        ],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3",
              "min": [0, 0, 0], "max": [1, 2, 3] },
            { "bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR" }
        ],
        "bufferViews": [
            { "buffer": 0, "byteOffset": 0, "byteLength": 96 },
            { "buffer": 0, "byteOffset": 96, "byteLength": 72 }
        ],
        "buffers": [buffer]
    })
}

fn glb() -> Vec<u8> {
    let mut text = gltf(None).to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let data = gltf_buffer();
    let length = 12 + 8 + text.len() + 8 + data.len();
    let mut bytes = b"glTF".to_vec();
    bytes.extend(
        [2, length as u32, text.len() as u32]
            .iter()
            .flat_map(|n| n.to_le_bytes()),
    );
    bytes.extend(b"JSON");
    bytes.extend(text);
    bytes.extend((data.len() as u32).to_le_bytes());
    bytes.extend(b"BIN\0");
    bytes.extend(data);
    bytes
}

fn embedded() -> String {
    let text = base64::engine::general_purpose::STANDARD.encode(gltf_buffer());
    gltf(Some(&format!(
        "data:application/octet-stream;base64,{text}"
    )))
    .to_string()
}

#[test]
fn a_box_is_the_same_from_every_kind_of_file() {
    let place = Place::new();
    assert_box(&place.read("a.obj", obj()).unwrap(), 1, 6.0);
    assert_box(&place.read("b.stl", stl_text()).unwrap(), 1, 6.0);
    assert_box(&place.read("c.STL", stl_binary()).unwrap(), 1, 6.0);
    assert_box(&place.read("d.ply", ply_text()).unwrap(), 1, 6.0);
    assert_box(&place.read("e.ply", ply_binary(false)).unwrap(), 1, 6.0);
    assert_box(&place.read("f.Ply", ply_binary(true)).unwrap(), 1, 6.0);
}

#[test]
fn nodes_of_a_gltf_scene_place_its_meshes() {
    let place = Place::new();
    place.put("a box.bin", gltf_buffer());
    let apart = gltf(Some("a%20box.bin")).to_string();
    for (name, bytes) in [
        ("a.gltf", embedded().into_bytes()),
        ("b.glb", glb()),
        ("c.gltf", apart.into()),
    ] {
        let mesh = place.read(name, bytes).unwrap();
        // 2³ × 6 and, in spite of the mirror, 6 facing outwards.
        assert_box(&mesh, 2, 48.0 + 6.0);
        let range = |axis: usize| {
            let values = mesh.vertices.iter().map(|v| v[axis]);
            (
                values.clone().fold(f64::MAX, f64::min),
                values.fold(f64::MIN, f64::max),
            )
        };
        let near = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() + (b - d).abs() < 1e-5;
        // Turned by a right angle about z: x from 10 - 2·2, y from 0 to 2·1.
        assert!(near(range(0), (-51.0, 10.0)), "{:?}", range(0));
        assert!(near(range(1), (0.0, 2.0)), "{:?}", range(1));
        assert!(near(range(2), (0.0, 6.0)), "{:?}", range(2));
    }
}

#[test]
fn strips_and_fans_keep_their_sides() {
    let place = Place::new();
    for (mode, order) in [(5, [0u16, 1, 3, 2]), (6, [0, 1, 2, 3])] {
        let mut data: Vec<u8> = CORNERS
            .as_flattened()
            .iter()
            .flat_map(|x| x.to_le_bytes())
            .collect();
        data.extend(order.iter().flat_map(|v| v.to_le_bytes()));
        let mut scene = gltf(Some("flat.bin"));
        scene["meshes"][0]["primitives"][0]["mode"] = json!(mode);
        scene["accessors"][1]["count"] = json!(4);
        scene["scenes"][0]["nodes"] = json!([3]);
        scene["bufferViews"][1]["byteLength"] = json!(8);
        scene["buffers"][0]["byteLength"] = json!(104);
        place.put("flat.bin", data);
        let mesh = place.read("flat.gltf", scene.to_string()).unwrap();
        assert_eq!(mesh.triangles.len(), 2);
        for triangle in mesh.triangles {
            let [a, b, c] = triangle.map(|v| mesh.vertices[v as usize]);
            let up = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
            assert_eq!(up, 2.0, "mode {mode}");
        }
    }
}

#[test]
fn errors_name_the_file_and_what_to_do() {
    let place = Place::new();
    let text = |name: &str, bytes: &[u8]| {
        let text = place.read(name, bytes).unwrap_err().to_string();
        assert!(text.contains(name), "{text}");
        text
    };
    let missing = read_mesh(place.0.path().join("none.obj"))
        .unwrap_err()
        .to_string();
    assert!(
        missing.contains("none.obj") && missing.contains("spelling"),
        "{missing}"
    );
    for name in ["a.fbx", "a", "a.obj.gz"] {
        let text = text(name, b"");
        assert!(text.contains(".obj, .stl, .ply, .gltf or .glb"), "{text}");
    }
    assert!(text("e.obj", b"v 0 0 0\n").contains("no triangles"));
    assert!(text("line.obj", b"v 0 0 0\nv 1 0 0\nl 1 2\n").contains("no triangles"));
    assert!(text("needle.obj", b"v 0 0 0\nv 1 0 0\nv 1 0 -0\nf 1 2 3\n").contains("no triangles"));
    assert!(text("e.stl", b"solid x\nendsolid x\n").contains("no triangles"));
    for size in ["1e300", "1e-300"] {
        let huge = format!("v 0 0 0\nv {size} 0 0\nv 0 {size} 0\nf 1 2 3\n");
        let told = text("huge.obj", huge.as_bytes());
        assert!(told.contains(&format!("{size} m")), "{told}");
    }
    assert!(text("n.obj", b"v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n").contains("not a finite"));
    assert!(
        text(
            "i.ply",
            ply_text().replace("1 2 200 0", "1 1e999 200 0").as_bytes()
        )
        .contains("finite")
    );
    assert!(text("o.obj", b"v 0 0 0\nf 1 2 9\n").contains("damaged"));
    assert!(text("s.stl", b"hello").contains("damaged"));
    assert!(text("p.ply", b"hello").contains("damaged"));
    assert!(text("q.ply", ply_text().replace("4 0 3", "4 0 8").as_bytes()).contains("not there"));
    assert!(text("g.gltf", b"{}").contains("damaged"));
    assert!(text("g.glb", b"glTF").contains("damaged"));
    let short = stl_binary();
    assert!(text("short.stl", &short[..short.len() - 1]).contains("damaged"));
    let apart = gltf(Some("gone.bin")).to_string();
    let gone = place.read("h.gltf", apart).unwrap_err().to_string();
    assert!(
        gone.contains("gone.bin") && gone.contains("spelling"),
        "{gone}"
    );
    assert!(
        text(
            "w.gltf",
            gltf(Some("http://x/y.bin")).to_string().as_bytes()
        )
        .contains("fetched")
    );
    let mut ring = gltf(Some("ring.bin"));
    ring["nodes"][1]["children"] = json!([0]);
    place.put("ring.bin", gltf_buffer());
    assert!(text("ring.gltf", ring.to_string().as_bytes()).contains("contain each other"));
}

/// Broken files end in an error or in a mesh that makes sense.
#[test]
fn broken_files_do_no_harm() {
    let place = Place::new();
    let files: [(&str, Vec<u8>); 8] = [
        ("a.obj", obj().into()),
        ("a.stl", stl_text().into()),
        ("b.stl", stl_binary()),
        ("a.ply", ply_text().into()),
        ("b.ply", ply_binary(false)),
        ("c.ply", ply_binary(true)),
        ("a.gltf", embedded().into()),
        ("a.glb", glb()),
    ];
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut random = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % end.max(1) as u64) as usize
    };
    let mut refused = 0;
    for (name, whole) in &files {
        for turn in 0..400 {
            let mut bytes = whole.clone();
            if turn % 3 == 0 {
                bytes.truncate(random(whole.len()));
            }
            for _ in 0..random(4) {
                let at = random(bytes.len());
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = if turn % 2 == 0 {
                        *byte ^ (1 << random(8))
                    } else {
                        random(256) as u8
                    };
                }
            }
            match place.read(name, &bytes) {
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().is_empty());
                }
                Ok(mesh) => {
                    assert!(mesh.vertices.iter().flatten().all(|x| x.is_finite()));
                    let count = mesh.vertices.len() as u32;
                    assert!(!mesh.triangles.is_empty());
                    assert!(mesh.triangles.as_flattened().iter().all(|v| *v < count));
                }
            }
        }
    }
    assert!(refused > 400, "{refused}");
}

/// A file from somewhere else may not have other files of this machine read.
#[test]
fn buffers_outside_the_folder_are_refused() {
    let place = Place::new();
    place.put("beside.bin", gltf_buffer());
    let secret = place.put("secret.bin", gltf_buffer());
    let absolute = secret.display().to_string();
    for uri in [
        "../secret.bin",
        "%2e%2e/secret.bin",
        "a/../../secret.bin",
        absolute.as_str(),
    ] {
        let told = place.read("x.gltf", gltf(Some(uri)).to_string());
        let told = told.unwrap_err().to_string();
        assert!(told.contains("not in its folder"), "{uri}: {told}");
    }
    assert!(
        place
            .read("x.gltf", gltf(Some("./beside.bin")).to_string())
            .is_ok()
    );
}
