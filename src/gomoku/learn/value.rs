//! What positions are worth: samples of the evaluation, and its fit to how the games went.
//!
//! The model is the search's own static evaluation, so what is learned is used as it is.

use super::train::{Task, Verdict};

/// Evaluation at which the odds are e to 1.
const UNIT: f32 = 200.0;

/// How often a parameter counts in an evaluation, in halves: the evaluation is the mean over two
/// plies. Negative for the enemy's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The parameter.
    pub param: u16,
    /// Halves.
    pub halves: i16,
}

/// Positions with what should be thought of them.
#[derive(Clone, Debug, Default)]
pub struct ValueSamples {
    terms: Vec<Term>,
    /// For each sample, the end of its terms.
    ends: Vec<usize>,
    /// The share of the point that the side to move should expect.
    targets: Vec<f32>,
    /// The share that it got, or one half if nobody knows.
    results: Vec<f32>,
}

/// Probability whose odds are e to the power of `x`.
pub fn odds(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Surprise in nats about a share of `target` for a side that is expected to win with the odds of e to
/// the power of `x`, written so that nothing overflows.
pub fn cross_entropy(x: f32, target: f32) -> f64 {
    let x = f64::from(x);
    x.max(0.0) - x * f64::from(target) + (-x.abs()).exp().ln_1p()
}

impl ValueSamples {
    /// Adds a position: its evaluation is the sum of `terms`, and the side to move should expect
    /// `target` of the point; `result` is what it got, if the game went on from there.
    pub fn push(&mut self, terms: impl Iterator<Item = Term>, target: f32, result: Option<f32>) {
        self.terms.extend(terms);
        self.ends.push(self.terms.len());
        self.targets.push(target);
        self.results.push(result.unwrap_or(0.5));
    }

    /// Adds all samples of `other`.
    pub fn append(&mut self, other: &ValueSamples) {
        let base = self.terms.len();
        self.terms.extend_from_slice(&other.terms);
        self.ends.extend(other.ends.iter().map(|end| base + end));
        self.targets.extend_from_slice(&other.targets);
        self.results.extend_from_slice(&other.results);
    }

    fn terms_of(&self, sample: usize) -> &[Term] {
        let start = sample.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.terms[start..self.ends[sample]]
    }

    /// The evaluation of a sample.
    pub fn evaluate(&self, params: &[f32], sample: usize) -> f32 {
        let half = |term: &Term| params[usize::from(term.param)] * f32::from(term.halves);
        self.terms_of(sample).iter().map(half).sum::<f32>() / 2.0
    }
}

impl Task for ValueSamples {
    fn len(&self) -> usize {
        self.targets.len()
    }

    fn judge(&self, params: &[f32], sample: usize, gradient: Option<&mut [f32]>) -> Verdict {
        let evaluation = self.evaluate(params, sample);
        let (target, result) = (self.targets[sample], self.results[sample]);
        if let Some(gradient) = gradient {
            let slope = (odds(evaluation / UNIT) - target) / UNIT / 2.0;
            for term in self.terms_of(sample) {
                gradient[usize::from(term.param)] += slope * f32::from(term.halves);
            }
        }
        let loss = cross_entropy(evaluation / UNIT, target);
        let is_decided = result != 0.5;
        let is_right = is_decided && (evaluation > 0.0) == (result > 0.5);
        let right = f64::from(u8::from(is_right));
        let judged = f64::from(u8::from(is_decided));
        Verdict { loss, right, near: right, judged, count: 1.0 }
    }

    fn occurrences(&self, params: usize) -> Vec<u32> {
        let mut counts = vec![0; params];
        self.terms.iter().for_each(|term| counts[usize::from(term.param)] += 1);
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::learn::train::tests::{check_gradient, settings};
    use crate::gomoku::learn::train::train;
    use fastrand::Rng;

    const PARAMS: usize = 30;

    fn random_params(random: &mut Rng, most: f32) -> Vec<f32> {
        (0..PARAMS).map(|_| (random.f32() * 2.0 - 1.0) * most).collect()
    }

    /// Positions whose scores and results follow from `planted`.
    fn samples(count: usize, planted: &[f32], random: &mut Rng) -> ValueSamples {
        let mut samples = ValueSamples::default();
        for _ in 0..count {
            let terms: Vec<Term> = (0..8)
                .map(|_| Term { param: random.u16(..PARAMS as u16), halves: random.i16(-3..=3) })
                .collect();
            samples.push(terms.iter().copied(), 0.0, None);
            let sample = samples.len() - 1;
            let expected = odds(samples.evaluate(planted, sample) / UNIT);
            let result = if random.f32() < expected { 1.0 } else { 0.0 };
            (samples.targets[sample], samples.results[sample]) = (expected, result);
        }
        samples
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut random = Rng::with_seed(1);
        let planted = random_params(&mut random, 200.0);
        let samples = samples(30, &planted, &mut random);
        check_gradient(&samples, &random_params(&mut random, 100.0));
    }

    #[test]
    fn planted_weights_are_found() {
        let mut random = Rng::with_seed(2);
        let planted = random_params(&mut random, 150.0);
        let training = samples(20_000, &planted, &mut random);
        let validation = samples(2_000, &planted, &mut random);
        let start = vec![0.0; PARAMS];
        let found = train(&training, &validation, &start, None, &settings(2), &mut |_| ());
        let worst = found.iter().zip(&planted).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        assert!(worst < 3.0, "{worst}");
    }

    #[test]
    fn samples_are_joined_and_judged() {
        let mut samples = ValueSamples::default();
        for result in [Some(0.0), Some(1.0), None] {
            samples.push([Term { param: 0, halves: 2 }].into_iter(), 0.4, result);
        }
        let mut twice = samples.clone();
        twice.append(&samples);
        assert_eq!((twice.len(), twice.evaluate(&[7.0], 5)), (6, 7.0));
        assert_eq!(twice.occurrences(2), [6, 0]);
        let verdict = samples.judge(&[-1e30], 0, None);
        assert!(verdict.loss.is_finite() && (verdict.right, verdict.judged) == (1.0, 1.0));
        assert_eq!(samples.judge(&[-1.0], 1, None).right, 0.0);
        assert_eq!(samples.judge(&[-1.0], 2, None).judged, 0.0);
    }
}
