//! Films by the program `ffmpeg`.

use super::{Picture, PictureError};
use plastica_draw::DrawError;
use plastica_io::write_beside;
use std::ffi::OsStr;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Whether films can be made here: says what is missing before anything is drawn.
pub fn can_film() -> Result<(), PictureError> {
    let asked = Command::new("ffmpeg")
        .arg("-version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    asked.map(drop).map_err(|_| PictureError::NoFfmpeg)
}

/// Writes a film (H.264, as players everywhere take it) of pictures of one size, by an `ffmpeg` on
/// the path; [`PictureError::NoFfmpeg`] if there is none. The file is there whole or not at all; one of that name is
/// replaced. Odd sides lose their last row or column of pixels, which the format cannot hold.
pub fn mp4(
    pictures: impl IntoIterator<Item = Result<Picture, PictureError>>,
    path: &Path,
    frames_per_second: f64,
) -> Result<(), PictureError> {
    whole(OsStr::new("ffmpeg"), pictures, path, frames_per_second)
}

/// A film that is there whole or not at all.
fn whole(
    program: &OsStr,
    pictures: impl IntoIterator<Item = Result<Picture, PictureError>>,
    path: &Path,
    frames_per_second: f64,
) -> Result<(), PictureError> {
    write_beside(path, |temporary| {
        film(program, pictures, temporary, frames_per_second)
    })
}

fn film(
    program: &OsStr,
    pictures: impl IntoIterator<Item = Result<Picture, PictureError>>,
    path: &Path,
    frames_per_second: f64,
) -> Result<(), PictureError> {
    let mut pictures = pictures.into_iter();
    let first = pictures.next().ok_or(DrawError::NoPictures)??;
    let (width, height) = (first.width(), first.height());
    if width.min(height) < 2 {
        return Err(DrawError::BadSize { width, height }.into());
    }
    let mut child = started(program, (width, height), path, frames_per_second)?;
    let fed = feed(&mut child, std::iter::once(Ok(first)).chain(pictures));
    let mut said = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr
            .read_to_string(&mut said)
            .map_err(PictureError::Pipe)?;
    }
    let status = child.wait().map_err(PictureError::Pipe)?;
    match fed {
        // A pipe that breaks is ffmpeg's own complaint, told better by what it said.
        Err(PictureError::Pipe(error)) if error.kind() == ErrorKind::BrokenPipe => {}
        other => other?,
    }
    if status.success() {
        Ok(())
    } else {
        Err(PictureError::Film {
            message: said.trim().to_string(),
        })
    }
}

fn started(
    program: &OsStr,
    (width, height): (u32, u32),
    path: &Path,
    frames_per_second: f64,
) -> Result<Child, PictureError> {
    let even = format!("crop={}:{}:0:0", width & !1, height & !1);
    Command::new(program)
        .args([
            "-y",
            "-loglevel",
            "error",
            "-f",
            "rawvideo",
            "-pix_fmt",
            "rgb24",
        ])
        .args([
            "-s",
            &format!("{width}x{height}"),
            "-r",
            &frames_per_second.to_string(),
        ])
        .args([
            "-i", "-", "-vf", &even, "-an", "-c:v", "libx264", "-crf", "18",
        ])
        .args([
            "-pix_fmt",
            "yuv420p",
            "-movflags",
            "+faststart",
            "-f",
            "mp4",
        ])
        .arg(path)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => PictureError::NoFfmpeg,
            _ => PictureError::Pipe(error),
        })
}

