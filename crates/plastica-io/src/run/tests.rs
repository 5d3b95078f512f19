use super::*;
use crate::checkpoint::Checkpoint;
use crate::error::{IoError, Occupant};
use crate::table::Cell;
use plastica_core::Frame;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const SCENE: &str = "[scene]\nduration = 2.0\n";
const COLUMNS: [&str; 2] = ["time_s", "mass_kg"];

fn frame(number: u64) -> Frame {
    let positions = vec![[0.5, number as f64, 0.0]; number as usize];
    Frame {
        number,
        time: number as f64 * 0.1,
        positions,
        ..Frame::default()
    }
}

fn checkpoint(frame: u64) -> Checkpoint {
    let sections = vec![("mpm".into(), vec![frame as u8; 100])];
    Checkpoint {
        scene_digest: 1,
        time: frame as f64 * 0.1,
        frame,
        step: frame * 10,
        sections,
    }
}

/// Everything below a directory, by path.
fn contents(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(contents(&path));
            all.insert(format!("{}/", path.display()), Vec::new());
        } else {
            all.insert(path.display().to_string(), fs::read(&path).unwrap());
        }
    }
    all
}

/// A run of some frames; the state behind frame 0 is at the start.
fn run_on(run: &RunDirectory, from: Option<u64>, to: u64) {
    let after = from.map_or(TableStart::New, |frame| {
        TableStart::After(frame as f64 * 0.1)
    });
    let mut ledger = run.ledger(&COLUMNS, after).unwrap();
    let mut probe = run.probe("tip/left", &COLUMNS, after).unwrap();
    for number in from.map_or(0, |frame| frame + 1)..=to {
        run.write_frame(&frame(number)).unwrap();
        ledger
            .row(&[Cell::Number(number as f64 * 0.1), Cell::Number(1.0 / 3.0)])
            .unwrap();
        probe
            .row(&[
                Cell::Number(number as f64 * 0.1),
                Cell::Number(number as f64),
            ])
            .unwrap();
        run.write_checkpoint(&checkpoint(number)).unwrap();
    }
}

#[test]
fn a_new_run_makes_its_parents_and_can_be_read_while_written() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a/b/run");
    let run = RunDirectory::create(&path, SCENE, Existing::Refuse).unwrap();
    run_on(&run, None, 4);
    let reader = RunFiles::open(&path).unwrap();
    assert_eq!(reader.read_scene().unwrap(), SCENE);
    let frames = reader.list_frames().unwrap();
    let listed: Vec<_> = frames
        .iter()
        .map(|f| (f.number, f.time, f.points))
        .collect();
    assert_eq!(listed[3], (3, 3.0 * 0.1, 3));
    assert!(listed.is_sorted_by_key(|f| f.0) && listed.len() == 5);
    assert_eq!(crate::read_frame(&frames[2].path).unwrap(), frame(2));
    assert!(path.join("frames/000004.vtkhdf").is_file());
}

#[test]
fn frames_are_sorted_by_number_and_strangers_ignored() {
    let dir = tempfile::tempdir().unwrap();
    let run = RunDirectory::create(dir.path(), SCENE, Existing::Refuse).unwrap();
    for number in [10, 2, 1_000_000, 999_999] {
        run.write_frame(&Frame {
            number,
            ..Frame::default()
        })
        .unwrap();
    }
    for stranger in [
        "7.vtkhdf",
        "+00007.vtkhdf",
        "000007.vtkhdf.bak",
        "notes.txt",
        "0000001.vtkhdf",
    ] {
        fs::write(run.files().frames().join(stranger), "").unwrap();
    }
    assert_eq!(
        run.files().frame_numbers().unwrap(),
        [2, 10, 999_999, 1_000_000]
    );
    assert_eq!(run.files().list_frames().unwrap().len(), 4);
}

