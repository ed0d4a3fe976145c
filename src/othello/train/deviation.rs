//! The fit of the deviation between searches: the factors that maximise the likelihood of differences, which are
//! modelled as normally distributed.

use super::linear;
use super::searches::{Observation, clamped};
use crate::othello::eval::deviation::{Deviation, ONE};
use crate::othello::search::params::Params;
use crate::othello::search::probcut::midgame_depth;

/// Maximum depth of a search compared with a solve.
const DEEPEST_BESIDE_SOLVED: u32 = 5;
/// Steps of the fit, which converges in far fewer.
const STEPS: usize = 60;

/// A difference in 1/100 disc and the terms it depends on; the first term is 1.
type Difference<const N: usize> = ([f64; N], f64);

/// The maximum-likelihood deviation; without observations, that of `before`.
pub fn deviation(observations: &[Observation], before: Deviation, params: &Params) -> Deviation {
    let midgame: Vec<_> =
        observations.iter().flat_map(|seen| between_depths(seen, params)).collect();
    let endgame: Vec<_> = observations.iter().flat_map(beside_the_end).collect();
    Deviation {
        midgame: factors(&midgame, before.midgame),
        endgame: factors(&endgame, before.endgame),
    }
}

/// Between every search that is probed and its probe.
fn between_depths(seen: &Observation, params: &Params) -> Vec<Difference<4>> {
    let difference = |deep: u32| {
        let shallow = midgame_depth(deep, params);
        let terms = [1.0, f64::from(seen.empties), f64::from(deep), f64::from(shallow)];
        (terms, clamped(seen.value(deep) - seen.value(shallow)))
    };
    (params.probcut_depth..seen.values.len() as u32).map(difference).collect()
}

/// Between the solve, if there is one, and shallow searches.
fn beside_the_end(seen: &Observation) -> Vec<Difference<3>> {
    let Some(score) = seen.score else { return Vec::new() };
    let difference = |shallow: u32| {
        let terms = [1.0, f64::from(seen.empties), f64::from(shallow)];
        (terms, clamped(score - seen.value(shallow)))
    };
    (0..=DEEPEST_BESIDE_SOLVED).map(difference).collect()
}

fn factors<const N: usize>(differences: &[Difference<N>], before: [i16; N]) -> [i16; N] {
    if differences.is_empty() {
        return before;
    }
    fit(differences).map(|factor| (factor * f64::from(ONE)).round() as i16)
}

/// The factors of the logarithm of the deviation that maximise the likelihood of `differences` (not empty),
/// by Newton's method.
fn fit<const N: usize>(differences: &[Difference<N>]) -> [f64; N] {
    let mut factors = [0.0; N];
    let count = differences.len() as f64;
    let square = differences.iter().map(|(_, size)| size * size).sum::<f64>() / count;
    factors[0] = square.max(1.0).ln() / 2.0;
    for _ in 0..STEPS {
        let (mut slope, mut curve) = ([0.0; N], [[0.0; N]; N]);
        for (terms, size) in differences {
            let logarithm: f64 = terms.iter().zip(&factors).map(|(term, f)| term * f).sum();
            // The square of the standardized difference.
            let excess = size * size * (-2.0 * logarithm).exp();
            for i in 0..N {
                slope[i] += terms[i] * (1.0 - excess);
                for j in 0..N {
                    curve[i][j] += 2.0 * excess * terms[i] * terms[j];
                }
            }
        }
        // Regularization, in case the likelihood is flat.
        (0..N).for_each(|i| curve[i][i] += 1e-6 * count);
        let step = linear::solve(curve, slope);
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        let scale = (0.5 / longest.max(0.5)).min(1.0);
        factors.iter_mut().zip(step).for_each(|(factor, part)| *factor -= scale * part);
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn a_fit_finds_the_factors_that_differences_were_made_by() {
        let mut random = Rng::with_seed(1);
        let mut normal = || (0..12).map(|_| random.f64()).sum::<f64>() - 6.0;
        let truth: [f64; 3] = [5.5, 0.01, -0.1];
        let differences: Vec<Difference<3>> = (0..20_000)
            .map(|i| {
                let terms = [1.0, f64::from(i % 40), f64::from(i % 7)];
                let sigma = terms.iter().zip(truth).map(|(term, f)| term * f).sum::<f64>().exp();
                (terms, sigma * normal())
            })
            .collect();
        let found = fit(&differences);
        let near = found.iter().zip(truth).all(|(found, truth)| (found - truth).abs() < 0.02);
        assert!(near, "{found:?}");
    }
}