/// Hands the pixels over; the pipe closes at the end.
fn feed(
    child: &mut Child,
    pictures: impl Iterator<Item = Result<Picture, PictureError>>,
) -> Result<(), PictureError> {
    let mut pipe = child.stdin.take();
    let mut size = None;
    for picture in pictures {
        let picture = picture?;
        let own = (picture.width(), picture.height());
        if *size.get_or_insert(own) != own {
            return Err(DrawError::MixedSizes.into());
        }
        if let Some(pipe) = &mut pipe {
            pipe.write_all(picture.rgb8()).map_err(PictureError::Pipe)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32) -> Result<Picture, PictureError> {
        Picture::new(width, height, vec![7; (3 * width * height) as usize])
            .map_err(PictureError::from)
    }

    #[test]
    fn a_missing_program_is_said() {
        let none = OsStr::new("no-such-program-as-this-ffmpeg");
        let result = film(none, [picture(4, 4)], Path::new("/nowhere/a.mp4"), 24.0);
        assert!(matches!(result, Err(PictureError::NoFfmpeg)));
        let text = PictureError::NoFfmpeg.to_string();
        assert!(text.contains("ffmpeg not found"), "{text}");
    }

    #[test]
    fn nothing_makes_no_film() {
        let none = OsStr::new("ffmpeg");
        let result = film(none, [], Path::new("/nowhere/a.mp4"), 24.0);
        assert!(matches!(
            result,
            Err(PictureError::Draw(DrawError::NoPictures))
        ));
        let dot = film(none, [picture(1, 1)], Path::new("/nowhere/a.mp4"), 24.0);
        assert!(matches!(
            dot,
            Err(PictureError::Draw(DrawError::BadSize { .. }))
        ));
    }

    /// A stand-in that keeps its last argument's file: what it was told, and the pixels.
    #[cfg(unix)]
    #[test]
    fn every_pixel_is_handed_over_and_complaints_come_back() {
        use std::os::unix::fs::PermissionsExt;
        let directory = std::env::temp_dir().join(format!("plastica-mp4-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        let script = |name: &str, text: &str| {
            let path = directory.join(name);
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
            path
        };
        let keeps = script(
            "keeps",
            "#!/bin/sh\nfor last; do :; done\necho \"$@\" > \"$last.told\"\ncat > \"$last\"\n",
        );
        let film_path = directory.join("a.mp4");
        let pictures = || [picture(5, 3), picture(5, 3)];
        film(keeps.as_os_str(), pictures(), &film_path, 24.0).unwrap();
        assert_eq!(std::fs::read(&film_path).unwrap(), vec![7; 2 * 45]);
        let told = std::fs::read_to_string(directory.join("a.mp4.told")).unwrap();
        for word in ["-s 5x3", "-r 24", "crop=4:2:0:0", "libx264", "yuv420p"] {
            assert!(told.contains(word), "{word} in {told}");
        }
        let mixed = film(
            keeps.as_os_str(),
            [picture(5, 3), picture(3, 5)],
            &film_path,
            24.0,
        );
        assert!(matches!(
            mixed,
            Err(PictureError::Draw(DrawError::MixedSizes))
        ));
        let fails = script(
            "fails",
            "#!/bin/sh\ncat > /dev/null\necho no codec >&2\nexit 1\n",
        );
        let result = film(fails.as_os_str(), pictures(), &film_path, 24.0);
        assert!(matches!(result, Err(PictureError::Film { message }) if message == "no codec"));
        whole(keeps.as_os_str(), pictures(), &film_path, 24.0).unwrap();
        assert_eq!(std::fs::read(&film_path).unwrap(), vec![7; 2 * 45]);
        // One that fails half-way leaves the film that was there, and nothing else.
        let half = script(
            "half",
            "#!/bin/sh\nfor last; do :; done\necho half > \"$last\"\ncat > /dev/null\nexit 1\n",
        );
        let files = || std::fs::read_dir(&directory).unwrap().count();
        let before = files();
        whole(half.as_os_str(), pictures(), &film_path, 24.0).unwrap_err();
        assert_eq!(std::fs::read(&film_path).unwrap().len(), 2 * 45);
        assert_eq!(files(), before);
        std::fs::remove_dir_all(&directory).unwrap();
    }
}
