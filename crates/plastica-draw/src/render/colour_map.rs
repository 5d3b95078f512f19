//! Colours for numbers.

use super::tone::linear_from_srgb;
use crate::Colour;
use glam::Vec3A;

/// Eleven colours of "viridis" by Smith and van der Walt (matplotlib 2.0, CC0), as evenly spaced in
/// brightness for the eye as they are here; dark blue to yellow, readable with colour-blindness and
/// in grey.
const VIRIDIS: [u32; 11] = [
    0x440154, 0x482576, 0x414487, 0x35608d, 0x2a788e, 0x21908c, 0x22a884, 0x43bf71, 0x7ad151,
    0xbbdf27, 0xfde725,
];

/// The colour of a number from 0 to 1; numbers beyond have the colour of the end, NaN is grey.
pub fn colour_map(t: f64) -> Colour {
    if t.is_nan() {
        return Colour::hex(0x808080);
    }
    let along = t.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let from = (along as usize).min(VIRIDIS.len() - 2);
    let part = along - from as f64;
    let (a, b) = (Colour::hex(VIRIDIS[from]), Colour::hex(VIRIDIS[from + 1]));
    let blend = |a: u8, b: u8| {
        let (a, b) = (f64::from(a), f64::from(b));
        (a + part * (b - a)).round() as u8
    };
    Colour {
        red: blend(a.red, b.red),
        green: blend(a.green, b.green),
        blue: blend(a.blue, b.blue),
    }
}

/// The colours of numbers from 0 to 1 as linear light, close enough to look up.
pub(super) struct Ramp(Vec<Vec3A>);

impl Ramp {
    const STEPS: usize = 512;

    pub(super) fn new() -> Self {
        let at = |k: usize| light(colour_map(k as f64 / Ramp::STEPS as f64));
        Ramp((0..=Ramp::STEPS).map(at).collect())
    }

    pub(super) fn at(&self, t: f32) -> Vec3A {
        let place = (t.clamp(0.0, 1.0) * Ramp::STEPS as f32) as usize;
        self.0[place.min(Ramp::STEPS)]
    }
}

/// Linear light of a colour.
pub(crate) fn light(colour: Colour) -> Vec3A {
    let decode = |byte: u8| linear_from_srgb(f32::from(byte) / 255.0);
    Vec3A::new(
        decode(colour.red),
        decode(colour.green),
        decode(colour.blue),
    )
}

#[cfg(test)]
mod tests {
    use super::super::tone::luminance;
    use super::*;

    #[test]
    fn larger_numbers_are_brighter() {
        let brightness: Vec<f32> = (0..=100)
            .map(|k| luminance(light(colour_map(f64::from(k) / 100.0))))
            .collect();
        assert!(brightness.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(brightness[0] < 0.02 && brightness[100] > 0.75);
    }

    #[test]
    fn numbers_beyond_the_ends_have_their_colour() {
        assert_eq!(colour_map(-1.0), colour_map(0.0));
        assert_eq!(colour_map(7.0), colour_map(1.0));
        assert_eq!(colour_map(f64::NAN), Colour::hex(0x808080));
    }
}
