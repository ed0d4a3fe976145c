//! The trained numbers of evaluation and move ordering, their initial values and their file format.
//!
//! Units. Evaluation ([`Weights::threats`], [`Weights::network`]): the side to move
//! is expected to win with probability 1 / (1 + e^(-evaluation / [`EVAL_SCALE`])). Ordering: the
//! probability that a candidate is the best move is proportional to e^(score / [`ORDER_SCALE`]), where
//! the score sums attack, defend and places.
//!
//! The initial values ([`WeightSet::seed`]) are hand-picked, or random for the network. They are in these
//! units, so the untrained engine plays with the same search; [`train`](crate::gomoku::train) rescales them
//! to fit.
//!
//! A file is a [number file](crate::train::number_file) whose contents line names the weight keys. For each
//! key it has attack, defend, places, threats, fouls, calibration and network. A file for other codes, offset classes or
//! profiles has a different length and is rejected. The set embedded in the program is the file next to this
//! source.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::calibration::{self, CalibrationWeights};
pub use super::network::EVAL_SCALE;
use super::network::{self, CHANNELS, HIDDEN, Network, ONE, OUTPUT_UNIT, POOL, RECTIFIED};
use super::offset::OFFSET_CLASSES;
use super::profile::{FourLevel, PROFILES, Profile, ThreeLevel};
use super::shape::SHAPES;
use super::threat::{CODES, THREATS, Threat, codes};
use super::window;
use crate::color::Color;
use crate::gomoku::rules::rule::Rule;
use crate::train::number_file::{Format, FormatError};

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

/// Number of keys.
pub const WEIGHT_KEYS: usize = 6;

impl WeightKey {
    /// Every key, in the order of weight files.
    pub const ALL: [WeightKey; WEIGHT_KEYS] = [
        WeightKey::Freestyle,
        WeightKey::Standard,
        WeightKey::RenjuBlack,
        WeightKey::RenjuWhite,
        WeightKey::Caro,
        WeightKey::CaroExact,
    ];

    /// The key of the weights that evaluate with `color` to move under `rule`.
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
    /// Ordering score of a move of the key's colour, by the point's code for that colour.
    pub attack: Box<[i16; CODES]>,
    /// Ordering score of a move of the opponent, by the point's code for the key's colour.
    pub defend: Box<[i16; CODES]>,
    /// Ordering score of a move of the key's colour, by its offset class from the opponent's last move,
    /// then from the own move before that.
    pub places: Box<[[i16; OFFSET_CLASSES]; 2]>,
    /// Evaluation of a threat profile with the key's colour to move, within ±[`VALUE_LIMIT`].
    pub threats: Box<[i16; PROFILES]>,
    /// Evaluation of a point that is or may be forbidden to Black, by White's threat class there, with the key's
    /// colour to move, within ±[`VALUE_LIMIT`].
    pub fouls: [i16; THREATS],
    /// The calibration of scores with the key's colour to move.
    pub calibration: CalibrationWeights,
    /// The network that evaluates with the key's colour to move.
    pub network: Network,
}

