//! What the program says, and to whom: closed pipes, control characters, absurd arguments, formulas without a value.

use crate::common::Bench;
use std::fs::OpenOptions;
use std::time::{Duration, Instant};

const SCENE: &str = r#"
[scene]
title = "Drop"
duration = 0.04
frames_per_second = 50

[[material]]
name = "jelly"
density = 1000
elastic = { neo-hookean = { young_modulus = "20 kPa", poisson_ratio = 0.3 } }

[[body]]
name = "block"
material = "jelly"
shape = { box = { size = [0.1, 0.1, 0.1] } }
position = [0, 0.06, 0]
resolution = 0.025
method = "mpm"

[[collider]]
name = "floor"
shape = { half_space = { normal = [0, 1, 0] } }
"#;

const SHEET: &str = r#"
[scene]
duration = 0.04
frames_per_second = 50

[[spline]]
name = "cloth"
shape = { sheet = { size = [0.2, 0.2], nodes_x = 4, nodes_z = 4 } }
position = [0, 0.02, 0]
density = 0.3
energy = { primary = { stretch = 20 } }

[[collider]]
name = "floor"
shape = { half_space = { normal = [0, 1, 0] } }
"#;

#[cfg(target_os = "linux")]
#[test]
fn nobody_has_to_listen() {
    let bench = Bench::new(SCENE);
    let full = || OpenOptions::new().write(true).open("/dev/full").unwrap();
    for (arguments, code) in [
        (&["check", "nosuch.toml"][..], 2),
        (
            &["run", "scene.toml", "--out", "run", "--last-frame", "1"],
            0,
        ),
        (&["run", "scene.toml", "--out", "run", "--resume"], 0),
        (&["run", "scene.toml", "--out", "run"], 2),
        (&["render", "run", "--frames", "1", "--size", "32x24"], 0),
        (&["export", "run", "--to", "csv"], 0),
        (&["run", "--nonsense"], 2),
    ] {
        let mut command = bench.command(arguments);
        let status = command
            .stderr(full())
            .stdout(std::process::Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(code), "{arguments:?}");
    }
}

#[test]
fn text_of_a_scene_does_not_steer_the_terminal() {
    let bench = Bench::new(&SCENE.replace("\"Drop\"", "\"\\u001b[31mred\\u0007\""));
    for arguments in [
        &["check", "scene.toml"][..],
        &["check", "scene.toml", "--json"],
        &["run", "scene.toml", "--out", "run"],
        &["run", "scene.toml", "--out", "other", "--json"],
    ] {
        let (out, err) = bench.run(arguments, 0);
        let said = out + &err;
        assert!(!said.contains(['\u{1b}', '\u{7}']), "{said:?}");
    }
    // Raw control characters are no TOML; the message shows the line.
    let raw = Bench::new(&SCENE.replace("\"Drop\"", "\"\u{1b}[31mred\""));
    let (_, err) = raw.run(&["check", "scene.toml"], 2);
    assert!(!err.contains('\u{1b}'), "{err:?}");
}

#[test]
fn very_long_keys_are_shortened() {
    for long in [
        format!("{} = 1\n[scene]", "k".repeat(2_000_000)),
        format!("[scene]\n\"{}\" = 1", "k\u{e4}".repeat(1_000_000)),
        format!("[scene]\nseed = \"{}\"", "9".repeat(2_000_000)),
    ] {
        let bench = Bench::new(&SCENE.replace("[scene]", &long));
        let (_, err) = bench.run(&["check", "scene.toml"], 2);
        assert!(err.len() < 10_000, "{} bytes", err.len());
        assert!(err.contains("scene.toml:"), "{err}");
    }
}

