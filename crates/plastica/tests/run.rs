//! Runs as files: the same bytes whatever the threads, however often stopped.

mod common;

use common::{assert_same, finish, on, results, scene};
use plastica::run::{Run, RunError, SceneFile};
use plastica::simulation::Progress;
use plastica_io::Existing;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

/// Everything that a run can have, small.
const SCENE: &str = r#"
[scene]
duration = 0.12
frames_per_second = 50
domain = { min = [-1, -0.5, -1], max = [1, 2, 1] }

[[material]]
name = "jelly"
density = 1000
elastic = { neo-hookean = { young_modulus = "20 kPa", poisson_ratio = 0.3 } }

[[material]]
name = "sand"
density = 1600
elastic = { hypoelastic = { young_modulus = "100 kPa", poisson_ratio = 0.3 } }
flow = { drucker-prager = { friction_angle = 30 } }

[[body]]
name = "block"
material = "jelly"
shape = { box = { size = [0.1, 0.1, 0.1] } }
position = [0, 0.08, 0]
velocity = [0, -1, 0]
angular_velocity = [0, 2, 0]
resolution = 0.02

[[body]]
material = "sand"
shape = { sphere = { radius = 0.05 } }
position = [0.02, 0.22, 0]
resolution = 0.02
acceleration = ["0.5*sin(40*t)", 0, 0]

[[emitter]]
material = "sand"
shape = { cylinder = { radius = 0.02, height = 0.02 } }
position = [-0.1, 0.2, 0]
velocity = [0.2, -1, 0]
rate = "1 L/s"
resolution = 0.02

[[collider]]
name = "floor"
shape = { half_space = { normal = [0, 1, 0] } }
friction = 0.3

[[collider]]
name = "paddle"
shape = { box = { size = [0.04, 0.1, 0.1] } }
position = [0.15, 0.05, 0]
velocity = [-1, 0, 0]
angular_velocity = [0, 1, 0]
contact = "sticky"

[[grip]]
name = "hand"
body = "block"
shape = { box = { size = [0.2, 0.05, 0.2] } }
position = { keyframes = [[0, [0, 0.12, 0]], [0.1, [0.02, 0.13, 0]]] }
active = [0.02, 0.08]

[[probe]]
name = "tip"
point = { position = [0.05, 0.13, 0.05], body = "block" }
interval = 0.003

[[probe]]
name = "load"
force = { on = "floor" }

[[probe]]
name = "pull"
force = { on = "hand" }

[[probe]]
name = "middle"
region = { shape = { sphere = { radius = 0.08 } } }
"#;

/// The same without what keeps steps apart: most of its steps begin the next one.
fn flowing() -> String {
    SCENE.replace("acceleration = [\"0.5*sin(40*t)\", 0, 0]", "")
}

/// The same by the point-based method, which wants strains; the sand is dough.
fn of_points() -> String {
    SCENE
        .replace("elastic = { hypoelastic", "elastic = { corotated")
        .replace(
            "flow = { drucker-prager = { friction_angle = 30 } }",
            "flow = { creep = { yield_stress = 500, rate = 20 } }",
        )
        .replace(
            "resolution = 0.02",
            "resolution = 0.0125\nmethod = \"points\"",
        )
}

fn whole_run(text: &str, folder: &Path, threads: usize) -> BTreeMap<String, Vec<u8>> {
    on(threads, || {
        finish(&mut Run::start(&scene(text), folder, Existing::Refuse).unwrap())
    });
    results(folder)
}

fn in_precision(text: &str, precision: &str) -> String {
    text.replace("[scene]", &format!("[scene]\nprecision = \"{precision}\""))
}