impl Weights {
    /// Weights that are all 0, with the initial calibration.
    pub fn zero() -> Weights {
        Weights {
            attack: Box::new([0; CODES]),
            defend: Box::new([0; CODES]),
            places: Box::new([[0; OFFSET_CLASSES]; 2]),
            threats: Box::new([0; PROFILES]),
            fouls: [0; THREATS],
            calibration: CalibrationWeights::seed(),
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
    /// The set with the weights that `of` returns for each key.
    pub(super) fn from_fn(of: impl FnMut(WeightKey) -> Weights) -> WeightSet {
        WeightSet { by_key: WeightKey::ALL.map(of) }
    }

    /// The weights of `key`.
    pub fn get(&self, key: WeightKey) -> &Weights {
        &self.by_key[key as usize]
    }

    /// Replaces the weights of `rule` by those of `model`, colour by colour; the move ordering only if `with_order`.
    pub fn copy_rule(&mut self, model: Rule, rule: Rule, with_order: bool) {
        for color in Color::ALL {
            let key = WeightKey::of(rule, color);
            let mut weights = self.get(WeightKey::of(model, color)).clone();
            if !with_order {
                let Weights { attack, defend, places, .. } = self.get(key).clone();
                weights = Weights { attack, defend, places, ..weights };
            }
            self.put(key, weights);
        }
    }

    /// Replaces the weights of `key`.
    pub fn put(&mut self, key: WeightKey, weights: Weights) {
        self.by_key[key as usize] = weights;
    }
}

/// Contribution of a line value of one to a channel.
const LINE_UNIT: i32 = 4;

/// Value of a stone on one line, by shape.
const LINE: [i32; SHAPES] = [0, 0, 1, 3, 5, 11, 13, 15, 14, 30, 34, 34, 0, 80, 150];

/// Ordering score by the threat class of the own stone.
const ORDER_ATTACK: [i32; THREATS] =
    [0, -400, 40, 120, 30, 70, 20, 60, 110, 190, 420, 40, 160, 600, 2000, 20000];

/// Ordering score by the threat class of the opponent's stone.
const ORDER_DEFEND: [i32; THREATS] =
    [0, -100, -20, 40, 20, 50, 15, 45, 80, 140, 300, 50, 170, 420, 1000, 10000];

/// Value of being to move.
const TEMPO: i32 = 20;
/// Cost of an enemy threat to make an open four.
const ENEMY_OPEN_FOUR: i32 = 60;

impl WeightSet {
    /// The initial weights of training.
    pub fn seed() -> WeightSet {
        WeightSet::from_fn(|key| initial_weights(key == WeightKey::RenjuBlack))
    }
}

/// The initial weights of a colour with or without forbidden moves.
fn initial_weights(has_fouls: bool) -> Weights {
    let (shapes_of, _) = codes();
    let mut weights = Weights::zero();
    for (code, &shapes) in shapes_of.iter().enumerate() {
        let threat = Threat::of(shapes, has_fouls);
        let line_sum: i32 = shapes.iter().map(|&shape| LINE[shape as usize]).sum();
        weights.attack[code] = (ORDER_ATTACK[threat as usize] + 2 * line_sum) as i16;
        weights.defend[code] = (ORDER_DEFEND[threat as usize] + 3 * line_sum / 2) as i16;
    }
    weights.network = initial_network();
    for (index, worth) in weights.threats.iter_mut().enumerate() {
        *worth = initial_threat_value(Profile::from_index(index)) as i16;
    }
    weights
}

/// A network whose first two neurons compare the lines of both sides. The others have no influence yet but differ,
/// because equal ones would all learn the same.
fn initial_network() -> Network {
    let mut random = fastrand::Rng::with_seed(1);
    let mut network = Network::zero();
    let mut by_shapes = [[0; CHANNELS]; SHAPES * SHAPES];
    for (pair, row) in by_shapes.iter_mut().enumerate() {
        row.iter_mut().for_each(|number| *number = random.i16(-ONE / 8..=ONE / 8));
        let lines = [pair / SHAPES, pair % SHAPES].map(|shape| LINE[shape] * LINE_UNIT);
        [row[0], row[1]] = lines.map(|number| number as i16);
    }
    for (row, [own, enemy]) in network.rows.iter_mut().zip(window::shapes()) {
        *row = by_shapes[own as usize * SHAPES + enemy as usize];
    }
    network.bias[2..].fill(ONE / 3);
    let regions = network.regions.as_flattened_mut().as_flattened_mut().as_flattened_mut();
    regions.iter_mut().for_each(|weight| *weight = random.i16(-100..=100));
    let hidden = network.hidden.as_flattened_mut().as_flattened_mut();
    hidden.iter_mut().for_each(|weight| *weight = random.i16(-ONE / 4..=ONE / 4));
    network.hidden_bias.base[RECTIFIED..HIDDEN].fill(ONE / 2);
    let weight = 4 * ONE;
    for pair in &mut network.hidden[..] {
        pair[..2].fill([0; 2]);
    }
    network.hidden[0][..2].copy_from_slice(&[[weight, -weight], [-weight, weight]]);
    // One unit of a line in one point then changes the output by one.
    let unit = i32::from(ONE) / LINE_UNIT * i32::from(POOL) * i32::from(OUTPUT_UNIT) / 4;
    network.output.base[..2].copy_from_slice(&[unit as i16, -unit as i16]);
    const { assert!(RECTIFIED > 2) };
    network
}

fn initial_threat_value(profile: Profile) -> i32 {
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

/// Number of weights in a set.
const COUNT: usize = WEIGHT_KEYS
    * (2 * CODES + 2 * OFFSET_CLASSES + PROFILES + THREATS + calibration::LENGTH + network::LENGTH);

/// Why a weight file is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    File(FormatError),
    /// An evaluation weight of this key is beyond [`VALUE_LIMIT`].
    Range(WeightKey, i16),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::File(error) => error.fmt(f),
            WeightsError::Range(key, number) => {
                write!(f, "a weight of {} is {number} (expected within ±{VALUE_LIMIT})", key.name())
            }
        }
    }
}

