//! Random numbers by counting: a number depends on its place only, never on who asks first.

/// A well-mixed word for the `index`-th draw of a `stream` under a `seed`.
///
/// Three rounds of the finaliser of SplitMix64, whose output passes the usual batteries of tests.
#[inline]
pub(crate) fn word(seed: u64, stream: u64, index: u64) -> u64 {
    mix(mix(mix(seed).wrapping_add(stream)).wrapping_add(index))
}

/// A number in [0, 1) with 53 random bits.
#[inline]
pub(crate) fn unit(seed: u64, stream: u64, index: u64) -> f64 {
    (word(seed, stream, index) >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
}

#[inline]
fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
