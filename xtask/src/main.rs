//! The project's chores: `cargo xtask test`, `verify`, `torture`, `bench`, `peers`, `docs`.

mod peers;

use std::process::{Command, ExitCode};
use std::time::Instant;

const USAGE: &str = "usage: cargo xtask COMMAND

  test    format check, lints, all tests, documentation: what must pass before a change lands
  verify  the reference cases at full resolution (half an hour); writes docs/verification.md
  torture every preset thrown at the floor, by mpm and points, slowly and fast; names of either choose some
  bench   the benchmarks, printed as tables
  peers   the speed of plastica beside Taichi and SPlisHSPlasH; --help has its options
  docs    write the generated pages again (docs/scene.md, docs/materials.md)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let steps = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(),
        ["verify"] => verify(),
        ["torture", ..] => torture(&arguments[1..]),
        ["bench"] => bench(),
        ["peers", ..] => return peers::run(&arguments[1..]),
        ["docs"] => docs(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    for step in &steps {
        if !step.run() {
            eprintln!("\nfailed: {} ({})", step.what, step.line());
            return ExitCode::FAILURE;
        }
    }
    eprintln!(
        "\nall {} steps passed in {:.0} s",
        steps.len(),
        start.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}

/// One call of cargo.
struct Step {
    what: &'static str,
    arguments: Vec<String>,
    environment: Vec<(&'static str, &'static str)>,
}

fn cargo(what: &'static str, arguments: &[&str]) -> Step {
    Step {
        what,
        arguments: arguments.iter().map(ToString::to_string).collect(),
        environment: Vec::new(),
    }
}

impl Step {
    fn with(mut self, name: &'static str, value: &'static str) -> Self {
        self.environment.push((name, value));
        self
    }

    fn line(&self) -> String {
        format!("cargo {}", self.arguments.join(" "))
    }

    fn run(&self) -> bool {
        eprintln!("\n== {}: {}", self.what, self.line());
        let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(program);
        command
            .args(&self.arguments)
            .envs(self.environment.iter().copied());
        match command.status() {
            Ok(status) => status.success(),
            Err(error) => {
                eprintln!("cannot start cargo: {error}");
                false
            }
        }
    }
}

/// The cases of the table, at full resolution.
fn verify() -> Vec<Step> {
    let table = &[
        "run",
        "--release",
        "--locked",
        "-p",
        "plastica-verify",
        "--",
        "--write",
        "docs/verification.md",
    ];
    vec![cargo("reference cases", table)]
}

/// The table of thrown presets, printed as it comes.
fn torture(names: &[String]) -> Vec<Step> {
    let begin = ["run", "--release", "--locked", "-p", "plastica-verify"];
    let names = names.iter().map(String::as_str);
    let line: Vec<&str> = (begin.into_iter().chain(["--", "--torture"]))
        .chain(names)
        .collect();
    vec![cargo("torture", &line)]
}

/// The tests install what they need: Python clients go into an environment of their own under `target`.
fn test() -> Vec<Step> {
    vec![
        cargo("format", &["fmt", "--all", "--check"]),
        cargo(
            "lints",
            &[
                "clippy",
                "--workspace",
                "--all-targets",
                "--locked",
                "--",
                "-D",
                "warnings",
            ],
        ),
        // Features are additive: the library builds without any, and with each.
        cargo("no features", &["check", "--locked", "-p", "plastica"]),
        cargo(
            "feature files",
            &["check", "--locked", "-p", "plastica", "--features", "files"],
        ),
        cargo("tests", &["test", "--workspace", "--locked"]),
        cargo(
            "documentation",
            &["doc", "--workspace", "--no-deps", "--locked"],
        )
        .with("RUSTDOCFLAGS", "-D warnings"),
    ]
}

fn bench() -> Vec<Step> {
    vec![
        cargo(
            "decompositions",
            &["bench", "--locked", "-p", "plastica-tensor"],
        ),
        cargo(
            "laws",
            &[
                "bench",
                "--locked",
                "-p",
                "plastica-material",
                "--bench",
                "laws",
            ],
        ),
    ]
}

fn docs() -> Vec<Step> {
    vec![
        cargo(
            "materials",
            &["test", "-p", "plastica-material", "--test", "presets"],
        )
        .with("PLASTICA_REGENERATE", "1"),
        cargo(
            "scene keys",
            &["test", "-p", "plastica", "--test", "suite", "schema"],
        )
        .with("PLASTICA_REGENERATE", "1"),
    ]
}