#[test]
fn a_directory_with_a_run_is_refused_untouched_and_overwritten_on_demand() {
    let dir = tempfile::tempdir().unwrap();
    let run = RunDirectory::create(dir.path(), SCENE, Existing::Refuse).unwrap();
    run_on(&run, None, 3);
    drop(run);
    let mine = dir.path().join("frames/notes.txt");
    fs::write(&mine, "mine").unwrap();
    let before = contents(dir.path());
    let error = RunDirectory::create(dir.path(), "other", Existing::Refuse).unwrap_err();
    assert!(
        matches!(
            error,
            IoError::Occupied {
                by: Occupant::Run,
                ..
            }
        ),
        "{error:?}"
    );
    let text = error.to_string();
    for word in [
        "--resume",
        "--out",
        "--overwrite",
        &dir.path().display().to_string(),
    ] {
        assert!(text.contains(word), "{text}");
    }
    assert_eq!(contents(dir.path()), before);

    let run = RunDirectory::create(dir.path(), "other", Existing::Overwrite).unwrap();
    assert_eq!(run.files().read_scene().unwrap(), "other");
    assert!(run.files().list_frames().unwrap().is_empty());
    assert!(run.files().checkpoint_steps().unwrap().is_empty());
    assert!(!run.files().ledger().exists() && !run.files().probe("tip/left").exists());
    assert_eq!(fs::read_to_string(mine).unwrap(), "mine");
}

#[test]
fn other_files_are_never_overwritten() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("thesis.tex"), "years of work").unwrap();
    let before = contents(dir.path());
    for existing in [Existing::Refuse, Existing::Overwrite] {
        let error = RunDirectory::create(dir.path(), SCENE, existing).unwrap_err();
        assert!(
            matches!(
                error,
                IoError::Occupied {
                    by: Occupant::Others,
                    ..
                }
            ),
            "{error:?}"
        );
        assert!(error.to_string().contains("another --out"), "{error}");
    }
    assert!(matches!(
        RunDirectory::open(dir.path()).unwrap_err(),
        IoError::NotARun { .. }
    ));
    assert_eq!(contents(dir.path()), before);
    let text = RunDirectory::open(dir.path().join("none"))
        .unwrap_err()
        .to_string();
    assert!(
        text.contains("none") && text.contains("without --resume"),
        "{text}"
    );
}

#[test]
fn a_run_has_one_writer_and_a_left_lock_file_blocks_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let run = RunDirectory::create(dir.path(), SCENE, Existing::Refuse).unwrap();
    let error = RunDirectory::open(dir.path()).unwrap_err();
    assert!(matches!(error, IoError::Locked { .. }), "{error:?}");
    let error = RunDirectory::create(dir.path(), SCENE, Existing::Overwrite).unwrap_err();
    assert!(matches!(error, IoError::Locked { .. }), "{error:?}");
    assert!(run.files().scene().is_file());
    drop(run);
    assert!(dir.path().join(".lock").exists());
    RunDirectory::open(dir.path()).unwrap();
}

#[test]
fn what_a_kill_leaves_is_cleared_on_opening() {
    let dir = tempfile::tempdir().unwrap();
    drop(RunDirectory::create(dir.path(), SCENE, Existing::Refuse).unwrap());
    let left = [
        ".run.json.1-0.partial",
        "frames/.000001.vtkhdf.17-0.partial",
    ];
    left.iter()
        .for_each(|name| fs::write(dir.path().join(name), "half").unwrap());
    RunDirectory::open(dir.path()).unwrap();
    assert!(left.iter().all(|name| !dir.path().join(name).exists()));

    // Killed between the first steps of `create`: no run yet, and nothing in the way of one.
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("frames")).unwrap();
    fs::write(dir.path().join(".lock"), "").unwrap();
    RunDirectory::create(dir.path(), SCENE, Existing::Refuse).unwrap();
}

