//! Bodies of three methods in one scene: frames, ledger, probes, expectations, pictures, exact resume, the same bytes on any
//! number of threads.

mod common;

use common::{assert_same, finish, on, results};
use plastica::pictures::{Quality, RunRenderer};
use plastica::run::{Run, SceneFile};
use plastica::simulation::{Progress, Simulation};
use plastica_core::{Drawn, Values};
use plastica_io::{Existing, RunFiles, read_frame};
use std::ops::ControlFlow;
use std::path::Path;

/// The shipped scene, shorter and coarser.
fn scene() -> SceneFile {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let path = workspace.unwrap().join("scenes/side_by_side.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    let text = text
        .replace("duration = 0.8", "duration = 0.2")
        .replace("1.6 cm", "2.5 cm")
        .replace("nodes_x = 17, nodes_z = 17", "nodes_x = 9, nodes_z = 9");
    common::scene(&text)
}

fn whole(folder: &Path, threads: usize) -> Run {
    on(threads, || {
        let mut run = Run::start(&scene(), folder, Existing::Refuse).unwrap();
        finish(&mut run);
        run
    })
}

#[test]
fn any_number_of_threads_gives_an_ensemble_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |threads: usize| folder.path().join(threads.to_string());
    whole(&at(1), 1);
    for threads in [2, 3] {
        whole(&at(threads), threads);
        assert_same(&results(&at(1)), &results(&at(threads)));
    }
}

