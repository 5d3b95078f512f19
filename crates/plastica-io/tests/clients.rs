//! Frames as their users see them: h5py, VTK and pyvista open what `write_frame` wrote and compare
//! every byte with what was meant.
//!
//! The first run makes a Python environment under `target/clients` and installs the pinned packages
//! there by pip; later runs use it. `PLASTICA_SKIP_CLIENTS=1` leaves this test out, and says so.

use plastica_core::{Attribute, Cells, Frame, Values};
use plastica_io::write_frame;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is installed. A change makes a new environment.
const PACKAGES: [&str; 4] = [
    "h5py==3.16.0",
    "numpy==2.4.6",
    "pyvista==0.49.1",
    "vtk==9.7.1",
];

fn succeed(command: &mut Command, or: &str) -> String {
    let told = format!("{command:?}");
    let output = command
        .output()
        .unwrap_or_else(|e| panic!("{or}\n{told}: {e}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    // VTK and HDF5 complain there without failing.
    let quiet = !["ERR|", "ERROR", "WARN|", "HDF5-DIAG"]
        .iter()
        .any(|word| errors.contains(word));
    assert!(
        output.status.success() && quiet,
        "{or}\n{told}\n{text}\n{errors}"
    );
    text
}

/// A Python with the packages. Made under a lock, so that tests that run at once share it; marked
/// when it is complete, so that a broken attempt is made again.
fn python() -> PathBuf {
    // Cargo gives target/tmp, wherever target is.
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("clients");
    fs::create_dir_all(&home).expect("a directory for the clients");
    let lock = File::create(home.join("frames.lock")).expect("a lock file");
    lock.lock().expect("the lock of the clients");
    let environment = home.join("frames");
    let mark = environment.join("installed.txt");
    let wanted = PACKAGES.join("\n");
    let python = match cfg!(windows) {
        true => environment.join("Scripts/python.exe"),
        false => environment.join("bin/python"),
    };
    if fs::read_to_string(&mark).is_ok_and(|installed| installed == wanted) {
        return python;
    }
    let needed = "The clients test needs python3 with venv: install it (Debian: apt install python3 \
                  python3-venv), or set PLASTICA_SKIP_CLIENTS=1 to leave this test out.";
    let maker = if cfg!(windows) { "python" } else { "python3" };
    succeed(
        Command::new(maker)
            .args(["-m", "venv", "--clear"])
            .arg(&environment),
        needed,
    );
    succeed(
        Command::new(&python)
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
            ])
            .args(PACKAGES),
        "The packages of the clients test could not be installed: is the network there? \
         PLASTICA_SKIP_CLIENTS=1 leaves this test out.",
    );
    fs::write(mark, wanted).expect("the mark of a complete environment");
    python
}

/// Numbers without pattern, the same in every run.
fn noise(index: usize) -> f64 {
    let mixed = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 11) as f64 / (1u64 << 53) as f64 - 0.5
}

fn frame(number: u64, points: usize, double: bool) -> Frame {
    let f32s = |count| {
        (0..points * count)
            .map(|i| noise(i + count) as f32)
            .collect()
    };
    let f64s = |count| {
        (0..points * count)
            .map(|i| noise(i + count) * 1e9)
            .collect()
    };
    let u32s = |count| {
        (0..(points * count) as u32)
            .map(|i| u32::MAX - 3 * i)
            .collect()
    };
    let attribute = |name: &str, unit: &'static str, components, values| Attribute {
        name: name.into(),
        unit: unit.into(),
        components,
        values,
    };
    Frame {
        number,
        time: 0.1 * number as f64 + 0.1,
        positions: (0..points)
            .map(|i| [0, 1, 2].map(|k| noise(3 * i + k) + 10.0))
            .collect(),
        double,
        attributes: vec![
            attribute("velocity", "m/s", 3, Values::F32(f32s(3))),
            attribute("cauchy_stress", "Pa", 6, Values::F32(f32s(6))),
            attribute("density", "kg/m³", 1, Values::F32(f32s(1))),
            attribute("temperature", "K", 1, Values::F64(f64s(1))),
            attribute("strain", "1", 6, Values::F64(f64s(6))),
            attribute("spin", "1/s", 3, Values::F64(f64s(3))),
            attribute(
                "material",
                "1",
                1,
                Values::U32((0..points as u32).map(|i| i % 3).collect()),
            ),
            attribute("id", "1", 1, Values::U32(u32s(1))),
            attribute("edge", "1", 3, Values::U32(u32s(3))),
        ],
        materials: vec!["dough".into(), "warmes Brötchen".into(), "steel".into()],
        parts: vec![
            plastica_core::Part::named("star"),
            plastica_core::Part::named("floor, left"),
        ],
        ..Frame::default()
    }
}

