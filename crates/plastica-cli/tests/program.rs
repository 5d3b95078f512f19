//! The program as its users meet it: output, exit codes, files that are complete or absent.

use assert_cmd::Command;
use std::path::Path;
use tempfile::TempDir;

fn plastica(folder: &TempDir) -> Command {
    let mut command = Command::cargo_bin("plastica").unwrap();
    command.current_dir(folder.path());
    command
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Runs, expects an exit code, gives (stdout, stderr).
fn run(folder: &TempDir, arguments: &[&str], code: i32) -> (String, String) {
    let output = plastica(folder).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(
        output.status.code(),
        Some(code),
        "{arguments:?}\n{out}\n{err}"
    );
    assert!(!err.contains("panicked"), "{err}");
    (out, err)
}

fn files(folder: &TempDir) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

const SCENE: &str = r#"[scene]
duration = 1.0

[[material]]
name = "metal"
density = 8000
elastic = { hencky = { young_modulus = "100 GPa", poisson_ratio = 0.3 } }
flow = { von-mises = { yield_stress = "300 MPa" } }

[[body]]
material = "metal"
shape = { sphere = { radius = "3 cm" } }
resolution = "5 mm"
"#;

/// A scene with one line replaced.
fn scene_with(folder: &TempDir, from: &str, to: &str) -> String {
    assert!(SCENE.contains(from));
    std::fs::write(folder.path().join("scene.toml"), SCENE.replace(from, to)).unwrap();
    "scene.toml".into()
}

#[test]
fn the_demo_draws_a_picture_and_says_where() {
    let folder = folder();
    let (out, _) = run(&folder, &["demo", "--last-frame", "1"], 0);
    assert!(out.contains("plastica-demo/preview.png"), "{out}");
    let png = std::fs::read(folder.path().join("plastica-demo/preview.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG") && png.len() > 20_000);
}

#[test]
fn the_sheet_of_materials_is_drawn() {
    let folder = folder();
    run(&folder, &["materials", "--sheet", "sheet.png"], 0);
    let png = std::fs::read(folder.path().join("sheet.png")).unwrap();
    assert!(png.starts_with(b"\x89PNG") && png.len() > 20_000);
}

#[test]
fn every_preset_goes_through_the_lab_and_measures_what_it_asks() {
    let folder = folder();
    let (out, _) = run(&folder, &["materials", "--json"], 0);
    let presets: serde_json::Value = serde_json::from_str(&out).unwrap();
    let names: Vec<&str> = presets
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["name"].as_str().unwrap())
        .collect();
    assert!(names.len() >= 18);
    for name in names {
        let (out, _) = run(&folder, &["lab", name, "--json"], 0);
        let report: serde_json::Value = serde_json::from_str(&out).unwrap();
        for row in report["report"]["properties"].as_array().unwrap() {
            if let (Some(asked), Some(measured)) =
                (row["requested"].as_f64(), row["measured"].as_f64())
            {
                // Measured at small but finite strain: a few parts in ten thousand at most; a
                // cohesion of 0 comes out of stresses of many pascals.
                let small = if row["unit"] == "Pa" { 1e-3 } else { 1e-9 };
                assert!(
                    (asked - measured).abs() <= 5e-4 * asked.abs() + small,
                    "{name}: {row}"
                );
            }
        }
    }
    assert!(files(&folder).is_empty());
}

#[test]
fn every_test_gives_a_curve_as_csv_json_and_picture() {
    let folder = folder();
    for test in [
        "uniaxial",
        "uniaxial-strain",
        "shear",
        "pure-shear",
        "triaxial",
        "hydrostatic",
        "creep",
        "relaxation",
        "cycle",
    ] {
        for material in ["copper", "bread dough", "wet sand", "pine wood"] {
            // A creep stress that grains and dough can carry for a while.
            let arguments = [
                "lab", material, "--test", test, "--stress", "100 Pa", "--csv", "out.csv",
                "--plot", "out.png", "--json",
            ];
            let (out, _) = run(&folder, &arguments, 0);
            let json: serde_json::Value = serde_json::from_str(&out).unwrap();
            let csv = std::fs::read_to_string(folder.path().join("out.csv")).unwrap();
            let header =
                "t,F11,F12,F13,F21,F22,F23,F31,F32,F33,s11,s22,s33,s12,s23,s13,energy,plastic_work";
            assert!(csv.starts_with(header), "{csv:.200}");
            assert_eq!(
                csv.lines().count() - 1,
                json["curve"]["rows"].as_array().unwrap().len()
            );
            for cell in csv.lines().skip(1).flat_map(|line| line.split(',')) {
                assert!(
                    cell.parse::<f64>().is_ok_and(f64::is_finite),
                    "{material} {test}: {cell:?}"
                );
            }
            assert!(
                std::fs::read(folder.path().join("out.png"))
                    .unwrap()
                    .starts_with(b"\x89PNG")
            );
        }
    }
    assert_eq!(files(&folder), ["out.csv", "out.png"]);
}