impl std::error::Error for WeightsError {}

/// First words of a weight file.
pub const TITLE: &str = "tengen gomoku weights";

fn format() -> Format {
    Format {
        title: TITLE,
        version: "8",
        contents: WeightKey::ALL.map(WeightKey::name).join(" "),
        count: COUNT,
    }
}

impl WeightSet {
    /// The set built into the program.
    pub fn embedded() -> Arc<WeightSet> {
        static SET: OnceLock<Arc<WeightSet>> = OnceLock::new();
        let decode = || {
            let set = WeightSet::from_bytes(include_bytes!("weights.bin"));
            Arc::new(set.expect("the embedded weights are valid, as a test ensures"))
        };
        SET.get_or_init(decode).clone()
    }

    /// The content of a weight file.
    pub fn to_bytes(&self) -> Vec<u8> {
        format().pack(WeightKey::ALL.into_iter().flat_map(|key| {
            let Weights { attack, defend, places, threats, fouls, calibration, network } =
                self.get(key);
            let places = places.as_flattened();
            let tables = [&attack[..], &defend[..], places, &threats[..], fouls];
            let tables = tables.into_iter().flatten().copied();
            tables.chain(calibration.numbers()).chain(network.numbers())
        }))
    }

    /// Parses a weight file.
    ///
    /// # Errors
    /// The first defect of `bytes`.
    pub fn from_bytes(bytes: &[u8]) -> Result<WeightSet, WeightsError> {
        let numbers = format().unpack(bytes).map_err(WeightsError::File)?;
        let by_key = WeightKey::ALL.into_iter().zip(numbers.chunks_exact(COUNT / WEIGHT_KEYS));
        let by_key: Result<Vec<_>, _> =
            by_key.map(|(key, numbers)| read_weights(key, numbers)).collect();
        Ok(WeightSet { by_key: by_key?.try_into().expect("there are numbers for every key") })
    }
}

