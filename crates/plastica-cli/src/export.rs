//! `plastica export`: frames of a run in the formats of other programs.

use crate::render::chosen;
use crate::{Failure, files};
use plastica_io::export::{FORMATS, Format, export};
use plastica_io::{RunFiles, read_frame};
use std::path::PathBuf;

/// Writes the frames of a run in another format.
#[derive(clap::Args)]
#[command(after_help = formats())]
pub(crate) struct Arguments {
    /// Directory of the run.
    run: PathBuf,
    /// The format.
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    to: &'static Format,
    /// Directory of the files; without it, `export` in the run.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// First and last frame, such as 10..40, or one frame; without it, all.
    #[arg(long, value_name = "A..B")]
    frames: Option<String>,
}

fn format(name: &str) -> Result<&'static Format, String> {
    let known: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    let found = FORMATS.iter().find(|format| format.name == name);
    found
        .copied()
        .ok_or_else(|| format!("formats are {}", known.join(", ")))
}

fn formats() -> String {
    let lines = FORMATS
        .iter()
        .map(|format| format!("  {:5} {}", format.name, format.doc));
    format!("Formats:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let run = RunFiles::open(&arguments.run)?;
    let numbers = chosen(arguments.frames.as_deref(), &run.frame_numbers()?)?;
    let out = arguments
        .out
        .clone()
        .unwrap_or_else(|| arguments.run.join("export"));
    std::fs::create_dir_all(&out)
        .map_err(|error| Failure::Work(format!("cannot make {}: {error}", out.display())))?;
    let last = numbers.last().copied().unwrap_or(0);
    for number in numbers {
        crate::talk::status(&format!("frame {number} of {last}"));
        let path = out.join(format!("{number:06}.{}", arguments.to.ending));
        export(arguments.to, &read_frame(run.frame(number))?, &path)?;
    }
    crate::say!();
    files::print(&format!("{}", out.display()))
}