fn assert_same_on_any_threads(text: &str) {
    let folder = tempfile::tempdir().unwrap();
    let one = whole_run(text, &folder.path().join("one"), 1);
    assert_eq!(one.len(), 7 + 4 + 1);
    for threads in [2, 3, 8] {
        let more = whole_run(text, &folder.path().join(threads.to_string()), threads);
        assert_same(&one, &more);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    for (precision, base) in [("single", flowing()), ("double", SCENE.into())] {
        for kernel in ["quadratic", "cubic"] {
            let choice = format!("\n[mpm]\nkernel = \"{kernel}\"\n");
            assert_same_on_any_threads(&(in_precision(&base, precision) + &choice));
        }
    }
}

#[test]
fn any_number_of_threads_gives_points_the_same_bytes() {
    for precision in ["single", "double"] {
        assert_same_on_any_threads(&in_precision(&of_points(), precision));
    }
}

#[test]
fn a_stopped_run_ends_with_the_bytes_of_one_that_was_not() {
    for text in [SCENE, &flowing(), &of_points()] {
        let folder = tempfile::tempdir().unwrap();
        let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
        let expected = whole_run(text, &whole, 2);
        // Stopped in the middle of a frame, then again right after one, then a kill without a checkpoint.
        let mut run = Run::start(&scene(text), &parts, Existing::Refuse).unwrap();
        // Step 37 can be the last of a frame; the one after it is not.
        let stopped = stop_after(&mut run, 37) || stop_after(&mut run, 38);
        assert!(stopped, "stops between frames");
        run.write_checkpoint(false).unwrap();
        drop(run);
        let (mut run, notes) = Run::resume(&scene(text), &parts).unwrap();
        assert!(notes.is_empty(), "{notes:?}");
        run.next_frame(&mut |_| ControlFlow::Continue(()))
            .unwrap()
            .unwrap();
        run.write_checkpoint(true).unwrap();
        run.next_frame(&mut |_| ControlFlow::Continue(()))
            .unwrap()
            .unwrap();
        drop(run);
        let (mut run, _) = Run::resume(&scene(text), &parts).unwrap();
        finish(&mut run);
        drop(run);
        assert_same(&expected, &results(&parts));
    }
}

/// A plate that appears out of nowhere, far faster than anything before it, takes the step that was begun by
/// surprise: the run goes back to the last frame and gets by with shorter steps.
#[test]
fn a_step_that_goes_wrong_is_taken_back() {
    let text = r#"
[scene]
duration = 0.06
frames_per_second = 50

[[material]]
name = "jelly"
density = 1000
elastic = { neo-hookean = { young_modulus = "20 kPa", poisson_ratio = 0.3 } }

[[body]]
material = "jelly"
shape = { box = { size = [0.2, 0.1, 0.2] } }
resolution = 0.02

[[collider]]
name = "plate"
shape = { box = { size = [1, 0.1, 1] } }
position = [0, -1.18, 0]
velocity = [0, 35, 0]
contact = "sticky"
active = [0.031, 0.035]
"#;
    let folder = tempfile::tempdir().unwrap();
    let mut run = Run::start(&scene(text), &folder.path().join("run"), Existing::Refuse).unwrap();
    let mut failures = 0;
    while !run.simulation().is_done() {
        let report = run.next_frame(&mut |_| ControlFlow::Continue(())).unwrap();
        failures += report.map_or(0, |report| report.failures);
    }
    assert!(failures > 0, "the surprise was none");
    assert_eq!(run.simulation().frame_number(), 3);
}

/// Takes so many steps; whether it stopped within a frame.
fn stop_after(run: &mut Run, steps: u64) -> bool {
    loop {
        let mut see = |progress: &Progress| match progress.steps >= steps {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        if run.next_frame(&mut see).unwrap().is_none() {
            return true;
        }
        if run.simulation().steps() >= steps {
            return false;
        }
    }
}

#[test]
fn a_branch_keeps_what_came_before_and_changes_what_comes_after() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let before = whole_run(SCENE, &out, 2);
    // The same scene again: nothing changes, though the way there is computed anew.
    let mut run = Run::branch(&scene(SCENE), &out, 3, &mut |_| ControlFlow::Continue(()))
        .unwrap()
        .unwrap();
    assert_eq!(run.simulation().frame_number(), 3);
    finish(&mut run);
    drop(run);
    assert_same(&before, &results(&out));
    // Gravity to the side from frame 3 on.
    let other = SCENE.replace("duration = 0.12", "duration = 0.12\ngravity = [5, 0, 0]");
    let mut run = Run::branch(&scene(&other), &out, 3, &mut |_| ControlFlow::Continue(()))
        .unwrap()
        .unwrap();
    finish(&mut run);
    drop(run);
    let after = results(&out);
    for number in 0..=6 {
        let name = format!("frames/{number:06}.vtkhdf");
        assert_eq!(before[&name] == after[&name], number <= 3, "{name}");
    }
    // Resuming now needs the new scene.
    assert!(matches!(
        Run::resume(&scene(SCENE), &out),
        Err(RunError::ChangedScene)
    ));
    assert!(matches!(
        Run::branch(&scene(SCENE), &out, 99, &mut |_| ControlFlow::Continue(())),
        Err(RunError::NoFrame { asked: 99, last: 6 })
    ));
    // Other bodies cannot take on the state.
    let finer = SCENE.replace("resolution = 0.02", "resolution = 0.01");
    assert!(matches!(
        Run::branch(&scene(&finer), &out, 3, &mut |_| ControlFlow::Continue(())),
        Err(RunError::State(_))
    ));
    // The way to frame 2 was that of a scene that is gone: the present one would lead elsewhere.
    assert!(matches!(
        Run::branch(&scene(SCENE), &out, 2, &mut |_| ControlFlow::Continue(())),
        Err(RunError::Lost { since: 3, .. })
    ));
}

#[test]
fn probes_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    whole_run(SCENE, &out, 2);
    let rows = |name: &str| -> Vec<Vec<f64>> {
        let text = std::fs::read_to_string(out.join("probes").join(format!("{name}.csv"))).unwrap();
        text.lines()
            .skip(1)
            .map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect())
            .collect()
    };
    let tip = rows("tip");
    assert_eq!(tip.len(), 41, "a row every 3 ms, with the first");
    for (k, row) in tip.iter().enumerate() {
        assert!((row[0] - 0.003 * k as f64).abs() < 1e-12);
    }
    assert!((tip[0][1] - 0.05).abs() < 0.02 && (tip[0][2] - 0.13).abs() < 0.02);
    assert_eq!(rows("load").len(), 7);
    assert!(
        rows("load").iter().all(|row| row[2] <= 0.0),
        "the floor is pressed down"
    );
    assert!(
        rows("pull")
            .iter()
            .any(|row| row[1..].iter().any(|f| *f != 0.0))
    );
    assert!(rows("middle").iter().all(|row| row[1] > 0.0));
}

