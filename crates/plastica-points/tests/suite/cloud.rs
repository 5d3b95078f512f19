//! Clouds of particles off a lattice, and affine motion.

use plastica_core::Body;
use plastica_points::{Options, Precision};
use plastica_tensor::{Mat3, Vec3};

/// A number in [0, 1) that depends on its arguments only.
pub fn random(seed: u64, index: u64) -> f64 {
    let mut x =
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ index.wrapping_mul(0xd134_2543_de82_ef95);
    for _ in 0..3 {
        x = (x ^ (x >> 31))
            .wrapping_mul(0xbf58_476d_1ce4_e5b9)
            .wrapping_add(0x1234_5678_9abc_def1);
    }
    ((x ^ (x >> 29)) >> 11) as f64 / (1u64 << 53) as f64
}

/// Places moved at random by up to a part of the pitch along each axis.
pub fn jitter(places: &mut [[f64; 3]], by: f64) {
    for (k, place) in places.iter_mut().enumerate() {
        for axis in 0..3 {
            place[axis] += by * (2.0 * random(7, 3 * k as u64 + axis as u64) - 1.0);
        }
    }
}

/// The usual choices in double precision.
pub fn double(spacing: f64) -> Options {
    Options {
        precision: Precision::Double,
        ..Options::new(spacing)
    }
}

/// Gives a cloud the velocities that take it through a map in a time [s], if nothing stops it.
pub fn send(cloud: &mut Body, map: &Mat3<f64>, time: f64) {
    for seed in &mut cloud.seeds {
        let x = Vec3(seed.position);
        seed.velocity = (map.mul_vec(x) - x).scale(1.0 / time).0;
    }
}
