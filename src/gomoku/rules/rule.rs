//! The rules of Gomoku: which rows win under each.

use std::fmt;
use std::str::FromStr;

use crate::color::Color;

/// A rule of Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Five or more in a row win.
    Freestyle,
    /// Exactly five win; six or more do not.
    Standard,
    /// Black wins with exactly five; overlines, double-fours and double-threes are forbidden to Black.
    /// White wins with five or more.
    Renju,
    /// Gomocup rule 8: six or more win; exactly five win unless enemy stones are at both ends.
    Caro,
    /// Gomocup rule 9: exactly five win unless enemy stones are at both ends; six or more do not.
    CaroExact,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Rule; 5] =
        [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro, Rule::CaroExact];

    /// Whether six or more in a row win for `color`.
    pub const fn overline_wins(self, color: Color) -> bool {
        match self {
            Rule::Freestyle | Rule::Caro => true,
            Rule::Standard | Rule::CaroExact => false,
            Rule::Renju => matches!(color, Color::White),
        }
    }

    /// Whether exactly five with enemy stones at both ends do not win. The border never blocks.
    pub const fn blocked_five_fails(self) -> bool {
        matches!(self, Rule::Caro | Rule::CaroExact)
    }

    /// Whether `color` has forbidden moves.
    pub const fn forbids(self, color: Color) -> bool {
        matches!((self, color), (Rule::Renju, Color::Black))
    }

    /// Name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
            Rule::Caro => "caro",
            Rule::CaroExact => "caro-exact",
        }
    }

    /// The names of all rules, for messages: `freestyle, ... or caro-exact`.
    #[doc(hidden)]
    pub fn names() -> String {
        let [first @ .., last] = Rule::ALL.map(Rule::name);
        format!("{} or {last}", first.join(", "))
    }

    /// Number in `INFO rule`: bit 1 for exactly five, 4 for renju, 8 for caro.
    pub const fn gomocup_number(self) -> u8 {
        match self {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::Caro => 8,
            Rule::CaroExact => 9,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for an unknown name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRule;

impl FromStr for Rule {
    type Err = UnknownRule;

    /// Parses a [`Rule::name`].
    fn from_str(name: &str) -> Result<Rule, UnknownRule> {
        Rule::ALL.into_iter().find(|rule| rule.name() == name).ok_or(UnknownRule)
    }
}

impl fmt::Display for UnknownRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", Rule::names())
    }
}

impl std::error::Error for UnknownRule {}
