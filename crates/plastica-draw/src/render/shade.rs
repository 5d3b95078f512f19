//! The light that a ray brings back.

use super::light::{Studio, on_disc, smooth_step};
use super::sample::{Sampler, Use};
use super::scene::{Scene, Touch, What};
use super::tone::luminance;
use glam::Vec3A;

/// One sample of a pixel. Its light is `lit + gloss`; the parts are kept for smoothing the noise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shaded {
    /// Diffuse light.
    pub(super) lit: Vec3A,
    /// Colour of the surface.
    pub(super) albedo: Vec3A,
    /// Highlights and reflections.
    pub(super) gloss: Vec3A,
    /// 0 for the backdrop.
    pub(super) normal: Vec3A,
    pub(super) place: Vec3A,
}

/// A ray through a pixel: unit direction, and the angle that the pixel spans [rad].
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    pub(super) origin: Vec3A,
    pub(super) direction: Vec3A,
    pub(super) pixel: f32,
}

/// The random numbers of one sample.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dice<'a> {
    pub(super) sampler: &'a Sampler,
    pub(super) sample: u32,
}

impl Dice<'_> {
    fn roll(&self, purpose: Use) -> [f32; 2] {
        self.sampler.pair(self.sample, purpose)
    }
}

/// Part of blocked sky light that comes back from what blocks it, relative to its own colour. Chosen
/// by eye between nothing, which is too dark, and the full albedo.
const BOUNCE: f32 = 0.4;

/// Looks along a ray.
pub(super) fn shade(scene: &Scene, studio: &Studio, sight: Sight, dice: Dice<'_>) -> Shaded {
    let Sight {
        origin, direction, ..
    } = sight;
    let behind = studio.behind(direction);
    let Some(hit) = scene.nearest(origin, direction) else {
        return Shaded {
            lit: behind,
            albedo: behind,
            gloss: Vec3A::ZERO,
            normal: Vec3A::ZERO,
            place: direction * 100.0,
        };
    };
    let mut touch = scene.touch(hit, origin, direction);
    let place = origin + direction * hit.distance;
    let is_floor = matches!(hit.what, What::Plane(_));
    let fade = if is_floor {
        let slant = touch.normal.dot(direction).abs().max(0.02);
        let footprint = sight.pixel * hit.distance / slant;
        touch.albedo = studio.floor_albedo(place, touch.normal, footprint);
        studio.fade(place)
    } else {
        0.0
    };
    if fade >= 1.0 {
        return Shaded {
            lit: behind,
            albedo: behind,
            gloss: Vec3A::ZERO,
            normal: touch.normal,
            place,
        };
    }
    let key = key_light(scene, studio, &touch, dice);
    let sky = sky_light(scene, studio, &touch, dice);
    let diffuse = if touch.sheen.metal { 0.25 } else { 1.0 };
    let facing = touch.normal.dot(studio.key).max(0.0);
    let lit = touch.albedo * (key * facing + sky) * diffuse;
    let gloss = if is_floor {
        Vec3A::ZERO
    } else {
        highlight(&touch, -direction, studio.key) * key
            + reflection(scene, studio, &touch, direction, sky, dice)
    };
    Shaded {
        lit: lit.lerp(behind, fade),
        albedo: (touch.albedo * diffuse).lerp(behind, fade),
        gloss,
        normal: touch.normal,
        place,
    }
}

/// What arrives from the key light on a surface that faces it, by one ray to it. Only whether the
/// light is seen is left to chance, not how far the surface turns from that ray: where all of the
/// light is seen there is no noise.
fn key_light(scene: &Scene, studio: &Studio, touch: &Touch, dice: Dice<'_>) -> Vec3A {
    let direction = studio.key_direction(dice.roll(Use::Light));
    let faces = touch.normal.dot(studio.key) > 0.0 && touch.normal.dot(direction) > 0.0;
    if faces && !scene.is_blocked(touch.start, direction) {
        studio.key_light
    } else {
        Vec3A::ZERO
    }
}