/// Lines, triangles and tetrahedra between every other point of a frame; `kinds` has a bit for each.
fn with_cells(mut frame: Frame, kinds: u32) -> Frame {
    let many = if frame.positions.len() > 100 { 40 } else { 1 };
    let corner = |cell: u32, k: u32| 2 * ((5 * cell + 3 * k) % 40);
    let chosen = |bit: u32| if kinds >> bit & 1 == 1 { many } else { 0 };
    frame.cells = Cells {
        lines: (0..chosen(0))
            .map(|c| [0, 1].map(|k| corner(c, k)))
            .collect(),
        triangles: (0..chosen(1))
            .map(|c| [0, 1, 2].map(|k| corner(c, k)))
            .collect(),
        tetrahedra: (0..chosen(2))
            .map(|c| [0, 1, 2, 3].map(|k| corner(c, k)))
            .collect(),
    };
    frame
}

/// Little-endian bytes, and numpy's name of their kind.
fn raw(values: &Values) -> (Vec<u8>, &'static str) {
    match values {
        Values::F32(v) => (v.iter().flat_map(|x| x.to_le_bytes()).collect(), "float32"),
        Values::F64(v) => (v.iter().flat_map(|x| x.to_le_bytes()).collect(), "float64"),
        Values::U32(v) => (v.iter().flat_map(|x| x.to_le_bytes()).collect(), "uint32"),
    }
}

/// Writes a frame, and beside it the bytes that it should hold; tells what is where.
fn write_with_expectation(directory: &Path, name: &str, frame: &Frame) -> Value {
    let file = directory.join(format!("{name}.vtkhdf"));
    write_frame(&file, frame).expect("a frame is written");
    let expect = |what: &str, components: usize, unit: &str, values: &Values| {
        let (bytes, kind) = raw(values);
        let path = directory.join(format!("{name}.{what}.bin"));
        fs::write(&path, bytes).expect("expected bytes are written");
        json!({ "name": what, "components": components, "unit": unit, "kind": kind, "bytes": path })
    };
    let flat = frame.positions.as_flattened();
    let positions = match frame.double {
        true => Values::F64(flat.to_vec()),
        false => Values::F32(flat.iter().map(|&x| x as f32).collect()),
    };
    let arrays: Vec<Value> = frame
        .attributes
        .iter()
        .map(|a| expect(&a.name, a.components, &a.unit, &a.values))
        .collect();
    json!({
        "file": file,
        "points": frame.positions.len(),
        "time": frame.time,
        "number": frame.number,
        "lines": frame.cells.lines,
        "triangles": frame.cells.triangles,
        "tetrahedra": frame.cells.tetrahedra,
        "positions": expect("Points", 3, "m", &positions),
        "arrays": arrays,
        "materials": frame.materials,
        "bodies": frame.parts.iter().map(|part| &part.name).collect::<Vec<_>>(),
    })
}

#[test]
fn h5py_vtk_and_pyvista_see_what_was_written() {
    if std::env::var_os("PLASTICA_SKIP_CLIENTS").is_some() {
        eprintln!("SKIPPED by PLASTICA_SKIP_CLIENTS: no client has read the frames");
        return;
    }
    let python = python();
    let dir = tempfile::tempdir().expect("a temporary directory");
    let bare = Frame {
        number: 9,
        time: 1.5,
        positions: vec![[1.0; 3]; 4],
        ..Frame::default()
    };
    let frames = [
        ("single", frame(3, 1000, false)),
        ("double", frame(4, 1000, true)),
        ("one", frame(5, 1, false)),
        ("empty", frame(0, 0, false)),
        ("bare", bare),
        ("many", frame(7, 100_000, false)),
        ("threads", with_cells(frame(8, 1000, false), 1)),
        ("sheet", with_cells(frame(8, 1000, true), 2)),
        ("threads and sheet", with_cells(frame(8, 20, false), 3)),
        ("solid", with_cells(frame(8, 1000, false), 4)),
        ("threads and solid", with_cells(frame(8, 20, false), 5)),
        ("sheet and solid", with_cells(frame(8, 1000, false), 6)),
        ("all", with_cells(frame(8, 1000, false), 7)),
    ];
    let told: Vec<Value> = frames
        .iter()
        .map(|(name, frame)| write_with_expectation(dir.path(), name, frame))
        .collect();
    let list = dir.path().join("frames.json");
    fs::write(&list, json!(told).to_string()).expect("the list is written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients/frames.py");
    let said = succeed(
        Command::new(python).arg(script).arg(&list),
        "A client disagrees:",
    );
    for (name, _) in &frames {
        assert!(
            said.contains(&format!("{name}.vtkhdf: h5py, vtk and pyvista agree")),
            "{said}"
        );
    }
}