#[test]
fn a_path_from_a_file_is_followed_and_turning_it_turns_the_stress() {
    let folder = folder();
    let csv = "t,L11,L12,L13,L21,L22,L23,L31,L32,L33\n1e-3,1,0.5,0,0,-1,0,0,0,0\n2e-3,0,2,0,0,0,0,0,0,0\n";
    std::fs::write(folder.path().join("path.csv"), csv).unwrap();
    let toml = "[[step]]\ntime = 1e-3\nvelocity_gradient = [[1, 0.5, 0], [0, -1, 0], [0, 0, 0]]\n[[step]]\ntime = 2e-3\nvelocity_gradient = [[0, 2, 0], [0, 0, 0], [0, 0, 0]]\n";
    std::fs::write(folder.path().join("path.toml"), toml).unwrap();
    let last = |name: &str| -> Vec<f64> {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        text.lines()
            .last()
            .unwrap()
            .split(',')
            .map(|cell| cell.parse().unwrap())
            .collect()
    };
    run(
        &folder,
        &[
            "lab", "copper", "--test", "path", "--path", "path.csv", "--dt", "1e-5", "--csv",
            "a.csv",
        ],
        0,
    );
    run(
        &folder,
        &[
            "lab",
            "copper",
            "--path",
            "path.toml",
            "--dt",
            "1e-5",
            "--csv",
            "b.csv",
        ],
        0,
    );
    assert_eq!(last("a.csv"), last("b.csv"));
    run(
        &folder,
        &[
            "lab", "copper", "--path", "path.csv", "--dt", "1e-5", "--csv", "c.csv", "--rotate",
            "z", "90",
        ],
        0,
    );
    // A quarter turn about z: σ11 and σ22 change places, σ12 its sign.
    let (a, c) = (last("a.csv"), last("c.csv"));
    for (turned, original) in [
        (c[10], a[11]),
        (c[11], a[10]),
        (c[12], a[12]),
        (c[13], -a[13]),
    ] {
        assert!(
            (turned - original).abs() < 1e-6 * a[13].abs(),
            "{turned} {original}"
        );
    }
    // A total deformation gradient, linear in time.
    let f =
        "t,F11,F12,F13,F21,F22,F23,F31,F32,F33\n0,1,0,0,0,1,0,0,0,1\n1,1.1,0,0,0,1,0,0,0,0.95\n";
    std::fs::write(folder.path().join("f.csv"), f).unwrap();
    run(
        &folder,
        &["lab", "rubber", "--path", "f.csv", "--csv", "d.csv"],
        0,
    );
    let reached = [1.1, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.95];
    for (found, wanted) in last("d.csv")[1..10].iter().zip(reached) {
        assert!((found - wanted).abs() < 1e-14, "{found} {wanted}");
    }
}

#[test]
fn a_material_of_a_scene_can_be_tested_and_the_scene_checked() {
    let folder = folder();
    let scene = scene_with(&folder, "", "");
    let (out, _) = run(&folder, &["check", &scene], 0);
    assert!(out.contains("metal"), "{out}");
    let (out, _) = run(&folder, &["check", &scene, "--json"], 0);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    // 0.5 h/c with c = √((λ + 2μ)/ρ) = 4102.6 m/s.
    let dt = json["time_step_s"].as_f64().unwrap();
    assert!((dt - 0.5 * 0.005 / 4102.6).abs() < 1e-9, "{dt}");
    let (out, _) = run(&folder, &["lab", "scene.toml:metal"], 0);
    assert!(out.contains("300 MPa"), "{out}");
    let (_, err) = run(&folder, &["lab", "scene.toml:metall"], 2);
    assert!(err.contains("\"metal\""), "{err}");
}

#[test]
fn the_schema_is_json() {
    let (out, _) = run(&folder(), &["schema"], 0);
    let schema: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(schema["$schema"].as_str().unwrap().contains("2020-12"));
}

