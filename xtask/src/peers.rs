//! `cargo xtask peers`: our program and others on the same scenes, by turns: the material point method beside a tuned
//! Taichi program, the point-based method beside the elastic solids of SPlisHSPlasH, and Delaunay triangulations beside
//! those of CGAL, gmsh and qhull.
//!
//! A round runs both, one right after the other, and ratios are taken within a round: a machine that gets
//! warmer or busier slows both sides of a ratio.

mod delaunay;
mod environment;
mod options;
mod points;
mod table;

use environment::{Environment, TAICHI};
use options::{DELAUNAY, MPM, Material, Options, POINTS};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use table::{Round, Row};

/// What went wrong, ready to be read.
enum Failure {
    /// The command line.
    Usage(String),
    /// Anything else.
    Work(String),
}

pub(crate) fn run(arguments: &[String]) -> ExitCode {
    if arguments == ["--help"] {
        println!("{}", options::USAGE);
        return ExitCode::SUCCESS;
    }
    match compare(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(error)) => {
            eprintln!("error: {error}\n\n{}", options::USAGE);
            ExitCode::from(2)
        }
        Err(Failure::Work(error)) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn compare(arguments: &[String]) -> Result<(), Failure> {
    let options = Options::parse(arguments).map_err(Failure::Usage)?;
    if !cfg!(target_os = "linux") {
        let reason = "the programs beside ours read the load of the machine in /proc: they run on Linux only";
        return Err(Failure::Work(reason.into()));
    }
    let out = output_directory()?;
    let home = out.join("peers");
    let mut tables = Vec::new();
    if options.runs(&MPM) || options.runs(&POINTS) {
        let program = program(&options, &out)?;
        if options.runs(&MPM) {
            tables.push(beside_taichi(&options, &program, &home).map_err(Failure::Work)?);
        }
        if options.runs(&POINTS) {
            tables.push(points::compare(&options, &program, &home).map_err(Failure::Work)?);
        }
    }
    if options.runs(&DELAUNAY) {
        tables.push(delaunay::compare(&options, &home).map_err(Failure::Work)?);
    }
    let text = tables.join("\n");
    print!("{text}");
    match &options.write {
        None => Ok(()),
        Some(file) => std::fs::write(file, text)
            .map_err(|error| Failure::Work(format!("cannot write {}: {error}", file.display()))),
    }
}

/// Our program: the one asked for, or that of these sources.
fn program(options: &Options, out: &Path) -> Result<PathBuf, Failure> {
    if let Some(program) = &options.program {
        return Ok(program.clone());
    }
    let build = ["build", "--release", "--locked", "-p", "plastica-cli"];
    match super::cargo("program", &build).run() {
        true => Ok(out.join("release/plastica")),
        false => Err(Failure::Work("the program does not build".into())),
    }
}

fn beside_taichi(options: &Options, program: &Path, home: &Path) -> Result<String, String> {
    let environment = Environment::set_up(home, &TAICHI)?;
    let mut tables = Vec::new();
    for threads in options.threads(&MPM) {
        let rows: Vec<Row> = options
            .materials
            .iter()
            .map(|&material| measure(material, threads, options, program, &environment))
            .collect::<Result<_, _>>()?;
        tables.push(table::markdown(&rows, threads, options));
    }
    Ok(tables.join("\n"))
}

/// Where cargo builds. This program stands in its `debug`, whatever the directory is called.
fn output_directory() -> Result<PathBuf, Failure> {
    std::env::current_exe()
        .ok()
        .and_then(|program| Some(program.parent()?.parent()?.to_path_buf()))
        .ok_or_else(|| Failure::Work("cannot tell where cargo builds".into()))
}

/// A program of ours that others run.
fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .with_file_name("bench")
        .join("peers")
        .join(name)
}

fn measure(
    material: Material,
    threads: u32,
    options: &Options,
    program: &Path,
    environment: &Environment,
) -> Result<Row, String> {
    let (cells, threads) = (options.cells(&MPM).to_string(), threads.to_string());
    let script = script("taichi_mlsmpm.py");
    let mut rounds = Vec::new();
    for round in 1..=options.rounds {
        let progress = |who: &str, seen: &Speed| {
            eprintln!(
                "{}, round {round} of {}: {who} {:.1} ns ({:.1} to {:.1})",
                material.ours, options.rounds, seen.median, seen.least, seen.most
            );
        };
        // Ours first: it is quick to say that the processor has no such registers.
        let mut ours = Command::new(program);
        ours.args(["bench", MPM.method, "--json", "--material", material.ours])
            .args(["--cells", &cells, "--threads", &threads]);
        if let Some(simd) = options.simd {
            ours.args(["--simd", simd]);
        }
        let plastica = speed(&mut ours, ["ns_per_particle_step", "ns_least", "ns_most"])?;
        progress("plastica", &plastica);
        let mut theirs = environment.python();
        theirs
            .arg(&script)
            .args(["--material", material.theirs])
            .args(["--n", &cells, "--threads", &threads]);
        let taichi = speed(&mut theirs, ["ns_per_particle_step", "ns_min", "ns_max"])?;
        progress("Taichi", &taichi);
        rounds.push(Round {
            peer: taichi.median,
            plastica: plastica.median,
        });
    }
    Ok(Row {
        material: material.ours,
        rounds,
    })
}

