//! The weights of the evaluation: tables for every stage of the game, or a network; those that training starts
//! from, and the file format.
//!
//! Units: 1/100 disc of the final score, for the side to move. [`train`](crate::othello::train)
//! produces the weights; the program embeds the file beside this source.
//!
//! Initial tables are set by hand: mobility is good, corners are very good, and a disc on the X-square of an
//! empty corner is bad. An initial network is without knowledge, with random heads so that channels learn
//! different things.
//!
//! A file is a [number file](crate::train::number_file) with the factors of the deviation, the tempo, and the
//! parameters of tables, one stage after another, or the numbers of a network.

use std::sync::{Arc, OnceLock};

pub use super::deviation::Deviation;
use super::deviation::FACTORS;
use super::input::{
    EvalInput, MOVES, OTHER_PARAMETERS, STAGE_PLIES, STAGES, TYING, parameter_count,
};
use super::network::{
    self, CHANNELS, EMPTIES_ROW, HIDDEN, HIDDEN_ONE, Network, ONE, OTHER_ROWS, OUTPUT_ONE,
};
use super::rows::FIT;
use super::shape::{self, SHAPE_COUNT};
use super::tempo::TEMPOS;
pub use super::tempo::Tempo;
use crate::train::number_file::{Format, FormatError, read_head};

/// The table of one stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// By pattern, shape after shape.
    patterns: Vec<i16>,
    own_moves: [i16; MOVES],
    other_moves: [i16; MOVES],
    /// By ply within the stage: the value of having the move.
    plies: [i16; STAGE_PLIES + 1],
}

impl Stage {
    /// The stage with these parameters, in the order of [`Stage::parameters`].
    ///
    /// # Panics
    /// If their number differs from [`parameter_count`].
    pub fn new(parameters: &[i16]) -> Stage {
        assert_eq!(parameters.len(), parameter_count());
        let (patterns, rest) = parameters.split_at(TYING.count);
        let (own_moves, rest) = rest.split_at(MOVES);
        let (other_moves, plies) = rest.split_at(MOVES);
        let array = |numbers: &[i16]| std::array::from_fn(|i| numbers[i]);
        Stage {
            patterns: TYING.parameter_of.iter().map(|&at| patterns[at as usize]).collect(),
            own_moves: array(own_moves),
            other_moves: array(other_moves),
            plies: std::array::from_fn(|i| plies[i]),
        }
    }

    /// The value of a position of this stage.
    #[inline]
    fn value(&self, input: EvalInput) -> i32 {
        let mut sum = i32::from(self.own_moves[(input.own_moves as usize).min(MOVES - 1)])
            + i32::from(self.other_moves[(input.other_moves as usize).min(MOVES - 1)])
            + i32::from(self.plies[input.stage().1]);
        for (&offset, &pattern) in shape::OFFSETS.iter().zip(input.patterns) {
            sum += i32::from(self.patterns[offset as usize + usize::from(pattern)]);
        }
        sum
    }

    /// One number for each group of patterns that share it, then the numbers of moves, own and the
    /// opponent's, and the plies.
    pub fn parameters(&self) -> Vec<i16> {
        let mut parameters = vec![0; TYING.count];
        for (&at, &number) in TYING.parameter_of.iter().zip(&self.patterns) {
            parameters[at as usize] = number;
        }
        parameters.extend(self.own_moves.iter().chain(&self.other_moves).chain(&self.plies));
        parameters
    }
}

/// The two forms of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// A sum of pattern weights, for each stage.
    Tables(Box<[Stage; STAGES]>),
    Network(Box<Network>),
}

/// An evaluation, with the tempo that searches add to it and their deviation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    values: Values,
    deviation: Deviation,
    tempo: Tempo,
}

impl Weights {
    /// The weights with these values, without a fit to searches.
    pub fn new(values: Values) -> Weights {
        Weights { values, deviation: Deviation::default(), tempo: Tempo::default() }
    }

    /// The deviation between searches of different depths with these weights.
    pub fn deviation(&self) -> &Deviation {
        &self.deviation
    }

    /// The value of having the move in searches with these weights.
    pub fn tempo(&self) -> &Tempo {
        &self.tempo
    }

