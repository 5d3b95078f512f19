//! The example program with a method of its own: one file and one line, and everything knows it.

use assert_cmd::Command;
use std::path::{Path, PathBuf};

const SCENE: &str = r#"
[scene]
duration = 0.5
frames_per_second = 20

[[material]]
name = "ice"
density = 900
elastic = { corotated = { young_modulus = "9 GPa", poisson_ratio = 0.3 } }

[[body]]
name = "stones"
material = "ice"
method = "hail"
shape = { box = { size = [0.4, 0.2, 0.4] } }
position = [0, 1, 0]
resolution = "5 cm"

[hail]
restitution = 0.4

[[collider]]
name = "floor"
shape = { half_space = { normal = [0, 1, 0] } }

[[probe]]
name = "one"
point = { position = [0, 1, 0] }

[[probe]]
name = "floor"
force = { on = "floor" }

[[expect]]
name = "stones bounce"
rebound = { body = "stones" }
at_least = "1 cm"
"#;

/// The example, which `cargo test` builds beside the tests.
fn program() -> Command {
    let tests = std::env::current_exe().unwrap();
    let example: PathBuf = tests
        .ancestors()
        .nth(2)
        .unwrap()
        .join("examples/own_method");
    let example = example.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        example.is_file(),
        "build the examples first: cargo test -p plastica-cli does"
    );
    Command::new(example)
}

fn output(folder: &Path, arguments: &[&str]) -> String {
    let run = program()
        .current_dir(folder)
        .args(arguments)
        .assert()
        .success();
    String::from_utf8_lossy(&run.get_output().stdout).into_owned()
}

#[test]
fn one_line_in_the_list_makes_a_method_known_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("hail.toml"), SCENE).unwrap();
    // Words and tables of the scene, for editors.
    let schema = output(folder.path(), &["schema"]);
    assert!(schema.contains("restitution") && schema.contains("fall and bounce"));
    // Pre-flight.
    let check = output(folder.path(), &["check", "hail.toml"]);
    assert!(check.contains("\"stones\": 256 particles"), "{check}");
    assert!(check.contains("method hail"), "{check}");
    assert!(check.contains("limited by time_step"), "{check}");
    // The benchmark.
    let bench = output(folder.path(), &["bench", "hail", "--repeats", "1"]);
    assert!(bench.contains("stone"), "{bench}");
    // A run: frames, ledger, probes, expectations, pictures.
    let run = output(folder.path(), &["run", "hail.toml", "--out", "whole"]);
    assert!(run.contains("stones bounce"), "{run}");
    for file in [
        "preview.png",
        "preview.gif",
        "ledger.csv",
        "probes/one.csv",
        "probes/floor.csv",
    ] {
        assert!(at("whole").join(file).is_file(), "{file}");
    }
    let frame = plastica_io::read_frame(at("whole/frames/000010.vtkhdf")).unwrap();
    assert_eq!(frame.parts[0].method, "hail");
    assert_eq!(frame.attribute("velocity").unwrap().unit, "m/s");
    // Checkpoints: a run that was stopped ends with the same bytes.
    output(
        folder.path(),
        &["run", "hail.toml", "--out", "parts", "--last-frame", "4"],
    );
    output(
        folder.path(),
        &["run", "hail.toml", "--out", "parts", "--resume"],
    );
    for file in [
        "frames/000010.vtkhdf",
        "ledger.csv",
        "probes/one.csv",
        "probes/floor.csv",
    ] {
        let bytes = |run: &str| std::fs::read(at(run).join(file)).unwrap();
        assert!(bytes("whole") == bytes("parts"), "{file} differs");
    }
    // Pictures of a finished run.
    output(
        folder.path(),
        &[
            "render", "whole", "--frames", "6", "--out", "one.png", "--size", "160x90", "--draft",
        ],
    );
    assert!(at("one.png").is_file());
    // Speed.
    let bench = ["bench", "hail", "--steps", "2", "--repeats", "1"];
    let bench = output(folder.path(), &bench);
    assert!(bench.contains("100000 particles"), "{bench}");
    assert!(bench.contains("ns per particle and step"), "{bench}");
}

#[test]
fn its_keys_are_checked_like_all_others() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = SCENE.replace("restitution = 0.4", "restitution = 1.4");
    std::fs::write(folder.path().join("wrong.toml"), wrong).unwrap();
    let refused = program()
        .current_dir(folder.path())
        .args(["check", "wrong.toml"])
        .assert()
        .code(2);
    let told = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(told.contains("wrong.toml:20"), "{told}");
    // The program without it does not know the word, and says what it knows.
    std::fs::write(folder.path().join("hail.toml"), SCENE).unwrap();
    let unknown = Command::new(env!("CARGO_BIN_EXE_plastica"))
        .current_dir(folder.path())
        .args(["check", "hail.toml"])
        .assert()
        .code(2);
    let told = String::from_utf8_lossy(&unknown.get_output().stderr).into_owned();
    assert!(told.contains("unknown method \"hail\""), "{told}");
}
