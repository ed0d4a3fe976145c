//! The weights that training starts from. Tables are set by hand: mobility is good, corners are very good,
//! and a disc on the X-square of an empty corner is bad. A network starts without knowledge, with random
//! heads so that channels learn different things.

use super::deviation::Deviation;
use super::input::{MOVES, OTHER_PARAMETERS, STAGES, TYING, parameter_count};
use super::network::{
    CHANNELS, EMPTIES_ROW, HIDDEN, HIDDEN_ONE, Network, ONE, OTHER_ROWS, OUTPUT_ONE,
};
use super::shape::{self, SHAPE_COUNT};
use super::weights::{Stage, Values, Weights};

/// Values of a legal move, a corner, and an X-square next to an empty corner, in 1/100 disc.
const MOVE: i16 = 80;
const CORNER: i16 = 900;
const X_SQUARE: i16 = -500;

/// Maximum output of a neuron in the initial network: four discs.
const OUTPUT: i16 = 400 * OUTPUT_ONE;

/// The only shape with a corner, its X-square and no other corner that lies at each corner once.
const CORNER_SHAPE: &[u8] = &[0, 1, 2, 8, 9, 10, 16, 17, 18];

impl Weights {
    /// The tables before training.
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
        Weights::new(Values::Tables(stages), Deviation::default())
    }

    /// The network before training.
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
        Weights::new(Values::Network(Box::new(Network::new(&numbers))), Deviation::default())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::eval::features::Features;
    use crate::othello::eval::input::EvalInput;
    use crate::othello::rules::board::Board;

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
}