fn refused(change: impl Fn(String) -> String) -> String {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let text = change(SCENE.into());
    let error = match Run::start(&scene(&text), &out, Existing::Refuse) {
        Ok(_) => panic!("it started"),
        Err(error) => error.to_string(),
    };
    assert!(!out.exists(), "a scene that cannot run leaves no trace");
    error
}

#[test]
fn scenes_that_cannot_run_are_refused_with_a_reason() {
    let outside = refused(|s| s.replace("position = [0, 0.08, 0]", "position = [0, 3, 0]"));
    assert!(
        outside.contains("\"block\"") || outside.contains("block"),
        "{outside}"
    );
    assert!(outside.contains("outside the domain"), "{outside}");
    let inside = refused(|s| s.replace("position = [0, 0.08, 0]", "position = [0, -0.2, 0]"));
    assert!(inside.contains("inside \"floor\""), "{inside}");
    let mixed = refused(|s| s.replacen("resolution = 0.02", "resolution = 0.03", 1));
    assert!(mixed.contains("give them the same resolution"), "{mixed}");
    let nothing = refused(|s| {
        s.replace("shape = { sphere = { radius = 0.05 } }", "shape = { intersection = [{ sphere = { radius = 0.05 } }, { sphere = { radius = 0.05 }, position = [1, 0, 0] }] }")
    });
    assert!(nothing.contains("body 2"), "{nothing}");
}

#[test]
fn what_a_scene_cannot_name_is_told_at_its_place() {
    let mistake = |change: &dyn Fn(&str) -> String| {
        let read = SceneFile::parse("test.toml", change(SCENE));
        read.unwrap_err().to_string()
    };
    let missing = mistake(&|s| {
        s.replace(
            "shape = { box = { size = [0.1, 0.1, 0.1] } }",
            "shape = { mesh = { file = \"nowhere.obj\" } }",
        )
    });
    assert!(missing.contains("nowhere.obj"), "{missing}");
    let method = mistake(&|s| {
        let other = "material = \"jelly\"\nmethod = \"lattice-boltzmann\"";
        s.replacen("material = \"jelly\"", other, 1)
    });
    assert!(
        method.contains("unknown method \"lattice-boltzmann\""),
        "{method}"
    );
    // Splines are not filled with a material: a body cannot name them, a [[spline]] is written.
    let spline = mistake(&|s| {
        let other = "material = \"jelly\"\nmethod = \"spline\"";
        s.replacen("material = \"jelly\"", other, 1)
    });
    assert!(
        spline.contains("\"mpm\"") || spline.contains("mpm"),
        "{spline}"
    );
}