#[test]
fn absurd_numbers_of_threads_are_refused_at_once() {
    let bench = Bench::new(SCENE);
    let start = Instant::now();
    for threads in ["0", "100000", "9223372036854775808", "-1", "two"] {
        for command in [
            &["check", "scene.toml"][..],
            &["run", "scene.toml"],
            &["bench", "mpm"],
        ] {
            let argument = format!("--threads={threads}");
            let (_, err) = bench.run(&[command, &[&argument]].concat(), 2);
            assert!(err.contains("from 1 to 1024"), "{err}");
        }
    }
    assert!(start.elapsed() < Duration::from_secs(20));
    assert!(!bench.path("runs").exists());
}

#[test]
fn a_film_without_ffmpeg_is_refused_before_anything_is_drawn() {
    let bench = Bench::new(SCENE);
    bench.run(&["run", "scene.toml", "--out", "run", "--no-preview"], 0);
    for (film, word) in [("a.mp4", "ffmpeg"), ("a.MP4", "ffmpeg"), ("a.avi", ".avi")] {
        let mut command = bench.command(&["render", "run", "--out", film]);
        let output = command.env("PATH", "").output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains(word) && !err.contains("frame 0"), "{err}");
    }
}

#[test]
fn a_run_that_becomes_empty_says_so() {
    let domain = "domain = { min = [-1, -1, -1], max = [1, 1, 1] }\n\n[[material]]";
    let thrown = SCENE.replacen("[[material]]", domain, 1);
    let thrown = thrown.replace(
        "position = [0, 0.06, 0]",
        "position = [0, 0.8, 0]\nvelocity = [0, 30, 0]",
    );
    let bench = Bench::new(&thrown);
    let (out, err) = bench.run(&["run", "scene.toml", "--out", "run", "--no-preview"], 0);
    for said in [&out, &err] {
        assert!(said.contains("all material has left the domain"), "{said}");
    }
    let info = std::fs::read_to_string(bench.path("run/run.json")).unwrap();
    assert!(info.contains("all material has left the domain"), "{info}");
}

/// A formula without a finite value is named with its key and place, whatever the method and whatever it broke.
#[test]
fn formulas_without_a_value_are_named() {
    let gravity = |text: &str| {
        let formula = "gravity = [0, \"-9.81*sqrt(0.03 - t)\", 0]\nframes_per_second = 50";
        text.replace("frames_per_second = 50", formula)
    };
    let floor = |text: &str| {
        let moved = "[0, 1, 0] } }\nposition = [0, \"0.0001*sqrt(0.03 - t)\", 0]";
        text.replace("[0, 1, 0] } }", moved)
    };
    let points = SCENE.replace("\"mpm\"", "\"points\"");
    for (method, text) in [("mpm", SCENE), ("points", &points), ("spline", SHEET)] {
        for (key, text) in [("gravity", gravity(text)), ("position", floor(text))] {
            let bench = Bench::new(&text);
            let (_, err) = bench.run(&["run", "scene.toml", "--out", "run"], 3);
            let line = 1 + text
                .lines()
                .position(|line| line.contains("0.03 - t"))
                .unwrap();
            for word in [
                "(0.03 - t)",
                &format!("`{key}`"),
                &format!("scene.toml:{line}:"),
            ] {
                assert!(err.contains(word), "{method}, {key}: {err}");
            }
            assert!(
                !err.contains("courant") && !err.contains("per cell"),
                "{err}"
            );
        }
    }
}

#[test]
fn check_says_when_the_last_frame_comes() {
    let bench = Bench::new(&SCENE.replace("duration = 0.04", "duration = 0.05"));
    let (out, _) = bench.run(&["check", "scene.toml"], 0);
    assert!(
        out.contains("0.05 s, 3 frames") && out.contains("the last one 0.01 s after"),
        "{out}"
    );
    // A frame for every step, and far more than anybody wants.
    let bench = Bench::new(&SCENE.replace("frames_per_second = 50", "frames_per_second = 1e7"));
    bench.run(&["check", "scene.toml"], 0);
    let bench = Bench::new(&SCENE.replace("frames_per_second = 50", "frames_per_second = 1e12"));
    let (_, err) = bench.run(&["check", "scene.toml"], 2);
    assert!(err.contains("4.000e10 frames"), "{err}");
}