    /// The same weights with another fit to searches.
    pub fn fitted(self, deviation: Deviation, tempo: Tempo) -> Weights {
        Weights { deviation, tempo, ..self }
    }

    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The embedded weights, read on first use; without the feature `othello-weights`, untrained ones.
    pub fn embedded() -> Arc<Weights> {
        static EMBEDDED: OnceLock<Arc<Weights>> = OnceLock::new();
        EMBEDDED.get_or_init(|| Arc::new(Weights::read_embedded())).clone()
    }

    #[cfg(all(feature = "othello-weights", not(target_family = "wasm")))]
    fn read_embedded() -> Weights {
        laid_out::weights()
    }

    #[cfg(all(feature = "othello-weights", target_family = "wasm"))]
    fn read_embedded() -> Weights {
        let weights = Weights::from_bytes(include_bytes!("weights.bin"));
        weights.expect("the program's own weights are sound")
    }

    #[cfg(not(feature = "othello-weights"))]
    fn read_embedded() -> Weights {
        Weights::seed()
    }

    /// These values with the fit to searches that a file begins with.
    fn with_fit(values: Values, fit: &[i16]) -> Weights {
        let (factors, tempo) = fit.split_at(FACTORS);
        let deviation = Deviation::from_factors(&std::array::from_fn(|i| factors[i]));
        Weights::new(values).fitted(deviation, Tempo(std::array::from_fn(|i| tempo[i])))
    }

    /// The value of a position in 1/100 disc for the side to move, unlimited.
    #[inline]
    pub fn value(&self, input: EvalInput) -> i32 {
        let value = match &self.values {
            Values::Tables(stages) => stages[input.stage().0].value(input),
            Values::Network(network) => network.value(input),
        };
        value + self.tempo.of(input.empties)
    }
}

/// Values of a legal move, a corner, and an X-square next to an empty corner, in 1/100 disc.
const MOVE: i16 = 80;
const CORNER: i16 = 900;
const X_SQUARE: i16 = -500;

/// Maximum output of a neuron in the initial network: four discs.
const OUTPUT: i16 = 400 * OUTPUT_ONE;

/// The only shape with a corner, its X-square and no other corner that has one instance at each corner.
const CORNER_SHAPE: &[u8] = &[0, 1, 2, 8, 9, 10, 16, 17, 18];

impl Weights {
    /// The untrained tables.
    pub fn seed() -> Weights {
        let mut parameters = vec![0; parameter_count()];
        for shape in (0..SHAPE_COUNT).filter(|&shape| shape::squares(shape) == CORNER_SHAPE) {
            for pattern in 0..shape::pattern_count(shape) {
                let parameter = TYING.parameter_of[shape::offset(shape) + pattern] as usize;
                parameters[parameter] = corner_worth(pattern);
            }
        }
        let moves = parameters.len() - OTHER_PARAMETERS;
        for count in 0..MOVES {
            let worth = MOVE * count as i16;
            parameters[moves + count] = worth;
            parameters[moves + MOVES + count] = -worth;
        }
        let stages = Box::new(std::array::from_fn(|_| Stage::new(&parameters)));
        Weights::new(Values::Tables(stages))
    }

    /// The untrained network.
    pub fn network_seed() -> Weights {
        let mut random = fastrand::Rng::with_seed(1);
        let mut around = |middle: i16, most: i16| random.i16(middle - most..=middle + most);
        let mut numbers = vec![0; CHANNELS * (TYING.count + OTHER_ROWS)];
        // The rows for the number of empty squares; each position uses one.
        let first = CHANNELS * (TYING.count + EMPTIES_ROW);
        numbers[first..].fill_with(|| around(ONE / 3, ONE / 5));
        for _ in 0..STAGES {
            numbers.extend((0..CHANNELS * HIDDEN).map(|_| around(0, HIDDEN_ONE / 3)));
            numbers.extend([ONE / 4; HIDDEN]);
            numbers.extend((0..HIDDEN).map(|_| around(0, OUTPUT)));
            numbers.extend((0..CHANNELS).map(|_| around(0, OUTPUT / 3)));
            numbers.push(0);
        }
        Weights::new(Values::Network(Box::new(Network::new(&numbers))))
    }
}

/// The value of a pattern of three by three squares at a corner. The corner is its first digit, the
/// X-square the fifth.
fn corner_worth(pattern: usize) -> i16 {
    let worth = |digit: usize, worth: i16| match digit {
        1 => worth,
        2 => -worth,
        _ => 0,
    };
    match pattern % 3 {
        0 => worth(pattern / 81 % 3, X_SQUARE),
        corner => worth(corner, CORNER),
    }
}

