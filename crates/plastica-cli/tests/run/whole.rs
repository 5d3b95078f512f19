//! `plastica run`, `check` and `render` as a user calls them.

use crate::common::{Bench, results, wait_for};
use std::path::Path;
use std::process::Command;

const SCENE: &str = r#"
[scene]
title = "Drop"
duration = 0.2
frames_per_second = 50

[[material]]
name = "jelly"
density = 1000
elastic = { neo-hookean = { young_modulus = "50 kPa", poisson_ratio = 0.3 } }

[[body]]
name = "block"
material = "jelly"
shape = { box = { size = [0.1, 0.1, 0.1] } }
position = [0, 0.06, 0]
velocity = [0, -1, 0]
resolution = 0.01

[[collider]]
name = "floor"
shape = { half_space = { normal = [0, 1, 0] } }

[[probe]]
name = "load"
force = { on = "floor" }
"#;

#[test]
fn a_run_writes_everything_and_says_where() {
    let bench = Bench::new(SCENE);
    let (out, _) = bench.run(&["run", "scene.toml", "--out", "run"], 0);
    assert!(
        out.contains("10 frames") && out.contains("preview.png"),
        "{out}"
    );
    for file in [
        "scene.toml",
        "run.json",
        "ledger.csv",
        "preview.png",
        "preview.gif",
        "probes/load.csv",
        "frames/000010.vtkhdf",
    ] {
        assert!(bench.path("run").join(file).is_file(), "{file}");
    }
    // The next one is refused, and nothing is lost; then replaced on request.
    let before = results(&bench.path("run"));
    let (_, err) = bench.run(&["run", "scene.toml", "--out", "run"], 2);
    assert!(
        err.contains("--resume") && err.contains("--overwrite"),
        "{err}"
    );
    assert!(before == results(&bench.path("run")));
    let (out, _) = bench.run(
        &[
            "run",
            "scene.toml",
            "--out",
            "run",
            "--overwrite",
            "--json",
            "--no-preview",
        ],
        0,
    );
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["frames"], 10);
    assert!(
        before == results(&bench.path("run")),
        "the same scene gives the same bytes"
    );
    // A run that is complete resumes to itself.
    bench.run(
        &[
            "run",
            "scene.toml",
            "--out",
            "run",
            "--resume",
            "--no-preview",
        ],
        0,
    );
    assert!(before == results(&bench.path("run")));
    // Pictures on demand.
    bench.run(
        &[
            "render",
            "run",
            "--frames",
            "5",
            "--size",
            "160x120",
            "--colour-by",
            "velocity",
            "--draft",
            "--out",
            "five.png",
        ],
        0,
    );
    assert!(
        std::fs::read(bench.path("five.png"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
    bench.run(
        &[
            "render", "run", "--frames", "0..3", "--size", "80x60", "--draft", "--out", "few.gif",
        ],
        0,
    );
    assert!(
        std::fs::read(bench.path("few.gif"))
            .unwrap()
            .starts_with(b"GIF89a")
    );
    let (_, err) = bench.run(&["render", "run", "--frames", "70"], 2);
    assert!(err.contains("0 to 10"), "{err}");
    bench.run(&["render", "run", "--color-by", "sweetness"], 2);
    bench.run(&["render", "run", "--size", "0x5"], 2);
    bench.run(&["render", "nowhere"], 2);
}

/// Long enough to be caught in the middle.
/// Grains are followed and kept by the preview and by `render`, which makes the same again.
#[test]
fn pictures_show_grains_and_the_run_keeps_them() {
    let scene = SCENE.replace("duration = 0.2", "duration = 0.06")
        + "\n[[grains]]\nbody = \"block\"\nshape = \"rod\"\nper_particle = 3\n";
    let bench = Bench::new(&scene);
    bench.run(&["run", "scene.toml", "--out", "out"], 0);
    let read = |n: u64| {
        let path = bench.path(&format!("out/grains/{n:06}.vtkhdf"));
        plastica_io::read_frame(path).unwrap()
    };
    let particles = |n: u64| {
        let path = bench.path(&format!("out/frames/{n:06}.vtkhdf"));
        plastica_io::read_frame(path).unwrap().positions.len()
    };
    let kept: Vec<_> = (0..=3).map(read).collect();
    for (n, grains) in kept.iter().enumerate() {
        assert_eq!(grains.number, n as u64);
        assert_eq!(grains.positions.len(), 3 * particles(n as u64));
        assert_eq!(grains.attribute("orientation").unwrap().components, 4);
    }
    std::fs::remove_dir_all(bench.path("out/grains")).unwrap();
    let arguments = [
        "render", "out", "--frames", "2", "--size", "120x90", "--draft",
    ];
    bench.run(&[&arguments[..], &["--out", "grains.png"]].concat(), 0);
    assert_eq!([0, 1, 2].map(read), kept[..3]);
    assert!(!bench.path("out/grains/000003.vtkhdf").exists());
    let coloured = ["--out", "stress.png", "--color-by", "stress"];
    bench.run(&[&arguments[..], &coloured].concat(), 0);
    let bytes = |name: &str| std::fs::read(bench.path(name)).unwrap();
    assert_ne!(bytes("grains.png"), bytes("stress.png"));
}

/// A mesh for grains that is not there is told before anything is run.
/// A run whose frames hold cells only is drawn like any other: framed, coloured, moving.
#[test]
fn frames_of_cells_are_drawn() {
    let bench = Bench::new(&SCENE.replace("duration = 0.2", "duration = 0.04"));
    bench.run(&["run", "scene.toml", "--out", "run"], 0);
    let picture = |name: &str| {
        let arguments = ["--frames", "2", "--size", "160x120", "--draft"];
        let coloured = ["--colour-by", "velocity", "--out", name];
        bench.run(&[&["render", "run"][..], &arguments, &coloured].concat(), 0);
        std::fs::read(bench.path(name)).unwrap()
    };
    let particles = picture("particles.png");
    for number in 0..3 {
        let path = bench.path(&format!("run/frames/{number:06}.vtkhdf"));
        let mut frame = plastica_io::read_frame(&path).unwrap();
        // In rows of ten: each a thread, between two of them a sheet, and a solid below.
        let count = frame.positions.len() as u32;
        for k in (0..count - 30).filter(|k| k % 10 != 9) {
            frame.cells.lines.push([k, k + 1]);
            frame.cells.triangles.push([k, k + 1, k + 10]);
            frame.cells.tetrahedra.push([k, k + 10, k + 1, k + 20]);
        }
        frame
            .cells
            .lines
            .extend((count - 31..count - 1).map(|k| [k, k + 1]));
        assert!(!frame.cells.free(count as usize).contains(&true));
        plastica_io::write_frame(&path, &frame).unwrap();
        assert_eq!(plastica_io::read_frame(&path).unwrap(), frame);
    }
    let cells = picture("cells.png");
    assert!(cells.starts_with(b"\x89PNG") && cells != particles);
    let film = [
        "render", "run", "--size", "80x60", "--draft", "--out", "all.gif",
    ];
    bench.run(&film, 0);
    let film = std::fs::read(bench.path("all.gif")).unwrap();
    assert!(film.starts_with(b"GIF89a"));
}

#[test]
fn a_missing_mesh_of_grains_is_refused() {
    let grains = "\n[[grains]]\nbody = \"block\"\nshape = \"nut.obj\"\n";
    refused(
        &(SCENE.to_owned() + grains),
        &["scene.toml:30:", "bad-mesh", "nut.obj"],
    );
}

fn slow() -> String {
    SCENE
        .replace("resolution = 0.01", "resolution = 0.007")
        .replace("duration = 0.2", "duration = 0.3")
}

#[test]
fn a_killed_run_resumes_to_the_same_bytes() {
    let bench = Bench::new(&slow());
    bench.run(&["run", "scene.toml", "--out", "whole", "--no-preview"], 0);
    let mut child = bench.start(&["run", "scene.toml", "--out", "parts", "--no-preview"]);
    wait_for(&bench.path("parts/frames/000003.vtkhdf"));
    child.kill().unwrap();
    child.wait().unwrap();
    bench.run(
        &[
            "run",
            "scene.toml",
            "--out",
            "parts",
            "--resume",
            "--threads",
            "1",
            "--no-preview",
        ],
        0,
    );
    assert!(results(&bench.path("whole")) == results(&bench.path("parts")));
}

#[cfg(unix)]
#[test]
fn requests_to_stop_keep_the_state_and_say_how_to_go_on() {
    let bench = Bench::new(&slow());
    bench.run(&["run", "scene.toml", "--out", "whole", "--no-preview"], 0);
    for signal in ["-INT", "-TERM"] {
        stopped_by(&bench, signal);
        std::fs::remove_dir_all(bench.path("parts")).unwrap();
    }
}

#[cfg(unix)]
fn stopped_by(bench: &Bench, signal: &str) {
    let child = bench.start(&["run", "scene.toml", "--out", "parts", "--no-preview"]);
    wait_for(&bench.path("parts/frames/000002.vtkhdf"));
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(
        err.contains("plastica run scene.toml --out parts --resume"),
        "{err}"
    );
    bench.run(
        &[
            "run",
            "scene.toml",
            "--out",
            "parts",
            "--resume",
            "--no-preview",
        ],
        0,
    );
    assert!(results(&bench.path("whole")) == results(&bench.path("parts")));
}

/// Refused with exit code 2, a message with these words, and no directory.
fn refused(scene: &str, words: &[&str]) {
    let bench = Bench::new(scene);
    open_mesh(&bench.path("open.obj"));
    let (_, err) = bench.run(&["run", "scene.toml", "--out", "run"], 2);
    for word in words {
        assert!(err.contains(word), "{word:?} is not in: {err}");
    }
    assert!(!bench.path("run").exists(), "nothing is written");
}

/// A box without its lid at y = 1.
fn open_mesh(path: &Path) {
    let text = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\nv 0 1 0\nv 1 1 0\nv 1 1 1\nv 0 1 1\nf 1 2 3 4\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";
    std::fs::write(path, text).unwrap();
}

#[test]
fn bad_input_is_refused_before_anything_is_written() {
    let shape = "shape = { box = { size = [0.1, 0.1, 0.1] } }";
    refused(
        &SCENE.replace(shape, "shape = { mesh = { file = \"nowhere.obj\" } }"),
        &["scene.toml:15:", "bad-mesh", "nowhere.obj"],
    );
    // The hole is the lid: its middle is (0.5, 1, 0.5).
    refused(
        &SCENE.replace(shape, "shape = { mesh = { file = \"open.obj\" } }"),
        &["block", "hole", "0.5", "1"],
    );
    refused(&SCENE.replace(shape, "shape = { intersection = [{ sphere = { radius = 0.1 } }, { sphere = { radius = 0.1 }, position = [1, 0, 0] }] }"), &["block"]);
    refused(
        &SCENE.replace(
            "duration = 0.2",
            "duration = 0.2\ndomain = { min = [1, 1, 1], max = [2, 2, 2] }",
        ),
        &["block", "outside the domain"],
    );
    refused(
        &SCENE.replace("position = [0, 0.06, 0]", "position = [0, -1, 0]"),
        &["block", "inside \"floor\""],
    );
    refused(
        &SCENE.replace("name = \"jelly\"", "name = \"custard\""),
        &["scene.toml", "jelly"],
    );
}

#[test]
fn places_that_cannot_be_written_are_said() {
    let bench = Bench::new(SCENE);
    std::fs::write(bench.path("file"), "not a directory").unwrap();
    for out in ["file", "file/run"] {
        let (_, err) = bench.run(&["run", "scene.toml", "--out", out], 2);
        assert!(err.contains("a part of the path is a file"), "{err}");
    }
    std::fs::create_dir(bench.path("full")).unwrap();
    std::fs::write(bench.path("full/thesis.txt"), "precious").unwrap();
    let (_, err) = bench.run(&["run", "scene.toml", "--out", "full", "--overwrite"], 2);
    assert!(err.contains("full"), "{err}");
    assert_eq!(
        std::fs::read_to_string(bench.path("full/thesis.txt")).unwrap(),
        "precious"
    );
    bench.run(&["run", "scene.toml", "--out", "nothing", "--resume"], 2);
    bench.run(&["run", "absent.toml"], 2);
}

#[test]
fn check_says_what_a_run_will_take() {
    let bench = Bench::new(SCENE);
    let (out, _) = bench.run(&["check", "scene.toml", "--json"], 0);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(json["bodies"][0]["particles"], 8000);
    assert_eq!(json["limited_by"], "wave speed");
    assert!(json["predicted_seconds"].as_f64().unwrap() > 0.0);
    assert!(json["memory_bytes"].as_f64().unwrap() > 8000.0 * 100.0);
    let (out, _) = bench.run(&["check", "scene.toml"], 0);
    assert!(
        out.contains("8000 particles") && out.contains("limited by wave speed"),
        "{out}"
    );
    assert!(!bench.path("runs").exists());
    // What will disappoint.
    let thin = SCENE.replace(
        "shape = { half_space = { normal = [0, 1, 0] } }",
        "shape = { box = { size = [1, 0.01, 1] } }",
    );
    let few = thin.replace(
        "resolution = 0.01",
        "resolution = 0.01\nparticles_per_cell = 1",
    );
    let bench = Bench::new(&few);
    let (out, _) = bench.run(&["check", "scene.toml"], 0);
    assert!(
        out.contains("cells thin") && out.contains("particles per cell"),
        "{out}"
    );
}

/// Fast and soft: the ground stiffens it, and every frame takes more steps than the first would. What check foretells has
/// the numbers that are taken.
#[test]
fn check_foretells_the_steps_of_an_impact() {
    let soft = SCENE
        .replace("\"50 kPa\"", "\"20 kPa\"")
        .replace("velocity = [0, -1, 0]", "velocity = [0, -4, 0]")
        .replace("resolution = 0.01", "resolution = 0.025")
        .replace("duration = 0.2", "duration = 0.1");
    let bench = Bench::new(&soft);
    let (out, _) = bench.run(&["check", "scene.toml", "--json"], 0);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    let number = |key: &str| json[key].as_f64().unwrap();
    let (least, most) = (number("steps_per_frame"), number("most_steps_per_frame"));
    assert!(
        (4.0..4.3).contains(&number("impact_speed_m_per_s")),
        "{json}"
    );
    bench.run(&["run", "scene.toml", "--out", "run", "--no-preview"], 0);
    let ledger = std::fs::read_to_string(bench.path("run/ledger.csv")).unwrap();
    let steps = ledger.lines().skip(2).map(|row| row.split(',').nth(2));
    let steps: Vec<f64> = steps.map(|cell| cell.unwrap().parse().unwrap()).collect();
    assert!(steps.iter().any(|n| *n > 1.2 * least), "{least}: {steps:?}");
    assert!(
        steps.iter().all(|n| (least..=most).contains(n)),
        "{least} to {most}: {steps:?}"
    );
}

/// A picture of one grey pixel.
fn grey(path: &Path) {
    let mut encoder = png::Encoder::new(std::fs::File::create(path).unwrap(), 1, 1);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[128]).unwrap();
    writer.finish().unwrap();
}

#[test]
fn files_beside_the_scene_are_found_from_start_to_end() {
    const SHEET: &str = r#"
[scene]
duration = 0.02
frames_per_second = 100

[[spline]]
name = "sheet"
shape = { sheet = { size = [1, 1], nodes_x = 4, nodes_z = 4 } }
energy = { hybrid = { stretch = { image = "maps/weights.png", low = 10, high = 20 } } }

[[collider]]
name = "table"
shape = { mesh = { file = "table.obj" } }
position = [0, -2, 0]

[[expect]]
name = "it starts to fall"
speed = { body = "sheet" }
at_least = 0.01
"#;
    let bench = Bench::new(SCENE);
    std::fs::create_dir_all(bench.path("sheets/maps")).unwrap();
    std::fs::write(bench.path("sheets/scene.toml"), SHEET).unwrap();
    grey(&bench.path("sheets/maps/weights.png"));
    let table = "v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nv 0 -1 0\nf 4 3 2 1\nf 2 5 1\nf 3 5 2\nf 4 5 3\nf 1 5 4\n";
    std::fs::write(bench.path("sheets/table.obj"), table).unwrap();
    let (out, _) = bench.run(&["run", "sheets/scene.toml", "--out", "run"], 0);
    assert!(out.contains("holds: it starts to fall"), "{out}");
    bench.run(&["render", "run", "--frames", "2..2"], 0);
    bench.run(
        &[
            "run",
            "sheets/scene.toml",
            "--out",
            "run",
            "--from-frame",
            "1",
        ],
        0,
    );
    // The run keeps what it needs: it is drawn from anywhere, and its scene can be run again.
    assert!(bench.path("run/assets/maps/weights.png").is_file());
    std::fs::rename(bench.path("run"), bench.path("moved")).unwrap();
    std::fs::remove_file(bench.path("sheets/table.obj")).unwrap();
    std::fs::remove_file(bench.path("sheets/maps/weights.png")).unwrap();
    let mut elsewhere = bench.command(&["render"]);
    elsewhere.current_dir(std::env::temp_dir());
    elsewhere.arg(bench.path("moved")).args(["--frames", "2"]);
    let drawn = elsewhere.output().unwrap();
    assert!(drawn.status.success(), "{drawn:?}");
    let again = ["run", "moved/scene.toml", "--out", "again", "--no-preview"];
    bench.run(&again, 0);
    // In its own place: the copies are not lost on the way.
    let replaced = ["run", "again/scene.toml", "--out", "again", "--overwrite"];
    bench.run(&replaced, 0);
    assert!(bench.path("again/assets/table.obj").is_file());
    // Taken up with the mesh that it was started with, whatever lies beside the scene by now.
    std::fs::write(bench.path("sheets/table.obj"), "v 0 0 0\n").unwrap();
    grey(&bench.path("sheets/maps/weights.png"));
    bench.run(
        &["run", "sheets/scene.toml", "--out", "moved", "--resume"],
        2,
    );
    std::fs::write(
        bench.path("sheets/table.obj"),
        table.replace("-1 0", "-3 0"),
    )
    .unwrap();
    std::fs::remove_file(bench.path("moved/frames/000002.vtkhdf")).unwrap();
    let resumed = ["run", "sheets/scene.toml", "--out", "moved", "--resume"];
    let (_, err) = bench.run(&resumed, 0);
    assert!(err.contains("frame 2 is missing"), "{err}");
    assert!(results(&bench.path("moved")) == results(&bench.path("again")));
}
