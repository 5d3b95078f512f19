//! Random numbers that follow from a seed.

/// SplitMix64 [Steele, Lea, Flood 2014].
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Numbers that follow from a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }
    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    /// A number in [0, 1) with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// Puts a list into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for k in (1..list.len()).rev() {
            let other = (self.bits() % (k as u64 + 1)) as usize;
            list.swap(k, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    /// The first outputs for seed 1234567, as published with the algorithm.
    #[test]
    fn the_published_sequence_comes_out() {
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.bits()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }
}
