//! Two processes and one run.

use plastica_io::{Existing, IoError, RunDirectory};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const HOLD: &str = "PLASTICA_TEST_HOLD_RUN";

/// While a process holds a run no other gets it; when it is killed, the next does at once.
#[test]
fn a_killed_process_gives_its_run_free() {
    if let Some(path) = std::env::var_os(HOLD) {
        let _run = RunDirectory::open(Path::new(&path)).expect("the run is free");
        println!("\nholding");
        std::thread::sleep(std::time::Duration::from_secs(60));
        return;
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    drop(RunDirectory::create(dir.path(), "", Existing::Refuse).expect("a new run"));
    let mut child = Command::new(std::env::current_exe().expect("this test"))
        .args([
            "--exact",
            "a_killed_process_gives_its_run_free",
            "--nocapture",
        ])
        .env(HOLD, dir.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a second process");
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let held = lines.map_while(Result::ok).any(|line| line == "holding");
    let while_held = RunDirectory::open(dir.path());
    child.kill().expect("the second process can be killed");
    child.wait().expect("the second process ends");
    assert!(held);
    assert!(
        matches!(while_held, Err(IoError::Locked { .. })),
        "{while_held:?}"
    );
    RunDirectory::open(dir.path()).expect("the run is free again");
}
