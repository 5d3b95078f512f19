//! What examples that draw pictures share: `EXAMPLE DIR [names]` writes those pictures, or all, at both qualities.

use plastica_draw::render::{Camera, Extent, Quality, RenderScene, render};
use std::path::Path;
use std::time::Instant;

/// Anything that may go wrong.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Draws the scenes that the arguments of the program name, and a film.
pub fn draw<S: Copy>(
    (film, shoot): (&str, fn(&Path) -> Outcome<()>),
    scenes: &[(&str, S)],
    set: impl Fn(S) -> Outcome<(RenderScene, Extent)>,
) -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let out = arguments
        .next()
        .ok_or("say which directory the pictures go to")?;
    let only: Vec<String> = arguments.collect();
    let out = Path::new(&out);
    std::fs::create_dir_all(out)?;
    let wanted =
        |name: &str| only.is_empty() || only.iter().any(|word| name.contains(word.as_str()));
    if wanted(film) {
        shoot(out)?;
    }
    for (name, scene) in scenes {
        for quality in [Quality::Preview, Quality::Show] {
            let name = format!("{name}-{quality:?}");
            if !wanted(&name) {
                continue;
            }
            let start = Instant::now();
            let (stage, extent) = set(*scene)?;
            let staged = start.elapsed();
            let camera = Camera::frame_all(extent, 16.0 / 9.0);
            let start = Instant::now();
            let picture = render(&stage, &camera, (1280, 720), quality)?;
            println!("{name}: staged {staged:.2?}, drawn {:.2?}", start.elapsed());
            std::fs::write(out.join(format!("{name}.png")), picture.png()?)?;
        }
    }
    Ok(())
}
