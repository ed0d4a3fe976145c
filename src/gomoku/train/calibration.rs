//! The calibration model: fits win, draw and loss chances of scores to the results of games.
//!
//! An ordered logit, as in [`Calibration`](crate::search::calibration::Calibration). Its inputs are the score of the
//! search, the hidden layer of the network, the share of occupied points, and the area of the board.

use std::sync::Arc;

use super::extract::usable_plies;
use super::layout::Layout;
use super::record::{GameRecord, GameResult};
use crate::color::Color;
use crate::gomoku::eval::board::Board;
use crate::gomoku::eval::calibration::{LENGTH, area_share};
use crate::gomoku::eval::network::{HIDDEN, ONE};
use crate::gomoku::eval::tables::Tables;
use crate::gomoku::eval::weights::EVAL_SCALE;
use crate::gomoku::rules::grid::{Grid, Square};
use crate::search::calibration::logistic;
use crate::search::report::Score;
use crate::train::descent::{Metrics, Task};

/// The parameters of the width: those of the neurons, of the occupied points, and a constant.
const WIDTH: usize = HIDDEN + 2;
/// Number of parameters of a network.
const PARAMS: usize = LENGTH;
const _: () = assert!(PARAMS == WIDTH + 2);
/// Least probability of a result, because an impossible one would have an infinite loss.
const LEAST: f64 = 1e-9;

#[derive(Clone, Debug)]
struct Sample {
    network: usize,
    /// In [`EVAL_SCALE`].
    score: f32,
    /// The position of the board's area between the two areas of learning.
    area_share: f32,
    /// The inputs of the width.
    inputs: [f32; WIDTH],
    /// Whether the side to move won; `None` for a draw.
    won: Option<bool>,
}

/// Positions of games with their scores and results.
#[derive(Clone, Debug)]
pub struct CalibrationSamples {
    networks: usize,
    samples: Vec<Sample>,
}

impl CalibrationSamples {
    /// The samples of `games` with the networks in `tables`.
    pub fn new(layout: &Layout, tables: &Arc<Tables>, games: &[&GameRecord]) -> CalibrationSamples {
        let samples = games.iter().flat_map(|game| samples(layout, tables, game)).collect();
        CalibrationSamples { networks: layout.networks(), samples }
    }
}

/// The positions of a game that have a score. Proven ones need no calibration.
fn samples(layout: &Layout, tables: &Arc<Tables>, game: &GameRecord) -> Vec<Sample> {
    let mut board = Board::new(tables.clone(), &Grid::new(game.size), Color::Black);
    let usable = usable_plies(game);
    let mut found = Vec::new();
    for ply in 0..usable {
        let thought = ply.checked_sub(game.opening).and_then(|index| game.thoughts.get(index));
        if let Some(Score::Points(score)) = thought.and_then(|thought| thought.score) {
            found.push(Sample {
                network: layout.network(board.side()),
                score: score as f32 / EVAL_SCALE,
                area_share: area_share(game.size),
                inputs: inputs(&mut board, game.size.area() as f32),
                won: match game.result {
                    GameResult::Won(winner) => Some(winner == board.side()),
                    GameResult::Drawn => None,
                },
            });
        }
        if let Some(&point) = game.moves.get(ply) {
            board.play(Square::of(point));
        }
    }
    found
}

fn inputs(board: &mut Board, area: f32) -> [f32; WIDTH] {
    let mut inputs = [1.0; WIDTH];
    let neurons = inputs.iter_mut().zip(board.hidden(board.context()));
    neurons.for_each(|(input, neuron)| *input = neuron as f32 / f32::from(ONE));
    inputs[HIDDEN] = 1.0 - board.empty_count() as f32 / area;
    inputs
}

/// Log-probability of the result, and its derivatives with respect to the score in units and to the margin.
fn judge(x: f64, margin: f64, won: Option<bool>) -> (f64, f64, f64) {
    let (win, loss) = (logistic(x - margin), logistic(-x - margin));
    match won {
        Some(true) => (win.max(LEAST).ln(), 1.0 - win, win - 1.0),
        Some(false) => (loss.max(LEAST).ln(), loss - 1.0, loss - 1.0),
        None => {
            let draw = (1.0 - win - loss).max(LEAST);
            let (of_win, of_loss) = (win * (1.0 - win), loss * (1.0 - loss));
            (draw.ln(), (of_loss - of_win) / draw, (of_win + of_loss) / draw)
        }
    }
}

impl Task for CalibrationSamples {
    fn len(&self) -> usize {
        self.samples.len()
    }