fn read_weights(key: WeightKey, numbers: &[i16]) -> Result<Weights, WeightsError> {
    let mut weights = Weights::zero();
    let (rest, network) = numbers.split_at(numbers.len() - network::LENGTH);
    let (tables, calibration) = rest.split_last_chunk().expect("there are numbers for it");
    let Weights { attack, defend, places, threats, fouls, .. } = &mut weights;
    let places = places.as_flattened_mut();
    let all = [&mut attack[..], &mut defend[..], places, &mut threats[..], fouls];
    let all = all.into_iter().flatten();
    all.zip(tables).for_each(|(weight, &number)| *weight = number);
    weights.calibration = CalibrationWeights::new(calibration);
    weights.network = Network::new(network);
    let mut summands = weights.threats.iter().chain(&weights.fouls).copied();
    match summands.find(|number| !(-VALUE_LIMIT..=VALUE_LIMIT).contains(number)) {
        Some(number) => Err(WeightsError::Range(key, number)),
        None => Ok(weights),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coord::{Point, Size};
    use crate::gomoku::eval::board::Board;
    use crate::gomoku::eval::offset;
    use crate::gomoku::eval::tables::Tables;
    use crate::gomoku::rules::grid::{Grid, Square};

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
            assert!(weights.attack[three] > weights.attack[alone], "{key:?}");
            assert!(weights.defend[three] > weights.defend[alone], "{key:?}");
            for from_last in &weights.places[..] {
                let [next, far] = [(1, 1), (9, 0)].map(|(x, y)| from_last[offset::class(x, y)]);
                assert!(from_last[0] == 0 && next > 15 && far < -5, "{key:?}");
            }
        }
    }

    /// The evaluation after these moves, Black's and White's in turn.
    fn evaluation(tables: &Arc<Tables>, moves: &[(u8, u8)]) -> i32 {
        let grid = Grid::new(Size::new(15, 15).unwrap());
        let mut board = Board::new(tables.clone(), &grid, Color::Black);
        for &(x, y) in moves {
            board.play(Square::of(Point::new(x, y).unwrap()));
        }
        board.static_eval()
    }

    #[test]
    fn untrained_and_embedded_weights_prefer_stones_in_a_line() {
        let far = [(0, 0), (14, 0), (0, 14), (14, 14)];
        for set in [WeightSet::seed(), (*WeightSet::embedded()).clone()] {
            for rule in Rule::ALL {
                let tables = Arc::new(Tables::with_weights(rule, &set));
                let with = |a, b| evaluation(&tables, &[a, far[0], b, far[1]]);
                let (together, apart) = (with((7, 7), (8, 8)), with((7, 7), (2, 10)));
                assert!(together > apart, "{rule}: {together} {apart}");
                // The same stones with the colours exchanged.
                let against = evaluation(&tables, &[far[0], (7, 7), far[1], (8, 8)]);
                assert!(against < apart, "{rule}: {against}");
            }
        }
    }

    fn some_set() -> WeightSet {
        let mut random = fastrand::Rng::with_seed(1);
        let mut set = WeightSet::seed();
        for key in WeightKey::ALL {
            let mut weights = Weights::zero();
            let Weights { attack, defend, places, threats, fouls, calibration, network } =
                &mut weights;
            let numbers: Vec<i16> = (0..network::LENGTH).map(|_| random.i16(..)).collect();
            *network = Network::new(&numbers);
            *calibration = CalibrationWeights::new(&std::array::from_fn(|_| random.i16(..)));
            let summands = threats.iter_mut().chain(fouls);
            summands.for_each(|n| *n = random.i16(-10_000..=10_000));
            let places = places.as_flattened_mut().iter_mut();
            let codes = attack.iter_mut().chain(&mut defend[..]);
            codes.chain(places).for_each(|n| *n = random.i16(..));
            set.put(key, weights);
        }
        set
    }

    #[test]
    fn a_rule_keeps_its_move_ordering_when_it_starts_from_another_without_it() {
        for with_order in [false, true] {
            let before = some_set();
            let mut after = before.clone();
            after.copy_rule(Rule::Freestyle, Rule::Renju, with_order);
            for key in [WeightKey::RenjuBlack, WeightKey::RenjuWhite] {
                let [own, model] = [key, WeightKey::Freestyle].map(|key| before.get(key).clone());
                let Weights { attack, defend, places, .. } =
                    if with_order { model.clone() } else { own };
                assert!(*after.get(key) == Weights { attack, defend, places, ..model });
            }
            assert!(after.get(WeightKey::Caro) == before.get(WeightKey::Caro));
        }
    }

    #[test]
    fn sets_survive_the_round_trip() {
        for set in [some_set(), WeightSet::seed()] {
            assert!(WeightSet::from_bytes(&set.to_bytes()) == Ok(set));
        }
    }

    #[test]
    fn other_files_are_rejected_with_the_reason() {
        let rejected = |bytes: &[u8]| WeightSet::from_bytes(bytes).unwrap_err().to_string();
        assert!(rejected(b"").contains("not a file of tengen gomoku weights"));
        let foreign = Format { contents: "gobang".into(), ..format() };
        assert!(rejected(&foreign.pack([].into_iter())).contains("'gobang' (expected 'freestyle"));
        assert!(rejected(&format().pack([0; 5].into_iter())).contains("10 bytes of numbers"));
    }

    #[test]
    fn weights_that_could_overflow_a_sum_are_rejected() {
        let (mut threat, mut foul) = (Weights::zero(), Weights::zero());
        threat.threats[7] = VALUE_LIMIT + 1;
        foul.fouls[7] = VALUE_LIMIT + 1;
        for weights in [threat, foul] {
            let mut set = WeightSet::seed();
            set.put(WeightKey::RenjuWhite, weights);
            let error = WeightSet::from_bytes(&set.to_bytes()).unwrap_err();
            assert_eq!(error, WeightsError::Range(WeightKey::RenjuWhite, VALUE_LIMIT + 1));
            assert!(error.to_string().contains("renju-white is 10001"));
        }
    }
}
