//! 256-bit registers: AVX2 and FMA.

use super::register::{intrinsic, mask, register};
use crate::{Mask, Real};
use std::arch::x86_64::*;
use std::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

mask! {
    /// Eight answers.
    Mask8(__m256), 0xff, and: _mm256_and_ps, or: _mm256_or_ps, xor: _mm256_xor_ps,
    movemask: _mm256_movemask_ps, set1: _mm256_set1_epi32, cast: _mm256_castsi256_ps
}
mask! {
    /// Four answers.
    Mask4(__m256d), 0xf, and: _mm256_and_pd, or: _mm256_or_pd, xor: _mm256_xor_pd,
    movemask: _mm256_movemask_pd, set1: _mm256_set1_epi32, cast: _mm256_castsi256_pd
}

/// [`Real::outline`] with the instructions of these registers.
#[inline(never)]
#[target_feature(enable = "avx2,fma")]
fn out_of_line<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Swaps rows and columns of the 4×4 numbers in each half of four registers.
#[inline(always)]
fn transpose_halves(r: [__m256; 4]) -> [__m256; 4] {
    intrinsic! {
        let (a, b) = (_mm256_unpacklo_ps(r[0], r[1]), _mm256_unpackhi_ps(r[0], r[1]));
        let (c, d) = (_mm256_unpacklo_ps(r[2], r[3]), _mm256_unpackhi_ps(r[2], r[3]));
        [
            _mm256_shuffle_ps::<0b01_00_01_00>(a, c),
            _mm256_shuffle_ps::<0b11_10_11_10>(a, c),
            _mm256_shuffle_ps::<0b01_00_01_00>(b, d),
            _mm256_shuffle_ps::<0b11_10_11_10>(b, d),
        ]
    }
}

register! {
    /// Eight single-precision numbers.
    F32x8(__m256, [f32; 8]), Mask8,
    set1: _mm256_set1_ps, loadu: _mm256_loadu_ps, storeu: _mm256_storeu_ps,
    add: _mm256_add_ps, sub: _mm256_sub_ps, mul: _mm256_mul_ps, div: _mm256_div_ps,
    fmadd: _mm256_fmadd_ps, fnmadd: _mm256_fnmadd_ps, sqrt: _mm256_sqrt_ps,
    min: _mm256_min_ps, max: _mm256_max_ps,
    xor: _mm256_xor_ps, and: _mm256_and_ps, andnot: _mm256_andnot_ps,
    rest: {
        #[inline(always)]
        fn outline<T>(work: impl FnOnce() -> T) -> T {
            intrinsic!(out_of_line(work))
        }
        #[inline(always)]
        fn fuse(a: Self::Scalar, b: Self::Scalar, c: Self::Scalar) -> Self::Scalar {
            a.mul_add(b, c)
        }
        #[inline(always)]
        fn store_whole(self, to: &mut [u32]) {
            let to = to[..8].as_mut_ptr().cast();
            intrinsic!(_mm256_storeu_si256(to, _mm256_cvttps_epi32(self.0)))
        }
        #[inline(always)]
        fn spread([a, b, ..]: [f32; 4]) -> Self {
            F32x8(intrinsic!(_mm256_blend_ps::<0xf0>(_mm256_set1_ps(a), _mm256_set1_ps(b))))
        }
        #[inline(always)]
        fn repeat(four: [f32; 4]) -> Self {
            intrinsic! {
                let four = _mm_loadu_ps(four.as_ptr());
                F32x8(_mm256_set_m128(four, four))
            }
        }
        #[inline(always)]
        fn fold(self) -> [f32; 4] {
            let mut sum = [0.0; 4];
            intrinsic! {
                let (low, high) = (_mm256_castps256_ps128(self.0), _mm256_extractf128_ps::<1>(self.0));
                _mm_storeu_ps(sum.as_mut_ptr(), _mm_add_ps(low, high));
            }
            sum
        }
        #[inline(always)]
        fn columns(rows: &[[f32; 4]]) -> [Self; 4] {
            let rows = &rows[..8];
            let mut pairs = [intrinsic!(_mm256_setzero_ps()); 4];
            for k in 0..4 {
                let (low, high) = (rows[k].as_ptr(), rows[k + 4].as_ptr());
                pairs[k] = intrinsic!(_mm256_loadu2_m128(high, low));
            }
            let [a, b, c, d] = transpose_halves(pairs);
            [F32x8(a), F32x8(b), F32x8(c), F32x8(d)]
        }
        #[inline(always)]
        fn store_columns(columns: [Self; 4], rows: &mut [[f32; 4]]) {
            let rows = &mut rows[..8];
            let pairs = transpose_halves([columns[0].0, columns[1].0, columns[2].0, columns[3].0]);
            for k in 0..4 {
                let (low, high) = (rows[k].as_mut_ptr(), rows[k + 4].as_mut_ptr());
                intrinsic!(_mm256_storeu2_m128(high, low, pairs[k]));
            }
        }
        #[inline(always)]
        fn rsqrt(self) -> Self {
            // 12 bits from the table, then one step of third order: y (1 + e/2 + 3e²/8) with
            // e = 1 - x y², of relative error 5e³/16 < 1e-9.
            let y = F32x8(intrinsic!(_mm256_rsqrt_ps(self.0)));
            let e = (self * y).neg_mul_add(y, Self::one());
            let correction = e.mul_add(Self::splat(0.375), Self::splat(0.5));
            (y * e).mul_add(correction, y)
        }
        #[inline(always)]
        fn round(self) -> Self {
            const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
            F32x8(intrinsic!(_mm256_round_ps::<NEAREST>(self.0)))
        }
        #[inline(always)]
        fn lt(self, other: Self) -> Mask8 {
            Mask8(intrinsic!(_mm256_cmp_ps::<_CMP_LT_OQ>(self.0, other.0)))
        }
        #[inline(always)]
        fn le(self, other: Self) -> Mask8 {
            Mask8(intrinsic!(_mm256_cmp_ps::<_CMP_LE_OQ>(self.0, other.0)))
        }
        #[inline(always)]
        fn select(mask: Mask8, yes: Self, no: Self) -> Self {
            F32x8(intrinsic!(_mm256_blendv_ps(no.0, yes.0, mask.0)))
        }
        #[inline(always)]
        fn split_exponent(self) -> (Self, Self) {
            // The exponent field of x / √½, taken as an integer, is e.
            intrinsic! {
                let bits = _mm256_castps_si256(self.0);
                let sqrt_half = _mm256_castps_si256(_mm256_set1_ps(std::f32::consts::FRAC_1_SQRT_2));
                let e = _mm256_srai_epi32::<23>(_mm256_sub_epi32(bits, sqrt_half));
                let m = _mm256_sub_epi32(bits, _mm256_slli_epi32::<23>(e));
                (F32x8(_mm256_castsi256_ps(m)), F32x8(_mm256_cvtepi32_ps(e)))
            }
        }
        #[inline(always)]
        fn scale_exponent(self, e: Self) -> Self {
            intrinsic! {
                let biased = _mm256_add_epi32(_mm256_cvtps_epi32(e.0), _mm256_set1_epi32(127));
                let power = _mm256_castsi256_ps(_mm256_slli_epi32::<23>(biased));
                F32x8(_mm256_mul_ps(self.0, power))
            }
        }
    }
}

