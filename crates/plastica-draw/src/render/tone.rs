//! From linear light to bytes.

use glam::Vec3A;

/// Linear light from sRGB, both 0 to 1 (IEC 61966-2-1).
pub(crate) fn linear_from_srgb(encoded: f32) -> f32 {
    if encoded <= 0.04045 {
        encoded / 12.92
    } else {
        ((encoded + 0.055) / 1.055).powf(2.4)
    }
}

/// sRGB from linear light, both 0 to 1 (IEC 61966-2-1).
pub(crate) fn srgb_from_linear(light: f32) -> f32 {
    if light <= 0.003_130_8 {
        12.92 * light
    } else {
        1.055 * light.powf(1.0 / 2.4) - 0.055
    }
}

/// Luminance of linear light (Rec. 709 primaries).
pub(crate) fn luminance(light: Vec3A) -> f32 {
    light.dot(Vec3A::new(0.2126, 0.7152, 0.0722))
}

/// Rolls highlights off towards white and leaves colours below them as they are, so that a legend
/// still fits what it explains: the shoulder of the Khronos group's "PBR neutral" curve (2024). Its
/// toe, which takes off the reflection that things have head-on, would make dark colours garish
/// here, where matt things have none.
pub(crate) fn tone_mapped(light: Vec3A) -> Vec3A {
    const START: f32 = 0.76;
    const DESATURATION: f32 = 0.15;
    let light = light.max(Vec3A::ZERO);
    let peak = light.max_element();
    if peak < START {
        return light;
    }
    let room = 1.0 - START;
    let new_peak = 1.0 - room * room / (peak + room - START);
    let grey = 1.0 - 1.0 / (DESATURATION * (peak - new_peak) + 1.0);
    (light * (new_peak / peak)).lerp(Vec3A::splat(new_peak), grey)
}

/// The bytes of a pixel. `dither` in -0.5..0.5 hides the steps of smooth gradients.
pub(crate) fn bytes(light: Vec3A, dither: f32) -> [u8; 3] {
    tone_mapped(light)
        .to_array()
        .map(|c| (255.0 * srgb_from_linear(c) + 0.5 + dither).clamp(0.0, 255.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoding_is_inverted_by_decoding() {
        for k in 0..=255 {
            let encoded = k as f32 / 255.0;
            let there_and_back = srgb_from_linear(linear_from_srgb(encoded));
            assert!((there_and_back - encoded).abs() < 2e-6);
        }
    }

    #[test]
    fn brighter_stays_brighter_and_below_white() {
        let mut last = -1.0;
        for k in 0..2000 {
            let grey = tone_mapped(Vec3A::splat(k as f32 * 0.01)).x;
            assert!(grey > last && grey <= 1.0, "{k}: {grey} after {last}");
            last = grey;
        }
    }
}
