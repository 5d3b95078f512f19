//! The studio: a soft key light, a sky, a floor that runs into the backdrop.

use super::{Backdrop, Camera};
use crate::plot::nice_step;
use glam::{DVec3, Vec2, Vec3A};

/// Where light comes from. Radiances are such that a white floor is near 1.
pub(super) struct Studio {
    /// Towards the key light.
    pub(super) key: Vec3A,
    key_right: Vec3A,
    key_up: Vec3A,
    /// The key's irradiance over π, on a surface that faces it.
    pub(super) key_light: Vec3A,
    pub(super) up: Vec3A,
    zenith: Vec3A,
    horizon: Vec3A,
    /// What is behind everything, seen from the camera.
    backdrop: [Vec3A; 2],
    floor: Vec3A,
    tiles: Tiles,
}

/// Angular radius of the key light [rad]: a large soft box.
const KEY_RADIUS: f32 = 0.11;

impl Studio {
    /// The key light stands to the left of the camera, above and slightly behind it, so that
    /// shadows fall to the right and away.
    pub(super) fn new(backdrop: Backdrop, camera: &Camera) -> Self {
        let view = camera.view();
        let up = DVec3::from_array(camera.up).try_normalize();
        let up = up.filter(|u| u.is_finite()).unwrap_or(DVec3::Y);
        let ahead = (view.forward - up * view.forward.dot(up)).try_normalize();
        let ahead = ahead.unwrap_or(view.up);
        let key = (-0.62 * view.right + 0.95 * up - 0.3 * ahead).normalize();
        let key_right = key.any_orthonormal_vector();
        let (zenith, horizon) = (Vec3A::new(0.36, 0.40, 0.46), Vec3A::new(0.50, 0.50, 0.49));
        let (top, bottom, floor) = match backdrop {
            Backdrop::Light => (
                Vec3A::new(0.70, 0.73, 0.76),
                Vec3A::new(0.86, 0.87, 0.88),
                Vec3A::new(0.60, 0.595, 0.585),
            ),
            Backdrop::Slate => (
                Vec3A::new(0.055, 0.075, 0.10),
                Vec3A::new(0.17, 0.21, 0.25),
                Vec3A::new(0.13, 0.155, 0.18),
            ),
        };
        Studio {
            key: key.as_vec3a(),
            key_right: key_right.as_vec3a(),
            key_up: key.cross(key_right).as_vec3a(),
            key_light: 1.02 * Vec3A::new(1.0, 0.965, 0.91),
            up: up.as_vec3a(),
            zenith,
            horizon,
            backdrop: [bottom, top],
            floor,
            tiles: Tiles::new(camera),
        }
    }

    /// A direction to the key light, by a point of the unit square.
    pub(super) fn key_direction(&self, [u, v]: [f32; 2]) -> Vec3A {
        let disc = on_disc([u, v]) * KEY_RADIUS;
        (self.key + self.key_right * disc.x + self.key_up * disc.y).normalize()
    }

    /// Radiance of the sky that lights things.
    pub(super) fn sky(&self, direction: Vec3A) -> Vec3A {
        let height = direction.dot(self.up).clamp(-1.0, 1.0);
        self.horizon.lerp(self.zenith, 0.5 + 0.5 * height)
    }

    /// Mean of the sky over the hemisphere about a normal, weighted by cosine: the sky is linear in
    /// the height, whose mean is 2/3 of the normal's. Using it for every open direction leaves no
    /// noise where all is open.
    pub(super) fn open_sky(&self, normal: Vec3A) -> Vec3A {
        let height = normal.dot(self.up).clamp(-1.0, 1.0) * (2.0 / 3.0);
        self.horizon.lerp(self.zenith, 0.5 + 0.5 * height)
    }

    /// What polished things reflect: the sky with a bright ceiling and a dark wall, for contrast.
    pub(super) fn reflected(&self, direction: Vec3A) -> Vec3A {
        let height = direction.dot(self.up);
        let ceiling = smooth_step(0.25, 0.75, height);
        self.sky(direction) * (0.55 + 1.5 * ceiling)
    }

    /// What the camera sees behind everything.
    pub(super) fn behind(&self, direction: Vec3A) -> Vec3A {
        let height = direction.dot(self.up);
        self.backdrop[0].lerp(self.backdrop[1], smooth_step(-0.1, 0.35, height))
    }

    /// Light that the lit floor throws back.
    pub(super) fn floor_glow(&self) -> Vec3A {
        self.floor * 0.75
    }

    /// Colour of the floor at a place, for a pixel as wide as `footprint` there.
    pub(super) fn floor_albedo(&self, at: Vec3A, normal: Vec3A, footprint: f32) -> Vec3A {
        self.floor * (1.0 - 0.11 * self.tiles.joints(at, normal, footprint))
    }

    /// How much of the floor has gone over into the backdrop at a place.
    pub(super) fn fade(&self, at: Vec3A) -> f32 {
        smooth_step(0.9, 3.2, at.length())
    }
}

/// A grid of thin lines on the floor, a round number of metres apart, that stands still in the
/// world.
struct Tiles {
    /// Units of rays per tile.
    size: f32,
    /// The world's origin, in units of rays.
    origin: DVec3,
}

impl Tiles {
    fn new(camera: &Camera) -> Self {
        let distance = camera.distance().max(f64::MIN_POSITIVE);
        Tiles {
            size: (nice_step(distance, 12.0) / distance) as f32,
            origin: -DVec3::from_array(camera.target) / distance,
        }
    }

    /// Part of a pixel that joints cover.
    fn joints(&self, at: Vec3A, normal: Vec3A, footprint: f32) -> f32 {
        const WIDTH: f32 = 0.018;
        let across = [Vec3A::X, Vec3A::Z]
            .into_iter()
            .find(|axis| normal.dot(*axis).abs() < 0.9)
            .unwrap_or(Vec3A::X);
        let x = (across - normal * normal.dot(across)).normalize();
        let y = normal.cross(x);
        let size = f64::from(self.size);
        let filter = (footprint / self.size).clamp(1e-4, 1.0);
        let line = |axis: Vec3A| {
            let from_origin = (at.as_dvec3() - self.origin).dot(axis.as_dvec3());
            // In single precision distant places would jitter.
            let along = ((from_origin / size).fract() + 1.0).fract() as f32 + 0.5 * WIDTH;
            let covered = |x: f32| x.floor() * WIDTH + x.fract().min(WIDTH);
            (covered(along + 1.0 + 0.5 * filter) - covered(along + 1.0 - 0.5 * filter)) / filter
        };
        1.0 - (1.0 - line(x)) * (1.0 - line(y))
    }
}

/// The unit square to the unit disc without tearing neighbours apart (Shirley and Chiu 1997).
pub(super) fn on_disc([u, v]: [f32; 2]) -> Vec2 {
    let (a, b) = (2.0 * u - 1.0, 2.0 * v - 1.0);
    if a == 0.0 && b == 0.0 {
        return Vec2::ZERO;
    }
    let quarter = std::f32::consts::FRAC_PI_4;
    let (radius, angle) = if a.abs() > b.abs() {
        (a, quarter * b / a)
    } else {
        (b, 2.0 * quarter - quarter * a / b)
    };
    radius * Vec2::from_angle(angle)
}

/// 0 below `from`, 1 above `to`, smooth between.
pub(super) fn smooth_step(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}
