//! Frames and tables that were lost or damaged between two sessions of a run.

use crate::common::{assert_same, results, scene};
use crate::scenes::{all, folder, undisturbed, work};
use plastica::run::{Run, RunError};
use plastica::simulation::Progress;
use plastica_io::Existing;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

fn shorten(path: &Path) {
    let bytes = fs::read(path).unwrap();
    fs::write(path, &bytes[..bytes.len() - 30]).unwrap();
}

fn flip(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let place = bytes.len() * 2 / 3;
    bytes[place] ^= 1;
    fs::write(path, bytes).unwrap();
}

fn remove(path: &Path) {
    fs::remove_file(path).unwrap();
}

type Harm = fn(&Path);

/// What is harmed, how, and the name that the note must have.
const HARM: [(&[&str], Harm, &str); 11] = [
    (&["frames/000002.vtkhdf"], remove, "frame 2 is"),
    (&["frames/000003.vtkhdf"], flip, "frame 3 is"),
    (&["frames/000000.vtkhdf"], shorten, "frame 0 is"),
    (&["frames/000005.vtkhdf"], remove, "frame 5 is"),
    (
        &["frames/000001.vtkhdf", "frames/000004.vtkhdf"],
        flip,
        "2 frames from 1 to 4 are",
    ),
    (&["ledger.csv"], remove, "ledger.csv is"),
    (&["ledger.csv"], shorten, "ledger.csv is"),
    (&["ledger.csv"], flip, "ledger.csv is"),
    (&["probes/tip.csv"], remove, "tip.csv is"),
    (&["probes/load.csv"], flip, "load.csv is"),
    (
        &["frames/000003.vtkhdf", "ledger.csv", "probes/tip.csv"],
        remove,
        "tip.csv are",
    ),
];

#[test]
fn what_was_lost_is_noticed_and_computed_again() {
    for (method, text) in all() {
        let folder = folder();
        let out = folder.path().join("run");
        let expected = undisturbed(&text, &out);
        for (files, harm, told) in HARM {
            files.iter().for_each(|file| harm(&out.join(file)));
            let (run, notes) = Run::resume(&scene(&text), &out).unwrap();
            drop(run);
            let note = notes.join("\n");
            assert!(note.contains(told), "{method}: {files:?}: {note}");
            assert_same(&expected, &results(&out));
        }
        let (_, notes) = Run::resume(&scene(&text), &out).unwrap();
        assert!(notes.is_empty(), "{notes:?}");
    }
}

/// Without milestones and checkpoints everything is computed again from the start.
#[test]
fn a_run_without_checkpoints_starts_again_and_says_so() {
    let (_, text) = &all()[0];
    let folder = folder();
    let out = folder.path().join("run");
    let expected = undisturbed(text, &out);
    fs::remove_dir_all(out.join("checkpoints")).unwrap();
    let (mut run, notes) = Run::resume(&scene(text), &out).unwrap();
    assert!(notes[0].contains("no checkpoint"), "{notes:?}");
    work(&mut run).unwrap();
    drop(run);
    assert_same(&expected, &results(&out));
}

/// Stopped within a frame, resumed, killed after the next frame without a checkpoint, and resumed again: rows of probes
/// that were in the first state must not come twice.
#[test]
fn rows_between_frames_do_not_come_twice() {
    for (_, text) in all() {
        let folder = folder();
        let expected = undisturbed(&text, &folder.path().join("whole"));
        let out = folder.path().join("run");
        let mut run = Run::start(&scene(&text), &out, Existing::Refuse).unwrap();
        // After the row at 7 ms, before the frame at 20 ms.
        let mut stop = |progress: &Progress| match progress.time > 0.009 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        assert!(run.next_frame(&mut stop).unwrap().is_none());
        run.write_checkpoint(false).unwrap();
        drop(run);
        let (mut run, _) = Run::resume(&scene(&text), &out).unwrap();
        run.next_frame(&mut |_| ControlFlow::Continue(())).unwrap();
        drop(run);
        let (mut run, notes) = Run::resume(&scene(&text), &out).unwrap();
        assert!(notes.is_empty(), "{notes:?}");
        work(&mut run).unwrap();
        drop(run);
        assert_same(&expected, &results(&out));
    }
}

/// What an earlier scene has computed is gone for good: that is an error, and `--from-frame` goes on without it.
#[test]
fn what_cannot_be_computed_again_is_told() {
    let (_, text) = &all()[0];
    let changed = text.replace("[[material]]", "gravity = [3, -9, 0]\n[[material]]");
    let folder = folder();
    let out = folder.path().join("run");
    undisturbed(text, &out);
    let branch = |frame| {
        let mut run = Run::branch(&scene(&changed), &out, frame, &mut |_| {
            ControlFlow::Continue(())
        })?;
        work(run.as_mut().unwrap())
    };
    branch(3).unwrap();
    let whole = results(&out);

    for file in ["frames/000003.vtkhdf", "frames/000004.vtkhdf"] {
        remove(&out.join(file));
        Run::resume(&scene(&changed), &out).unwrap();
        assert_eq!(results(&out)[file], whole[file]);
    }
    remove(&out.join("frames/000001.vtkhdf"));
    let error = Run::resume(&scene(&changed), &out).err().unwrap();
    assert!(matches!(error, RunError::Lost { since: 3, .. }), "{error}");
    let told = error.to_string();
    for word in ["frame 1 is missing", "before frame 3", "--from-frame"] {
        assert!(told.contains(word), "{told}");
    }
    branch(4).unwrap();
    let (_, notes) = Run::resume(&scene(&changed), &out).unwrap();
    assert!(notes.is_empty(), "{notes:?}");
}
