//! Smooths what noise the samples have left.
//!
//! Only the light is averaged, not the colours, and only across pixels that see the same surface:
//! an edge-avoiding wavelet filter guided by normals, places and the samples' own variance
//! (Dammertz et al. 2010; Schied et al. 2017). Grains, whose pixels all differ, stay as they are.

use super::tone::luminance;
use glam::Vec3A;
use rayon::prelude::*;

/// What the samples of a pixel add up to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pixel {
    /// Diffuse light over the colour of the surface.
    pub(super) light: Vec3A,
    pub(super) albedo: Vec3A,
    pub(super) gloss: Vec3A,
    pub(super) normal: Vec3A,
    pub(super) place: Vec3A,
    /// Variance of the mean of the light's luminance.
    pub(super) variance: f32,
}

/// Steps of the filter: a window of 29 pixels.
const LEVELS: u32 = 3;
/// Light known this well [its standard deviation] is left alone.
const QUIET: f32 = 0.002;

/// Smooths a picture of rows of `width` pixels.
pub(super) fn denoise(pixels: &mut [Pixel], width: usize) {
    for level in 0..LEVELS {
        let step = 1_isize << level;
        let source: Vec<(Vec3A, f32)> = pixels.iter().map(|p| (p.light, p.variance)).collect();
        let guide: &[Pixel] = pixels;
        let smoothed: Vec<(Vec3A, f32)> = (0..guide.len())
            .into_par_iter()
            .map(|at| filtered(guide, &source, width, at, step))
            .collect();
        for (pixel, (light, variance)) in pixels.iter_mut().zip(smoothed) {
            (pixel.light, pixel.variance) = (light, variance);
        }
    }
}

fn filtered(
    pixels: &[Pixel],
    source: &[(Vec3A, f32)],
    width: usize,
    at: usize,
    step: isize,
) -> (Vec3A, f32) {
    // Weights of the cubic B-spline.
    const KERNEL: [f32; 5] = [0.0625, 0.25, 0.375, 0.25, 0.0625];
    let own = &pixels[at];
    let (light, variance) = source[at];
    let deviation = blurred_deviation(source, width, at);
    if deviation < QUIET {
        return (light, variance);
    }
    let (x, y) = ((at % width) as isize, (at / width) as isize);
    let (columns, rows) = (width as isize, (pixels.len() / width) as isize);
    // Distance from the surface's plane that still counts as the surface.
    let thickness = 2e-3 * step as f32;
    let (mut sum, mut weights, mut spread) = (Vec3A::ZERO, 0.0, 0.0);
    for (j, row_weight) in (-2..=2).zip(KERNEL) {
        for (i, column_weight) in (-2..=2).zip(KERNEL) {
            let (u, v) = (x + i * step, y + j * step);
            if !(0..columns).contains(&u) || !(0..rows).contains(&v) {
                continue;
            }
            let there = (v * columns + u) as usize;
            let other = &pixels[there];
            let (other_light, other_variance) = source[there];
            let turned = (own.normal - other.normal).length_squared() * 60.0;
            let off = own.normal.dot(other.place - own.place) / thickness;
            let unlike = turned + off * off;
            if unlike > 8.0 {
                continue;
            }
            let brighter = luminance(light - other_light).abs() / (4.0 * deviation + 1e-3);
            let weight = row_weight * column_weight * (-unlike - brighter).exp();
            sum += other_light * weight;
            spread += other_variance * weight * weight;
            weights += weight;
        }
    }
    (sum / weights, spread / (weights * weights))
}

/// The light's standard deviation; the variance of a few samples is itself too noisy to be used
/// without a look at the pixels around.
fn blurred_deviation(source: &[(Vec3A, f32)], width: usize, at: usize) -> f32 {
    let (x, y) = (at % width, at / width);
    let rows = source.len() / width;
    let (mut sum, mut count) = (0.0, 0.0);
    for v in y.saturating_sub(1)..(y + 2).min(rows) {
        for u in x.saturating_sub(1)..(x + 2).min(width) {
            sum += source[v * width + u].1;
            count += 1.0;
        }
    }
    (sum / count as f32).sqrt()
}
