//! Whatever the path leads to, the answer is a clear error and comes at once.

use plastica::Scene;
use plastica::scene::LARGEST_FILE;
use std::fs::{self, File};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A file of this test alone, removed when it ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("plastica-files-{}-{name}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }
    fn with(name: &str, content: &[u8]) -> Self {
        let scratch = Scratch::new(name);
        fs::write(&scratch.0, content).unwrap();
        scratch
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn code_and_text(scratch: &Scratch) -> (&'static str, String) {
    let diagnostics = Scene::read(&scratch.0).unwrap_err();
    let code = diagnostics.iter().next().unwrap().problem.code();
    (code, diagnostics.to_string())
}

#[test]
fn missing_files_and_directories() {
    assert_eq!(
        code_and_text(&Scratch::new("missing.toml")).0,
        "no-such-file"
    );
    let directory = Scene::read(std::env::temp_dir()).unwrap_err();
    assert!(
        directory.to_string().contains("this is a directory"),
        "{directory}"
    );
}

#[test]
fn empty_files() {
    for content in ["", "\n\n", "# only a comment\n", "\u{feff}"] {
        let (code, text) = code_and_text(&Scratch::with("empty.toml", content.as_bytes()));
        assert_eq!(code, "empty-file", "{content:?}");
        assert!(text.contains("[scene]"));
    }
}

#[test]
fn bytes_that_are_not_text() {
    let (code, text) = code_and_text(&Scratch::with(
        "latin1.toml",
        b"[scene]\n# caf\xE9\nduration = 1\n",
    ));
    assert_eq!(code, "not-utf8");
    assert!(
        text.contains("line 2 is not UTF-8 text: byte 0xE9 at offset 13"),
        "{text}"
    );
    let (code, _) = code_and_text(&Scratch::with("zeros.toml", &[0; 1000]));
    assert_eq!(code, "syntax");
}

#[test]
fn a_hundred_megabytes_are_refused_at_once() {
    let scratch = Scratch::new("huge.toml");
    File::create(&scratch.0)
        .unwrap()
        .set_len(100 << 20)
        .unwrap();
    let start = Instant::now();
    let (code, text) = code_and_text(&scratch);
    assert_eq!(code, "file-too-large");
    assert!(text.contains("100 MB"), "{text}");
    assert!(start.elapsed() < Duration::from_millis(500));
}

#[cfg(unix)]
#[test]
fn an_endless_source_is_refused() {
    let diagnostics = Scene::read("/dev/zero").unwrap_err();
    assert!(
        diagnostics.to_string().contains("more than 16 MB"),
        "{diagnostics}"
    );
}

#[test]
fn files_made_to_be_slow_answer_within_seconds() {
    // An eighth of what is read at all, to keep the test short.
    let size = LARGEST_FILE as usize / 8;
    let worst = [
        "[".repeat(size),
        "a.".repeat(size / 2),
        "x = 1\n".repeat(size / 6),
        "\"".repeat(size),
        format!("[scene]\nduration = [{}]", "1,".repeat(size / 2 - 20)),
        format!("[scene]\nduration = \"{}\"", "-".repeat(size - 30)),
        (0..size / 16).map(|i| format!("key{i} = 1\n")).collect(),
    ];
    for text in worst {
        let start = Instant::now();
        let diagnostics = Scene::parse("worst.toml", &text).unwrap_err();
        assert!(diagnostics.to_string().len() < 4 << 20);
        let elapsed = start.elapsed();
        assert!(
            elapsed < Duration::from_secs(20),
            "{elapsed:?} for {}…",
            &text[..20]
        );
    }
}