register! {
    /// Four double-precision numbers.
    F64x4(__m256d, [f64; 4]), Mask4,
    set1: _mm256_set1_pd, loadu: _mm256_loadu_pd, storeu: _mm256_storeu_pd,
    add: _mm256_add_pd, sub: _mm256_sub_pd, mul: _mm256_mul_pd, div: _mm256_div_pd,
    fmadd: _mm256_fmadd_pd, fnmadd: _mm256_fnmadd_pd, sqrt: _mm256_sqrt_pd,
    min: _mm256_min_pd, max: _mm256_max_pd,
    xor: _mm256_xor_pd, and: _mm256_and_pd, andnot: _mm256_andnot_pd,
    rest: {
        #[inline(always)]
        fn outline<T>(work: impl FnOnce() -> T) -> T {
            intrinsic!(out_of_line(work))
        }
        #[inline(always)]
        fn fuse(a: Self::Scalar, b: Self::Scalar, c: Self::Scalar) -> Self::Scalar {
            a.mul_add(b, c)
        }
        #[inline(always)]
        fn repeat(four: [f64; 4]) -> Self {
            Self::load(&four)
        }
        #[inline(always)]
        fn fold(self) -> [f64; 4] {
            let mut four = [0.0; 4];
            self.store(&mut four);
            four
        }
        #[inline(always)]
        fn rsqrt(self) -> Self {
            self.sqrt().recip()
        }
        #[inline(always)]
        fn round(self) -> Self {
            const NEAREST: i32 = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
            F64x4(intrinsic!(_mm256_round_pd::<NEAREST>(self.0)))
        }
        #[inline(always)]
        fn lt(self, other: Self) -> Mask4 {
            Mask4(intrinsic!(_mm256_cmp_pd::<_CMP_LT_OQ>(self.0, other.0)))
        }
        #[inline(always)]
        fn le(self, other: Self) -> Mask4 {
            Mask4(intrinsic!(_mm256_cmp_pd::<_CMP_LE_OQ>(self.0, other.0)))
        }
        #[inline(always)]
        fn select(mask: Mask4, yes: Self, no: Self) -> Self {
            F64x4(intrinsic!(_mm256_blendv_pd(no.0, yes.0, mask.0)))
        }
        #[inline(always)]
        fn split_exponent(self) -> (Self, Self) {
            // AVX2 neither shifts 64-bit integers with their sign nor converts them to floating
            // point: the exponent is kept positive by adding 1024 and becomes the lowest bits of
            // a number near 2⁵².
            intrinsic! {
                let bits = _mm256_castpd_si256(self.0);
                let sqrt_half = std::f64::consts::FRAC_1_SQRT_2.to_bits() as i64;
                let shift = _mm256_set1_epi64x((1024i64 << 52).wrapping_sub(sqrt_half));
                let raised = _mm256_srli_epi64::<52>(_mm256_add_epi64(bits, shift));
                let two_52 = _mm256_set1_pd((1u64 << 52) as f64);
                let e = _mm256_castsi256_pd(_mm256_or_si256(raised, _mm256_castpd_si256(two_52)));
                let e = _mm256_sub_pd(e, _mm256_set1_pd(((1u64 << 52) + 1024) as f64));
                let lowered = _mm256_slli_epi64::<52>(raised);
                let m = _mm256_sub_epi64(bits, lowered);
                let m = _mm256_add_epi64(m, _mm256_set1_epi64x(1024i64 << 52));
                (F64x4(_mm256_castsi256_pd(m)), F64x4(e))
            }
        }
        #[inline(always)]
        fn scale_exponent(self, e: Self) -> Self {
            // Near 1.5 · 2⁵² the lowest bits of a number count in ones.
            intrinsic! {
                let bias = _mm256_set1_pd(((3u64 << 51) + 1023) as f64);
                let biased = _mm256_castpd_si256(_mm256_add_pd(e.0, bias));
                let power = _mm256_castsi256_pd(_mm256_slli_epi64::<52>(biased));
                F64x4(_mm256_mul_pd(self.0, power))
            }
        }
    }
}