#[test]
fn the_newest_checkpoints_stay_and_a_damaged_one_is_passed_over() {
    let dir = tempfile::tempdir().unwrap();
    let run = RunDirectory::create(dir.path(), SCENE, Existing::Refuse).unwrap();
    let find = |notes: &mut Vec<String>| {
        let found = run.files().find_checkpoint(notes, |_| Ok(true));
        found.unwrap()
    };
    let mut notes = Vec::new();
    assert_eq!(find(&mut notes), None);
    run_on(&run, None, 5);
    assert_eq!(run.files().checkpoint_steps().unwrap(), [40, 50]);
    assert_eq!(find(&mut notes), Some(checkpoint(5)));
    assert_eq!(at_frame(&run, 4), Some(checkpoint(4)));
    assert_eq!(at_frame(&run, 2), None);
    run.write_milestone(&checkpoint(2)).unwrap();
    assert_eq!(at_frame(&run, 2), Some(checkpoint(2)));
    assert!(notes.is_empty(), "{notes:?}");

    let newest = run.files().checkpoint(50);
    let bytes = fs::read(&newest).unwrap();
    fs::write(&newest, &bytes[..bytes.len() - 5]).unwrap();
    assert_eq!(find(&mut notes), Some(checkpoint(4)));
    assert!(
        notes.len() == 1 && notes[0].contains("000050.ckpt"),
        "{notes:?}"
    );
    notes.clear();
    fs::write(run.files().checkpoint(40), "").unwrap();
    assert_eq!(find(&mut notes), Some(checkpoint(2)));
    assert!(
        notes.len() == 2 && notes[1].contains("000040.ckpt"),
        "{notes:?}"
    );
}

fn at_frame(run: &RunDirectory, frame: u64) -> Option<Checkpoint> {
    let fits = |found: &Checkpoint| Ok(found.frame == frame);
    let found = run.files().find_checkpoint(&mut Vec::new(), fits);
    found.unwrap()
}

/// After a fall-back the damaged, later file must not push out the new ones.
#[test]
fn a_checkpoint_just_written_is_never_removed() {
    let dir = tempfile::tempdir().unwrap();
    let run = RunDirectory::create(dir.path(), SCENE, Existing::Refuse).unwrap();
    for number in [8, 9, 2] {
        run.write_checkpoint(&checkpoint(number)).unwrap();
    }
    assert_eq!(at_frame(&run, 2), Some(checkpoint(2)));
}

/// Killed after frame 6, resumed from frame 3 or 5: every file has the bytes of an unbroken run.
#[test]
fn a_resumed_run_has_the_bytes_of_an_unbroken_one() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("run");
    let run = RunDirectory::create(&path, SCENE, Existing::Refuse).unwrap();
    run_on(&run, None, 9);
    drop(run);
    let unbroken = contents(&path);
    for from in [3, 5] {
        fs::remove_dir_all(&path).unwrap();
        let run = RunDirectory::create(&path, SCENE, Existing::Refuse).unwrap();
        run_on(&run, None, from);
        let state = at_frame(&run, from).unwrap();
        drop(run);
        let run = RunDirectory::open(&path).unwrap();
        run_on(&run, Some(from), 6);
        run.write_frame(&frame(7)).unwrap();
        drop(run);
        // Frame 7 is there without its rows; the checkpoint of `from` is the one that is used.
        let run = RunDirectory::open(&path).unwrap();
        run.rewind(&state).unwrap();
        assert_eq!(
            run.files().frame_numbers().unwrap(),
            (0..=from).collect::<Vec<_>>()
        );
        assert!(
            run.files()
                .checkpoint_steps()
                .unwrap()
                .iter()
                .all(|step| *step <= state.step)
        );
        run_on(&run, Some(from), 9);
        drop(run);
        assert_eq!(contents(&path), unbroken);
    }
}

#[test]
fn run_info_reads_back_and_a_broken_one_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let run = RunDirectory::create(dir.path(), SCENE, Existing::Refuse).unwrap();
    let info = RunInfo {
        version: "0.1.0".into(),
        title: "Two \"stars\"".into(),
        seed: u64::MAX,
        threads: 2,
        wall_seconds: 0.1 + 0.2,
        outcome: Outcome::Failed("step too small".into()),
        ..RunInfo::default()
    };
    run.write_info(&info).unwrap();
    assert_eq!(run.files().read_info().unwrap(), info);
    fs::write(run.files().info(), "{ \"seed\": ").unwrap();
    let text = run.files().read_info().unwrap_err().to_string();
    assert!(
        text.contains("run.json") && text.contains("line 1"),
        "{text}"
    );
}

/// A file where a directory is needed; permissions cannot be tested by a root user.
#[test]
fn a_path_through_a_file_is_a_clear_error() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("file"), "").unwrap();
    for path in ["file", "file/run"] {
        let error = RunDirectory::create(dir.path().join(path), SCENE, Existing::Refuse);
        let text = error.unwrap_err().to_string();
        assert!(
            text.contains("file") && text.contains("a part of the path is a file"),
            "{text}"
        );
    }
}