/// Bad scenes: a clear message with the place, exit code 2, nothing written.
#[test]
fn bad_scenes_are_refused_with_their_place() {
    let cases = [
        (
            "density = 8000",
            "density = -8000",
            "scene.toml:6:11",
            "density",
        ),
        (
            "poisson_ratio = 0.3",
            "poisson_ratio = 0.5",
            "scene.toml:7:67",
            "0.5",
        ),
        (
            "yield_stress = \"300 MPa\"",
            "yield_stress = nan",
            "scene.toml:8:39",
            "nan",
        ),
        (
            "flow = { von-mises = { yield_stress = \"300 MPa\" } }",
            "flow = { drucker-prager = { friction_angle = \"90 deg\" } }",
            "scene.toml:8:46",
            "90",
        ),
        (
            "density = 8000",
            "preset = \"coper\"",
            "scene.toml:6:10",
            "copper",
        ),
        (
            "elastic = { hencky = { young_modulus = \"100 GPa\", poisson_ratio = 0.3 } }",
            "elastic = { orthotropic = { young_modulus = [1e9, 1e9, 1e6], poisson_ratio = [0.2, 0.2, 1.2] } }",
            "scene.toml:7:",
            "positive definite",
        ),
    ];
    for (from, to, place, words) in cases {
        let folder = folder();
        let scene = scene_with(&folder, from, to);
        for arguments in [
            vec!["check", &scene],
            vec!["lab", "scene.toml:metal", "--csv", "out.csv"],
        ] {
            let (out, err) = run(&folder, &arguments, 2);
            assert!(out.is_empty(), "{out}");
            assert!(err.contains(place) && err.contains(words), "{to}:\n{err}");
        }
        assert_eq!(files(&folder), ["scene.toml"]);
        let (out, _) = run(&folder, &["check", &scene, "--json"], 2);
        assert!(serde_json::from_str::<serde_json::Value>(&out).is_ok());
    }
}

#[test]
fn bad_files_are_refused() {
    let folder = folder();
    let make = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    make(
        "latin1.toml",
        b"[scene]\nduration = 1.0\ntitle = \"caf\xe9\"\n",
    );
    make("empty.toml", b"");
    make("short.csv", b"t,L11,L12,L13,L21,L22,L23,L31,L32,L33\n1,2\n");
    make("head.csv", b"time,a,b\n");
    make(
        "back.csv",
        b"t,F11,F12,F13,F21,F22,F23,F31,F32,F33\n2,1,0,0,0,1,0,0,0,1\n1,1,0,0,0,1,0,0,0,1\n",
    );
    // 100 MB that are never read: the size alone is refused.
    std::fs::File::create(folder.path().join("huge.toml"))
        .unwrap()
        .set_len(100_000_000)
        .unwrap();
    let before = files(&folder);
    for (arguments, words) in [
        (vec!["check", "missing.toml"], "missing.toml"),
        (vec!["check", "."], "directory"),
        (vec!["check", "latin1.toml"], "UTF-8"),
        (vec!["check", "empty.toml"], "scene"),
        (vec!["check", "huge.toml"], "16"),
        (vec!["lab", "unobtainium"], "unobtainium"),
        (vec!["lab", "Coper"], "copper"),
        (vec!["lab", "copper", "--test", "tension"], "uniaxial"),
        (vec!["lab", "copper", "--test", "path"], "--path"),
        (vec!["lab", "copper", "--path", "short.csv"], "line 2"),
        (vec!["lab", "copper", "--path", "head.csv"], "t,L11"),
        (vec!["lab", "copper", "--path", "back.csv"], "line 3"),
        (vec!["lab", "copper", "--path", "huge.toml"], "too many"),
        (vec!["lab", "copper", "--test", "shear", "--dt", "0"], "0 s"),
        (
            vec!["lab", "copper", "--test", "shear", "--dt", "1e-12"],
            "steps",
        ),
        (
            vec!["lab", "copper", "--test", "shear", "--strain", "-1"],
            "above 0",
        ),
        (
            vec!["lab", "copper", "--test", "shear", "--strain", "nan"],
            "finite",
        ),
        (
            vec!["lab", "copper", "--test", "triaxial", "--confining", "3 cm"],
            "length",
        ),
        (vec!["lab", "copper", "--rotate", "w", "3"], "axis"),
        (vec!["lab"], "MATERIAL"),
        (vec!["frobnicate"], "frobnicate"),
    ] {
        let (out, err) = run(&folder, &arguments, 2);
        assert!(
            out.is_empty() && err.contains(words),
            "{arguments:?}: {err}"
        );
    }
    assert_eq!(files(&folder), before);
}

#[test]
fn an_unwritable_place_loses_nothing() {
    let folder = folder();
    std::fs::create_dir(folder.path().join("taken.csv")).unwrap();
    for target in ["no/such/folder/out.csv", "taken.csv"] {
        let (_, err) = run(
            &folder,
            &["lab", "copper", "--test", "shear", "--csv", target],
            1,
        );
        assert!(err.contains("cannot") && err.contains(target), "{err}");
    }
    assert_eq!(files(&folder), ["taken.csv"]);
    assert!(Path::new(&folder.path().join("taken.csv")).is_dir());
}

