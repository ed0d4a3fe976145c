//! The trained numbers of evaluation and move ordering.
//!
//! Units. Evaluation ([`Weights::value`], [`Weights::threats`], [`Weights::network`]): the side to move
//! is expected to win with probability 1 / (1 + e^(-evaluation / [`EVAL_SCALE`])). Ordering: the
//! probability that a candidate is the best move is proportional to e^(score / [`ORDER_SCALE`]), where
//! the score sums attack, defend and places.
//!
//! [`train`](crate::gomoku::train) makes the sets, [`weight_file`](super::weight_file) stores them. The
//! set embedded in the program is the file next to this source.

use super::network::Network;
use super::offset::OFFSET_CLASSES;
use super::profile::PROFILES;
use super::threat::CODES;
use crate::color::Color;
use crate::gomoku::rules::rule::Rule;

/// Evaluation at which the odds of a win are e to 1.
pub const EVAL_SCALE: f32 = 200.0;
/// Greatest static evaluation.
pub const EVAL_LIMIT: i32 = 20_000;
/// Difference of ordering scores at which a move is e times as likely to be the best.
pub const ORDER_SCALE: i32 = 64;

/// Largest absolute evaluation weight; the search can add them up without overflow.
pub const VALUE_LIMIT: i16 = 10_000;

/// Selects a set of weights: a rule and, where it treats the colours differently, a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightKey {
    Freestyle = 0,
    Standard = 1,
    RenjuBlack = 2,
    RenjuWhite = 3,
    Caro = 4,
    CaroExact = 5,
}

pub const WEIGHT_KEYS: usize = 6;

impl WeightKey {
    pub const ALL: [WeightKey; WEIGHT_KEYS] = [
        WeightKey::Freestyle,
        WeightKey::Standard,
        WeightKey::RenjuBlack,
        WeightKey::RenjuWhite,
        WeightKey::Caro,
        WeightKey::CaroExact,
    ];

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

    /// Name in weight files.
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

/// The weights of one key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Evaluation of an empty point for the key's colour by its code for that colour, within
    /// ±[`VALUE_LIMIT`].
    pub value: Box<[i16; CODES]>,
    /// Ordering score of a move of the key's colour, by the point's code for that colour.
    pub attack: Box<[i16; CODES]>,
    /// Ordering score of a move of the opponent, by the point's code for the key's colour.
    pub defend: Box<[i16; CODES]>,
    /// Ordering score of a move of the key's colour, by its offset class from the opponent's last move,
    /// then from the own move before that.
    pub places: Box<[[i16; OFFSET_CLASSES]; 2]>,
    /// Evaluation of a threat profile with the key's colour to move, within ±[`VALUE_LIMIT`].
    pub threats: Box<[i16; PROFILES]>,
    /// The network that evaluates with the key's colour to move.
    pub network: Network,
}

impl Weights {
    /// Weights that are all 0.
    pub fn zero() -> Weights {
        Weights {
            value: Box::new([0; CODES]),
            attack: Box::new([0; CODES]),
            defend: Box::new([0; CODES]),
            places: Box::new([[0; OFFSET_CLASSES]; 2]),
            threats: Box::new([0; PROFILES]),
            network: Network::zero(),
        }
    }
}

/// The weights of all keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WeightSet {
    by_key: [Weights; WEIGHT_KEYS],
}

impl WeightSet {
    /// The set whose weights `of` gives by key.
    pub(super) fn from_fn(of: impl FnMut(WeightKey) -> Weights) -> WeightSet {
        WeightSet { by_key: WeightKey::ALL.map(of) }
    }

    pub fn get(&self, key: WeightKey) -> &Weights {
        &self.by_key[key as usize]
    }

    /// Replaces the weights of `rule` by those of `model`, colour by colour.
    pub fn copy_rule(&mut self, model: Rule, rule: Rule) {
        for color in Color::ALL {
            let weights = self.get(WeightKey::of(model, color)).clone();
            self.put(WeightKey::of(rule, color), weights);
        }
    }

    pub fn put(&mut self, key: WeightKey, weights: Weights) {
        self.by_key[key as usize] = weights;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::eval::offset;

    #[test]
    fn embedded_weights_prefer_stronger_points() {
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
                let [next, far] = [(1, 1), (9, 0)].map(|(x, y)| from_last[offset::class(x, y)]);
                assert!(from_last[0] == 0 && next > 15 && far < -5, "{key:?}");
            }
        }
    }
}
