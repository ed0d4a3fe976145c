//! The value model: fits the evaluation to search scores and game results.
//!
//! The model is the static evaluation of the search itself, in floating point. Samples are kept as places in
//! games, some bytes each, and turned into the network's inputs whenever they are judged: the inputs of
//! millions of positions would not fit in memory.

use std::borrow::Cow;
use std::iter;
use std::ops::Range;

use super::network::{self, OUTPUTS, Rows};
use crate::color::Color;
use crate::coord::Size;
use crate::gomoku::eval::context::Context;
use crate::gomoku::eval::points::{EmptyBoard, PointInput};
use crate::gomoku::eval::profile::{PROFILES, Profile};
use crate::gomoku::eval::threat::{THREATS, Threat};
use crate::gomoku::eval::window::Windows;
use crate::gomoku::rules::grid::Square;
use crate::train::descent::{Metrics, Task};

/// Number of parameters of a network's threat profiles and fouls.
const SUMMANDS: usize = PROFILES + THREATS;

/// Learning rate of fouls, relative to that of everything else: few positions have any, and they weigh much.
const FOUL_RATE: f32 = 20.0;

/// The data that all value samples of a rule need.
pub struct ValueModel {
    windows: Windows,
    rows: Rows,
    /// Number of networks: two if the rule treats the colours differently.
    networks: usize,
}

impl ValueModel {
    pub fn new(networks: usize) -> ValueModel {
        ValueModel { windows: Windows::new(), rows: Rows::new(), networks }
    }

    /// Number of parameters: the threat profiles and fouls of each network, then the networks.
    pub fn params(&self) -> usize {
        self.networks * (SUMMANDS + self.rows.params())
    }

    /// The parameters besides those of network `number`: first of the threat profiles, then of the points that may be
    /// fouls, by White's threat class there.
    pub fn summands(&self, number: usize) -> Range<usize> {
        number * SUMMANDS..(number + 1) * SUMMANDS
    }

    /// The parameters of network `number`.
    pub fn network(&self, number: usize) -> Range<usize> {
        let first = self.networks * SUMMANDS + number * self.rows.params();
        first..first + self.rows.params()
    }
}

/// A position of a game.
#[derive(Clone, Debug)]
pub struct Position {
    /// Stones before it.
    pub plies: usize,
    /// A move after these stones that the game did not play.
    pub aside: Option<Square>,
    /// Index of its threat profile.
    pub profile: usize,
    /// White's threat classes at the points that may be forbidden to Black.
    pub fouls: Vec<Threat>,
    /// Number of the network of the side to move.
    pub network: usize,
}

/// A game: its moves follow those of the games before it.
#[derive(Clone, Copy)]
struct Game {
    board: u16,
    first_move: u32,
}

#[derive(Clone, Copy)]
struct Sample {
    game: u32,
    plies: u16,
    aside: Option<Square>,
    profile: u16,
    network: u8,
    /// Number of its fouls, which follow those of the samples before it.
    fouls: u16,
    first_foul: u32,
    /// Expected game result for the side to move, from 0 to 1.
    target: f32,
    /// Game result for the side to move; 0.5 for a draw or an unknown result.
    result: f32,
}

impl Sample {
    /// The number of stones on the board.
    fn stones(&self) -> usize {
        usize::from(self.plies) + usize::from(self.aside.is_some())
    }
}

/// Positions with their target values.
#[derive(Clone)]
pub struct ValueSamples<'a> {
    model: &'a ValueModel,
    boards: Vec<EmptyBoard>,
    games: Vec<Game>,
    moves: Vec<Square>,
    fouls: Vec<Threat>,
    samples: Vec<Sample>,
}

/// The logistic function.
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Cross-entropy, in nats, of the prediction with log-odds `x` and the result `target`, in a form that does
/// not overflow.
pub fn cross_entropy(x: f32, target: f32) -> f64 {
    let x = f64::from(x);
    x.max(0.0) - x * f64::from(target) + (-x.abs()).exp().ln_1p()
}