/// Light of the sky, and of what hides it, from one direction of the hemisphere.
fn sky_light(scene: &Scene, studio: &Studio, touch: &Touch, dice: Dice<'_>) -> Vec3A {
    let disc = on_disc(dice.roll(Use::Sky));
    let height = (1.0 - disc.length_squared()).max(0.0).sqrt();
    let (x, y) = touch.normal.any_orthonormal_pair();
    let direction = (x * disc.x + y * disc.y + touch.normal * height).normalize();
    if scene.is_blocked(touch.start, direction) {
        let bounced = studio.open_sky(touch.normal) + 0.35 * studio.key_light;
        return bounced * touch.albedo * BOUNCE;
    }
    match scene.floor_along(touch.start, direction) {
        // Close to the floor one sees the shadow that one throws oneself.
        Some(distance) => {
            let open = 0.25 + 0.75 * smooth_step(0.0, 0.15, distance);
            studio.floor_glow() * open
        }
        None => studio.open_sky(touch.normal),
    }
}

/// The key light's reflection over its irradiance (GGX: Walter et al. 2007; Schlick's Fresnel term).
fn highlight(touch: &Touch, to_eye: Vec3A, to_key: Vec3A) -> Vec3A {
    let (n, half) = (touch.normal, (to_eye + to_key).normalize_or(touch.normal));
    let (cos_key, cos_eye) = (n.dot(to_key), n.dot(to_eye));
    if cos_key <= 0.0 || cos_eye <= 0.0 {
        return Vec3A::ZERO;
    }
    let alpha = touch.sheen.roughness * touch.sheen.roughness;
    // The light is not a point: highlights are no smaller than it.
    let a2 = (alpha + 0.05).powi(2);
    let cos_half = n.dot(half).clamp(0.0, 1.0);
    let spread = cos_half * cos_half * (a2 - 1.0) + 1.0;
    let distribution = a2 / (spread * spread);
    let smith = |cos: f32| 2.0 * cos / (cos + (a2 + (1.0 - a2) * cos * cos).sqrt());
    let shape = distribution * smith(cos_key) * smith(cos_eye) / (4.0 * cos_eye);
    fresnel(touch, half.dot(to_eye)) * shape
}

fn fresnel(touch: &Touch, cos: f32) -> Vec3A {
    let head_on = if touch.sheen.metal {
        touch.albedo
    } else {
        Vec3A::splat(0.04)
    };
    head_on + (1.0 - head_on) * (1.0 - cos.clamp(0.0, 1.0)).powi(5)
}

/// The surroundings' reflection: traced for metals, which live by it; for others the sky, dimmed
/// where little of it is seen.
fn reflection(
    scene: &Scene,
    studio: &Studio,
    touch: &Touch,
    direction: Vec3A,
    sky: Vec3A,
    dice: Dice<'_>,
) -> Vec3A {
    let n = touch.normal;
    let share = fresnel(touch, -n.dot(direction));
    let mirrored = direction - n * (2.0 * n.dot(direction));
    if !touch.sheen.metal {
        let open = (luminance(sky) / luminance(studio.open_sky(n))).min(1.0);
        let polish = (1.0 - touch.sheen.roughness).powi(2);
        return share * studio.reflected(mirrored) * (open * polish);
    }
    let blur = touch.sheen.roughness * touch.sheen.roughness;
    let disc = on_disc(dice.roll(Use::Gloss)) * blur;
    let (x, y) = mirrored.any_orthonormal_pair();
    let ray = (mirrored + x * disc.x + y * disc.y).normalize();
    if n.dot(ray) <= 0.0 {
        return Vec3A::ZERO;
    }
    let seen = match scene.nearest(touch.start, ray) {
        Some(hit) if matches!(hit.what, What::Plane(_)) => studio.floor_glow(),
        Some(hit) => scene.touch(hit, touch.start, ray).albedo * 0.5,
        None => studio.reflected(ray),
    };
    share * seen
}