#[test]
fn a_stopped_ensemble_ends_with_the_bytes_and_findings_of_one_that_was_not() {
    let folder = tempfile::tempdir().unwrap();
    let (all, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let expected = whole(&all, 2).expectations();
    let kept = expected
        .iter()
        .find(|e| e.name == "nothing is lost")
        .unwrap();
    assert!(kept.holds && kept.measured == 1.0, "{kept}");
    let mut run = Run::start(&scene(), &parts, Existing::Refuse).unwrap();
    let mut stop = |progress: &Progress| match progress.steps >= 17 {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    while run.next_frame(&mut stop).unwrap().is_some() {}
    run.write_checkpoint(false).unwrap();
    drop(run);
    let (mut run, notes) = Run::resume(&scene(), &parts).unwrap();
    assert!(notes.is_empty(), "{notes:?}");
    finish(&mut run);
    assert_eq!(run.expectations(), expected);
    assert_same(&results(&all), &results(&parts));
}

#[test]
fn frames_say_what_they_are_made_of_and_leave_out_what_a_method_does_not_have() {
    let folder = tempfile::tempdir().unwrap();
    let run = whole(folder.path(), 2);
    let frame = read_frame(RunFiles::open(folder.path()).unwrap().frame(6)).unwrap();
    assert_eq!(frame.positions, run.frame().positions);
    assert_eq!(frame.cells, run.frame().cells);
    let parts: Vec<_> = (frame.parts.iter())
        .map(|part| (part.name.as_str(), part.method.as_str(), part.drawn))
        .collect();
    assert_eq!(
        parts,
        [
            ("column", "mpm", Drawn::Points),
            ("jelly", "points", Drawn::Points),
            ("net", "spline", Drawn::Cells),
        ]
    );
    assert_eq!(frame.parts[2].thickness, Some(0.008));
    let Values::U32(bodies) = &frame.attribute("body").unwrap().values else {
        panic!("bodies are numbers");
    };
    // Ids are given once over all methods.
    let mut ids: Vec<u32> = frame.followed().iter().map(|(id, ..)| *id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), frame.positions.len());
    // A net has tensions per length, not pressures; sand has no damage of fibres.
    let has = |name: &str, body: u32| {
        let attribute = frame.attribute(name).unwrap();
        let mut of_body = (0..bodies.len()).filter(|i| bodies[*i] == body);
        of_body.all(|i| !attribute.values.at(i * attribute.components).is_nan())
    };
    assert!(has("stress", 0) && has("stress", 1) && !has("stress", 2));
    assert!(!has("membrane_stress", 0) && has("membrane_stress", 2));
    assert!(has("velocity", 0) && has("velocity", 1) && has("velocity", 2));
    assert_eq!(frame.attribute("membrane_stress").unwrap().unit, "N/m");
    // The cells are those of the net, and its nodes alone are their corners.
    assert!(frame.cells.corners().all(|i| bodies[i as usize] == 2));
    assert!(!frame.cells.is_empty());
}

#[test]
fn the_ledger_of_an_ensemble_is_the_sum_over_its_members() {
    let whole = Simulation::new(&scene().scene).unwrap().ledger();
    let alone = |keep: &str| {
        let mut one = scene().scene;
        one.bodies.retain(|body| body.name.as_deref() == Some(keep));
        if keep != "net" {
            one.methods.remove("spline");
        }
        one.probes.clear();
        Simulation::new(&one).unwrap().ledger()
    };
    let parts = ["column", "jelly", "net"].map(alone);
    let points: u64 = parts.iter().map(|part| part.points).sum();
    let mass: f64 = parts.iter().map(|part| part.mass).sum();
    assert_eq!(whole.points, points);
    assert!((whole.mass - mass).abs() < 1e-12 * mass);
    assert_eq!(parts[2].volume, None);
    let volume = parts[0].volume.unwrap() + parts[1].volume.unwrap();
    // Points read their volume ratio off neighbours that were placed by other random numbers: 1 to rounding.
    assert!((whole.volume.unwrap() - volume).abs() < 1e-6 * volume);
}

/// A member of an ensemble moves as it would alone: the others only set when it is observed.
#[test]
fn a_body_falls_the_same_beside_bodies_of_other_methods() {
    let drop = |simulation: &mut Simulation, body: &str| {
        for _ in 0..2 {
            simulation
                .next_frame(&mut |_| ControlFlow::Continue(()))
                .unwrap();
        }
        let frame = simulation.frame();
        let number = frame
            .parts
            .iter()
            .position(|part| part.name == body)
            .unwrap();
        let heights = (frame.followed().into_iter())
            .filter(|(_, part, _)| *part == number as u32)
            .map(|(.., x)| x[1]);
        let heights: Vec<f64> = heights.collect();
        heights.iter().sum::<f64>() / heights.len() as f64
    };
    let together = drop(&mut Simulation::new(&scene().scene).unwrap(), "jelly");
    let mut one = scene().scene;
    one.bodies
        .retain(|body| body.name.as_deref() == Some("jelly"));
    one.methods.remove("spline");
    one.probes.clear();
    let alone = drop(&mut Simulation::new(&one).unwrap(), "jelly");
    // Free fall by symplectic steps of other lengths: first order in the step.
    assert!((together - alone).abs() < 2e-3, "{together} {alone}");
}

#[test]
fn an_ensemble_is_drawn_in_one_picture() {
    let folder = tempfile::tempdir().unwrap();
    whole(folder.path(), 2);
    let files = RunFiles::open(folder.path()).unwrap();
    let mut renderer = RunRenderer::open(&files, None).unwrap();
    renderer.prepare(4.0 / 3.0).unwrap();
    let picture = renderer.draw(6, (160, 120), Quality::Preview).unwrap();
    let colours: std::collections::HashSet<&[u8]> = picture.rgb8().chunks(3).collect();
    assert!(colours.len() > 200, "{} colours", colours.len());
}

#[test]
fn a_scene_of_several_methods_is_warned_at_its_place() {
    let scene = scene();
    let warnings = scene.scene.warnings.unwrap().to_string();
    assert!(warnings.contains("warning"), "{warnings}");
    assert!(
        warnings.contains("does not feel bodies of method points or spline"),
        "{warnings}"
    );
    assert!(warnings.contains("test.toml:20"), "{warnings}");
}