    fn judge(&self, params: &[f32], sample: usize, gradient: Option<&mut [f32]>) -> Metrics {
        let sample = &self.samples[sample];
        let place = sample.network * PARAMS..(sample.network + 1) * PARAMS;
        let params = &params[place.clone()];
        let width: f32 = params.iter().zip(sample.inputs).map(|(param, input)| param * input).sum();
        let shares = [1.0 - sample.area_share, sample.area_share];
        let unit = params[WIDTH] * shares[0] + params[WIDTH + 1] * shares[1];
        let x = f64::from(sample.score * (-unit).exp());
        let margin = f64::from(width).exp().ln_1p();
        let (log, by_x, by_margin) = judge(x, margin, sample.won);
        if let Some(gradient) = gradient {
            let gradient = &mut gradient[place];
            let by_width = (-by_margin * logistic(f64::from(width))) as f32;
            let by_unit = (by_x * x) as f32;
            let slopes = sample.inputs.map(|input| by_width * input).into_iter();
            let slopes = slopes.chain(shares.map(|share| by_unit * share));
            gradient.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
        }
        let (win, loss) = (logistic(x - margin), logistic(-x - margin));
        let guess = match 1.0 - win - loss {
            draw if draw > win.max(loss) => None,
            _ => Some(win > loss),
        };
        let right = f64::from(u8::from(guess == sample.won));
        Metrics { loss: -log, right, near: right, judged: 1.0, count: 1.0 }
    }

    fn occurrences(&self, params: usize) -> Vec<u32> {
        vec![u32::MAX; params.min(self.networks * PARAMS)]
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::gomoku::eval::calibration::CalibrationWeights;
    use crate::train::descent::Settings;
    use crate::train::descent::tests::{settings, train};

    /// Samples of positions in which a neuron determines the width of draws.
    fn random_samples(count: usize, random: &mut Rng, truth: &[f32]) -> CalibrationSamples {
        let mut samples = Vec::new();
        for _ in 0..count {
            let mut inputs = [1.0; WIDTH];
            inputs[..=HIDDEN].iter_mut().for_each(|input| *input = random.f32() - 0.5);
            let (score, area_share) = (random.f32() * 6.0 - 3.0, f32::from(random.u8(..2)));
            let width: f32 = inputs.iter().zip(truth).map(|(a, b)| a * b).sum();
            let unit = truth[WIDTH + usize::from(area_share > 0.5)];
            let x = f64::from(score * (-unit).exp());
            let margin = f64::from(width).exp().ln_1p();
            let (win, loss) = (logistic(x - margin), logistic(-x - margin));
            let won = match random.f64() {
                dice if dice < win => Some(true),
                dice if dice < win + loss => Some(false),
                _ => None,
            };
            samples.push(Sample { network: 0, score, area_share, inputs, won });
        }
        CalibrationSamples { networks: 1, samples }
    }

    fn truth() -> [f32; PARAMS] {
        let mut truth = [0.0; PARAMS];
        (truth[4], truth[HIDDEN + 1]) = (3.0, -1.5);
        (truth[WIDTH], truth[WIDTH + 1]) = (-0.5, 0.5);
        truth
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let mut random = Rng::with_seed(1);
        let samples = random_samples(50, &mut random, &truth());
        let params: Vec<f32> = (0..PARAMS).map(|_| random.f32() * 0.4 - 0.2).collect();
        for sample in 0..samples.len() {
            let mut gradient = vec![0.0; PARAMS];
            samples.judge(&params, sample, Some(&mut gradient));
            for index in 0..PARAMS {
                let loss = |change: f32| {
                    let mut moved = params.clone();
                    moved[index] += change;
                    samples.judge(&moved, sample, None).loss
                };
                let slope = (loss(1e-3) - loss(-1e-3)) / 2e-3;
                let error = (slope - f64::from(gradient[index])).abs();
                assert!(error < 2e-3 + 1e-2 * slope.abs(), "{sample} {index}: {slope} {error}");
            }
        }
    }

    #[test]
    fn units_and_the_width_of_draws_are_found() {
        let mut random = Rng::with_seed(2);
        let samples = random_samples(40_000, &mut random, &truth());
        let start: Vec<f32> = CalibrationWeights::seed().params().collect();
        let settings = Settings { epochs: 12, rate: 0.03, spread: 10.0, ..settings(2) };
        let found = train(&samples, &samples, &start, 0..0, &settings, &mut |_| ());
        for index in [4, HIDDEN + 1, WIDTH, WIDTH + 1] {
            let (found, wanted) = (found[index], truth()[index]);
            assert!((found - wanted).abs() < 0.35, "{index}: {found} for {wanted}");
        }
        let back: Vec<f32> = CalibrationWeights::of_params(&found).params().collect();
        assert!(back.iter().zip(&found).all(|(a, b)| (a - b).abs() < 1e-3));
    }
}
