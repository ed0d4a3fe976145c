//! The product of a vector and a matrix of 16-bit integers, of which the layers of both networks consist.

/// Weights of a layer: for each pair of inputs, the weights of both for every output. Pairs are what vector
/// instructions multiply and add at once.
pub type Weights<const PAIRS: usize, const OUTPUTS: usize> = [[[i16; 2]; OUTPUTS]; PAIRS];

/// Adds to each of `sums` the products of the inputs and the weights for it. The caller makes sure that no sum
/// overflows.
#[inline]
pub fn multiply_add<const PAIRS: usize, const OUTPUTS: usize>(
    sums: &mut [i32; OUTPUTS],
    inputs: &[[i16; 2]; PAIRS],
    weights: &Weights<PAIRS, OUTPUTS>,
) {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    avx2::multiply_add(sums, inputs, weights);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    multiply_add_scalar(sums, inputs, weights);
}

/// [`multiply_add`] in portable code.
#[inline]
pub fn multiply_add_scalar<const PAIRS: usize, const OUTPUTS: usize>(
    sums: &mut [i32; OUTPUTS],
    inputs: &[[i16; 2]; PAIRS],
    weights: &Weights<PAIRS, OUTPUTS>,
) {
    for (pair, weights) in inputs.iter().zip(weights) {
        let [one, two] = pair.map(i32::from);
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += one * i32::from(weight[0]) + two * i32::from(weight[1]);
        }
    }
}

/// The vector kernels, for x86-64 with AVX2. The `unsafe` block calls functions whose processor features the build
/// guarantees.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2 {
    use core::arch::x86_64::*;

    use super::Weights;

    #[inline]
    pub(super) fn multiply_add<const PAIRS: usize, const OUTPUTS: usize>(
        sums: &mut [i32; OUTPUTS],
        inputs: &[[i16; 2]; PAIRS],
        weights: &Weights<PAIRS, OUTPUTS>,
    ) {
        #[cfg(target_feature = "avx512vnni")]
        if OUTPUTS == 16 {
            // SAFETY: the build has these instructions.
            return unsafe { multiply_add_vnni(sums, inputs, weights) };
        }
        // SAFETY: this module is compiled only for targets that have AVX2.
        unsafe { multiply_add_avx2(sums, inputs, weights) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn multiply_add_avx2<const PAIRS: usize, const OUTPUTS: usize>(
        sums: &mut [i32; OUTPUTS],
        inputs: &[[i16; 2]; PAIRS],
        weights: &Weights<PAIRS, OUTPUTS>,
    ) {
        for (&pair, weights) in inputs.iter().zip(weights) {
            let pair = _mm256_set1_epi32(bytemuck::cast(pair));
            let weights = weights.as_chunks::<8>().0;
            for (sums, &weights) in sums.as_chunks_mut::<8>().0.iter_mut().zip(weights) {
                let weights: __m256i = bytemuck::cast(weights);
                let sum: __m256i = bytemuck::cast(*sums);
                let products = _mm256_madd_epi16(pair, weights);
                *sums = bytemuck::cast(_mm256_add_epi32(sum, products));
            }
        }
    }

    /// For 16 outputs, one vector: it is summed in four parts, so that no product waits for the sum before it. With
    /// more outputs one vector hides the latency of another.
    #[cfg(target_feature = "avx512vnni")]
    #[inline]
    #[target_feature(enable = "avx512f,avx512vnni")]
    fn multiply_add_vnni<const PAIRS: usize, const OUTPUTS: usize>(
        sums: &mut [i32; OUTPUTS],
        inputs: &[[i16; 2]; PAIRS],
        weights: &Weights<PAIRS, OUTPUTS>,
    ) {
        for (at, sums) in sums.as_chunks_mut::<16>().0.iter_mut().enumerate() {
            let mut parts = [_mm512_setzero_si512(); 4];
            parts[0] = bytemuck::cast(*sums);
            for (i, (&pair, weights)) in inputs.iter().zip(weights).enumerate() {
                let pair = _mm512_set1_epi32(bytemuck::cast(pair));
                let weights = bytemuck::cast(weights.as_chunks::<16>().0[at]);
                parts[i % 4] = _mm512_dpwssd_epi32(parts[i % 4], pair, weights);
            }
            let [a, b, c, d] = parts;
            let sum = _mm512_add_epi32(_mm512_add_epi32(a, b), _mm512_add_epi32(c, d));
            *sums = bytemuck::cast(sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vector_kernels_compute_what_the_portable_code_does() {
        check_outputs::<16>();
        check_outputs::<96>();
    }

    fn check_outputs<const OUTPUTS: usize>() {
        let mut random = fastrand::Rng::with_seed(1);
        for most in [3, 1000, 8191] {
            let mut number = || random.i16(-most..=most);
            let inputs: [[i16; 2]; 20] = std::array::from_fn(|_| [number(), number()]);
            let weights: Weights<20, OUTPUTS> =
                std::array::from_fn(|_| std::array::from_fn(|_| [number(), number()]));
            let mut sums: [i32; OUTPUTS] = std::array::from_fn(|_| number().into());
            let (start, mut expected) = (sums, sums);
            multiply_add(&mut sums, &inputs, &weights);
            multiply_add_scalar(&mut expected, &inputs, &weights);
            assert_eq!(sums, expected);
            let plain = |j: usize| -> i64 {
                let pairs = inputs.iter().zip(&weights);
                let product = |(x, w): (&[i16; 2], &[[i16; 2]; OUTPUTS])| -> i64 {
                    (0..2).map(|i| i64::from(x[i]) * i64::from(w[j][i])).sum()
                };
                pairs.map(product).sum()
            };
            for j in 0..OUTPUTS {
                assert_eq!(i64::from(sums[j]), i64::from(start[j]) + plain(j));
            }
        }
    }
}
