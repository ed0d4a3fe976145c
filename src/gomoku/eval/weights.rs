//! The numbers by which the search judges and orders, for every key: a colour under a rule.
//!
//! Units. Evaluations ([`Weights::value`], [`Weights::threats`], [`Weights::network`]): the side to
//! move is expected to win with the probability 1 / (1 + e^(-evaluation / 200)). Orderings: the
//! probability that a candidate is the best move is proportional to e^(score / 64), the score being the
//! sum of the three kinds.
//! Trained sets are made by [`learn`](crate::gomoku::train) and come as files
//! ([`super::weight_file`]); the program carries the one beside this source.

use super::network::Network;
use super::place::PLACES;
use super::profile::PROFILES;
use super::threat::CODES;
use crate::color::Color;
use crate::gomoku::rules::rule::Rule;

/// Evaluation at which the odds of a win are e to 1.
pub const EVAL_SCALE: f32 = 200.0;
/// Difference of ordering scores at which one move is e times as likely to be the best.
pub const ORDER_SCALE: f32 = 64.0;

/// Largest amount of an evaluation weight, such that the search adds them up without overflow.
pub const VALUE_LIMIT: i16 = 10_000;

/// A colour under a rule, as far as its weights differ from others'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightKey {
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

/// Number of keys.
pub const WEIGHT_KEYS: usize = 6;

impl WeightKey {
    /// Every key.
    pub const ALL: [WeightKey; WEIGHT_KEYS] = [
        WeightKey::Freestyle,
        WeightKey::Standard,
        WeightKey::RenjuBlack,
        WeightKey::RenjuWhite,
        WeightKey::Caro,
        WeightKey::CaroExact,
    ];

    /// The key of `color` under `rule`.
    pub const fn of(rule: Rule, color: Color) -> WeightKey {
        match (rule, color) {
            (Rule::Freestyle, _) => WeightKey::Freestyle,
            (Rule::Standard, _) => WeightKey::Standard,
            (Rule::Renju, Color::Black) => WeightKey::RenjuBlack,
            (Rule::Renju, Color::White) => WeightKey::RenjuWhite,
            (Rule::Caro, _) => WeightKey::Caro,
            (Rule::CaroExact, _) => WeightKey::CaroExact,
        }
    }

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            WeightKey::Freestyle => "freestyle",
            WeightKey::Standard => "standard",
            WeightKey::RenjuBlack => "renju-black",
            WeightKey::RenjuWhite => "renju-white",
            WeightKey::Caro => "caro",
            WeightKey::CaroExact => "caro-exact",
        }
    }
}

/// The numbers of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Evaluation of an empty point by its code for the key's colour, in that colour's favour;
    /// within ±[`VALUE_LIMIT`].
    pub value: Box<[i16; CODES]>,
    /// Ordering score by the code for the key's colour, which is to move.
    pub attack: Box<[i16; CODES]>,
    /// Ordering score of taking a point from the key's colour, by its code for that colour.
    pub defend: Box<[i16; CODES]>,
    /// Ordering score by the place of a move of the key's colour as seen from the opponent's last
    /// move, then from the own one before it.
    pub places: Box<[[i16; PLACES]; 2]>,
    /// Evaluation of a threat profile for the key's colour, which is to move; within
    /// ±[`VALUE_LIMIT`].
    pub threats: Box<[i16; PROFILES]>,
    /// Evaluation of all points together, for the key's colour, which is to move.
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
}

/// The numbers of all keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightSet {
    by_key: [Weights; WEIGHT_KEYS],
}

impl WeightSet {
    /// The set whose weights `of` gives by key.
    pub(super) fn from_fn(of: impl FnMut(WeightKey) -> Weights) -> WeightSet {
        WeightSet { by_key: WeightKey::ALL.map(of) }
    }

    /// The numbers of one key.
    pub fn get(&self, key: WeightKey) -> &Weights {
        &self.by_key[key as usize]
    }

    /// Replaces the numbers of `rule` by those of `model`, colour by colour.
    pub fn copy_rule(&mut self, model: Rule, rule: Rule) {
        for color in Color::ALL {
            let weights = self.get(WeightKey::of(model, color)).clone();
            self.put(WeightKey::of(rule, color), weights);
        }
    }

    /// Replaces the numbers of one key.
    pub fn put(&mut self, key: WeightKey, weights: Weights) {
        self.by_key[key as usize] = weights;
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
        for key in WeightKey::ALL {
            let weights = set.get(key);
            assert_eq!(weights.value[alone], 0, "{key:?}");
            assert!(weights.value[three] > 0 && weights.attack[three] > weights.attack[alone]);
            assert!(weights.defend[three] > weights.defend[alone], "{key:?}");
            for from_last in &weights.places[..] {
                let [next, far] = [(1, 1), (9, 0)].map(|(x, y)| from_last[place::class(x, y)]);
                assert!(from_last[0] == 0 && next > 15 && far < -5, "{key:?}");
            }
        }
    }
}
