//! Maps weights to the parameters of the training and back.
//!
//! The weight keys of a rule follow each other: in renju Black's and then White's, elsewhere just one.
//! Codes of lonely stones share one parameter between the keys, so that the empty part of a board has
//! value 0, however large the board is.

use std::ops::Range;

use super::network::{self as model, Networks};
use crate::color::Color;
use crate::gomoku::eval::network::ROW_LIMIT;
use crate::gomoku::eval::offset::OFFSET_CLASSES;
use crate::gomoku::eval::profile::PROFILES;
use crate::gomoku::eval::shape::Shape;
use crate::gomoku::eval::threat::{self, CODES};
use crate::gomoku::eval::weights::{VALUE_LIMIT, WeightKey, WeightSet};
use crate::gomoku::rules::rule::Rule;

/// Largest absolute ordering weight; keeps sums with histories small.
const ORDER_LIMIT: i16 = 30_000;

/// The parameters of one rule.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The keys of the rule, without repetition.
    keys: Vec<WeightKey>,
    /// Index of the key of each colour.
    key_of: [usize; 2],
    /// Whether a code is of a stone with no other stones near it.
    is_lonely: Vec<bool>,
    /// The code of a stone with nothing in sight, not even a wall.
    alone: usize,
}

impl Layout {
    pub fn new(rule: Rule) -> Layout {
        let [black, white] = Color::ALL.map(|color| WeightKey::of(rule, color));
        let (shapes_of, _) = threat::codes();
        let is_lonely =
            |shape: &Shape| matches!(shape, Shape::Dead | Shape::ClosedOne | Shape::OpenOne);
        let is_alone = |shapes: &[Shape; 4]| *shapes == [Shape::OpenOne; 4];
        Layout {
            keys: if black == white { vec![black] } else { vec![black, white] },
            key_of: [0, usize::from(black != white)],
            is_lonely: shapes_of.iter().map(|shapes| shapes.iter().all(is_lonely)).collect(),
            alone: shapes_of.iter().position(is_alone).expect("every quadruple has a code"),
        }
    }

    /// The parameters of the networks, one for each key.
    pub fn networks(&self) -> Networks {
        let count = self.keys.len();
        Networks { start: count * (CODES + PROFILES), count }
    }

    /// Index of the network that evaluates with `color` to move.
    pub fn network(&self, color: Color) -> usize {
        self.key_of[color.index()]
    }

    /// Whether the networks ignore points with `code`, so that their output does not depend on the size of
    /// the board.
    #[inline]
    pub fn is_lonely(&self, code: u16) -> bool {
        self.is_lonely[usize::from(code)]
    }

    /// The value parameter of an empty point with `code` for `color`.
    #[inline]
    pub fn value(&self, color: Color, code: u16) -> usize {
        let code = usize::from(code);
        let key = if self.is_lonely[code] { 0 } else { self.key_of[color.index()] };
        key * CODES + code
    }

    /// The value parameter of a threat profile with `color` to move.
    #[inline]
    pub fn threat(&self, color: Color, profile: usize) -> usize {
        self.keys.len() * CODES + self.key_of[color.index()] * PROFILES + profile
    }

    /// The value parameter that is never trained: the zero of the evaluation.
    pub fn fixed_value(&self) -> Range<usize> {
        self.alone..self.alone + 1
    }

    /// The policy parameters by code.
    pub fn order_by_shapes(&self) -> Range<usize> {
        0..2 * self.keys.len() * CODES
    }

    /// The policy parameter of a move of `color` to a point with `code` for `color`.
    #[inline]
    pub fn attack(&self, color: Color, code: u16) -> usize {
        self.key_of[color.index()] * CODES + usize::from(code)
    }

    /// The policy parameter of a move of the opponent of `color` to a point with `code` for `color`.
    #[inline]
    pub fn defend(&self, color: Color, code: u16) -> usize {
        (self.keys.len() + self.key_of[color.index()]) * CODES + usize::from(code)
    }

    /// The policy parameter of a move of `color` with offset class `place` from the opponent's last move,
    /// or from the own last move if `is_own`.
    pub fn place(&self, color: Color, is_own: bool, place: usize) -> usize {
        let list = 2 * self.key_of[color.index()] + usize::from(is_own);
        self.order_by_shapes().end + list * OFFSET_CLASSES + place
    }

