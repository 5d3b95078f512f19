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
//! worker that enables the instruction set is compiled for it. What is left out of line is still
//! correct, but calls a function for every single operation and is twenty to fifty times slower.
//! Two things are easily overlooked:
//!
//! * A closure, or a function passed by its name, is inlined only if it is short: two or three
//!   operations. Mark a longer closure where it is passed, `m.map(#[inline(always)] |x| …)`, or
//!   write the calls out: `[x.ln(), y.ln(), z.ln()]` and not `v.map(R::ln)`.
//! * Adapters of the standard library that take a closure, such as `map` of arrays or `fold`, may
//!   stay out of line. Use the `map`, `zip` and `from_fn` of this crate, or a `for` loop.
//!
//! The AVX-512 and AVX2 approximations of 1/√x start from a table that differs between makers of
//! processors, so results may differ in the last bits between machines, never on one.

#[cfg(any(test, not(target_arch = "x86_64")))]
mod array;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod pair;
#[cfg(target_arch = "x86_64")]
mod register;
#[cfg(target_arch = "x86_64")]
mod sse2;

use crate::{Real, Scalar};
use pair::Pair;

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
    /// What every processor of the architecture has: SSE2 on x86-64, plain arrays elsewhere.
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
    S::dispatch(level, width, kernel)
}

/// Runs a kernel on the native registers of the given level.
///
/// [`dispatch`] compiles a kernel for all register types of its scalar, this one for one type per
/// level only: half the code of a large kernel.
///
/// # Panics
/// If this processor does not have the level; ask [`Level::is_available`] first.
#[inline]
pub fn dispatch_native<S: Scalar, K: Kernel<S>>(level: Level, kernel: K) -> K::Output {
    S::dispatch_native(level, kernel)
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

/// The register types of the portable level.
mod portable {
    #[cfg(target_arch = "x86_64")]
    mod types {
        use crate::simd::pair::Pair;
        use crate::simd::sse2::{F32x4, F64x2};

        pub(in crate::simd) type F32x8 = Pair<F32x4>;
        pub(in crate::simd) type F64x4 = Pair<F64x2>;
    }
    #[cfg(not(target_arch = "x86_64"))]
    mod types {
        use crate::simd::array::Array;

        pub(in crate::simd) type F32x8 = Array<f32, 8>;
        pub(in crate::simd) type F64x4 = Array<f64, 4>;
    }
    pub(super) use types::{F32x8, F64x4};
}

macro_rules! dispatcher {
    ($scalar:ident, $narrow:ident, $wide:ident) => {
        pub(crate) mod $scalar {
            use super::*;

            /// [`super::dispatch`] for one scalar.
            #[inline]
            pub(crate) fn dispatch<K: Kernel<$scalar>>(
                level: Level,
                width: Width,
                kernel: K,
            ) -> K::Output {
                assert!(level.is_available(), "this processor has no {level:?}");
                if level == Level::Portable {
                    match width {
                        Width::Native | Width::Narrow => kernel.run::<portable::$narrow>(),
                        Width::Wide => kernel.run::<Pair<portable::$narrow>>(),
                    }
                } else {
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: the assertion above established that the processor has the level.
                    return unsafe { x86(level, width, kernel) };
                    #[cfg(not(target_arch = "x86_64"))]
                    unreachable!("this architecture has the portable level only");
                }
            }

            /// [`super::dispatch_native`] for one scalar.
            #[inline]
            pub(crate) fn dispatch_native<K: Kernel<$scalar>>(
                level: Level,
                kernel: K,
            ) -> K::Output {
                assert!(level.is_available(), "this processor has no {level:?}");
                match level {
                    Level::Portable => kernel.run::<portable::$narrow>(),
                    // SAFETY: the assertion above established that the processor has the level.
                    #[cfg(target_arch = "x86_64")]
                    Level::Avx2 => unsafe { with_avx2::<avx2::$narrow, K>(kernel) },
                    // SAFETY: as above.
                    #[cfg(target_arch = "x86_64")]
                    Level::Avx512 => unsafe { with_avx512::<avx512::$wide, K>(kernel) },
                    #[cfg(not(target_arch = "x86_64"))]
                    _ => unreachable!("this architecture has the portable level only"),
                }
            }

            /// # Safety
            /// The processor must have the level, which must not be the portable one.
            #[cfg(target_arch = "x86_64")]
            #[inline]
            unsafe fn x86<K: Kernel<$scalar>>(level: Level, width: Width, kernel: K) -> K::Output {
                // SAFETY: the caller promises the features which the called worker enables; a
                // processor with AVX-512 has AVX2 too.
                unsafe {
                    match (level, width) {
                        (Level::Avx512, Width::Native | Width::Wide) => {
                            with_avx512::<avx512::$wide, K>(kernel)
                        }
                        (Level::Avx512, Width::Narrow) => with_avx512::<avx2::$narrow, K>(kernel),
                        (_, Width::Native | Width::Narrow) => with_avx2::<avx2::$narrow, K>(kernel),
                        (_, Width::Wide) => with_avx2::<Pair<avx2::$narrow>, K>(kernel),
                    }
                }
            }
        }
    };
}
dispatcher!(f32, F32x8, F32x16);
dispatcher!(f64, F64x4, F64x8);
