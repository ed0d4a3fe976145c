//! Lookup tables of one rule: built once, shared, never changed.

use super::network::{Network, Row, WIDTH};
use super::offset;
use super::profile::Profile;
use super::shape::{self, Shape};
use super::threat::{self, CODES, Threat};
use super::weights::{WeightKey, WeightSet, Weights};
use crate::color::Color;
use crate::gomoku::rules::rule::Rule;

/// Tables by code for one colour. Classes and weights are stored apart, not as one record per code,
/// because making a move reads only some of them, and these should stay in the fastest cache.
struct ColorTables {
    threats: Box<[Threat]>,
    weights: Weights,
    /// [`Weights::places`] spread over all offsets.
    places: Box<[offset::ByDifference<i16>; 2]>,
}

impl ColorTables {
    fn new(shapes_of: &[[Shape; 4]], rule: Rule, color: Color, set: &WeightSet) -> ColorTables {
        let has_fouls = rule.forbids(color);
        let threats = shapes_of.iter().map(|&shapes| Threat::of(shapes, has_fouls)).collect();
        let weights = set.get(WeightKey::of(rule, color)).clone();
        let places = Box::new(weights.places.each_ref().map(offset::by_difference));
        ColorTables { threats, weights, places }
    }
}

/// What a move reads about a point, both colours in one number so that one addition updates everything:
/// White's set index in the highest four bits, Black's in the next four, and below them the value for
/// Black plus a bias that keeps it positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointSummary(u32);

impl PointSummary {
    pub const ZERO: PointSummary = PointSummary(2 * PointSummary::BIAS);
    /// Bias of the value of each colour.
    const BIAS: u32 = 1 << 15;
    /// First bit of the set indices.
    const CLASSES: u32 = 24;

    fn part(color: Color, threat: Threat, value: i16) -> PointSummary {
        let class = (threat::set_index(threat) as u32) << PointSummary::CLASSES;
        let value = i32::from(value);
        PointSummary(match color {
            Color::Black => PointSummary::BIAS.wrapping_add_signed(value) | class,
            Color::White => PointSummary::BIAS.wrapping_add_signed(-value) | class << 4,
        })
    }

    /// Value to Black minus value to White.
    #[inline]
    pub fn value(self) -> i32 {
        let mut gain = ValueDelta::default();
        gain.add(PointSummary::ZERO, self);
        gain.total()
    }

    /// Index in [`ThreatSets`](super::threat::ThreatSets) for Black, plus 16 times that for White.
    #[inline]
    pub fn classes(self) -> u8 {
        (self.0 >> PointSummary::CLASSES) as u8
    }

    #[inline]
    pub fn is_reclassified(self, before: PointSummary) -> bool {
        self.0 ^ before.0 >= 1 << PointSummary::CLASSES
    }
}

/// Sum of value changes. The bits above the value are noise until [`ValueDelta::total`] drops them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ValueDelta(u32);

impl ValueDelta {
    #[inline]
    pub fn add(&mut self, before: PointSummary, after: PointSummary) {
        self.0 = self.0.wrapping_add(after.0).wrapping_sub(before.0);
    }

    #[inline]
    pub fn total(self) -> i32 {
        const REST: u32 = 32 - PointSummary::CLASSES;
        (self.0 << REST) as i32 >> REST
    }
}

/// Input of the networks, for one point or summed over points: Black's view, then White's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Accumulator([i16; 2 * WIDTH]);

impl Accumulator {
    pub const ZERO: Accumulator = Accumulator([0; 2 * WIDTH]);

    /// The contribution of a point with `code` for `color`, given the networks of Black and White.
    fn of(networks: [&Network; 2], color: Color, code: usize) -> Accumulator {
        let mut both = Accumulator::ZERO;
        for mover in Color::ALL {
            let network = networks[mover.index()];
            let row = if mover == color { network.own[code] } else { network.enemy[code] };
            both.0[mover.index() * WIDTH..][..WIDTH].copy_from_slice(&row);
        }
        both
    }

    /// Replaces the contribution `before` by `after`.
    #[inline]
    pub fn add(&mut self, before: &Accumulator, after: &Accumulator) {
        for (sum, (before, after)) in self.0.iter_mut().zip(before.0.iter().zip(&after.0)) {
            *sum = sum.wrapping_add(*after).wrapping_sub(*before);
        }
    }

    #[inline]
    pub fn view(&self, color: Color) -> &Row {
        let (black, white) = self.0.split_at(WIDTH);
        let view = if color == Color::Black { black } else { white };
        view.try_into().expect("a view is half of the numbers")
    }
}

/// Number of line keys at the largest radius.
const KEYS: usize = 1 << (4 * shape::MAX_RADIUS);
/// A power of two above every code, so that indexing needs no bounds check.
const CODE_SPACE: usize = CODES.next_power_of_two();

/// Codes of packed shapes, and summaries of codes. They are one struct so that a move needs only one
/// base address.
struct CodeTables {
    summaries: [[PointSummary; CODE_SPACE]; 2],
    code_of: [u16; 1 << 16],
}

/// Tables of one rule.
pub struct Tables {
    rule: Rule,
    radius: usize,
    shapes: Box<[u8; KEYS]>,
    codes: Box<CodeTables>,
    /// Contributions to the accumulator by colour and code.
    contributions: [Box<[Accumulator; CODE_SPACE]>; 2],
    by_color: [ColorTables; 2],
}

