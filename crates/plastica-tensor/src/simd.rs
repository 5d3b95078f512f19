//! Registers of several numbers, and how they reach the machine.
//!
//! A computation over lanes is a [`Kernel`]: a value whose generic method [`Kernel::run`] is
//! compiled for every register type and called by [`dispatch`] with the one that suits the
//! processor. The register types of a particular instruction set cannot be named outside this
//! crate: a kernel meets them only after the processor was found to have it, which is what makes
//! their use sound.
//!
//! ```
//! use plastica_tensor::simd::{Kernel, Level, Width, dispatch};
//! use plastica_tensor::{Real, Scalar};
//!
//! /// Square roots, in place.
//! struct Roots<'a, S>(&'a mut [S]);
//!
//! impl<S: Scalar> Kernel<S> for Roots<'_, S> {
//!     type Output = ();
//!     #[inline(always)]
//!     fn run<R: Real<Scalar = S>>(self) {
//!         for register in self.0.chunks_exact_mut(R::LANES) {
//!             R::load(register).sqrt().store(register);
//!         }
//!     }
//! }
//!
//! let mut numbers = [4.0f32; 32];
//! dispatch::<f32, _>(Level::best(), Width::Native, Roots(&mut numbers));
//! assert_eq!(numbers, [2.0; 32]);
//! ```
//!
//! `run` and everything generic it calls must be `#[inline(always)]`: only code inlined into the
//! worker that enables the instruction set is compiled for it. A function left out of line is still
//! correct, but many times slower.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod pair;
mod portable;
#[cfg(target_arch = "x86_64")]
mod register;

use crate::{Real, Scalar};
use pair::Pair;
use portable::Array;

/// A computation that can run on any register of the scalar `S`.
pub trait Kernel<S: Scalar> {
    /// What it returns; it may also write through references it holds.
    type Output;
    /// Does the work on registers of type `R`. Mark implementations `#[inline(always)]`.
    fn run<R: Real<Scalar = S>>(self) -> Self::Output;
}

/// An instruction set for lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Plain arrays, with whatever instructions the program was compiled for.
    Portable,
    /// x86-64 with AVX2 and FMA: 256-bit registers.
    Avx2,
    /// x86-64 with AVX-512 F, DQ, VL and BW: 512-bit registers and mask registers.
    Avx512,
}

/// How many lanes a register has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Width {
    /// What one register of the level holds; [`Width::Narrow`] at the portable level.
    Native,
    /// 8 lanes of `f32`, 4 of `f64`.
    Narrow,
    /// 16 lanes of `f32`, 8 of `f64`; two registers side by side where one does not hold them,
    /// which hides latency in long chains of dependent operations.
    Wide,
}

impl Level {
    /// Whether this processor has it.
    #[inline]
    pub fn is_available(self) -> bool {
        match self {
            Level::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => {
                Level::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512bw")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Level::Avx2 | Level::Avx512 => false,
        }
    }
    /// The levels this processor has, slowest first.
    pub fn available() -> impl Iterator<Item = Level> {
        [Level::Portable, Level::Avx2, Level::Avx512]
            .into_iter()
            .filter(|level| level.is_available())
    }
    /// The fastest level this processor has.
    pub fn best() -> Level {
        Self::available().last().unwrap_or(Level::Portable)
    }
}

/// Runs a kernel on registers of the given level and width.
///
/// # Panics
/// If this processor does not have the level; ask [`Level::is_available`] first.
#[inline]
pub fn dispatch<S: Scalar, K: Kernel<S>>(level: Level, width: Width, kernel: K) -> K::Output {
    assert!(level.is_available(), "this processor has no {level:?}");
    S::dispatch(level, width, kernel)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_avx2<R: Real, K: Kernel<R::Scalar>>(kernel: K) -> K::Output {
    kernel.run::<R>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512bw,avx2,fma")]
fn with_avx512<R: Real, K: Kernel<R::Scalar>>(kernel: K) -> K::Output {
    kernel.run::<R>()
}

macro_rules! dispatcher {
    ($scalar:ident, $narrow:literal, $wide:literal, $avx2:ident, $avx512:ident) => {
        pub(crate) mod $scalar {
            use super::*;

            /// [`super::dispatch`] for one scalar.
            ///
            /// Private to the crate, for it trusts its caller that the level is available.
            #[inline]
            pub(crate) fn dispatch<K: Kernel<$scalar>>(
                level: Level,
                width: Width,
                kernel: K,
            ) -> K::Output {
                match (level, width) {
                    (Level::Portable, Width::Native | Width::Narrow) => {
                        kernel.run::<Array<$scalar, $narrow>>()
                    }
                    (Level::Portable, Width::Wide) => kernel.run::<Array<$scalar, $wide>>(),
                    #[cfg(target_arch = "x86_64")]
                    _ => x86(level, width, kernel),
                    #[cfg(not(target_arch = "x86_64"))]
                    _ => unreachable!("this architecture has the portable level only"),
                }
            }

            #[cfg(target_arch = "x86_64")]
            fn x86<K: Kernel<$scalar>>(level: Level, width: Width, kernel: K) -> K::Output {
                assert!(level.is_available(), "this processor has no {level:?}");
                // SAFETY: the assertion above established that the processor has the features
                // which the called worker enables.
                unsafe {
                    match (level, width) {
                        (Level::Avx512, Width::Native | Width::Wide) => {
                            with_avx512::<avx512::$avx512, K>(kernel)
                        }
                        (Level::Avx512, Width::Narrow) => with_avx512::<avx2::$avx2, K>(kernel),
                        (_, Width::Native | Width::Narrow) => with_avx2::<avx2::$avx2, K>(kernel),
                        (_, Width::Wide) => with_avx2::<Pair<avx2::$avx2>, K>(kernel),
                    }
                }
            }
        }
    };
}
dispatcher!(f32, 8, 16, F32x8, F32x16);
dispatcher!(f64, 4, 8, F64x4, F64x8);