impl<'a> ValueSamples<'a> {
    pub fn new(model: &'a ValueModel) -> ValueSamples<'a> {
        ValueSamples {
            model,
            boards: Vec::new(),
            games: Vec::new(),
            moves: Vec::new(),
            fouls: Vec::new(),
            samples: Vec::new(),
        }
    }

    /// Begins a game, to which the next samples belong.
    pub fn begin(&mut self, size: Size, moves: impl Iterator<Item = Square>) {
        let known = self.boards.iter().position(|board| board.size() == size);
        let board = known.unwrap_or_else(|| {
            self.boards.push(EmptyBoard::new(size, &self.model.windows));
            self.boards.len() - 1
        });
        self.games.push(Game { board: board as u16, first_move: self.moves.len() as u32 });
        self.moves.extend(moves);
    }

    /// Adds a position of the last game with the expected result `target` for the side to move, and the actual `result`
    /// unless the position is an aside.
    pub fn push(&mut self, position: Position, target: f32, result: Option<f32>) {
        self.samples.push(Sample {
            game: self.games.len() as u32 - 1,
            plies: position.plies as u16,
            aside: position.aside,
            profile: position.profile as u16,
            network: position.network as u8,
            fouls: position.fouls.len() as u16,
            first_foul: self.fouls.len() as u32,
            target,
            result: result.unwrap_or(0.5),
        });
        self.fouls.extend(position.fouls);
    }

    /// Adds all samples of `other`, which must be for the same model.
    pub fn append(&mut self, other: &ValueSamples) {
        let first_game = self.games.len() as u32;
        for (number, game) in other.games.iter().enumerate() {
            let first = game.first_move as usize;
            let next = other.games.get(number + 1).map(|game| game.first_move as usize);
            let moves = &other.moves[first..next.unwrap_or(other.moves.len())];
            self.begin(other.boards[usize::from(game.board)].size(), moves.iter().copied());
        }
        let fouls_before = self.fouls.len() as u32;
        self.fouls.extend(&other.fouls);
        let moved = |&sample: &Sample| Sample {
            game: first_game + sample.game,
            first_foul: fouls_before + sample.first_foul,
            ..sample
        };
        self.samples.extend(other.samples.iter().map(moved));
    }

    /// The numbers of the samples with a number of stones in the range `stones`.
    pub fn with_stones(&self, stones: &Range<usize>) -> Vec<u32> {
        let is_wanted = |&number: &u32| stones.contains(&self.samples[number as usize].stones());
        (0..self.samples.len() as u32).filter(is_wanted).collect()
    }

    /// The inputs of the network for a sample.
    fn inputs(&self, sample: &Sample) -> Vec<PointInput> {
        let Game { board, first_move } = self.games[sample.game as usize];
        let moves = &self.moves[first_move as usize..][..usize::from(sample.plies)];
        let stones = moves.iter().copied().chain(sample.aside);
        let side = Color::ALL[sample.stones() % 2];
        self.boards[usize::from(board)].inputs(&self.model.windows, stones, side)
    }

    /// The parameters besides the network whose sum counts for a sample.
    fn summands(&self, sample: &Sample) -> impl Iterator<Item = usize> {
        let first = self.model.summands(sample.network.into()).start;
        let fouls = &self.fouls[sample.first_foul as usize..][..usize::from(sample.fouls)];
        let of_foul = move |&class: &Threat| first + PROFILES + class as usize;
        iter::once(first + usize::from(sample.profile)).chain(fouls.iter().map(of_foul))
    }

    /// The context of a sample.
    fn context(&self, sample: &Sample) -> Context {
        let Game { board, .. } = self.games[sample.game as usize];
        let points = self.boards[usize::from(board)].size().area();
        Context::new(Profile::from_index(sample.profile.into()), sample.stones(), points)
    }

    /// The log-odds of a sample with `params`.
    #[cfg(test)]
    pub fn evaluate(&self, params: &[f32], sample: usize) -> f32 {
        let params = self.expand(params);
        let sample = &self.samples[sample];
        let sum: f32 = self.summands(sample).map(|at| params[at]).sum();
        let params = &params[self.model.network(sample.network.into())];
        sum + network::forward(params, &self.inputs(sample), self.context(sample)).output
    }
}

impl Task for ValueSamples<'_> {
    fn len(&self) -> usize {
        self.samples.len()
    }

