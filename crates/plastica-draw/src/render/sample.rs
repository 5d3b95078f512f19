//! Where the samples of a pixel lie.
//!
//! The points of each pixel are a piece of one scrambled Sobol sequence that runs through the whole
//! picture along a shuffled Morton curve, so that neighbouring pixels complete each other and what
//! noise is left is fine-grained (Ahmed and Wonka 2020, "Screen-space blue-noise diffusion of Monte
//! Carlo sampling error via hierarchical ordering of pixels"). Nothing but the pixel, the number of
//! the sample and its use enters: the same picture on any number of threads.

/// What a pair of random numbers is for: a different scramble each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Pixel,
    Light,
    Sky,
    Gloss,
}

/// The samples of one pixel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sampler {
    morton: u64,
    /// For each use, the pixel's digits in the sequence, already shuffled.
    pixel: [u64; 4],
    /// Base-4 digits of a sample's number.
    sample_digits: u32,
}

/// Base-4 digits of a pixel's place that are shuffled: tiles of 256 pixels, larger than the eye
/// compares. The digits above stay.
const PIXEL_DIGITS: u32 = 8;

impl Sampler {
    /// For a picture of at most `2^16` pixels a side.
    pub(crate) fn new(x: u32, y: u32, samples_per_pixel: u32) -> Self {
        let bits = samples_per_pixel.next_power_of_two().trailing_zeros();
        let morton = u64::from(spread(x)) | u64::from(spread(y)) << 1;
        let uses = [Use::Pixel, Use::Light, Use::Sky, Use::Gloss];
        Sampler {
            morton,
            pixel: uses.map(|purpose| shuffled(morton, PIXEL_DIGITS, purpose)),
            sample_digits: bits.div_ceil(2),
        }
    }

    /// The pair of numbers in 0..1 of a sample.
    pub(crate) fn pair(&self, sample: u32, purpose: Use) -> [f32; 2] {
        let bits = 2 * self.sample_digits;
        let curve = self.morton << bits | u64::from(sample);
        let within = shuffled(curve, self.sample_digits, purpose) & ((1 << bits) - 1);
        let index = self.pixel[purpose as usize] << bits | within;
        let seed = mix(purpose as u64);
        let x = scrambled(van_der_corput(index), seed as u32);
        let y = scrambled(second_sobol(index), (seed >> 32) as u32);
        [x, y].map(|bits| (bits >> 8) as f32 * (1.0 / 16_777_216.0))
    }
}

/// A place on the curve with its lowest base-4 digits each permuted by the digits above it.
fn shuffled(curve: u64, digits: u32, purpose: Use) -> u64 {
    let mut index = curve >> (2 * digits) << (2 * digits);
    for place in (0..digits).rev() {
        let shift = 2 * place;
        let digit = (curve >> shift) & 3;
        let above = curve >> shift >> 2;
        let choice = mix(above ^ (0x5555_5555_5555 * (1 + purpose as u64))) >> 24;
        index |= permuted(digit, (choice % 24) as usize) << shift;
    }
    index
}

/// The bits of a number with a zero before each.
fn spread(x: u32) -> u32 {
    let mut x = x & 0xffff;
    x = (x | x << 8) & 0x00ff_00ff;
    x = (x | x << 4) & 0x0f0f_0f0f;
    x = (x | x << 2) & 0x3333_3333;
    (x | x << 1) & 0x5555_5555
}

/// One of the 24 orders of four digits.
fn permuted(digit: u64, order: usize) -> u64 {
    const ORDERS: [[u8; 4]; 24] = orders();
    u64::from(ORDERS[order][digit as usize])
}

const fn orders() -> [[u8; 4]; 24] {
    let mut orders = [[0; 4]; 24];
    let mut n = 0;
    while n < 24 {
        let mut left = [0, 1, 2, 3];
        let (mut rest, mut k) = (n, 0);
        while k < 4 {
            let pick = rest % (4 - k);
            rest /= 4 - k;
            orders[n][k] = left[pick];
            left[pick] = left[3 - k];
            k += 1;
        }
        n += 1;
    }
    orders
}

