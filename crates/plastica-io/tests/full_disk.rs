//! A disk that is really full: a tmpfs of 256 KiB in a mount namespace of our own, which needs no root
//! where the kernel allows user namespaces. Elsewhere this test says so and the one in `src/atomic.rs`,
//! through the kernel's /dev/full, stands alone.
#![cfg(target_os = "linux")]

use plastica_core::Frame;
use plastica_io::{Cell, Checkpoint, Existing, IoError, RunDirectory, Table};
use std::fs;
use std::path::Path;
use std::process::Command;

const INSIDE: &str = "PLASTICA_TEST_SMALL_DISK";

fn points(count: usize, number: u64) -> Frame {
    let positions = (0..count).map(|i| [i as f64, 0.0, 1.0]).collect();
    Frame {
        number,
        positions,
        ..Frame::default()
    }
}

/// What happens within the small disk.
fn fill(disk: &Path) {
    let full = |error: IoError, name: &str| {
        let IoError::System { cause, .. } = &error else {
            panic!("{error:?}")
        };
        assert_eq!(cause.kind(), std::io::ErrorKind::StorageFull, "{error}");
        let text = error.to_string();
        assert!(
            text.contains(name) && text.contains("free some space"),
            "{text}"
        );
    };
    let run = RunDirectory::create(disk.join("run"), "", Existing::Refuse).expect("there is room");
    run.write_frame(&points(100, 0)).expect("there is room");
    // What cannot be packed.
    let mut word = 0x1234_5678_9abc_def1u64;
    let mut noise = || {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        (word >> 32) as u8
    };
    let state = |step, bytes| Checkpoint {
        step,
        sections: vec![("s".into(), bytes)],
        ..Default::default()
    };
    run.write_checkpoint(&state(1, vec![7; 1000]))
        .expect("there is room");

    full(
        run.write_frame(&points(50_000, 1)).unwrap_err(),
        "000001.vtkhdf",
    );
    let big: Vec<u8> = (0..400_000).map(|_| noise()).collect();
    full(
        run.write_checkpoint(&state(2, big)).unwrap_err(),
        "000002.ckpt",
    );

    // The failures took nothing: what was there is whole, and there is room again.
    let files = run.files();
    assert_eq!(files.frame_numbers().expect("frames"), [0]);
    let kept = files.find_checkpoint(&mut Vec::new(), |_| Ok(true));
    assert_eq!(kept.expect("readable").expect("the old one").step, 1);
    for directory in [files.frames(), files.checkpoints()] {
        assert_eq!(fs::read_dir(directory).expect("a directory").count(), 1);
    }
    run.write_frame(&points(100, 1))
        .expect("there is room again");

    let mut table = Table::create(disk.join("t.csv"), &["time_s", "text"]).expect("there is room");
    let long = "x".repeat(5000);
    let error = (0..200).find_map(|i| {
        table
            .row(&[Cell::Number(f64::from(i)), Cell::Text(&long)])
            .err()
    });
    full(error.expect("1 MB does not fit"), "t.csv");
}

#[test]
fn a_full_disk_loses_nothing() {
    if let Some(disk) = std::env::var_os(INSIDE) {
        return fill(Path::new(&disk));
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let unshare = |script: &str| {
        let mut command = Command::new("unshare");
        command
            .args([
                "--user",
                "--map-root-user",
                "--mount",
                "sh",
                "-c",
                script,
                "sh",
            ])
            .arg(dir.path());
        command
    };
    let mount = "mount -t tmpfs -o size=256k none \"$1\"";
    if !unshare(mount).output().is_ok_and(|o| o.status.success()) {
        eprintln!("NOT TESTED on a real file system: this kernel gives no mounts without root");
        return;
    }
    let test = std::env::current_exe().expect("this test");
    let output = unshare(&format!("{mount} && shift && exec \"$@\""))
        .arg(test)
        .args(["--exact", "a_full_disk_loses_nothing", "--nocapture"])
        .env(INSIDE, dir.path())
        .output()
        .expect("unshare runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}"
    );
}