/// Every material of the benchmark runs; the motion does not depend on threads at all, and on registers
/// only by rounding.
#[test]
fn the_benchmark_measures_the_same_motion() {
    let folder = folder();
    let bench = |material: &str, more: &[&str]| {
        let mut arguments = vec!["bench", "mpm", "--json", "--material", material];
        arguments.extend(["--cells", "16", "--steps", "10", "--repeats", "2"]);
        arguments.extend(more);
        let (out, _) = run(&folder, &arguments, 0);
        let all: serde_json::Value = serde_json::from_str(&out).unwrap();
        let report = &all["cases"][0];
        assert_eq!(report["particles"], 4096);
        assert_eq!(report["material"], material);
        assert!(report["ns_per_particle_step"].as_f64().unwrap() > 0.0);
        // Each of 27 nodes takes at least a product and a sum for three components, twice.
        assert!(report["flops"]["transfer"].as_f64().unwrap() > 27.0 * 12.0);
        // At least F times F, and one number per component of stress.
        assert!(report["flops"]["law"].as_f64().unwrap() > 51.0);
        // At least the place and six numbers, to and fro.
        assert!(report["bytes"].as_f64().unwrap() > 72.0);
        for rate in ["gflops", "gb_per_s"] {
            assert!(all["machine"][rate].as_f64().unwrap() > 0.1, "{rate}");
        }
        report["mean_velocity"][1].as_f64().unwrap()
    };
    for material in [
        "elastic",
        "neo-hookean",
        "sand",
        "snow",
        "metal",
        "hypoelastic-sand",
        "hypoelastic-metal",
        "creep",
        "rods",
        "turning-rods",
    ] {
        let one = bench(material, &["--threads", "1"]);
        assert!((-1.2..-0.5).contains(&one), "{material}: {one} m/s");
        assert_eq!(one, bench(material, &["--threads", "2"]), "{material}");
        let plain = bench(material, &["--simd", "portable"]);
        assert!(
            (one - plain).abs() < 1e-4,
            "{material}: {one} {plain} m/s with other registers"
        );
    }
    let mut roofline = vec!["bench", "mpm", "--roofline", "roof.png"];
    roofline.extend(["--cells", "8", "--steps", "4", "--repeats", "1"]);
    let (table, _) = run(&folder, &roofline, 0);
    assert_eq!(table.lines().count(), 2 + 10, "{table}");
    let picture = folder.path().join("roof.png");
    assert!(std::fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
    std::fs::remove_file(picture).unwrap();
    assert!(files(&folder).is_empty());
}

/// Methods have the options of their benches and no others.
#[test]
fn the_benchmark_refuses_what_a_method_does_not_have() {
    let folder = folder();
    let refused = |arguments: &[&str], why: &str| {
        let (_, error) = run(&folder, &[&["bench"], arguments].concat(), 2);
        assert!(error.contains(why), "{arguments:?}: {error}");
    };
    refused(&[], "METHOD");
    refused(&["splines"], "spline");
    refused(&["mpm", "--cells", "1"], "--cells");
    refused(&["points", "--kernel", "cubic"], "--kernel");
    refused(&["points", "--roofline", "roofline.png"], "--roofline");
    refused(&["spline", "--material", "sand"], "--material");
    refused(&["spline", "--cells", "80"], "--cells");
    refused(&["spline", "--simd", "portable"], "--simd");
    refused(&["spline", "--only", "cube"], "surface");
    let roofline = ["mpm", "--roofline", "roof.png"];
    refused(&[&roofline[..], &["--json"]].concat(), "--json");
    refused(
        &[&roofline[..], &["--material", "sand"]].concat(),
        "--material",
    );
    assert!(files(&folder).is_empty());
}

#[test]
fn the_benchmark_knows_points_and_splines() {
    let folder = folder();
    let few = ["--steps", "3", "--repeats", "1"];
    let points = ["bench", "points", "--cells", "8"];
    let (out, _) = run(&folder, &[&points[..], &few].concat(), 0);
    assert!(out.contains("512 particles"), "{out}");
    assert!(out.contains("ns per particle and step"), "{out}");
    // What these options were called before.
    let former = ["--registers", "portable", "--mixed", "--json"];
    let (out, _) = run(&folder, &[&points[..], &few, &former].concat(), 0);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["cases"][0]["simd"], "portable");
    assert_eq!(report["cases"][0]["after_mixing"], true);
    let curve = ["bench", "spline", "--only", "curve", "--json"];
    let (out, _) = run(&folder, &[&curve[..], &few].concat(), 0);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["cases"].as_array().unwrap().len(), 1);
    assert_eq!(report["cases"][0]["nodes"], 50);
    let (help, _) = run(&folder, &["bench", "spline", "--help"], 0);
    assert!(help.contains("multigrid: Cycles"), "{help}");
    assert!(files(&folder).is_empty());
}
