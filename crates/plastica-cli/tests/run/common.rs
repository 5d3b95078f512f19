//! The program in a folder of its own, as a user calls it.

use assert_cmd::cargo::CommandCargoExt;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

pub struct Bench(pub tempfile::TempDir);

impl Bench {
    pub fn new(scene: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("scene.toml"), scene).unwrap();
        Bench(folder)
    }
    pub fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::cargo_bin("plastica").unwrap();
        command.current_dir(self.0.path()).args(arguments);
        command
    }
    /// Runs to the end and checks the exit code; gives stdout and stderr.
    pub fn run(&self, arguments: &[&str], code: i32) -> (String, String) {
        let output: Output = self.command(arguments).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}\n{out}\n{err}"
        );
        (out, err)
    }
    pub fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

/// The files that must be the same, with their bytes.
pub fn results(run: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for part in ["frames", "probes", "."] {
        // Not every scene has probes.
        for entry in std::fs::read_dir(run.join(part)).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name.ends_with(".vtkhdf") || name.ends_with(".csv") {
                found.insert(format!("{part}/{name}"), std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

pub fn wait_for(path: &Path) {
    let start = Instant::now();
    while !path.exists() {
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "{} never came",
            path.display()
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}
