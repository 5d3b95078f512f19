//! `plastica render`: pictures of a run.

use crate::{Failure, files, say, talk};
use plastica::methods::Methods;
use plastica::pictures::{ColourBy, Quality, RunRenderer, can_film, mp4};
use plastica_draw::sheet::gif;
use plastica_io::{RunFiles, write_bytes};
use std::path::{Path, PathBuf};

/// Draws the frames of a run.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Directory of the run.
    run: PathBuf,
    /// Where to: a directory for pictures by frame, or a file ending in .png (one frame), .gif or .mp4
    /// (needs ffmpeg); without it, `pictures` in the run.
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// First and last frame, such as 10..40, or one frame; without it, all.
    #[arg(long, value_name = "A..B")]
    frames: Option<String>,
    /// Pixels.
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1280x720")]
    size: String,
    /// Colour by an attribute, such as velocity, stress or density, with a legend.
    #[arg(long, visible_alias = "color-by", value_name = "ATTRIBUTE")]
    colour_by: Option<String>,
    /// Four times as fast, a little coarser.
    #[arg(long)]
    draft: bool,
}

/// What pictures become.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    /// One picture.
    Png,
    Gif,
    Mp4,
    /// A picture for each frame.
    Directory,
}

impl Target {
    /// By the ending of a path; says what cannot be made here before anything is drawn.
    fn of(out: &Path) -> Result<Self, Failure> {
        let ending = out.extension().map(|ending| ending.to_string_lossy());
        match ending.map(|ending| ending.to_lowercase()).as_deref() {
            Some("png") => Ok(Target::Png),
            Some("gif") => Ok(Target::Gif),
            Some("mp4") => {
                can_film()?;
                Ok(Target::Mp4)
            }
            Some(other) => Err(Failure::Input(format!(
                "cannot draw into .{other}: use .png, .gif, .mp4 or a directory"
            ))),
            None => Ok(Target::Directory),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, methods: Methods) -> Result<(), Failure> {
    let files = RunFiles::open(&arguments.run).map_err(|error| Failure::of_files(&error))?;
    let size = size(&arguments.size)?;
    let quality = if arguments.draft {
        Quality::Preview
    } else {
        Quality::Show
    };
    let out = arguments
        .out
        .clone()
        .unwrap_or_else(|| arguments.run.join("pictures"));
    let target = Target::of(&out)?;
    let colour_by = arguments.colour_by.as_ref().map(ColourBy::attribute);
    let mut shoot = RunRenderer::open_by(methods, &files, colour_by)?;
    let chosen = chosen(arguments.frames.as_deref(), shoot.numbers())?;
    if target == Target::Png && chosen.len() != 1 {
        return Err(Failure::Input(
            "a .png holds one frame: choose it with --frames N".into(),
        ));
    }
    let last = *chosen.last().unwrap_or(&0);
    shoot.prepare(f64::from(size.0) / f64::from(size.1))?;
    shoot.fill(last, &mut |what, k, of| {
        talk::status(&format!("{what} {k} of {of}"));
    })?;
    let draw = |number: &u64| {
        talk::status(&format!("frame {number} of {last}"));
        shoot.draw(*number, size, quality)
    };
    let pictures = chosen.iter().map(draw);
    let rate = shoot.frames_per_second();
    let told = |error: plastica_draw::DrawError| Failure::Work(format!("cannot draw: {error}"));
    match target {
        Target::Png => {
            for picture in pictures {
                write_bytes(&out, &picture?.png().map_err(told)?)?;
            }
        }
        Target::Gif => {
            let pictures = pictures.collect::<Result<Vec<_>, _>>()?;
            write_bytes(&out, &gif(&pictures, rate).map_err(told)?)?;
        }
        Target::Mp4 => mp4(pictures, &out, rate)?,
        Target::Directory => {
            std::fs::create_dir_all(&out).map_err(|error| {
                Failure::Work(format!("cannot make {}: {error}", out.display()))
            })?;
            for (number, picture) in chosen.iter().zip(pictures) {
                let path = out.join(format!("{number:06}.png"));
                write_bytes(&path, &picture?.png().map_err(told)?)?;
            }
        }
    }
    say!();
    files::print(&format!("{}", out.display()))
}

fn size(text: &str) -> Result<(u32, u32), Failure> {
    let parsed = text
        .split_once('x')
        .and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match parsed {
        Some((w, h)) if (1..=16_384).contains(&w) && (1..=16_384).contains(&h) => Ok((w, h)),
        _ => Err(Failure::Input(format!(
            "--size {text}: give pixels as WIDTHxHEIGHT, such as 1280x720"
        ))),
    }
}

/// The frames between two numbers, or one.
pub(crate) fn chosen(text: Option<&str>, numbers: &[u64]) -> Result<Vec<u64>, Failure> {
    let Some(text) = text else {
        return Ok(numbers.to_vec());
    };
    let number = |part: &str| part.trim().parse::<u64>().ok();
    let range = match text.split_once("..") {
        Some((low, high)) => number(low).zip(number(high.trim_start_matches('='))),
        None => number(text).map(|n| (n, n)),
    };
    let Some((low, high)) = range else {
        return Err(Failure::Input(format!(
            "--frames {text}: give A..B or one number"
        )));
    };
    let found: Vec<u64> = numbers
        .iter()
        .copied()
        .filter(|n| (low..=high).contains(n))
        .collect();
    match found.is_empty() {
        false => Ok(found),
        true => Err(Failure::Input(format!(
            "there is no frame in {text}: this run has {} to {}",
            numbers.first().unwrap_or(&0),
            numbers.last().unwrap_or(&0)
        ))),
    }
}