fn van_der_corput(index: u64) -> u32 {
    (index as u32).reverse_bits()
}

/// The second dimension of Sobol's sequence, whose matrix is Pascal's triangle modulo 2: the digits
/// as coefficients of a polynomial in x, taken to one in 1 + x by halves, since (1 + x)^16 is
/// 1 + x^16 there.
fn second_sobol(index: u64) -> u32 {
    let mut x = index as u32;
    x ^= x >> 16;
    x ^= (x & 0xff00_ff00) >> 8;
    x ^= (x & 0xf0f0_f0f0) >> 4;
    x ^= (x & 0xcccc_cccc) >> 2;
    x ^= (x & 0xaaaa_aaaa) >> 1;
    x.reverse_bits()
}

/// Owen's scrambling by a hash in which each bit depends on the ones above it only (Laine and
/// Karras 2011, with Vegdahl's constants).
fn scrambled(bits: u32, seed: u32) -> u32 {
    let mut x = bits.reverse_bits();
    x ^= x.wrapping_mul(0x3d20_adea);
    x = x.wrapping_add(seed);
    x = x.wrapping_mul((seed >> 16) | 1);
    x ^= x.wrapping_mul(0x0552_6c56);
    x ^= x.wrapping_mul(0x53a2_2864);
    x.reverse_bits()
}

/// A well-mixed number (SplitMix64's finaliser).
pub(crate) fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A number between −1 and 1 for tests, by its index.
#[cfg(test)]
pub(crate) fn random(k: u64) -> f32 {
    (mix(k) >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 16 samples of a pixel fill each cell of the 4 x 4, 2 x 8, 16 x 1 … grids once.
    #[test]
    fn the_samples_of_a_pixel_are_a_net() {
        for (x, y) in [(0, 0), (3, 7), (1279, 719), (65535, 65535)] {
            let sampler = Sampler::new(x, y, 16);
            for (columns, rows) in [(1, 16), (2, 8), (4, 4), (8, 2), (16, 1)] {
                let mut filled = [false; 16];
                for s in 0..16 {
                    let [u, v] = sampler.pair(s, Use::Light);
                    let cell = |w: f32, n: usize| (w * n as f32) as usize;
                    filled[cell(u, columns) * rows + cell(v, rows)] = true;
                }
                assert!(filled.iter().all(|&f| f), "{x} {y} {columns} x {rows}");
            }
        }
    }

    /// Four neighbours with four samples each make a net together, too.
    #[test]
    fn neighbours_complete_each_other() {
        let mut filled = [false; 16];
        for (x, y) in [(8, 4), (9, 4), (8, 5), (9, 5)] {
            let sampler = Sampler::new(x, y, 4);
            for s in 0..4 {
                let [u, v] = sampler.pair(s, Use::Sky);
                filled[(u * 4.0) as usize * 4 + (v * 4.0) as usize] = true;
            }
        }
        assert!(filled.iter().all(|&f| f));
    }

    /// The matrix column by column.
    #[test]
    fn the_second_dimension_is_pascals_triangle() {
        for index in [0, 1, 2, 3, 7, 100, 0xffff_ffff, 0x1234_5678_u32] {
            let (mut column, mut sum) = (1_u32 << 31, 0);
            for bit in 0..32 {
                if index >> bit & 1 == 1 {
                    sum ^= column;
                }
                column ^= column >> 1;
            }
            assert_eq!(second_sobol(u64::from(index)), sum, "{index}");
        }
    }

    #[test]
    fn every_order_is_a_permutation() {
        let orders: std::collections::BTreeSet<[u64; 4]> = (0..24)
            .map(|order| [0, 1, 2, 3].map(|digit| permuted(digit, order)))
            .collect();
        assert_eq!(orders.len(), 24);
        assert!(orders.iter().all(|o| o.iter().sum::<u64>() == 6));
    }
}
