//! From rays to pixels.

use super::assemble::assemble;
use super::denoise::{Pixel, denoise};
use super::light::Studio;
use super::sample::{Sampler, Use, mix};
use super::scene::Scene;
use super::shade::{Dice, Shaded, Sight, shade};
use super::tone::{bytes, luminance};
use super::{Camera, Quality, RenderScene};
use crate::{DrawError, Picture};
use glam::Vec3A;
use rayon::prelude::*;
use std::ops::Range;

/// The picture without letters.
pub(super) fn expose(
    stage: &RenderScene,
    camera: &Camera,
    (width, height): (u32, u32),
    quality: Quality,
) -> Result<Picture, DrawError> {
    let lens = Lens::new(camera, width, height);
    let scene = assemble(stage, camera, lens.pixel);
    let studio = Studio::new(stage.backdrop, camera);
    let eye = Eye {
        scene: &scene,
        studio: &studio,
        lens: &lens,
        quality,
    };
    let bands: Vec<Vec<Pixel>> = (0..height.div_ceil(BAND))
        .into_par_iter()
        .map(|k| {
            let rows = k * BAND..((k + 1) * BAND).min(height);
            eye.band(rows, (width, height))
        })
        .collect();
    let mut pixels = bands.concat();
    denoise(&mut pixels, width as usize);
    let rgb8 = pixels
        .par_iter()
        .enumerate()
        .flat_map_iter(|(k, pixel)| {
            let dither = (mix(k as u64) >> 40) as f32 / 16_777_216.0 - 0.5;
            bytes(pixel.light * pixel.albedo + pixel.gloss, dither)
        })
        .collect();
    Picture::new(width, height, rgb8)
}

/// Rays through pixels, in units of the camera's distance from its target.
struct Lens {
    origin: Vec3A,
    corner: Vec3A,
    right: Vec3A,
    down: Vec3A,
    pixel: f32,
}

impl Lens {
    fn new(camera: &Camera, width: u32, height: u32) -> Self {
        let view = camera.view();
        let [right, up, forward] = [view.right, view.up, view.forward].map(|v| v.as_vec3a());
        let widest = std::f64::consts::PI - 0.1;
        let half = (0.5 * camera.field_of_view.clamp(1e-3, widest)).tan() as f32;
        let pixel = 2.0 * half / height as f32;
        Lens {
            origin: -forward,
            corner: forward - right * (0.5 * pixel * width as f32) + up * half,
            right: right * pixel,
            down: -up * pixel,
            pixel,
        }
    }

    fn sight(&self, x: f32, y: f32) -> Sight {
        Sight {
            origin: self.origin,
            direction: (self.corner + self.right * x + self.down * y).normalize(),
            pixel: self.pixel,
        }
    }
}

/// Rows of pixels that are drawn together: enough bands for all threads, few rows looked at twice.
const BAND: u32 = 24;

/// All that a pixel depends on.
struct Eye<'a> {
    scene: &'a Scene,
    studio: &'a Studio,
    lens: &'a Lens,
    quality: Quality,
}

impl Eye<'_> {
    /// Some rows of the picture. Each pixel gets a few samples; those that are uneven or unlike
    /// their neighbours get all. The rows above and below are looked at for comparison, so the
    /// picture does not depend on the bands.
    fn band(&self, rows: Range<u32>, (width, height): (u32, u32)) -> Vec<Pixel> {
        let (few, many) = self.quality.samples();
        let above = rows.start.saturating_sub(1);
        let below = (rows.end + 1).min(height);
        let place = |k: usize| (k as u32 % width, above + k as u32 / width);
        let count = (below - above) as usize * width as usize;
        let first: Vec<Sum> = (0..count)
            .map(|k| self.sampled(Sum::default(), place(k), 0..few))
            .collect();
        let columns = width as usize;
        let own = (rows.start - above) as usize * columns..(rows.end - above) as usize * columns;
        own.map(|k| {
            let x = k % columns;
            let beside = [
                (x > 0).then(|| k - 1),
                (x + 1 < columns).then_some(k + 1),
                k.checked_sub(columns),
                Some(k + columns).filter(|k| *k < count),
            ];
            let mut neighbours = beside.into_iter().flatten().map(|n| &first[n]);
            if first[k].is_even() && neighbours.all(|other| first[k].is_like(other)) {
                return first[k].pixel();
            }
            self.sampled(first[k], place(k), few..many).pixel()
        })
        .collect()
    }

    /// Adds samples of a pixel.
    fn sampled(&self, mut sum: Sum, (x, y): (u32, u32), samples: Range<u32>) -> Sum {
        let (_, many) = self.quality.samples();
        let sampler = Sampler::new(x, y, many);
        for sample in samples {
            let [u, v] = sampler.pair(sample, Use::Pixel);
            let sight = self.lens.sight(x as f32 + u, y as f32 + v);
            let dice = Dice {
                sampler: &sampler,
                sample,
            };
            sum.add(&shade(self.scene, self.studio, sight, dice));
        }
        sum
    }
}

/// What the samples of a pixel add up to.
#[derive(Clone, Copy, Default)]
struct Sum {
    count: f32,
    lit: Vec3A,
    albedo: Vec3A,
    gloss: Vec3A,
    normal: Vec3A,
    place: Vec3A,
    /// Luminance of the light without the surface's colour, and its square.
    light: f32,
    light_squared: f32,
    /// Luminance of the whole, and its square.
    total: f32,
    total_squared: f32,
}

impl Sum {
    fn add(&mut self, shaded: &Shaded) {
        let light = luminance(shaded.lit / shaded.albedo.max(Vec3A::splat(1e-3)));
        let total = luminance(shaded.lit + shaded.gloss);
        self.count += 1.0;
        self.lit += shaded.lit;
        self.albedo += shaded.albedo;
        self.gloss += shaded.gloss;
        self.normal += shaded.normal;
        self.place += shaded.place;
        self.light += light;
        self.light_squared += light * light;
        self.total += total;
        self.total_squared += total * total;
    }

    /// Whether more samples would hardly change the pixel.
    fn is_even(&self) -> bool {
        let mean = self.total / self.count;
        let variance = (self.total_squared / self.count - mean * mean).max(0.0);
        (variance / self.count).sqrt() < 0.008 * mean.max(0.05)
    }

    /// Whether no edge passes between two pixels.
    fn is_like(&self, other: &Sum) -> bool {
        let (a, b) = (self.total / self.count, other.total / other.count);
        let turned = (self.normal / self.count).distance_squared(other.normal / other.count);
        (a - b).abs() < 0.03 * a.max(b).max(0.05) && turned < 0.1
    }

    fn pixel(&self) -> Pixel {
        let part = 1.0 / self.count;
        let mean = self.light * part;
        let variance = (self.light_squared * part - mean * mean).max(0.0) * part;
        Pixel {
            light: self.lit / self.albedo.max(Vec3A::splat(1e-3)),
            albedo: self.albedo.max(Vec3A::splat(1e-3)) * part,
            gloss: self.gloss * part,
            normal: self.normal * part,
            place: self.place * part,
            variance,
        }
    }
}