/// A file begins with the factors and the tempo.
const _: () = assert!(FIT == FACTORS + TEMPOS);

/// First words of a weight file.
pub const TITLE: &str = "tengen othello weights";
const VERSION: &str = "1";
/// First number of the contents of a network.
const NETWORK: &str = "network";

/// Identifies the layout, so that weights for other shapes are rejected.
fn format(kind: &str, count: usize) -> Format {
    let sizes: Vec<String> =
        (0..SHAPE_COUNT).map(|s| shape::squares(s).len().to_string()).collect();
    Format {
        title: TITLE,
        version: VERSION,
        contents: format!(
            "{kind}tempo {TEMPOS} stages {STAGES} moves {MOVES} shapes {}",
            sizes.join(" ")
        ),
        count: FIT + count,
    }
}

fn of_tables() -> Format {
    format("", STAGES * parameter_count())
}

fn of_network() -> Format {
    format(&format!("{NETWORK} {CHANNELS} {HIDDEN} "), network::length())
}

impl Weights {
    /// The bytes of a weight file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let fit = self.deviation.factors().into_iter().chain(self.tempo.0);
        match self.values() {
            Values::Tables(stages) => {
                of_tables().pack(fit.chain(stages.iter().flat_map(Stage::parameters)))
            }
            Values::Network(network) => of_network().pack(fit.chain(network.numbers())),
        }
    }

    /// Reads weights.
    ///
    /// # Errors
    /// `bytes` are not valid weights.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, FormatError> {
        let (contents, _) = read_head(bytes, TITLE, VERSION)?;
        let is_network = contents.split(' ').next() == Some(NETWORK);
        let numbers = if is_network { of_network() } else { of_tables() }.unpack(bytes)?;
        let (fit, numbers) = numbers.split_at(FIT);
        let values = if is_network {
            Values::Network(Box::new(Network::new(numbers)))
        } else {
            let count = parameter_count();
            let stage = |number| Stage::new(&numbers[number * count..][..count]);
            Values::Tables(Box::new(std::array::from_fn(stage)))
        };
        Ok(Weights::with_fit(values, fit))
    }
}

/// The embedded weights as the build script lays them out, so that they are used where they lie in the program.
#[cfg(all(feature = "othello-weights", not(target_family = "wasm")))]
mod laid_out {
    use std::borrow::Cow;

    use super::{FIT, Network, Values, Weights};
    use crate::othello::eval::rows::CHANNELS;
    use crate::othello::eval::shape::PATTERNS;

    #[repr(align(32))]
    struct Rows([u8; CHANNELS * PATTERNS]);

    /// A constant, not a static, which has an address of its own: the programs for several processors in one file then
    /// share the rows.
    const ROWS: &Rows = &Rows(*include_bytes!(concat!(env!("OUT_DIR"), "/othello_rows.bin")));
    /// The numbers of the file without the rows, as little-endian pairs of bytes.
    static NUMBERS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/othello_numbers.bin"));