/// Nanoseconds per particle and step, over the repeats of one run.
struct Speed {
    median: f64,
    least: f64,
    most: f64,
}

fn speed(command: &mut Command, keys: [&str; 3]) -> Result<Speed, String> {
    let said = succeed(command)?;
    let positive = |key: &str| {
        number(&said, key)
            .filter(|&ns| ns > 0.0)
            .ok_or_else(|| format!("no positive \"{key}\" in what {command:?} printed:\n{said}"))
    };
    let [median, least, most] = keys;
    Ok(Speed {
        median: positive(median)?,
        least: positive(least)?,
        most: positive(most)?,
    })
}

/// What a command printed, or why there is nothing.
fn succeed(command: &mut Command) -> Result<String, String> {
    let output = command
        .output()
        .map_err(|error| format!("cannot start {command:?}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => Ok(said),
        false => Err(format!(
            "{command:?} failed ({}):\n{said}{}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim_end()
        )),
    }
}

/// The number at a key of JSON text, at whatever depth, the first if there are several. Text around the JSON does
/// no harm: Taichi greets before it.
fn number(text: &str, key: &str) -> Option<f64> {
    let quoted = format!("\"{key}\"");
    text.match_indices(&quoted).find_map(|(at, _)| {
        let value = text[at + quoted.len()..].trim_start().strip_prefix(':')?;
        let value = value.trim_start();
        let end = value
            .find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E'))
            .unwrap_or(value.len());
        value[..end].parse().ok().filter(|x: &f64| x.is_finite())
    })
}

#[cfg(test)]
mod tests {
    use super::{number, speed, succeed};
    use std::process::Command;

    #[test]
    fn numbers_are_found_in_pretty_and_in_one_line_json() {
        let ours = "{\n  \"cells\": 48,\n  \"ns_per_particle_step\": 41.25,\n  \"phases_ns\": {\n    \"sort\" : 1.5e-3\n  }\n}\n";
        assert_eq!(number(ours, "cells"), Some(48.0));
        assert_eq!(number(ours, "ns_per_particle_step"), Some(41.25));
        assert_eq!(number(ours, "sort"), Some(1.5e-3));
        let theirs = "[Taichi] version 1.7.4, llvm 15.0.4, linux, python 3.11.7\n{\"ns_min\": 120.1, \"ns_max\":-2}\n";
        assert_eq!(number(theirs, "ns_min"), Some(120.1));
        assert_eq!(number(theirs, "ns_max"), Some(-2.0));
    }

    #[test]
    fn what_is_no_number_is_not_found() {
        let text = r#"{"ns": "fast", "least": null, "most": NaN, "big": 1e999, "list": [1], "a": "ns_min", "cut":"#;
        for key in [
            "ns", "least", "most", "big", "list", "ns_min", "cut", "absent", "n",
        ] {
            assert_eq!(number(text, key), None, "{key}");
        }
    }

    #[test]
    fn a_key_that_is_also_a_value_is_found() {
        assert_eq!(number(r#"{"name": "ns", "ns": 3}"#, "ns"), Some(3.0));
    }

    #[test]
    fn a_failed_command_tells_what_it_said() {
        let mut command = Command::new(env!("CARGO"));
        let error = succeed(command.arg("--no-such-option")).unwrap_err();
        assert!(error.contains("failed ("), "{error}");
        assert!(error.contains("unexpected argument"), "{error}");
        let error = succeed(&mut Command::new("no-such-program-here")).unwrap_err();
        assert!(error.starts_with("cannot start"), "{error}");
    }

    #[test]
    fn output_without_the_numbers_is_shown() {
        let mut command = Command::new(env!("CARGO"));
        let result = speed(command.arg("--version"), ["ns", "least", "most"]);
        let error = result.err().expect("cargo's version is no speed");
        assert!(error.contains("no positive \"ns\""), "{error}");
        assert!(error.contains("\ncargo "), "{error}");
    }
}