    /// The value parameters with the weights of `set`.
    pub fn value_params(&self, set: &WeightSet) -> Vec<f32> {
        let values = self.keys.iter().flat_map(|&key| set.get(key).value.iter());
        let threats = self.keys.iter().flat_map(|&key| set.get(key).threats.iter());
        let tables = values.chain(threats).map(|&weight| f32::from(weight));
        let networks = self.keys.iter().flat_map(|&key| {
            let numbers = set.get(key).network.numbers().enumerate();
            numbers.map(|(index, number)| model::to_param(index, number))
        });
        tables.chain(networks).collect()
    }

    /// The policy parameters with the weights of `set`.
    pub fn order_params(&self, set: &WeightSet) -> Vec<f32> {
        let attack = self.keys.iter().flat_map(|&key| set.get(key).attack.iter());
        let defend = self.keys.iter().flat_map(|&key| set.get(key).defend.iter());
        let places = self.keys.iter().flat_map(|&key| set.get(key).places.as_flattened().iter());
        attack.chain(defend).chain(places).map(|&weight| f32::from(weight)).collect()
    }

    /// Writes both kinds of parameters into `set`, rounded and clamped to the limits of weights.
    pub fn write(&self, value: &[f32], order: &[f32], set: &mut WeightSet) {
        let number = |param: f32, limit: i16| {
            param.round().clamp(-f32::from(limit), f32::from(limit)) as i16
        };
        for (index, &key) in self.keys.iter().enumerate() {
            let color = if self.key_of[0] == index { Color::Black } else { Color::White };
            let mut weights = set.get(key).clone();
            for code in 0..CODES as u16 {
                let at = usize::from(code);
                weights.value[at] = number(value[self.value(color, code)], VALUE_LIMIT);
                weights.attack[at] = number(order[self.attack(color, code)], ORDER_LIMIT);
                weights.defend[at] = number(order[self.defend(color, code)], ORDER_LIMIT);
            }
            let from = self.place(color, false, 0);
            let places = weights.places.as_flattened_mut().iter_mut();
            places.zip(&order[from..]).for_each(|(weight, &param)| {
                *weight = number(param, ORDER_LIMIT);
            });
            for profile in 0..PROFILES {
                let param = value[self.threat(color, profile)];
                weights.threats[profile] = number(param, VALUE_LIMIT);
            }
            let params = &value[self.networks().of(index)];
            for (at, weight) in weights.network.numbers_mut().enumerate() {
                let limit = if model::is_row(at) { ROW_LIMIT } else { i16::MAX };
                *weight = number(model::to_number(at, params[at]), limit);
            }
            set.put(key, weights);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value_len(layout: &Layout) -> usize {
        layout.networks().start + layout.keys.len() * crate::gomoku::eval::network::LENGTH
    }

    fn order_len(layout: &Layout) -> usize {
        layout.keys.len() * 2 * (CODES + OFFSET_CLASSES)
    }

    #[test]
    fn weights_survive_the_round_trip() {
        let mut seed = WeightSet::seed();
        let mut random = fastrand::Rng::with_seed(1);
        for key in WeightKey::ALL {
            let mut weights = seed.get(key).clone();
            let places = weights.places.as_flattened_mut();
            places.iter_mut().for_each(|number| *number = random.i16(-99..99));
            seed.put(key, weights);
        }
        for rule in Rule::ALL {
            let layout = Layout::new(rule);
            let (value, order) = (layout.value_params(&seed), layout.order_params(&seed));
            assert_eq!((value.len(), order.len()), (value_len(&layout), order_len(&layout)));
            let mut set = seed.clone();
            let moved: Vec<f32> = value.iter().map(|param| param + 3.4).collect();
            layout.write(&moved, &order, &mut set);
            for color in Color::ALL {
                let (old, new) =
                    (seed.get(WeightKey::of(rule, color)), set.get(WeightKey::of(rule, color)));
                assert_eq!((&old.attack, &old.defend), (&new.attack, &new.defend));
                assert_eq!(old.places, new.places);
                let all = old.value.iter().chain(&old.threats[..]);
                let new = new.value.iter().chain(&new.threats[..]);
                assert!(all.zip(new).all(|(old, new)| old + 3 == *new));
            }
            let other = Rule::ALL.into_iter().find(|&other| other != rule).unwrap();
            let other = WeightKey::of(other, Color::White);
            assert!(seed.get(other) == set.get(other));
        }
    }

    #[test]
    fn weights_are_clamped_to_the_limits() {
        let layout = Layout::new(Rule::Renju);
        let mut set = WeightSet::seed();
        let (value, order) = (vec![-1e9; value_len(&layout)], vec![1e9; order_len(&layout)]);
        layout.write(&value, &order, &mut set);
        assert!(WeightSet::from_bytes(&set.to_bytes()) == Ok(set));
    }
}
