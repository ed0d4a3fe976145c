//! The policy model: fits the move ordering to the choices of the search.
//!
//! A softmax: the probability of a move is proportional to e^(sum of its parameters /
//! [`ORDER_SCALE`]). The loss is the cross-entropy of the chosen move.

use crate::gomoku::eval::weights::ORDER_SCALE;
use crate::train::descent::{Metrics, Task};

/// A chosen move counts as nearly right if it is among this many best moves.
const NEAR: usize = 3;

/// The parameters whose sum is the score of a candidate move: by its code for the side to move and for the enemy, by
/// its offset from the opponent's last move and from the side's own.
pub type Candidate = [u16; 4];

fn score(params: &[f32], candidate: &Candidate) -> f32 {
    candidate.iter().map(|&param| params[usize::from(param)]).sum()
}

/// Positions with their candidate moves; the first of each is the chosen one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PolicySamples {
    candidates: Vec<Candidate>,
    /// For each sample, the end of its candidates.
    ends: Vec<usize>,
}

impl PolicySamples {
    /// Adds a position where the search preferred `chosen` to all `others`.
    pub fn push(&mut self, chosen: Candidate, others: impl Iterator<Item = Candidate>) {
        self.candidates.push(chosen);
        self.candidates.extend(others);
        self.ends.push(self.candidates.len());
    }

    /// Adds the samples of `other`.
    pub fn append(&mut self, other: &PolicySamples) {
        let base = self.candidates.len();
        self.candidates.extend_from_slice(&other.candidates);
        self.ends.extend(other.ends.iter().map(|end| base + end));
    }

    /// The ordering score of the move chosen in a sample.
    #[cfg(test)]
    pub fn chosen_score(&self, params: &[f32], sample: usize) -> f32 {
        score(params, &self.candidates_of(sample)[0])
    }

    fn candidates_of(&self, sample: usize) -> &[Candidate] {
        let start = sample.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.candidates[start..self.ends[sample]]
    }
}

impl Task for PolicySamples {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn judge(&self, params: &[f32], sample: usize, gradient: Option<&mut [f32]>) -> Metrics {
        let candidates = self.candidates_of(sample);
        let score = |candidate: &Candidate| score(params, candidate) / ORDER_SCALE as f32;
        let chosen = score(&candidates[0]);
        let greatest = candidates.iter().map(score).fold(f32::MIN, f32::max);
        let total: f32 = candidates.iter().map(|c| (score(c) - greatest).exp()).sum();
        if let Some(gradient) = gradient {
            for (index, candidate) in candidates.iter().enumerate() {
                let probability = (score(candidate) - greatest).exp() / total;
                let slope = (probability - f32::from(u8::from(index == 0))) / ORDER_SCALE as f32;
                candidate.iter().for_each(|&param| gradient[usize::from(param)] += slope);
            }
        }
        // A tie does not count as being first.
        let before = candidates[1..].iter().filter(|other| score(other) >= chosen).count();
        Metrics {
            loss: f64::from(greatest - chosen) + f64::from(total).ln(),
            right: f64::from(u8::from(before == 0)),
            near: f64::from(u8::from(before < NEAR)),
            judged: 1.0,
            count: 1.0,
        }
    }

    fn occurrences(&self, params: usize) -> Vec<u32> {
        let mut counts = vec![0; params];
        self.candidates.iter().flatten().for_each(|&param| counts[usize::from(param)] += 1);
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::descent::tests::train;
    use crate::train::descent::tests::{check_gradient, settings};
    use fastrand::Rng;

    const CODES: u16 = 12;

    fn random_params(random: &mut Rng) -> Vec<f32> {
        (0..4 * CODES).map(|_| random.f32() * 400.0).collect()
    }

    /// Positions where the best move by `planted` was chosen.
    fn samples(count: usize, planted: &[f32], random: &mut Rng) -> PolicySamples {
        let mut samples = PolicySamples::default();
        for _ in 0..count {
            let mut moves: Vec<Candidate> = (0..random.usize(1..12))
                .map(|_| [0, 1, 2, 3].map(|kind| kind * CODES + random.u16(..CODES)))
                .collect();
            moves.sort_by(|a, b| score(planted, b).total_cmp(&score(planted, a)));
            samples.push(moves[0], moves[1..].iter().copied());
        }
        samples
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut random = Rng::with_seed(1);
        let planted = random_params(&mut random);
        let samples = samples(30, &planted, &mut random);
        check_gradient(&samples, &random_params(&mut random));
    }

    #[test]
    fn a_planted_order_is_found() {
        let mut random = Rng::with_seed(2);
        let planted = random_params(&mut random);
        let training = samples(5_000, &planted, &mut random);
        let validation = samples(1_000, &planted, &mut random);
        let start = vec![0.0; planted.len()];
        let mut last = Metrics::default();
        train(&training, &validation, &start, 0..0, &settings(2), &mut |epoch| {
            last = epoch.validation;
        });
        assert!(last.right / last.judged > 0.9, "{last:?}");
        assert!(last.near >= last.right && last.mean_loss() < 0.5, "{last:?}");
    }

    #[test]
    fn ties_are_not_first_and_distant_scores_do_not_overflow() {
        let mut samples = PolicySamples::default();
        let [best, other] = [[0, 2, 2, 2], [1, 2, 2, 2]];
        samples.push(best, [other].into_iter());
        let same = samples.judge(&[5.0, 5.0, 1.0], 0, None);
        assert_eq!((same.right, same.near), (0.0, 1.0));
        assert!((same.loss - 2.0f64.ln()).abs() < 1e-6);
        let far = samples.judge(&[-30_000.0, 30_000.0, 0.0], 0, None);
        assert!((far.loss - 60_000.0 / 64.0).abs() < 1e-3);
        let mut twice = samples.clone();
        twice.append(&samples);
        assert_eq!((twice.len(), twice.occurrences(3)), (2, vec![2, 2, 12]));
    }
}
