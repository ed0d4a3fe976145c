//! The vector kernel of the network, for x86-64 with AVX2. `network` has its scalar twin, and the two
//! import each other: the twin dispatches, the kernel uses the twin's types. The `unsafe` block calls a
//! function whose processor features the build guarantees.

#![cfg(all(target_arch = "x86_64", target_feature = "avx2"))]

use core::arch::x86_64::*;

use super::network::{CHANNELS, HIDDEN, HIDDEN_ONE, Head, ONE, Row, Sum};

const _: () = assert!(CHANNELS == 32 && HIDDEN == 16);

/// The vector version of `output_scalar` in `network`.
#[inline]
pub(super) fn output<'a>(first: Sum, rows: impl Iterator<Item = &'a Row>, head: &Head) -> i32 {
    // SAFETY: this file is compiled only for targets that have AVX2.
    unsafe { output_avx2(first, rows, head) }
}

/// A vector has sixteen channels, or eight neurons.
#[inline]
#[target_feature(enable = "avx2")]
fn output_avx2<'a>(first: Sum, rows: impl Iterator<Item = &'a Row>, head: &Head) -> i32 {
    let [mut low, mut high]: [__m256i; 2] = bytemuck::cast(first);
    for &Row(row) in rows {
        let [row_low, row_high]: [__m128i; 2] = bytemuck::cast(row);
        low = _mm256_add_epi16(low, _mm256_cvtepi8_epi16(row_low));
        high = _mm256_add_epi16(high, _mm256_cvtepi8_epi16(row_high));
    }
    let [direct_low, direct_high]: [__m256i; 2] = bytemuck::cast(head.direct);
    let mut total =
        _mm256_add_epi32(_mm256_madd_epi16(low, direct_low), _mm256_madd_epi16(high, direct_high));
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE));
    let clipped = |sum: __m256i| _mm256_min_epi16(_mm256_max_epi16(sum, zero), one);
    let inputs: [i32; CHANNELS / 2] = bytemuck::cast([clipped(low), clipped(high)]);
    let [mut layer_low, mut layer_high]: [__m256i; 2] = bytemuck::cast(head.hidden_bias);
    for (&pair, &weights) in inputs.iter().zip(&head.hidden) {
        let pair = _mm256_set1_epi32(pair);
        let [weights_low, weights_high]: [__m256i; 2] = bytemuck::cast(weights);
        layer_low = _mm256_add_epi32(layer_low, _mm256_madd_epi16(pair, weights_low));
        layer_high = _mm256_add_epi32(layer_high, _mm256_madd_epi16(pair, weights_high));
    }
    const SHIFT: i32 = HIDDEN_ONE.trailing_zeros() as i32;
    let one = _mm256_set1_epi32(ONE.into());
    let [output_low, output_high]: [__m256i; 2] = bytemuck::cast(head.output);
    for (layer, output) in [(layer_low, output_low), (layer_high, output_high)] {
        // The scalar twin rounds towards zero; the difference is negative and clipped.
        let neurons = _mm256_srai_epi32::<SHIFT>(layer);
        let activations = _mm256_min_epi32(_mm256_max_epi32(neurons, zero), one);
        total = _mm256_add_epi32(total, _mm256_mullo_epi32(activations, output));
    }
    let half = _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256::<1>(total));
    let quarter = _mm_add_epi32(half, _mm_unpackhi_epi64(half, half));
    _mm_cvtsi128_si32(_mm_add_epi32(quarter, _mm_shuffle_epi32::<1>(quarter)))
}
