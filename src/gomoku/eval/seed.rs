//! Initial weights, before any training: hand-picked, or random for the network.
//!
//! They are in the units of [`Weights`], so the untrained engine plays with the same search. Training
//! rescales them to fit those units.

use super::network::{Network, ONE};
use super::profile::{FourLevel, Profile, ThreeLevel};
use super::shape::{SHAPES, Shape};
use super::threat::{self, THREATS, Threat};
use super::weights::{WeightKey, WeightSet, Weights};

/// Value of a stone on one line, by shape.
const LINE: [i32; SHAPES] = [0, 0, 1, 3, 5, 11, 13, 15, 14, 30, 34, 34, 0, 80, 150];

/// Value of a stone far from all others, on four lines together: the zero of the evaluation.
const ALONE: i32 = 4 * LINE[Shape::OpenOne as usize];

/// Value beyond the sum of the lines, by threat class.
const TOGETHER: [i32; THREATS] = [0, -10, -6, 0, 0, 6, 0, 8, 0, 12, 40, 0, 14, 60, 40, 0];

/// Ordering score by the threat class of the own stone.
const ORDER_ATTACK: [i32; THREATS] =
    [0, -400, 40, 120, 30, 70, 20, 60, 110, 190, 420, 40, 160, 600, 2000, 20000];

/// Ordering score by the threat class of the opponent's stone.
const ORDER_DEFEND: [i32; THREATS] =
    [0, -100, -20, 40, 20, 50, 15, 45, 80, 140, 300, 50, 170, 420, 1000, 10000];

/// Value of having the move.
const TEMPO: i32 = 20;
/// Cost of an enemy threat to make an open four.
const ENEMY_OPEN_FOUR: i32 = 60;

impl WeightSet {
    /// The weights that training starts from.
    pub fn seed() -> WeightSet {
        WeightSet::from_fn(|key| weights(key == WeightKey::RenjuBlack))
    }
}

/// The weights of a colour that has forbidden moves or has none.
fn weights(has_fouls: bool) -> Weights {
    let (shapes_of, _) = threat::codes();
    let mut weights = Weights::zero();
    for (code, &shapes) in shapes_of.iter().enumerate() {
        let threat = Threat::of(shapes, has_fouls);
        let line_sum: i32 = shapes.iter().map(|&shape| LINE[shape as usize]).sum();
        let value = (line_sum + TOGETHER[threat as usize]).max(0) - ALONE;
        weights.value[code] = value as i16;
        weights.attack[code] = (ORDER_ATTACK[threat as usize] + 2 * line_sum) as i16;
        weights.defend[code] = (ORDER_DEFEND[threat as usize] + 3 * line_sum / 2) as i16;
    }
    weights.network = network();
    for (index, worth) in weights.threats.iter_mut().enumerate() {
        *worth = threat_value(Profile::from_index(index)) as i16;
    }
    weights
}

/// A network with output 0 whose neurons differ: equal ones would all learn the same.
fn network() -> Network {
    let mut random = fastrand::Rng::with_seed(1);
    let mut network = Network::zero();
    network.bias.iter_mut().for_each(|bias| *bias = random.i16(ONE / 10..ONE / 2));
    let weights = network.hidden.iter_mut().flatten();
    weights.for_each(|weight| *weight = random.i16(-ONE / 2..=ONE / 2));
    network
}

fn threat_value(profile: Profile) -> i32 {
    let own = match (profile.own_four, profile.own_three) {
        (FourLevel::FourThree, _) => 80,
        (_, ThreeLevel::DoubleThree) => 60,
        (FourLevel::FourPlus, _) => 15,
        (_, ThreeLevel::ThreePlus) => 25,
        (_, ThreeLevel::Three) => 15,
        _ => 0,
    };
    let enemy = match (profile.enemy_four, profile.enemy_three) {
        _ if profile.enemy_open_four => ENEMY_OPEN_FOUR,
        (FourLevel::FourThree, _) => 50,
        (_, ThreeLevel::DoubleThree) => 30,
        (FourLevel::FourPlus, _) | (_, ThreeLevel::ThreePlus) => 10,
        _ => 0,
    };
    TEMPO + own - enemy
}