    fn expand<'p>(&self, params: &'p [f32]) -> Cow<'p, [f32]> {
        let mut expanded = params.to_vec();
        for number in 0..self.model.networks {
            self.model.rows.expand(&mut expanded[self.model.network(number)]);
        }
        Cow::Owned(expanded)
    }

    fn fold(&self, mut gradient: Vec<f32>) -> Vec<f32> {
        for number in 0..self.model.networks {
            self.model.rows.fold(&mut gradient[self.model.network(number)]);
        }
        gradient
    }

    fn rate(&self, param: usize) -> f32 {
        match param.checked_sub(self.model.networks * SUMMANDS) {
            Some(param) => network::rate(param % self.model.rows.params()),
            None if param % SUMMANDS < PROFILES => 1.0,
            None => FOUL_RATE,
        }
    }

    fn judge(&self, params: &[f32], sample: usize, gradient: Option<&mut [f32]>) -> Metrics {
        let sample = &self.samples[sample];
        let points = self.inputs(sample);
        let place = self.model.network(sample.network.into());
        let pass = network::forward(&params[place.clone()], &points, self.context(sample));
        let sum: f32 = self.summands(sample).map(|at| params[at]).sum();
        let odds = sum + pass.output;
        if let Some(gradient) = gradient {
            let slope = sigmoid(odds) - sample.target;
            self.summands(sample).for_each(|at| gradient[at] += slope);
            let params = &params[place.clone()];
            network::backward(params, &points, &pass, slope, &mut gradient[place]);
        }
        let is_decided = sample.result != 0.5;
        let is_right = is_decided && (odds > 0.0) == (sample.result > 0.5);
        let right = f64::from(u8::from(is_right));
        let judged = f64::from(u8::from(is_decided));
        let loss = cross_entropy(odds, sample.target);
        Metrics { loss, right, near: right, judged, count: 1.0 }
    }

    fn occurrences(&self, params: usize) -> Vec<u32> {
        // Every position uses all of a network but its rows, which learn from their shared parts.
        let mut counts = vec![u32::MAX; params];
        counts[..self.model.networks * SUMMANDS].fill(0);
        for sample in &self.samples {
            self.summands(sample).for_each(|at| counts[at] += 1);
        }
        counts
    }

    fn scaled(&self, params: &[f32], scale: f32) -> Vec<f32> {
        let mut scaled = params.to_vec();
        for number in 0..self.model.networks {
            let outputs = &mut scaled[self.model.network(number)][OUTPUTS];
            outputs.iter_mut().for_each(|param| *param *= scale);
            let summands = &mut scaled[self.model.summands(number)];
            summands.iter_mut().for_each(|param| *param *= scale);
        }
        scaled
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::coord::Point;
    use crate::gomoku::eval::network::LENGTH;
    use crate::train::descent::Settings;
    use crate::train::descent::tests::{settings, train};

    /// Samples of one random game each on a small board.
    fn samples<'a>(model: &'a ValueModel, count: usize, random: &mut Rng) -> ValueSamples<'a> {
        let size = Size::new(9, 9).unwrap();
        let mut samples = ValueSamples::new(model);
        for number in 0..count {
            let mut points: Vec<Square> = size.points().map(Square::of).collect();
            random.shuffle(&mut points);
            let plies = random.usize(1..20);
            samples.begin(size, points[..plies].iter().copied());
            let aside = random.bool().then(|| points[plies]);
            let network = number % model.networks;
            let profile = random.usize(..PROFILES);
            let fouls = Threat::ALL[number..][..number % 3].to_vec();
            let position = Position { plies, aside, profile, fouls, network };
            samples.push(position, random.f32(), Some(random.u8(..2).into()));
        }
        samples
    }

    fn position(plies: usize, aside: Option<Square>) -> Position {
        Position { plies, aside, profile: 0, fouls: Vec::new(), network: 0 }
    }

    /// Random parameters of the same magnitude as trained ones.
    fn random_params(model: &ValueModel, random: &mut Rng) -> Vec<f32> {
        (0..model.params()).map(|_| random.f32() * 0.4 - 0.2).collect()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let (model, mut random) = (ValueModel::new(2), Rng::with_seed(1));
        let samples = samples(&model, 4, &mut random);
        let params = random_params(&model, &mut random);
        for sample in 0..samples.len() {
            let mut gradient = vec![0.0; params.len()];
            samples.judge(&samples.expand(&params), sample, Some(&mut gradient));
            let gradient = samples.fold(gradient);
            let is_wrong = |index: usize| {
                let loss = |change: f32| {
                    let mut moved = params.clone();
                    moved[index] += change;
                    samples.judge(&samples.expand(&moved), sample, None).loss
                };
                let change = 5e-4;
                let slope = (loss(change) - loss(-change)) / f64::from(2.0 * change);
                let error = (slope - f64::from(gradient[index])).abs();
                error > 2e-4 + 3e-2 * slope.abs()
            };
            let number = samples.samples[sample].network.into();
            assert!(!model.summands(number).any(is_wrong));
            let place = model.network(number);
            let shared = LENGTH..place.len();
            for part in network::PARTS.into_iter().chain([shared]) {
                let part = place.start + part.start..place.start + part.end;
                let seen: Vec<usize> = part.clone().filter(|&i| gradient[i] != 0.0).collect();
                assert!(seen.len() > 150, "{part:?}: {}", seen.len());
                // There are too many to try them all. Those that seem to have no influence are among the others. Where
                // a clipped number is near its limit, the slope is not constant.
                let of_seen = seen.iter().copied().step_by(seen.len() / 20);
                let others: Vec<usize> = (0..20).map(|_| random.usize(part.clone())).collect();
                let wrong = of_seen.chain(others).filter(|&index| is_wrong(index)).count();
                assert!(wrong <= 2, "{part:?}: {wrong}");
            }
        }
    }

    #[test]
    fn a_network_learns_where_stones_stand() {
        let (model, mut random) = (ValueModel::new(1), Rng::with_seed(2));
        let size = Size::new(15, 15).unwrap();
        let mut samples = ValueSamples::new(&model);
        let point = |x, y| Square::of(Point::new(x, y).unwrap());
        for _ in 0..300 {
            let (x, y) = (random.u8(..15), random.u8(..15));
            samples.begin(size, [point(x, y)].into_iter());
            let is_central = (5..10).contains(&x) && (5..10).contains(&y);
            let result = if is_central { 1.0 } else { 0.0 };
            samples.push(position(1, None), result, Some(result));
        }
        let start = random_params(&model, &mut random);
        let settings = Settings { epochs: 100, rate: 0.01, spread: 1.0, ..settings(2) };
        let found = train(&samples, &samples, &start, 0..0, &settings, &mut |_| ());
        let mean_loss = |params: &[f32]| {
            let params = samples.expand(params);
            let losses = (0..samples.len()).map(|sample| samples.judge(&params, sample, None).loss);
            losses.sum::<f64>() / samples.len() as f64
        };
        let (before, after) = (mean_loss(&start), mean_loss(&found));
        assert!(before > 0.3 && after < 0.1, "{before} {after}");
    }

    #[test]
    fn an_aside_is_a_stone_on_the_board() {
        let (model, size) = (ValueModel::new(1), Size::new(9, 9).unwrap());
        let points: Vec<Square> = size.points().map(Square::of).collect();
        let mut samples = ValueSamples::new(&model);
        samples.begin(size, points[..20].iter().copied());
        for (plies, aside) in [(19, None), (19, Some(points[30])), (20, None)] {
            samples.push(position(plies, aside), 0.5, None);
        }
        assert_eq!(samples.with_stones(&(0..20)), [0]);
        assert_eq!(samples.with_stones(&(20..21)), [1, 2]);
    }

    #[test]
    fn joined_samples_keep_their_games() {
        let (model, mut random) = (ValueModel::new(2), Rng::with_seed(3));
        let (one, two) = (samples(&model, 5, &mut random), samples(&model, 7, &mut random));
        let params = random_params(&model, &mut random);
        let mut both = one.clone();
        both.append(&two);
        assert_eq!(both.len(), 12);
        for (sample, (part, place)) in
            (0..5).map(|i| (&one, i)).chain((0..7).map(|i| (&two, i))).enumerate()
        {
            assert_eq!(both.evaluate(&params, sample), part.evaluate(&params, place));
        }
        let scaled = both.scaled(&params, 2.0);
        assert!((both.evaluate(&scaled, 3) - 2.0 * both.evaluate(&params, 3)).abs() < 1e-3);
    }
}
