//! Lookup tables of one rule: built once, shared, never changed.

use std::sync::Arc;

use super::accumulator::RowTable;
use super::offset;
use super::profile::Profile;
use super::shape::{self, Shape};
use super::threat::{self, CODES, Threat};
use super::weights::{WeightKey, WeightSet, Weights};
use super::window::Windows;
use crate::color::Color;
use crate::gomoku::rules::rule::Rule;

/// Tables by code for one colour. Classes and weights are separate tables, not one record per code: a move reads only
/// some of them, and these should stay in the fastest cache.
struct ColorTables {
    threats: Box<[Threat]>,
    weights: Weights,
    /// [`Weights::places`] expanded to all offsets.
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

/// The code of four shapes of one colour, together with the index of its set in
/// [`ThreatSets`](super::threat::ThreatSets), so that a move looks both up at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coded(u16);

impl Coded {
    /// No code, in no set.
    pub const NONE: Coded = Coded(0);
    /// Bits of a code.
    const BITS: u32 = 12;

    fn new(code: u16, threat: Threat) -> Coded {
        const { assert!(CODES <= 1 << Coded::BITS && threat::THREATS << Coded::BITS <= 1 << 16) };
        Coded(code | (threat::set_index(threat) as u16) << Coded::BITS)
    }

    #[inline]
    pub fn code(self) -> u16 {
        self.0 & ((1 << Coded::BITS) - 1)
    }

    /// Index of the set.
    #[inline]
    pub fn set(self) -> usize {
        usize::from(self.0 >> Coded::BITS)
    }

    /// Whether a point whose code changes from `before` to this one moves to another set.
    #[inline]
    pub fn moves(self, before: Coded) -> bool {
        (self.0 ^ before.0) >> Coded::BITS != 0
    }
}

/// The codes of all packed shapes of one colour.
type CodeTable = [Coded; 1 << 16];

/// Number of line keys at the largest radius.
const KEYS: usize = 1 << (4 * shape::MAX_RADIUS);

/// Tables of one rule.
pub struct Tables {
    rule: Rule,
    radius: usize,
    shapes: Box<[u8; KEYS]>,
    /// By colour. Both share one table, to save cache, unless one has forbidden moves.
    codes: [Arc<CodeTable>; 2],
    rows: [RowTable; 2],
    by_color: [ColorTables; 2],
}

impl Tables {
    /// Builds the tables of `rule` with the embedded weights, in a few milliseconds.
    pub fn new(rule: Rule) -> Tables {
        Tables::with_weights(rule, &WeightSet::embedded())
    }

    /// Builds the tables of `rule` with the weights of `set`.
    pub fn with_weights(rule: Rule, set: &WeightSet) -> Tables {
        let (shapes_of, code_of) = threat::codes();
        let by_color = Color::ALL.map(|color| ColorTables::new(&shapes_of, rule, color, set));
        let [black, white] = Color::ALL.map(|color| &by_color[color.index()].threats);
        let table = |threats| Arc::new(code_table(&code_of, threats));
        let of_black = table(black);
        let of_white = if black == white { of_black.clone() } else { table(white) };
        let windows = Arc::new(Windows::new());
        let rows = Color::ALL.map(|side| {
            let network = &by_color[side.index()].weights.network;
            RowTable::new(windows.clone(), side, &network.rows, &network.bias)
        });
        Tables {
            rule,
            radius: shape::radius(rule),
            shapes: padded(&shape::shape_table(rule), 0),
            codes: [of_black, of_white],
            rows,
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
        Lookup { shapes: &self.shapes, codes: self.codes.each_ref().map(|table| &**table) }
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

    /// The rows of the network with `side` to move, as its [`Accumulator`](super::accumulator::Accumulator) needs them.
    #[inline]
    pub(super) fn rows(&self, side: Color) -> &RowTable {
        &self.rows[side.index()]
    }

    /// The weights with `color` to move.
    #[inline]
    pub(super) fn weights(&self, color: Color) -> &Weights {
        &self.by_color[color.index()].weights
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
    /// By the offset from the opponent's last move, and from the side's own.
    pub places: [&'a offset::ByDifference<i16>; 2],
}

/// The tables that a move reads, as local references so that their addresses are loaded once.
#[derive(Clone, Copy)]
pub(super) struct Lookup<'a> {
    shapes: &'a [u8; KEYS],
    codes: [&'a CodeTable; 2],
}

impl<'a> Lookup<'a> {
    /// Shapes of both colours for a line key, Black's in the low half.
    #[inline]
    pub fn shapes(&self, key: u32) -> u8 {
        self.shapes[key as usize % KEYS]
    }

    /// Codes of Black and White from their packed shapes, Black's in the lower half.
    #[inline]
    pub fn coded(&self, packed: u32) -> [Coded; 2] {
        let [black, white] = self.codes;
        [black[usize::from(packed as u16)], white[usize::from((packed >> 16) as u16)]]
    }
}

/// The codes `code_of` of packed shapes, with the sets of their `threats`.
fn code_table(code_of: &[u16], threats: &[Threat]) -> CodeTable {
    std::array::from_fn(|packed| {
        let code = code_of[packed];
        Coded::new(code, threats[usize::from(code)])
    })
}

/// `numbers` padded with `filler` to an array of fixed length.
fn padded<T: Copy, const N: usize>(numbers: &[T], filler: T) -> Box<[T; N]> {
    let mut all = numbers.to_vec();
    all.resize(N, filler);
    all.into_boxed_slice().try_into().ok().expect("the length is N")
}
