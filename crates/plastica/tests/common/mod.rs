//! Runs in folders and the bytes they leave.

use plastica::run::{Run, SceneFile};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

pub fn scene(text: &str) -> SceneFile {
    SceneFile::parse("test.toml", text.into()).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

pub fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
        .install(work)
}

pub fn finish(run: &mut Run) {
    while !run.is_done() {
        run.next_frame(&mut |_| ControlFlow::Continue(())).unwrap();
    }
}

/// The files that must be the same, with their bytes.
pub fn results(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for part in ["frames", "probes", "."] {
        for entry in std::fs::read_dir(folder.join(part)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_file() && (name.ends_with(".vtkhdf") || name.ends_with(".csv")) {
                found.insert(format!("{part}/{name}"), std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

pub fn assert_same(a: &BTreeMap<String, Vec<u8>>, b: &BTreeMap<String, Vec<u8>>) {
    assert_eq!(a.keys().collect::<Vec<_>>(), b.keys().collect::<Vec<_>>());
    for (name, bytes) in a {
        assert!(bytes == &b[name], "{name} differs");
    }
}
