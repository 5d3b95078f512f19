//! What the machine can do at best, measured: bytes and operations per second, for a roofline.

use crate::progress::Stopwatch;
use plastica_tensor::simd::{Kernel, Level, dispatch_native};
use plastica_tensor::{Real, Scalar};
use rayon::prelude::*;
use std::hint::black_box;

/// The best of a few tries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Of a sum of two long arrays written to a third (STREAM's triad) [GB/s].
    pub(crate) bandwidth: f64,
    /// Of independent products with sums in registers, single precision [GFLOP/s].
    pub(crate) arithmetic: f64,
}

const TRIES: usize = 5;

/// Measures on the threads of the present pool.
pub(crate) fn measure(level: Level) -> Limits {
    let best = |measure: &mut dyn FnMut() -> f64| (0..TRIES).map(|_| measure()).fold(0.0, f64::max);
    const LENGTH: usize = 1 << 24;
    const PIECE: usize = 1 << 14;
    let (b, c) = (vec![1f32; LENGTH], vec![2f32; LENGTH]);
    let mut a = vec![0f32; LENGTH];
    let mut triad = || {
        let watch = Stopwatch::start();
        a.par_chunks_mut(PIECE)
            .zip(b.par_chunks(PIECE).zip(c.par_chunks(PIECE)))
            .for_each(|(a, (b, c))| {
                for ((a, b), c) in a.iter_mut().zip(b).zip(c) {
                    *a = *b + 3.0 * *c;
                }
            });
        black_box(&a);
        (3 * size_of::<f32>() * LENGTH) as f64 / watch.seconds() / 1e9
    };
    let bandwidth = best(&mut triad);
    let mut products = || {
        let watch = Stopwatch::start();
        let done = rayon::broadcast(|_| dispatch_native::<f32, _>(level, Products));
        done.iter().sum::<f64>() / watch.seconds() / 1e9
    };
    Limits {
        bandwidth,
        arithmetic: best(&mut products),
    }
}

/// Chains of products with sums that do not wait for each other; returns how many operations it was.
struct Products;

impl<S: Scalar> Kernel<S> for Products {
    type Output = f64;

    #[inline(always)]
    fn run<R: Real<Scalar = S>>(self) -> f64 {
        const CHAINS: usize = 12;
        const ROUNDS: usize = 2_000_000;
        let mut chains = [R::one(); CHAINS];
        let (factor, summand) = (black_box(R::constant(0.999)), black_box(R::constant(0.001)));
        for _ in 0..ROUNDS {
            for chain in &mut chains {
                *chain = chain.mul_add(factor, summand);
            }
        }
        black_box(chains);
        (2 * R::LANES * CHAINS * ROUNDS) as f64
    }
}
