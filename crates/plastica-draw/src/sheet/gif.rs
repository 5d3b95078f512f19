//! Moving pictures for pages and mails.

use super::common_size;
use crate::{DrawError, Picture};
use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use color_quant::NeuQuant;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::HashMap;

/// Colours of the palette; the number after the last one means "as before".
const COLOURS: usize = 255;
const AS_BEFORE: u8 = COLOURS as u8;

/// An endless animation of pictures of one size, with one palette for all, so that nothing
/// flickers. GIF counts time in hundredths of a second: 50 frames per second at most.
pub fn gif(pictures: &[Picture], frames_per_second: f64) -> Result<Vec<u8>, DrawError> {
    let (width, height) = common_size(pictures)?;
    let bad_size = || DrawError::BadSize { width, height };
    let (columns, rows) = (
        u16::try_from(width).map_err(|_| bad_size())?,
        u16::try_from(height).map_err(|_| bad_size())?,
    );
    let palette = palette(pictures);
    let indexed: Vec<Vec<u8>> = pictures
        .par_iter()
        .map(|picture| indices(picture, &palette))
        .collect();
    let failed = |error: ::gif::EncodingError| DrawError::Encode(Box::new(error));
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, columns, rows, &palette.concat()).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    for (k, indices) in indexed.iter().enumerate() {
        let before = k.checked_sub(1).map(|k| indexed[k].as_slice());
        let mut frame = changed(indices, before, width as usize);
        frame.delay = delay(k, frames_per_second);
        encoder.write_frame(&frame).map_err(failed)?;
    }
    drop(encoder);
    Ok(bytes)
}

/// Hundredths of a second that picture k stands: rounded so that many of them keep time.
fn delay(k: usize, frames_per_second: f64) -> u16 {
    let rate = if frames_per_second > 0.0 {
        frames_per_second.min(50.0)
    } else {
        10.0
    };
    let at = |k: usize| (100.0 * k as f64 / rate).round();
    (at(k + 1) - at(k)).clamp(2.0, 65_535.0) as u16
}

/// A palette for all pictures, from a sample of their pixels.
fn palette(pictures: &[Picture]) -> Vec<[u8; 3]> {
    const SAMPLES: usize = 1 << 19;
    let pixels: usize = pictures.iter().map(|p| p.rgb8().len() / 3).sum();
    // An odd stride does not fall into step with rows.
    let stride = pixels.div_ceil(SAMPLES) | 1;
    let every = pictures.iter().flat_map(|p| p.rgb8().chunks_exact(3));
    let sample: Vec<u8> = every
        .step_by(stride)
        .flat_map(|p| [p[0], p[1], p[2], u8::MAX])
        .collect();
    // 1 is the most careful of its grades; 30 the fastest.
    let quantiser = NeuQuant::new(3, COLOURS, &sample);
    let map = quantiser.color_map_rgb();
    let mut palette: Vec<[u8; 3]> = map.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
    // The place of "as before", and whatever else the table lacks.
    palette.resize(COLOURS + 1, [0; 3]);
    palette
}

/// The nearest colours, dithered a little by a fixed pattern: gradients have no steps, and what
/// does not move does not crawl.
fn indices(picture: &Picture, palette: &[[u8; 3]]) -> Vec<u8> {
    let mut known: HashMap<[u8; 3], u8> = HashMap::new();
    let width = picture.width() as usize;
    let pixels = picture.rgb8().chunks_exact(3).enumerate();
    pixels
        .map(|(k, pixel)| {
            let shift = bayer(k % width, k / width);
            // Seven bits are enough to look up: the dither is larger than what they drop.
            let colour = [pixel[0], pixel[1], pixel[2]]
                .map(|c| (f32::from(c) + shift).clamp(0.0, 255.0) as u8 & 0xfe);
            *known
                .entry(colour)
                .or_insert_with(|| nearest(colour, palette))
        })
        .collect()
}

fn nearest(colour: [u8; 3], palette: &[[u8; 3]]) -> u8 {
    // The eye's weights, roughly: green counts most, blue least.
    const WEIGHTS: [i32; 3] = [3, 6, 2];
    let distance = |other: &[u8; 3]| -> i32 {
        let difference = |k: usize| i32::from(colour[k]) - i32::from(other[k]);
        (0..3).map(|k| WEIGHTS[k] * difference(k).pow(2)).sum()
    };
    let found = (0..COLOURS).min_by_key(|&k| distance(&palette[k]));
    found.unwrap_or(0) as u8
}

