//! Runs the cases at full resolution and prints the table of docs/verification.md.

mod page;
mod throws;

use plastica_verify::{Case, Size, case, cases, table};
use std::process::ExitCode;
use std::time::Instant;

const USAGE: &str = "usage: plastica-verify [--small] [--write FILE.md] [ID ...] [METHOD ...]
       plastica-verify --torture [METHOD ...] [PRESET ...]

  --small          at the resolution of the tests
  --write FILE.md  writes the page; rows of cases and methods that were not run stay as they are in it
  --torture        throws presets at the floor instead: all of them, or those that are named";

fn main() -> ExitCode {
    let mut size = Size::Full;
    let mut chosen = Vec::new();
    let mut methods = Vec::new();
    let mut write = None;
    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.next_if_eq("--torture").is_some() {
        return throws::run(&arguments.collect::<Vec<_>>());
    }
    while let Some(argument) = arguments.next() {
        match (argument.as_str(), case(&argument)) {
            ("--small", _) => size = Size::Small,
            ("--write", _) => write = arguments.next(),
            (_, Some(case)) => chosen.push(case),
            _ if known(&argument) => methods.push(argument),
            _ => {
                eprintln!("no case or method {argument:?}\n{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    if chosen.is_empty() {
        chosen = cases().iter().collect();
    }
    let wanted = |method: &str| methods.is_empty() || methods.iter().any(|name| name == method);
    chosen.retain(|case| case.runs.iter().any(|(method, _)| wanted(method)));
    print!("{}", page::COLUMNS);
    let (mut missed, mut done) = (0, Vec::new());
    let runs = |case: &'static Case| case.runs.iter().map(move |run| (case, run));
    for (case, (method, run)) in chosen.iter().copied().flat_map(runs) {
        if !wanted(method) {
            continue;
        }
        eprintln!("{} {} by {method} …", case.id, case.title);
        let start = Instant::now();
        let rows = run(size);
        eprintln!("{} took {:.1} s", case.id, start.elapsed().as_secs_f64());
        let lines = table(case, method, &rows);
        print!("{lines}");
        done.push((case.id, *method, lines));
        missed += rows.iter().filter(|row| !row.holds).count();
    }
    if let Some(path) = write {
        let old = std::fs::read_to_string(&path).unwrap_or_default();
        if let Err(error) = std::fs::write(&path, page::merged(&old, &done)) {
            eprintln!("cannot write {path}: {error}");
            return ExitCode::FAILURE;
        }
    }
    if missed > 0 {
        eprintln!("{missed} of the numbers missed their reference");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Whether any case is done by this method.
fn known(method: &str) -> bool {
    let mut runs = cases().iter().flat_map(|case| case.runs);
    runs.any(|(name, _)| *name == method)
}
