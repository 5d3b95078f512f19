//! Runs of splines as files: the same bytes whatever the threads, however often stopped.

use crate::common::{assert_same, finish, on, results, scene};
use plastica::run::Run;
use plastica::simulation::Progress;
use plastica_io::Existing;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

/// Splines that creep, yield and tear, with everything that can pull at them. The cloth has more nodes than a piece of work, so
/// that threads share it.
const SCENE: &str = r#"
[scene]
duration = 0.24
frames_per_second = 25

[[spline]]
name = "cloth"
shape = { sheet = { size = [1, 1], nodes_x = 52, nodes_z = 47 } }
position = [0, 0.4, 0]
angular_velocity = [0, 1, 2]
energy = { hybrid = { position = 2, stretch = 30, bend = 0.001 } }
creep = { rate = 3, delayed = { compliance = 0.5, time = 0.1 } }
yield = { limit = 0.02, tangent = 0.2 }

[[spline]]
name = "net"
shape = { sheet = { size = [1, 1], nodes_x = 17, nodes_z = 17 } }
position = [2, 0.34, 0]
velocity = [0, -2, 0]
density = 0.5
energy = { primary = { stretch = 20 } }
fracture = { limit = 0.08, spread = 0.2, seed = 3 }

[[spline]]
name = "vase"
shape = { lathe = { profile = [[0.2, 0], [0.3, 0.3], [0.1, 0.6]], nodes_around = 14, nodes_along = 9 } }
position = [-2, 0.02, 0]
energy = { hybrid = { stretch = 50, bend = 0.1 } }
creep = { rate = "4 + x" }
yield = { measure = "von-mises", limit = 2 }
fracture = { limit = 0.2 }

[[spring]]
body = "vase"
at = [-1.7, 0.3, 0]
stiffness = 40
position = [{ keyframes = [[0, -1.6], [0.2, -1.2]] }, 0.3, 0]
active = [0.05, 0.2]

[[pinch]]
body = "cloth"
radius = 0.1
position = [0.5, { keyframes = [[0, 0.4], [0.2, 0.7]] }, 0.5]
active = [0, 0.15]

[[grip]]
name = "edge"
body = "cloth"
shape = { box = { size = [0.1, 1, 2] } }
position = [-0.5, 0.4, 0]

[[collider]]
name = "floor"
shape = { half_space = { normal = [0, 1, 0] } }
friction = 0.3

[[collider]]
name = "ball"
shape = { sphere = { radius = 0.3 } }
position = [2, 0, 0]
friction = 0.1

[[probe]]
name = "corner"
point = { position = [0.5, 0.4, 0.5], body = "cloth" }
interval = 0.007

[[probe]]
name = "pull"
force = { on = "edge" }

[spline_solver]
time_step = 0.004
solver = "multigrid"
"#;

fn whole(text: &str, folder: &Path, threads: usize) -> BTreeMap<String, Vec<u8>> {
    on(threads, || {
        let mut run = Run::start(&scene(text), folder, Existing::Refuse).unwrap();
        finish(&mut run);
        // It is a test of tearing only if something tears.
        let frame = run.simulation().frame();
        let damage = frame.attribute("damage").unwrap();
        let torn = (0..frame.positions.len()).filter(|&i| damage.values.at(i) > 0.0);
        assert!(torn.count() > 0, "nothing tears");
        assert!(run.simulation().ledger().dissipated_energy > 0.0);
    });
    results(folder)
}

#[test]
fn any_number_of_threads_gives_splines_the_same_bytes() {
    for solver in ["multigrid", "automatic"] {
        let text = SCENE.replace("\"multigrid\"", &format!("{solver:?}"));
        let folder = tempfile::tempdir().unwrap();
        let one = whole(&text, &folder.path().join("1"), 1);
        for threads in [2, 3] {
            let more = whole(&text, &folder.path().join(threads.to_string()), threads);
            assert_same(&one, &more);
        }
    }
}

#[test]
fn a_stopped_run_of_splines_ends_with_the_bytes_of_one_that_was_not() {
    for solver in ["multigrid", "automatic", "adi"] {
        let text = SCENE.replace("\"multigrid\"", &format!("{solver:?}"));
        let folder = tempfile::tempdir().unwrap();
        let expected = whole(&text, &folder.path().join("whole"), 2);
        let parts = folder.path().join("parts");
        // Stopped within a frame, while the pinch holds and the spring pulls.
        let mut run = Run::start(&scene(&text), &parts, Existing::Refuse).unwrap();
        let mut stop = |progress: &Progress| match progress.steps >= 23 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        while run.next_frame(&mut stop).unwrap().is_some() {}
        run.write_checkpoint(false).unwrap();
        drop(run);
        let (mut run, notes) = Run::resume(&scene(&text), &parts).unwrap();
        assert!(notes.is_empty(), "{notes:?}");
        // Then killed after a frame that has no checkpoint.
        run.next_frame(&mut |_| ControlFlow::Continue(()))
            .unwrap()
            .unwrap();
        run.write_checkpoint(true).unwrap();
        run.next_frame(&mut |_| ControlFlow::Continue(()))
            .unwrap()
            .unwrap();
        drop(run);
        let (mut run, _) = Run::resume(&scene(&text), &parts).unwrap();
        finish(&mut run);
        drop(run);
        assert_same(&expected, &results(&parts));
    }
}
