//! Draws a figure in shades of grey: `cargo run --example look -- rabbit side /tmp/rabbit.png`.
//!
//! Figures: rabbit, bust, or any text to be drawn as letters. Views: side (from +z), front (from
//! +x), corner (from between).

use plastica_geometry::{Shape, Vec3, figure};
use std::error::Error;
use std::fs::File;

const SIDE: usize = 480;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, view, path] = arguments.as_slice() else {
        return Err("usage: look FIGURE side|front|corner FILE.png".into());
    };
    let shape = match name.as_str() {
        "rabbit" => figure::rabbit(),
        "bust" => figure::bust(),
        text => figure::letters(text)?,
    };
    let eye = match view.as_str() {
        "side" => Vec3::new(0.15, 0.12, 1.0),
        "front" => Vec3::new(1.0, 0.12, 0.1),
        _ => Vec3::new(0.8, 0.35, 0.8),
    };
    let mut encoder = png::Encoder::new(File::create(path)?, SIDE as u32, SIDE as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder
        .write_header()?
        .write_image_data(&picture(&shape, eye))?;
    Ok(())
}

/// A parallel view of the shape's box, lit from the upper left, with soft occlusion.
fn picture(shape: &Shape, eye: Vec3<f64>) -> Vec<u8> {
    let toward = eye.scale(1.0 / eye.norm());
    let right = Vec3::new(0.0, 1.0, 0.0).cross(toward);
    let right = right.scale(1.0 / right.norm());
    let up = toward.cross(right);
    let Some(bounds) = shape.bounds() else {
        return vec![0; SIDE * SIDE];
    };
    let (centre, reach) = (bounds.centre(), bounds.size().norm());
    let light = (up + toward.scale(0.8) - right.scale(0.7)).scale(1.0 / 1.46);
    let half = 0.5 * bounds.size().0.into_iter().fold(1.05, f64::max);
    let pixel = |i: usize| {
        let step = 2.0 * half / SIDE as f64;
        let across = ((i % SIDE) as f64 + 0.5) * step - half;
        let high = half - ((i / SIDE) as f64 + 0.5) * step;
        let start = centre + right.scale(across) + up.scale(high) + toward.scale(reach);
        match hit(shape, start, -toward, 2.0 * reach) {
            None => 30,
            Some(x) => {
                let n = shape.normal(x);
                let shade = n.dot(light).max(0.0);
                let open = (shape.distance(x + n.scale(0.03)) / 0.03).clamp(0.0, 1.0);
                (40.0 + 200.0 * (0.25 + 0.75 * shade) * (0.4 + 0.6 * open)).min(255.0) as u8
            }
        }
    };
    (0..SIDE * SIDE).map(pixel).collect()
}

/// Where a ray enters the shape.
fn hit(shape: &Shape, start: Vec3<f64>, direction: Vec3<f64>, reach: f64) -> Option<Vec3<f64>> {
    let mut way = 0.0;
    while way < reach {
        let x = start + direction.scale(way);
        let distance = shape.distance(x);
        if distance < 1e-4 {
            return Some(x);
        }
        way += distance;
    }
    None
}
