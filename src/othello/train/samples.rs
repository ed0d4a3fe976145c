//! Training samples: positions with target scores, and those of one stage as the training set of its table.

use crate::othello::eval::features::Features;
use crate::othello::eval::input::EvalInput;
use crate::othello::rules::board::Board;
use crate::train::descent::{Metrics, Task};

/// A disc, in units of weights.
const DISC: f32 = 100.0;

/// Positions in which the side to move has a move, each with its score in discs.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    boards: Vec<Board>,
    scores: Vec<f32>,
}

impl Samples {
    /// Adds a position that is worth `score` to the side to move.
    pub fn push(&mut self, board: Board, score: f32) {
        self.boards.push(board);
        self.scores.push(score);
    }

    /// Adds those of `other`.
    pub fn append(&mut self, other: &mut Samples) {
        self.boards.append(&mut other.boards);
        self.scores.append(&mut other.scores);
    }

    /// The position with this number and its score.
    pub fn get(&self, sample: usize) -> (Board, f32) {
        (self.boards[sample], self.scores[sample])
    }

    /// Every position with its score.
    pub fn iter(&self) -> impl Iterator<Item = (Board, f32)> {
        self.boards.iter().copied().zip(self.scores.iter().copied())
    }
}

/// Calls `work` with the evaluation input of `board`.
pub fn with_input<R>(board: Board, work: impl FnOnce(EvalInput) -> R) -> R {
    let features = Features::of(board);
    work(EvalInput::of(board, &features))
}

/// The error of a `value` against the target `score`, both in discs: the loss is its square, and a value is right if it
/// predicts the winner.
pub fn metrics(value: f32, score: f32) -> Metrics {
    let error = value - score;
    let is_right = score != 0.0 && (value > 0.0) == (score > 0.0);
    Metrics {
        loss: f64::from(error * error),
        right: f64::from(u8::from(is_right)),
        near: 0.0,
        judged: f64::from(u8::from(score != 0.0)),
        count: 1.0,
    }
}

/// Positions of one stage, to be judged by its table.
impl Task for Samples {
    fn len(&self) -> usize {
        self.boards.len()
    }

    fn judge(&self, params: &[f32], sample: usize, gradient: Option<&mut [f32]>) -> Metrics {
        let (board, score) = self.get(sample);
        with_input(board, |input| {
            let value = input.parameters().map(|at| params[at]).sum::<f32>() / DISC;
            if let Some(gradient) = gradient {
                let slope = 2.0 * (value - score) / DISC;
                input.parameters().for_each(|at| gradient[at] += slope);
            }
            metrics(value, score)
        })
    }

    fn occurrences(&self, params: usize) -> Vec<u32> {
        let mut counts = vec![0; params];
        for &board in &self.boards {
            with_input(board, |input| input.parameters().for_each(|at| counts[at] += 1));
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::eval::input::parameter_count;
    use crate::train::descent::Settings;
    use crate::train::descent::tests::train;
    use crate::train::descent::tests::{check_gradient, settings};

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut samples = Samples::default();
        samples.push(Board::START, 20.0);
        samples.push(Board::START.play(19).play(18), -64.0);
        // Check the slope along a few parameters that occur and some that do not.
        let mut used: Vec<usize> =
            with_input(Board::START, |input| input.parameters().step_by(9).collect());
        used.push(0);
        used.sort_unstable();
        used.dedup();
        struct Part<'a>(&'a Samples, &'a [usize]);
        impl Part<'_> {
            fn all(&self, params: &[f32]) -> Vec<f32> {
                let mut all = vec![1.0; parameter_count()];
                self.1.iter().zip(params).for_each(|(&at, &param)| all[at] = param);
                all
            }
        }
        impl Task for Part<'_> {
            fn len(&self) -> usize {
                self.0.len()
            }
            fn judge(&self, params: &[f32], at: usize, gradient: Option<&mut [f32]>) -> Metrics {
                let mut slopes = vec![0.0; parameter_count()];
                let metrics = self.0.judge(&self.all(params), at, Some(&mut slopes));
                if let Some(gradient) = gradient {
                    self.1.iter().zip(gradient).for_each(|(&at, slope)| *slope += slopes[at]);
                }
                metrics
            }
            fn occurrences(&self, _: usize) -> Vec<u32> {
                Vec::new()
            }
        }
        let start: Vec<f32> = (0..used.len()).map(|i| 10.0 * i as f32).collect();
        check_gradient(&Part(&samples, &used), &start);
    }

    #[test]
    fn corners_are_learned_from_games_that_they_win() {
        let mut samples = Samples::default();
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..3000 {
            let (a, b) = (random.u64(..), random.u64(..) | 1 << 63);
            let board = Board { player: a & b, opponent: a & !b };
            let corners = (board.player & 1) as f32 - (board.opponent & 1) as f32;
            samples.push(board, 12.0 * corners);
        }
        let start = vec![0.0; parameter_count()];
        let settings = Settings { epochs: 30, ..settings(2) };
        let found = train(&samples, &samples, &start, 0..0, &settings, &mut |_| ());
        let metrics = |params: &[f32]| {
            let mut all = Metrics::default();
            (0..samples.len()).for_each(|at| all.add(samples.judge(params, at, None)));
            all
        };
        let (before, after) = (metrics(&start), metrics(&found));
        assert!(before.mean_loss() > 60.0 && after.mean_loss() < 3.0, "{after:?}");
        assert!(after.right / after.judged > 0.98);
        let counts = samples.occurrences(start.len());
        assert_eq!(counts.iter().map(|&count| u64::from(count)).sum::<u64>(), 3000 * 57);
    }
}
