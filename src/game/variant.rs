//! Variants: a game with its rule and board.

use std::fmt;
use std::str::FromStr;

use super::position::Position;
use crate::coord::Size;
use crate::gomoku::rules::game::UnsupportedSize;
use crate::gomoku::rules::rule::Rule;
use crate::{gomoku, othello};

/// A game with its rule and its board.
///
/// The board is part of it because matches, records, openings and the terminal need both together, and
/// Othello has only one. A name alone means the default board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    Gomoku {
        rule: Rule,
        size: Size,
    },
    /// Othello, always on 8x8.
    Othello,
}

impl Variant {
    /// Gomoku on the default board, 15x15.
    pub const fn gomoku(rule: Rule) -> Variant {
        Variant::Gomoku { rule, size: gomoku::rules::game::DEFAULT_SIZE }
    }

    pub const fn is_gomoku(self) -> bool {
        matches!(self, Variant::Gomoku { .. })
    }

    pub const fn is_othello(self) -> bool {
        matches!(self, Variant::Othello)
    }

    /// The name of the game without its rule: `Gomoku` or `Othello`.
    pub const fn game_name(self) -> &'static str {
        match self {
            Variant::Gomoku { .. } => "Gomoku",
            Variant::Othello => "Othello",
        }
    }

    /// The board.
    pub const fn size(self) -> Size {
        match self {
            Variant::Gomoku { size, .. } => size,
            Variant::Othello => othello::rules::square::SIZE,
        }
    }

    /// The position before the first move.
    ///
    /// # Errors
    /// A side of the Gomoku board is too short.
    pub fn start(self) -> Result<Position, UnsupportedSize> {
        match self {
            Variant::Gomoku { rule, size } => {
                gomoku::rules::game::Game::new(rule, size).map(Position::Gomoku)
            }
            Variant::Othello => Ok(Position::Othello(othello::rules::game::Game::new())),
        }
    }
}

impl Position {
    /// What is played.
    pub fn variant(&self) -> Variant {
        match self {
            Position::Gomoku(game) => Variant::Gomoku { rule: game.rule(), size: game.size() },
            Position::Othello(_) => Variant::Othello,
        }
    }
}

impl fmt::Display for Variant {
    /// The name of the rule, or `othello`, without the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Variant::Gomoku { rule, .. } => rule.fmt(f),
            Variant::Othello => f.write_str("othello"),
        }
    }
}

/// The error for an unknown name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownVariant;

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Reads `othello`, `gomoku` for freestyle, or the name of a rule, all on the default board.
    fn from_str(name: &str) -> Result<Variant, UnknownVariant> {
        match name {
            "othello" => Ok(Variant::Othello),
            "gomoku" => Ok(Variant::gomoku(Rule::Freestyle)),
            rule => rule.parse().map(Variant::gomoku).map_err(|_| UnknownVariant),
        }
    }
}

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected gomoku, othello, ")?;
        fmt::Display::fmt(&Rule::names(), f)
    }
}

impl std::error::Error for UnknownVariant {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_reads_its_name_back() {
        for variant in Rule::ALL.map(Variant::gomoku).into_iter().chain([Variant::Othello]) {
            assert_eq!(variant.to_string().parse(), Ok(variant));
            assert_eq!(variant.start().unwrap().variant(), variant);
        }
        assert_eq!("gomoku".parse(), Ok(Variant::gomoku(Rule::Freestyle)));
        for name in ["", "go", "Othello", "Renju"] {
            assert_eq!(name.parse::<Variant>(), Err(UnknownVariant), "{name}");
        }
    }

    #[test]
    fn the_error_lists_every_name() {
        let expected = "expected gomoku, othello, freestyle, standard, renju, caro or caro-exact";
        assert_eq!(UnknownVariant.to_string(), expected);
    }
}
