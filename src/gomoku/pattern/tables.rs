//! Everything about points that depends only on the rule: built once, shared, never changed.

use super::shape::{self, Shape};
use super::threat::{self, Threat};
use super::weights;
use crate::color::Color;
use crate::gomoku::rule::Rule;

/// What codes mean for one colour. Apart, not in one record, because making a move reads only
/// classes and values, and these should stay in the fastest cache.
struct Meanings {
    threats: Box<[Threat]>,
    values: Box<[i16]>,
    attack: Box<[i16]>,
    defend: Box<[i16]>,
}

impl Meanings {
    fn new(shapes_of: &[[Shape; 4]], has_fouls: bool) -> Meanings {
        let threats: Box<[Threat]> =
            shapes_of.iter().map(|&shapes| Threat::of(shapes, has_fouls)).collect();
        let each = |number: fn([Shape; 4], Threat) -> i32| {
            let pairs = shapes_of.iter().zip(&threats);
            pairs.map(|(&shapes, &threat)| number(shapes, threat) as i16).collect()
        };
        Meanings {
            values: each(weights::evaluation),
            attack: each(weights::attack),
            defend: each(weights::defend),
            threats,
        }
    }
}

/// Tables of one rule.
pub struct Tables {
    rule: Rule,
    radius: usize,
    shapes: Box<[u8]>,
    code_of: Box<[u16]>,
    meanings: [Meanings; 2],
}

impl Tables {
    /// Builds the tables of `rule`; takes some milliseconds.
    pub fn new(rule: Rule) -> Tables {
        let (shapes_of, code_of) = threat::codes();
        let meanings = Color::ALL.map(|color| Meanings::new(&shapes_of, rule.forbids(color)));
        Tables {
            rule,
            radius: shape::radius(rule),
            shapes: shape::shape_table(rule),
            code_of,
            meanings,
        }
    }

    /// The rule they are for.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Cells that matter on each side of a point.
    #[inline]
    pub(in crate::gomoku) fn radius(&self) -> usize {
        self.radius
    }

    /// Shapes of both colours at a line key, Black's in the low half.
    #[inline]
    pub(in crate::gomoku) fn shapes(&self, key: u32) -> u8 {
        self.shapes[key as usize]
    }

    /// Code of four packed shapes.
    #[inline]
    pub(in crate::gomoku) fn code(&self, packed: u16) -> u16 {
        self.code_of[usize::from(packed)]
    }

    /// Threat class of `code` for `color`.
    #[inline]
    pub(in crate::gomoku) fn threat(&self, color: Color, code: u16) -> Threat {
        self.meanings[color.index()].threats[usize::from(code)]
    }

    /// Part of an empty point with `code` for `color` in the evaluation, in favour of `color`.
    #[inline]
    pub(in crate::gomoku) fn value(&self, color: Color, code: u16) -> i16 {
        self.meanings[color.index()].values[usize::from(code)]
    }

    /// Ordering score of a move of `color` to a point with `code` for it.
    #[inline]
    pub(in crate::gomoku) fn attack(&self, color: Color, code: u16) -> i32 {
        i32::from(self.meanings[color.index()].attack[usize::from(code)])
    }

    /// Ordering score of a move that takes a point with `code` away from `color`.
    #[inline]
    pub(in crate::gomoku) fn defend(&self, color: Color, code: u16) -> i32 {
        i32::from(self.meanings[color.index()].defend[usize::from(code)])
    }
}
