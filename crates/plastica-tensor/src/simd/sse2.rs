//! 128-bit registers: SSE2, which every x86-64 processor has.
//!
//! Wider registers of the portable level are pairs of these. Plain arrays would do, but the
//! compiler takes many times as long to find the vectors in them again, and finds fewer.

use super::register::{intrinsic, mask, register};
use crate::{Mask, Real};
use std::arch::x86_64::*;
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

// SSE2 has no fused operations: products are rounded.
#[inline]
#[target_feature(enable = "sse2")]
fn mul_add_ps(a: __m128, b: __m128, c: __m128) -> __m128 {
    _mm_add_ps(_mm_mul_ps(a, b), c)
}
#[inline]
#[target_feature(enable = "sse2")]
fn neg_mul_add_ps(a: __m128, b: __m128, c: __m128) -> __m128 {
    _mm_sub_ps(c, _mm_mul_ps(a, b))
}
#[inline]
#[target_feature(enable = "sse2")]
fn mul_add_pd(a: __m128d, b: __m128d, c: __m128d) -> __m128d {
    _mm_add_pd(_mm_mul_pd(a, b), c)
}
#[inline]
#[target_feature(enable = "sse2")]
fn neg_mul_add_pd(a: __m128d, b: __m128d, c: __m128d) -> __m128d {
    _mm_sub_pd(c, _mm_mul_pd(a, b))
}

mask! {
    /// Four answers.
    Mask4(__m128), 0xf, and: _mm_and_ps, or: _mm_or_ps, xor: _mm_xor_ps,
    movemask: _mm_movemask_ps, set1: _mm_set1_epi32, cast: _mm_castsi128_ps
}
mask! {
    /// Two answers.
    Mask2(__m128d), 0x3, and: _mm_and_pd, or: _mm_or_pd, xor: _mm_xor_pd,
    movemask: _mm_movemask_pd, set1: _mm_set1_epi32, cast: _mm_castsi128_pd
}

register! {
    /// Four single-precision numbers.
    F32x4(__m128, [f32; 4]), Mask4,
    set1: _mm_set1_ps, loadu: _mm_loadu_ps, storeu: _mm_storeu_ps,
    add: _mm_add_ps, sub: _mm_sub_ps, mul: _mm_mul_ps, div: _mm_div_ps,
    fmadd: mul_add_ps, fnmadd: neg_mul_add_ps, sqrt: _mm_sqrt_ps,
    min: _mm_min_ps, max: _mm_max_ps,
    xor: _mm_xor_ps, and: _mm_and_ps, andnot: _mm_andnot_ps,
    rest: {
        #[inline(always)]
        fn rsqrt(self) -> Self {
            self.sqrt().recip()
        }
        #[inline(always)]
        fn round(self) -> Self {
            F32x4(intrinsic!(_mm_cvtepi32_ps(_mm_cvtps_epi32(self.0))))
        }
        #[inline(always)]
        fn lt(self, other: Self) -> Mask4 {
            Mask4(intrinsic!(_mm_cmplt_ps(self.0, other.0)))
        }
        #[inline(always)]
        fn le(self, other: Self) -> Mask4 {
            Mask4(intrinsic!(_mm_cmple_ps(self.0, other.0)))
        }
        #[inline(always)]
        fn select(mask: Mask4, yes: Self, no: Self) -> Self {
            F32x4(intrinsic!(_mm_or_ps(
                _mm_and_ps(mask.0, yes.0),
                _mm_andnot_ps(mask.0, no.0)
            )))
        }
        #[inline(always)]
        fn split_exponent(self) -> (Self, Self) {
            // The exponent field of x / √½, taken as an integer, is e.
            intrinsic! {
                let bits = _mm_castps_si128(self.0);
                let sqrt_half = _mm_castps_si128(_mm_set1_ps(std::f32::consts::FRAC_1_SQRT_2));
                let e = _mm_srai_epi32::<23>(_mm_sub_epi32(bits, sqrt_half));
                let m = _mm_sub_epi32(bits, _mm_slli_epi32::<23>(e));
                (F32x4(_mm_castsi128_ps(m)), F32x4(_mm_cvtepi32_ps(e)))
            }
        }
        #[inline(always)]
        fn scale_exponent(self, e: Self) -> Self {
            intrinsic! {
                let biased = _mm_add_epi32(_mm_cvtps_epi32(e.0), _mm_set1_epi32(127));
                let power = _mm_castsi128_ps(_mm_slli_epi32::<23>(biased));
                F32x4(_mm_mul_ps(self.0, power))
            }
        }
    }
}