impl Tables {
    /// Builds the tables of `rule` with the embedded weights. Takes some milliseconds.
    pub fn new(rule: Rule) -> Tables {
        Tables::with_weights(rule, &WeightSet::embedded())
    }

    /// Builds the tables of `rule` with the weights of `set`.
    pub fn with_weights(rule: Rule, set: &WeightSet) -> Tables {
        let (shapes_of, code_of) = threat::codes();
        let by_color = Color::ALL.map(|color| ColorTables::new(&shapes_of, rule, color, set));
        let summaries = Color::ALL.map(|color| {
            let ColorTables { threats, weights, .. } = &by_color[color.index()];
            let pairs = threats.iter().zip(weights.value.iter());
            let parts: Vec<PointSummary> =
                pairs.map(|(&threat, &value)| PointSummary::part(color, threat, value)).collect();
            *padded(&parts, PointSummary(0))
        });
        let networks = [&by_color[0].weights.network, &by_color[1].weights.network];
        let contributions = Color::ALL.map(|color| {
            let rows: Vec<Accumulator> =
                (0..CODES).map(|code| Accumulator::of(networks, color, code)).collect();
            padded(&rows, Accumulator::ZERO)
        });
        Tables {
            rule,
            radius: shape::radius(rule),
            shapes: padded(&shape::shape_table(rule), 0),
            codes: Box::new(CodeTables { code_of: *padded(&code_of, 0), summaries }),
            contributions,
            by_color,
        }
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Cells on each side of a point that its shapes depend on.
    #[inline]
    pub(in crate::gomoku) fn radius(&self) -> usize {
        self.radius
    }

    /// The tables that a move reads.
    #[inline]
    pub(super) fn lookup(&self) -> Lookup<'_> {
        Lookup {
            shapes: &self.shapes,
            codes: &self.codes,
            contributions: [&self.contributions[0], &self.contributions[1]],
        }
    }

    #[inline]
    pub(in crate::gomoku) fn threat(&self, color: Color, code: u16) -> Threat {
        self.by_color[color.index()].threats[usize::from(code)]
    }

    /// Move-ordering tables of `color`.
    #[inline]
    pub(super) fn order(&self, color: Color) -> OrderTables<'_> {
        let [own, enemy] = [color, !color].map(|color| &self.by_color[color.index()]);
        let [to_enemy, to_own] = &*own.places;
        OrderTables {
            attack: &own.weights.attack,
            defend: &enemy.weights.defend,
            places: [to_enemy, to_own],
        }
    }

    /// Output of the network for `color`, which is to move. `accumulator` is the sum of the contributions
    /// of all empty points.
    #[inline]
    pub(super) fn network_value(&self, color: Color, accumulator: &Accumulator) -> i32 {
        self.by_color[color.index()].weights.network.evaluate(accumulator.view(color))
    }

    /// Value of the threat profile for `color`, which is to move.
    #[inline]
    pub(in crate::gomoku) fn threat_value(&self, color: Color, profile: Profile) -> i32 {
        i32::from(self.by_color[color.index()].weights.threats[profile.index()])
    }
}

/// Move-ordering scores of one colour; see [`Weights`] for their unit.
#[derive(Clone, Copy)]
pub(super) struct OrderTables<'a> {
    /// By the code for the colour.
    pub attack: &'a [i16; CODES],
    /// By the code for the enemy.
    pub defend: &'a [i16; CODES],
    /// By the offset from the opponent's last move, and from the own one.
    pub places: [&'a offset::ByDifference<i16>; 2],
}

/// The tables that a move reads, as local references so that their addresses are loaded once.
#[derive(Clone, Copy)]
pub(super) struct Lookup<'a> {
    shapes: &'a [u8; KEYS],
    codes: &'a CodeTables,
    contributions: [&'a [Accumulator; CODE_SPACE]; 2],
}

impl<'a> Lookup<'a> {
    /// Shapes of both colours for a line key, Black's in the low half.
    #[inline]
    pub fn shapes(&self, key: u32) -> u8 {
        self.shapes[key as usize % KEYS]
    }

    /// Codes of Black and White from their packed shapes, Black's in the lower half.
    #[inline]
    pub fn codes(&self, packed: u32) -> [u16; 2] {
        [packed as u16, (packed >> 16) as u16].map(|packed| self.codes.code_of[usize::from(packed)])
    }

    #[inline]
    pub fn summary(&self, codes: [u16; 2]) -> PointSummary {
        let of =
            |color: usize| self.codes.summaries[color][usize::from(codes[color]) % CODE_SPACE].0;
        PointSummary(of(0).wrapping_add(of(1)))
    }

    #[inline]
    pub fn contribution(self, color: Color, code: u16) -> &'a Accumulator {
        &self.contributions[color.index()][usize::from(code) % CODE_SPACE]
    }
}

/// `numbers` padded with `filler` to an array of fixed length.
fn padded<T: Copy, const N: usize>(numbers: &[T], filler: T) -> Box<[T; N]> {
    let mut all = numbers.to_vec();
    all.resize(N, filler);
    all.into_boxed_slice().try_into().ok().expect("the length is N")
}
