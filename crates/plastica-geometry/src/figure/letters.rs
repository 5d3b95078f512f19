//! Letters and digits.

mod glyph;

use crate::{Shape, ShapeError};
use glyph::{Stroke, glyph};

/// Half the width of a stroke [m].
const PEN: f64 = 0.085;
/// From one letter to the next, between the middles of their strokes [m].
const GAP: f64 = 0.30;
/// Width of a space [m].
const SPACE: f64 = 0.35;
/// Extent along z [m].
const THICKNESS: f64 = 0.25;
/// Degrees of a round stroke for each straight piece.
const PIECE: f64 = 10.0;

/// A line of capital letters A to Z, digits and spaces; small letters are written large. Flat
/// strokes with round ends in the x–y plane, 1 m high, 0.25 m thick, standing on y = 0, centred in
/// x and z.
pub fn letters(text: &str) -> Result<Shape, ShapeError> {
    let mut lines: Vec<Vec<[f64; 2]>> = Vec::new();
    let (mut start, mut end) = (0.0, 0.0);
    for character in text.chars() {
        if character == ' ' {
            start += SPACE;
            continue;
        }
        let (width, strokes) = glyph(character).ok_or(ShapeError::Character(character))?;
        for stroke in strokes {
            let place = |[x, y]: [f64; 2]| [x + start, PEN + y * (1.0 - 2.0 * PEN)];
            lines.push(corners(stroke).into_iter().map(place).collect());
        }
        end = start + width;
        start = end + GAP;
    }
    // The box of the strokes may be narrower than that of the letters (as for a J); centred by it.
    let across = lines.iter().flatten().map(|p| p[0]);
    let low = across.clone().fold(f64::INFINITY, f64::min);
    let high = across.fold(f64::NEG_INFINITY, f64::max);
    if !(low <= high && end >= 0.0) {
        return Err(ShapeError::NoLetters);
    }
    for point in lines.iter_mut().flatten() {
        point[0] -= 0.5 * (low + high);
    }
    Ok(Shape::strokes(&lines, PEN, THICKNESS))
}

fn corners(stroke: &Stroke) -> Vec<[f64; 2]> {
    match stroke {
        Stroke::Line(points) => points.to_vec(),
        Stroke::Arc {
            centre,
            radii,
            from,
            to,
        } => {
            let pieces = ((to - from).abs() / PIECE).ceil();
            let point = |i: i32| {
                let angle = from + (to - from) * f64::from(i) / pieces;
                let (sin, cos) = angle.to_radians().sin_cos();
                [centre[0] + radii[0] * cos, centre[1] + radii[1] * sin]
            };
            (0..=pieces as i32).map(point).collect()
        }
    }
}
