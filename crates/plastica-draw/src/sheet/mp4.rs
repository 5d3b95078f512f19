//! Films by the program `ffmpeg`.

use crate::{DrawError, Picture};
use std::borrow::Borrow;
use std::ffi::OsStr;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Writes a film (H.264, as players everywhere take it) of pictures of one size, by an `ffmpeg` on
/// the path; [`DrawError::NoFfmpeg`] if there is none. A file of that name is replaced. Odd sides
/// lose their last row or column of pixels, which the format cannot hold.
pub fn mp4<P: Borrow<Picture>>(
    pictures: impl IntoIterator<Item = P>,
    path: &Path,
    frames_per_second: f64,
) -> Result<(), DrawError> {
    film(OsStr::new("ffmpeg"), pictures, path, frames_per_second)
}

fn film<P: Borrow<Picture>>(
    program: &OsStr,
    pictures: impl IntoIterator<Item = P>,
    path: &Path,
    frames_per_second: f64,
) -> Result<(), DrawError> {
    let mut pictures = pictures.into_iter();
    let first = pictures.next().ok_or(DrawError::NoPictures)?;
    let (width, height) = (first.borrow().width(), first.borrow().height());
    if width.min(height) < 2 {
        return Err(DrawError::BadSize { width, height });
    }
    let mut child = started(program, (width, height), path, frames_per_second)?;
    let fed = feed(&mut child, std::iter::once(first).chain(pictures));
    let mut said = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr.read_to_string(&mut said).map_err(DrawError::Io)?;
    }
    let status = child.wait().map_err(DrawError::Io)?;
    match fed {
        // A pipe that breaks is ffmpeg's own complaint, told better by what it said.
        Err(DrawError::Io(error)) if error.kind() == ErrorKind::BrokenPipe => {}
        other => other?,
    }
    if status.success() {
        Ok(())
    } else {
        Err(DrawError::Ffmpeg {
            message: said.trim().to_string(),
        })
    }
}

fn started(
    program: &OsStr,
    (width, height): (u32, u32),
    path: &Path,
    frames_per_second: f64,
) -> Result<Child, DrawError> {
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
            ErrorKind::NotFound => DrawError::NoFfmpeg,
            _ => DrawError::Io(error),
        })
}

/// Hands the pixels over; the pipe closes at the end.
fn feed<P: Borrow<Picture>>(
    child: &mut Child,
    pictures: impl Iterator<Item = P>,
) -> Result<(), DrawError> {
    let mut pipe = child.stdin.take();
    let mut size = None;
    for picture in pictures {
        let picture = picture.borrow();
        let own = (picture.width(), picture.height());
        if *size.get_or_insert(own) != own {
            return Err(DrawError::MixedSizes);
        }
        if let Some(pipe) = &mut pipe {
            pipe.write_all(picture.rgb8()).map_err(DrawError::Io)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32) -> Picture {
        Picture::new(width, height, vec![7; (3 * width * height) as usize]).unwrap()
    }

    #[test]
    fn a_missing_program_is_said() {
        let none = OsStr::new("no-such-program-as-this-ffmpeg");
        let result = film(none, [picture(4, 4)], Path::new("/nowhere/a.mp4"), 24.0);
        assert!(matches!(result, Err(DrawError::NoFfmpeg)));
        let text = DrawError::NoFfmpeg.to_string();
        assert!(text.contains("ffmpeg not found"), "{text}");
    }

    #[test]
    fn nothing_makes_no_film() {
        let nothing: [Picture; 0] = [];
        let result = mp4(nothing, Path::new("/nowhere/a.mp4"), 24.0);
        assert!(matches!(result, Err(DrawError::NoPictures)));
        let dot = mp4([picture(1, 1)], Path::new("/nowhere/a.mp4"), 24.0);
        assert!(matches!(dot, Err(DrawError::BadSize { .. })));
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
        let pictures = [picture(5, 3), picture(5, 3)];
        film(keeps.as_os_str(), &pictures, &film_path, 24.0).unwrap();
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
        assert!(matches!(mixed, Err(DrawError::MixedSizes)));
        let fails = script(
            "fails",
            "#!/bin/sh\ncat > /dev/null\necho no codec >&2\nexit 1\n",
        );
        let result = film(fails.as_os_str(), &pictures, &film_path, 24.0);
        assert!(matches!(result, Err(DrawError::Ffmpeg { message }) if message == "no codec"));
        std::fs::remove_dir_all(&directory).unwrap();
    }
}