    pub(super) fn weights() -> Weights {
        let (pairs, _) = NUMBERS.as_chunks::<2>();
        let numbers: Vec<i16> = pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect();
        let (fit, numbers) = numbers.split_at(FIT);
        let network = Network::with_rows(Cow::Borrowed(bytemuck::cast_slice(&ROWS.0)), numbers);
        Weights::with_fit(Values::Network(Box::new(network)), fit)
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_layout_is_that_of_the_file() {
            let file = include_bytes!("weights.bin");
            assert!(Weights::from_bytes(file) == Ok(weights()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::eval::features::Features;
    use crate::othello::eval::input::EvalInput;
    use crate::othello::rules::board::Board;

    pub(in crate::othello) fn random_weights(seed: u64) -> Weights {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut stage = || {
            let parameters: Vec<i16> =
                (0..parameter_count()).map(|_| random.i16(-300..300)).collect();
            Stage::new(&parameters)
        };
        let stages = Box::new(std::array::from_fn(|_| stage()));
        Weights::new(Values::Tables(stages))
    }

    fn stages(weights: &Weights) -> &[Stage; STAGES] {
        match weights.values() {
            Values::Tables(stages) => stages,
            Values::Network(_) => unreachable!("tables were made"),
        }
    }

    #[test]
    fn a_value_is_the_sum_of_its_parameters_in_every_image() {
        let weights = random_weights(1);
        let mut random = fastrand::Rng::with_seed(2);
        for _ in 0..300 {
            let (a, b, c) = (random.u64(..), random.u64(..), random.u64(..));
            let filled = a | b & c;
            let board = Board { player: filled & c, opponent: filled & !c };
            let features = Features::of(board);
            let input_of = EvalInput::of(board, &features);
            let value = weights.value(input_of);
            let parameters = stages(&weights)[input_of.stage().0].parameters();
            let sum: i32 = input_of.parameters().map(|at| i32::from(parameters[at])).sum();
            assert_eq!(value, sum);
            for image in board.images() {
                assert_eq!(weights.value(EvalInput::of(image, &Features::of(image))), value);
            }
        }
    }

    #[test]
    fn the_tempo_counts_for_the_side_to_move() {
        let tempo = Tempo(std::array::from_fn(|empties| 10 * empties as i16));
        let plain = random_weights(4);
        let fitted = plain.clone().fitted(*plain.deviation(), tempo);
        for board in [Board::START, Board::START.play(19), Board::START.play(19).pass()] {
            let features = Features::of(board);
            let input = EvalInput::of(board, &features);
            let gain = fitted.value(input) - plain.value(input);
            assert_eq!(gain, 10 * board.empty_count() as i32);
        }
    }

    #[test]
    fn the_parameters_of_a_stage_make_it_again() {
        let weights = random_weights(3);
        let stage = &stages(&weights)[4];
        assert_eq!(Stage::new(&stage.parameters()), *stage);
    }

    #[test]
    fn a_corner_is_good_and_a_disc_beside_an_empty_one_is_bad() {
        let seed = Weights::seed();
        let value = |own: u64, other: u64| {
            let features = Features::of(Board { player: own, opponent: other });
            let input = EvalInput {
                patterns: features.patterns(),
                empties: 30,
                own_moves: 5,
                other_moves: 3,
            };
            i32::from(2 * MOVE) - seed.value(input)
        };
        let (corner, x_square) = (1 << 7, 1 << 14);
        assert_eq!(value(0, 0), 0);
        assert_eq!(value(corner, 0), -i32::from(CORNER));
        assert_eq!(value(0, corner), i32::from(CORNER));
        assert_eq!(value(x_square, 0), -i32::from(X_SQUARE));
        assert_eq!(value(x_square, corner), i32::from(CORNER));
    }

    #[test]
    fn weights_come_back_as_they_went_out() {
        let numbers: Vec<i16> = (0..network::length()).map(|at| (at % 251) as i16 - 125).collect();
        let network = Values::Network(Box::new(Network::new(&numbers)));
        let tempo = Tempo(std::array::from_fn(|empties| 100 - empties as i16));
        let deviation = Deviation { midgame: [1, 2, 3, 4], endgame: [5, 6, 7] };
        let network = Weights::new(network).fitted(deviation, tempo);
        let stage = |number: usize| Stage::new(&vec![number as i16; parameter_count()]);
        let tables = Values::Tables(Box::new(std::array::from_fn(stage)));
        let tables = Weights::new(tables);
        for weights in [tables, Weights::network_seed(), network] {
            assert!(Weights::from_bytes(&weights.to_bytes()) == Ok(weights));
        }
    }

    #[test]
    fn foreign_weights_are_refused() {
        let of_other_shapes = Format { contents: "stages 15 shapes 10 8".into(), ..of_tables() };
        let error = Weights::from_bytes(&of_other_shapes.pack([1].into_iter())).unwrap_err();
        assert!(
            error.to_string().contains("unknown contents 'stages 15 shapes 10 8' (expected"),
            "{error}"
        );
        let larger = Format { contents: "network 64 16 tempo 61".into(), ..of_network() };
        let error = Weights::from_bytes(&larger.pack([1].into_iter())).unwrap_err();
        assert!(
            error.to_string().contains("expected 'network 32 16 tempo 61 stages 15 "),
            "{error}"
        );
        let short = Format { count: 1, ..of_network() };
        let error = Weights::from_bytes(&short.pack([1].into_iter())).unwrap_err();
        assert!(matches!(error, FormatError::Short(2, _)), "{error}");
    }
}
