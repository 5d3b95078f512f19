//! An error at every change of the disk that a run makes, one after the other.

use crate::common::{assert_same, results, scene};
use crate::scenes::{all, folder, undisturbed, work};
use plastica::run::{Run, RunError};
use plastica::simulation::Progress;
use plastica_io::fault::{Fault, count, inject};
use plastica_io::{Existing, RunFiles};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

/// Starts a run, or goes on with it if it is there, and works to the end.
fn attempt(text: &str, out: &Path) -> Result<(), RunError> {
    let scene = scene(text);
    let mut run = match RunFiles::open(out) {
        Ok(_) => Run::resume(&scene, out)?.0,
        Err(_) => Run::start(&scene, out, Existing::Overwrite)?,
    };
    work(&mut run)
}

/// Whether everything came to its end although a fault was injected, and what was left then.
fn disturbed(text: &str, out: &Path, fault: Fault) -> bool {
    inject(fault);
    let failed = attempt(text, out).is_err();
    inject(Fault::Never);
    attempt(text, out).unwrap_or_else(|error| panic!("{fault:?}: {error}"));
    failed
}

fn all_faults(
    text: &str,
    expected: &BTreeMap<String, Vec<u8>>,
    changes: u64,
    kind: fn(u64) -> Fault,
) {
    for change in 0..changes {
        let folder = folder();
        let out = folder.path().join("run");
        let failed = disturbed(text, &out, kind(change));
        assert!(failed, "change {change} of {changes} does not matter");
        let found = results(&out);
        assert_eq!(
            expected.keys().collect::<Vec<_>>(),
            found.keys().collect::<Vec<_>>(),
            "{:?}",
            kind(change)
        );
        assert_same(expected, &found);
    }
}

/// A passing error at any change, or a disk that is full from any change on: after `--resume` nothing is missing.
#[test]
fn no_write_error_loses_anything() {
    for (method, text) in all() {
        let folder = folder();
        let text = text.replace("duration = 0.1", "duration = 0.05");
        inject(Fault::Never);
        let expected = undisturbed(&text, &folder.path().join("whole"));
        let changes = count();
        assert!(changes > 50, "{method}: {changes} changes");
        all_faults(&text, &expected, changes, Fault::At);
        all_faults(&text, &expected, changes, Fault::From);
    }
}

/// In one process: the frame that could not be written comes next, once.
#[test]
fn a_frame_that_could_not_be_written_is_the_next() {
    for (method, text) in all() {
        let folder = folder();
        let expected = undisturbed(&text, &folder.path().join("whole"));
        let out = folder.path().join("run");
        let mut run = Run::start(&scene(&text), &out, Existing::Refuse).unwrap();
        let next = |run: &mut Run| run.next_frame(&mut |_| ControlFlow::Continue(()));
        next(&mut run).unwrap();
        for change in 0..5 {
            inject(Fault::At(change));
            let error = next(&mut run).err();
            inject(Fault::Never);
            assert!(error.is_some(), "{method}: change {change}");
            assert!(run.owes_frame());
            assert_eq!(
                (run.frame().number, run.simulation().frame_number()),
                (1, 2)
            );
        }
        assert_eq!(next(&mut run).unwrap().unwrap().number, 2);
        work(&mut run).unwrap();
        assert_same(&expected, &results(&out));
    }
}

/// An error at any change that `--from-frame` makes: the run is then as it was, or goes on with the new scene.
#[test]
fn a_branch_that_fails_leaves_one_of_two_runs() {
    let (_, text) = &all()[0];
    let changed = text.replace("[[material]]", "gravity = [3, -9, 0]\n[[material]]");
    let branch = |out: &Path| {
        let mut go_on = |_: &Progress| ControlFlow::Continue(());
        let run = Run::branch(&scene(&changed), out, 3, &mut go_on)?;
        Ok::<Run, RunError>(run.unwrap())
    };
    let home = folder();
    let out = home.path().join("run");
    let old = undisturbed(text, &out);
    inject(Fault::Never);
    let mut run = branch(&out).unwrap();
    let changes = count();
    work(&mut run).unwrap();
    drop(run);
    let new = results(&out);
    let mut seen = [0, 0];
    for (kind, change) in (0..changes).flat_map(|k| [(Fault::At(k), k), (Fault::From(k), k)]) {
        let home = folder();
        let out = home.path().join("run");
        undisturbed(text, &out);
        inject(kind);
        let failed = branch(&out).is_err();
        inject(Fault::Never);
        assert!(failed, "change {change} of {changes} does not matter");
        let is_old = std::fs::read_to_string(out.join("scene.toml")).unwrap() == *text;
        let (scene_text, expected) = if is_old {
            (text, &old)
        } else {
            (&changed, &new)
        };
        seen[usize::from(is_old)] += 1;
        attempt(scene_text, &out).unwrap_or_else(|error| panic!("{kind:?}: {error}"));
        assert_same(expected, &results(&out));
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
}