/// Bayer's 8 x 8 pattern, about -3 to 3.
fn bayer(x: usize, y: usize) -> f32 {
    let mut value = 0;
    for bit in 0..3 {
        let (x, y) = (x >> bit & 1, y >> bit & 1);
        value = value << 2 | (x ^ y) << 1 | y;
    }
    (value as f32 - 31.5) * (6.0 / 64.0)
}

/// A frame of the rectangle that changes, with what stays the same in it left out.
fn changed(indices: &[u8], before: Option<&[u8]>, width: usize) -> Frame<'static> {
    let Some(before) = before else {
        return Frame {
            width: width as u16,
            height: (indices.len() / width) as u16,
            buffer: Cow::Owned(indices.to_vec()),
            dispose: DisposalMethod::Keep,
            ..Frame::default()
        };
    };
    let differs = |k: &usize| indices[*k] != before[*k];
    let places: Vec<usize> = (0..indices.len()).filter(differs).collect();
    // Nothing changes: one pixel keeps the time.
    let rows = places.first().map_or(0, |k| k / width)..=places.last().map_or(0, |k| k / width);
    let columns = places.iter().map(|k| k % width);
    let left = columns.clone().min().unwrap_or(0);
    let right = columns.max().unwrap_or(0);
    let (top, height) = (*rows.start(), rows.end() - rows.start() + 1);
    let buffer = rows
        .flat_map(|y| (left..=right).map(move |x| y * width + x))
        .map(|k| if differs(&k) { indices[k] } else { AS_BEFORE })
        .collect();
    Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left + 1) as u16,
        height: height as u16,
        transparent: Some(AS_BEFORE),
        dispose: DisposalMethod::Keep,
        buffer: Cow::Owned(buffer),
        ..Frame::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A dark square that moves over a gradient.
    fn picture(step: u32) -> Picture {
        let rgb8 = (0..48_u32 * 32).flat_map(|k| {
            let (x, y) = (k % 48, k / 48);
            let inside = (step * 4..step * 4 + 8).contains(&x) && (10..18).contains(&y);
            if inside {
                [150, 40, 30]
            } else {
                [180 + y as u8, 190 + y as u8, 200 + y as u8]
            }
        });
        Picture::new(48, 32, rgb8.collect()).unwrap()
    }

    /// The frames as they are seen, each laid over those before.
    fn played(bytes: &[u8]) -> Vec<(u16, Vec<u8>)> {
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let (width, height) = (decoder.width() as usize, decoder.height() as usize);
        let mut screen = vec![0; 3 * width * height];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (k, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let x = frame.left as usize + k % frame.width as usize;
                let y = frame.top as usize + k / frame.width as usize;
                if pixel[3] > 0 {
                    screen[3 * (y * width + x)..][..3].copy_from_slice(&pixel[..3]);
                }
            }
            frames.push((frame.delay, screen.clone()));
        }
        frames
    }

    #[test]
    fn frames_and_their_time_come_back() {
        let pictures: Vec<Picture> = (0..6).map(picture).collect();
        let frames = played(&gif(&pictures, 25.0).unwrap());
        assert_eq!(frames.len(), 6);
        for ((delay, seen), picture) in frames.iter().zip(&pictures) {
            assert_eq!(*delay, 4);
            let worst = seen
                .iter()
                .zip(picture.rgb8())
                .map(|(a, b)| a.abs_diff(*b))
                .max();
            assert!(worst.unwrap() <= 12, "{worst:?}");
        }
    }

    /// 30 frames per second are 3.33 hundredths each: 100 in total after 30.
    #[test]
    fn rounded_delays_keep_time() {
        let total: u16 = (0..30).map(|k| delay(k, 30.0)).sum();
        assert_eq!(total, 100);
        assert_eq!(delay(0, f64::NAN), 10);
        assert_eq!(delay(0, 1e9), 2);
    }

    #[test]
    fn a_still_picture_stays() {
        let frames = played(&gif(&[picture(1), picture(1)], 10.0).unwrap());
        assert_eq!(frames.len(), 2);
        assert_eq!(frames[0].1, frames[1].1);
        assert!(matches!(gif(&[], 10.0), Err(DrawError::NoPictures)));
    }
}