register! {
    /// Two double-precision numbers.
    F64x2(__m128d, [f64; 2]), Mask2,
    set1: _mm_set1_pd, loadu: _mm_loadu_pd, storeu: _mm_storeu_pd,
    add: _mm_add_pd, sub: _mm_sub_pd, mul: _mm_mul_pd, div: _mm_div_pd,
    fmadd: mul_add_pd, fnmadd: neg_mul_add_pd, sqrt: _mm_sqrt_pd,
    min: _mm_min_pd, max: _mm_max_pd,
    xor: _mm_xor_pd, and: _mm_and_pd, andnot: _mm_andnot_pd,
    rest: {
        #[inline(always)]
        fn rsqrt(self) -> Self {
            self.sqrt().recip()
        }
        #[inline(always)]
        fn round(self) -> Self {
            F64x2(intrinsic!(_mm_cvtepi32_pd(_mm_cvtpd_epi32(self.0))))
        }
        #[inline(always)]
        fn lt(self, other: Self) -> Mask2 {
            Mask2(intrinsic!(_mm_cmplt_pd(self.0, other.0)))
        }
        #[inline(always)]
        fn le(self, other: Self) -> Mask2 {
            Mask2(intrinsic!(_mm_cmple_pd(self.0, other.0)))
        }
        #[inline(always)]
        fn select(mask: Mask2, yes: Self, no: Self) -> Self {
            F64x2(intrinsic!(_mm_or_pd(
                _mm_and_pd(mask.0, yes.0),
                _mm_andnot_pd(mask.0, no.0)
            )))
        }
        #[inline(always)]
        fn split_exponent(self) -> (Self, Self) {
            // As for AVX2: the exponent plus 1024 becomes the lowest bits of a number near 2⁵².
            intrinsic! {
                let bits = _mm_castpd_si128(self.0);
                let sqrt_half = std::f64::consts::FRAC_1_SQRT_2.to_bits() as i64;
                let shift = _mm_set1_epi64x((1024i64 << 52).wrapping_sub(sqrt_half));
                let raised = _mm_srli_epi64::<52>(_mm_add_epi64(bits, shift));
                let two_52 = _mm_set1_pd((1u64 << 52) as f64);
                let e = _mm_castsi128_pd(_mm_or_si128(raised, _mm_castpd_si128(two_52)));
                let e = _mm_sub_pd(e, _mm_set1_pd(((1u64 << 52) + 1024) as f64));
                let m = _mm_sub_epi64(bits, _mm_slli_epi64::<52>(raised));
                let m = _mm_add_epi64(m, _mm_set1_epi64x(1024i64 << 52));
                (F64x2(_mm_castsi128_pd(m)), F64x2(e))
            }
        }
        #[inline(always)]
        fn scale_exponent(self, e: Self) -> Self {
            // Near 1.5 · 2⁵² the lowest bits of a number count in ones.
            intrinsic! {
                let bias = _mm_set1_pd(((3u64 << 51) + 1023) as f64);
                let biased = _mm_castpd_si128(_mm_add_pd(e.0, bias));
                let power = _mm_castsi128_pd(_mm_slli_epi64::<52>(biased));
                F64x2(_mm_mul_pd(self.0, power))
            }
        }
    }
}
