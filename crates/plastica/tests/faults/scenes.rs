//! Small scenes of each method, and a run of one as the program does it.

use crate::common::{results, scene};
use plastica::run::{Run, RunError};
use plastica_io::Existing;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use tempfile::TempDir;

const BALL: &str = r#"
[scene]
duration = 0.1
frames_per_second = 50

[[material]]
name = "dough"
density = 1000
elastic = { corotated = { young_modulus = "20 kPa", poisson_ratio = 0.3 } }
flow = { creep = { yield_stress = 500, rate = 20 } }

[[body]]
name = "ball"
material = "dough"
shape = { sphere = { radius = 0.03 } }
position = [0, 0.035, 0]
velocity = [0, -1, 0]
resolution = 0.02
method = "mpm"

[[collider]]
name = "floor"
shape = { half_space = { normal = [0, 1, 0] } }
friction = 0.3

[[probe]]
name = "tip"
point = { position = [0, 0.06, 0], body = "ball" }
interval = 0.007

[[probe]]
name = "load"
force = { on = "floor" }
"#;

const SHEET: &str = r#"
[scene]
duration = 0.1
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

[[probe]]
name = "tip"
point = { position = [0.1, 0.02, 0.1], body = "cloth" }
interval = 0.007

[[probe]]
name = "load"
force = { on = "floor" }

[spline_solver]
time_step = 0.004
"#;

/// A scene of each method.
pub fn all() -> [(&'static str, String); 3] {
    let points = BALL.replace("resolution = 0.02", "resolution = 0.015");
    [
        ("mpm", BALL.into()),
        ("points", points.replace("\"mpm\"", "\"points\"")),
        ("spline", SHEET.into()),
    ]
}

/// A folder in memory where there is one: these tests wait for the disk thousands of times.
pub fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").unwrap_or_else(|_| tempfile::tempdir().unwrap())
}

/// Runs to the end as the program does: milestones, checkpoints, and a last one whatever happens.
pub fn work(run: &mut Run) -> Result<(), RunError> {
    while !run.is_done() {
        match run.next_frame(&mut |_| ControlFlow::Continue(())) {
            Ok(report) => {
                let number = report.expect("nobody stops it").number;
                run.write_checkpoint(number % 2 == 0)?;
            }
            Err(error) => {
                let _ = run.write_checkpoint(false);
                return Err(error);
            }
        }
    }
    run.write_checkpoint(false)
}

/// What an undisturbed run leaves.
pub fn undisturbed(text: &str, out: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut run = Run::start(&scene(text), out, Existing::Refuse).unwrap();
    work(&mut run).unwrap();
    drop(run);
    results(out)
}
