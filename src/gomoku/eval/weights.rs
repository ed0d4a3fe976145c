//! The numbers by which the search judges and orders, for every voice: a colour under a rule.
//!
//! Units. Evaluations ([`Weights::value`], [`Weights::threats`], [`Weights::network`]): the side to
//! move is expected to win with the probability 1 / (1 + e^(-evaluation / 200)). Orderings: the
//! probability that a candidate is the best move is proportional to e^(score / 64), the score being the
//! sum of the three kinds.
//! Trained sets are made by [`learn`](crate::gomoku::train) and come as files
//! ([`super::weight_file`]); the program carries the one beside this source.

use std::sync::{Arc, OnceLock};

use super::network::Network;
use super::place::PLACES;
use super::profile::PROFILES;
use super::seed;
use super::threat::CODES;
use crate::color::Color;
use crate::gomoku::rules::rule::Rule;

/// Largest amount of an evaluation weight, such that the search adds them up without overflow.
pub const VALUE_LIMIT: i16 = 10_000;

/// A colour under a rule, as far as its weights differ from others'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// Both colours in freestyle.
    Freestyle = 0,
    /// Both colours under the standard rule.
    Standard = 1,
    /// Black in renju.
    RenjuBlack = 2,
    /// White in renju.
    RenjuWhite = 3,
    /// Both colours in caro.
    Caro = 4,
    /// Both colours in caro with exactly five.
    CaroExact = 5,
}

/// Number of voices.
pub const VOICES: usize = 6;

impl Voice {
    /// Every voice.
    pub const ALL: [Voice; VOICES] = [
        Voice::Freestyle,
        Voice::Standard,
        Voice::RenjuBlack,
        Voice::RenjuWhite,
        Voice::Caro,
        Voice::CaroExact,
    ];

    /// The voice of `color` under `rule`.
    pub const fn of(rule: Rule, color: Color) -> Voice {
        match (rule, color) {
            (Rule::Freestyle, _) => Voice::Freestyle,
            (Rule::Standard, _) => Voice::Standard,
            (Rule::Renju, Color::Black) => Voice::RenjuBlack,
            (Rule::Renju, Color::White) => Voice::RenjuWhite,
            (Rule::Caro, _) => Voice::Caro,
            (Rule::CaroExact, _) => Voice::CaroExact,
        }
    }

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Voice::Freestyle => "freestyle",
            Voice::Standard => "standard",
            Voice::RenjuBlack => "renju-black",
            Voice::RenjuWhite => "renju-white",
            Voice::Caro => "caro",
            Voice::CaroExact => "caro-exact",
        }
    }
}

/// The numbers of one voice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Evaluation of an empty point by its code for the voice's colour, in that colour's favour;
    /// within ±[`VALUE_LIMIT`].
    pub value: Box<[i16; CODES]>,
    /// Ordering score by the code for the voice's colour, which is to move.
    pub attack: Box<[i16; CODES]>,
    /// Ordering score of taking a point from the voice's colour, by its code for that colour.
    pub defend: Box<[i16; CODES]>,
    /// Ordering score by the place of a move of the voice's colour as seen from the opponent's last
    /// move, then from the own one before it.
    pub places: Box<[[i16; PLACES]; 2]>,
    /// Evaluation of a threat profile for the voice's colour, which is to move; within
    /// ±[`VALUE_LIMIT`].
    pub threats: Box<[i16; PROFILES]>,
    /// Evaluation of all points together, for the voice's colour, which is to move.
    pub network: Network,
}

impl Weights {
    /// Nothing is worth anything.
    pub fn zero() -> Weights {
        Weights {
            value: Box::new([0; CODES]),
            attack: Box::new([0; CODES]),
            defend: Box::new([0; CODES]),
            places: Box::new([[0; PLACES]; 2]),
            threats: Box::new([0; PROFILES]),
            network: Network::zero(),
        }
    }

    /// The numbers of `voice` that learning starts from.
    pub fn seed(voice: Voice) -> Weights {
        seed::weights(voice == Voice::RenjuBlack)
    }
}

/// The numbers of all voices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightSet {
    voices: [Weights; VOICES],
}

impl WeightSet {
    /// What learning starts from.
    pub fn seed() -> WeightSet {
        WeightSet { voices: Voice::ALL.map(Weights::seed) }
    }

    /// The set that the program carries.
    pub fn embedded() -> Arc<WeightSet> {
        static SET: OnceLock<Arc<WeightSet>> = OnceLock::new();
        let decode = || {
            let set = WeightSet::from_bytes(include_bytes!("weights.bin"));
            Arc::new(set.expect("the program's own weights are sound, which a test makes sure of"))
        };
        SET.get_or_init(decode).clone()
    }

    /// The numbers of one voice.
    pub fn voice(&self, voice: Voice) -> &Weights {
        &self.voices[voice as usize]
    }

    /// Replaces the numbers of `rule` by those of `model`, colour by colour.
    pub fn copy_rule(&mut self, model: Rule, rule: Rule) {
        for color in Color::ALL {
            let weights = self.voice(Voice::of(model, color)).clone();
            self.set_voice(Voice::of(rule, color), weights);
        }
    }

    /// Replaces the numbers of one voice.
    pub fn set_voice(&mut self, voice: Voice, weights: Weights) {
        self.voices[voice as usize] = weights;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::place;

    #[test]
    fn the_program_carries_weights_that_prefer_stronger_points() {
        let set = WeightSet::embedded();
        let (shapes_of, _) = crate::gomoku::eval::threat::codes();
        let code = |shapes| shapes_of.iter().position(|&known| known == shapes);
        use crate::gomoku::eval::shape::Shape::*;
        let alone = code([OpenOne; 4]).unwrap();
        let three = code([FreeThree, OpenOne, OpenOne, OpenOne]).unwrap();
        for voice in Voice::ALL {
            let weights = set.voice(voice);
            assert_eq!(weights.value[alone], 0, "{voice:?}");
            assert!(weights.value[three] > 0 && weights.attack[three] > weights.attack[alone]);
            assert!(weights.defend[three] > weights.defend[alone], "{voice:?}");
            for from_last in &weights.places[..] {
                let [next, far] = [(1, 1), (9, 0)].map(|(x, y)| from_last[place::class(x, y)]);
                assert!(from_last[0] == 0 && next > 15 && far < -5, "{voice:?}");
            }
        }
    }
}
