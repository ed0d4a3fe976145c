//! The weights of the evaluation: tables for every stage of the game, or a network.
//!
//! Units: 1/100 disc of the final score, for the side to move. [`train`](crate::othello::train)
//! produces the weights, and [`super::weight_file`] defines their file format; the program embeds the file
//! beside this source.

use std::sync::{Arc, OnceLock};

pub use super::deviation::Deviation;
use super::input::{EvalInput, MOVES, STAGE_PLIES, STAGES, TYING, parameter_count};
use super::network::Network;
use super::shape;

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

/// An evaluation, with the deviation of searches that use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    values: Values,
    deviation: Deviation,
}

impl Weights {
    /// The weights with these values; searches that use them differ by `deviation`.
    pub fn new(values: Values, deviation: Deviation) -> Weights {
        Weights { values, deviation }
    }

    /// The deviation between searches of different depths with these weights.
    pub fn deviation(&self) -> &Deviation {
        &self.deviation
    }

    /// The same weights with another deviation.
    pub fn with_deviation(self, deviation: Deviation) -> Weights {
        Weights { deviation, ..self }
    }

    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The embedded weights, read on first use.
    pub fn embedded() -> Arc<Weights> {
        static EMBEDDED: OnceLock<Arc<Weights>> = OnceLock::new();
        let read = || {
            let bytes = include_bytes!("weights.bin");
            Arc::new(Weights::from_bytes(bytes).expect("the program's own weights are sound"))
        };
        EMBEDDED.get_or_init(read).clone()
    }

    /// The value of a position in 1/100 disc for the side to move, unlimited.
    #[inline]
    pub fn value(&self, input: EvalInput) -> i32 {
        match &self.values {
            Values::Tables(stages) => stages[input.stage().0].value(input),
            Values::Network(network) => network.value(input),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::eval::features::Features;
    use crate::othello::rules::board::Board;

    pub(in crate::othello) fn random_weights(seed: u64) -> Weights {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut stage = || {
            let parameters: Vec<i16> =
                (0..parameter_count()).map(|_| random.i16(-300..300)).collect();
            Stage::new(&parameters)
        };
        let stages = Box::new(std::array::from_fn(|_| stage()));
        Weights::new(Values::Tables(stages), Deviation::default())
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
    fn the_parameters_of_a_stage_make_it_again() {
        let weights = random_weights(3);
        let stage = &stages(&weights)[4];
        assert_eq!(Stage::new(&stage.parameters()), *stage);
    }
}
