//! Random numbers that depend on a particle only, never on who asks first.

use crate::render::sample::mix;
use plastica_tensor::Vec3;
use std::f64::consts::TAU;

/// The random numbers of one thing.
pub(super) struct Dice {
    state: u64,
}

impl Dice {
    pub(super) fn of(seed: u64, set: u64, particle: u64) -> Self {
        Dice {
            state: mix(mix(mix(seed).wrapping_add(set)).wrapping_add(particle)),
        }
    }

    /// In [0, 1).
    pub(super) fn unit(&mut self) -> f64 {
        self.state = self.state.wrapping_add(1);
        (mix(self.state) >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// Three in [0, 1).
    pub(super) fn units(&mut self) -> [f64; 3] {
        std::array::from_fn(|_| self.unit())
    }

    /// Three from the normal distribution (Box and Muller).
    pub(super) fn normals(&mut self) -> Vec3<f64> {
        let mut one = || {
            let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
            radius * (TAU * self.unit()).cos()
        };
        Vec3([one(), one(), one()])
    }
}
