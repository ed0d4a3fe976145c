//! One view of both games: variants, and a game in progress.
//!
//! For the outer parts of the program (front ends, records, tools). The searches work on the types of their
//! own game.

use std::fmt;
use std::str::FromStr;

use crate::color::Color;
pub use crate::coord::Ply;
use crate::coord::{Move, Point, Size};
use crate::gomoku::rules::game::{Draw, UnsupportedSize};
use crate::gomoku::rules::rule::Rule;
use crate::{gomoku, othello};

/// A game with its rule and its board.
///
/// The board is part of it because matches, records, openings and the terminal need both together, and
/// Othello has only one. A name alone means the default board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Gomoku.
    Gomoku {
        /// Which rows win.
        rule: Rule,
        /// The board.
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
    #[doc(hidden)]
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
    /// The game and its rule.
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

/// A game in progress with its history.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "few exist, and none lies in a hot loop")]
pub enum Position {
    Gomoku(gomoku::rules::game::Game),
    Othello(othello::rules::game::Game),
}

/// Why a move is against the rules.
#[derive(Clone, Debug, PartialEq)]
pub enum IllegalMove {
    Gomoku(gomoku::rules::game::IllegalMove),
    Othello(othello::rules::game::IllegalMove),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Gomoku(gomoku::rules::game::Outcome),
    Othello(othello::rules::game::Outcome),
}

impl Position {
    /// The board's size.
    pub fn size(&self) -> Size {
        match self {
            Position::Gomoku(game) => game.size(),
            Position::Othello(_) => othello::rules::square::SIZE,
        }
    }

    /// Who moves next.
    pub fn side_to_move(&self) -> Color {
        match self {
            Position::Gomoku(game) => game.side_to_move(),
            Position::Othello(game) => game.side_to_move(),
        }
    }

    /// The plies so far, oldest first, without set-up stones.
    pub fn history(&self) -> &[Ply] {
        match self {
            Position::Gomoku(game) => game.history(),
            Position::Othello(game) => game.history(),
        }
    }

    /// The stone or disc on `point`, if there is one.
    pub fn stone(&self, point: Point) -> Option<Color> {
        match self {
            Position::Gomoku(game) => game.stone(point),
            Position::Othello(game) => game.cell(point),
        }
    }

    /// Whether `point` is blocked for both sides throughout the game.
    pub fn is_blocked(&self, point: Point) -> bool {
        match self {
            Position::Gomoku(game) => game.is_blocked(point),
            Position::Othello(_) => false,
        }
    }

    /// Whether the side to move may play `mv`.
    ///
    /// # Errors
    /// Why it may not.
    pub fn legal(&self, mv: Move) -> Result<(), IllegalMove> {
        match self {
            Position::Gomoku(game) => game.legal(mv).map_err(IllegalMove::Gomoku),
            Position::Othello(game) => game.legal(mv).map_err(IllegalMove::Othello),
        }
    }

    /// Plays `mv` for the side to move.
    ///
    /// # Errors
    /// Why it may not be played; the position is as before.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        match self {
            Position::Gomoku(game) => game.play(mv).map_err(IllegalMove::Gomoku),
            Position::Othello(game) => game.play(mv).map_err(IllegalMove::Othello),
        }
    }

    /// Like [`Position::play`], but in Gomoku any pass is legal, as in Go.
    ///
    /// # Errors
    /// Like [`Position::play`].
    pub fn play_as_in_go(&mut self, mv: Move) -> Result<(), IllegalMove> {
        match (self, mv) {
            (Position::Gomoku(game), Move::Pass) => game.give_turn_to(!game.side_to_move()),
            (position, mv) => position.play(mv)?,
        }
        Ok(())
    }

    /// Takes back the last ply; `None` if there is none.
    pub fn undo(&mut self) -> Option<Ply> {
        match self {
            Position::Gomoku(game) => game.undo(),
            Position::Othello(game) => game.undo(),
        }
    }

    /// How the game ended; `None` while it is in progress. With `dead_draw`, a Gomoku game also ends when no
    /// five is possible any more.
    pub fn outcome(&self, dead_draw: bool) -> Option<Outcome> {
        match self {
            Position::Gomoku(game) => match game.outcome() {
                None if dead_draw && game.is_dead_draw() => {
                    Some(Outcome::Gomoku(gomoku::rules::game::Outcome::Draw(Draw::NoFivePossible)))
                }
                outcome => outcome.cloned().map(Outcome::Gomoku),
            },
            Position::Othello(game) => game.outcome().map(Outcome::Othello),
        }
    }

    /// Whether the side to move can only pass.
    pub fn must_pass(&self) -> bool {
        self.legal(Move::Pass).is_ok()
    }

    /// The points where the side to move may place something, row by row from the top.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size().points().filter(|&point| self.legal(Move::Place(point)).is_ok())
    }
}

impl Outcome {
    /// The winner; `None` is a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Outcome::Gomoku(outcome) => outcome.winner(),
            Outcome::Othello(outcome) => outcome.winner(),
        }
    }
}

impl fmt::Display for Outcome {
    /// The result and its reason: `black five f8 g8 h8 i8 j8`, `draw full board`,
    /// `white discs 20-44`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(color) => color.fmt(f)?,
            None => f.write_str("draw")?,
        }
        match self {
            Outcome::Gomoku(outcome) => write!(f, " {outcome}"),
            Outcome::Othello(outcome) => write!(f, " {outcome}"),
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::Gomoku(illegal) => illegal.fmt(f),
            IllegalMove::Othello(illegal) => illegal.fmt(f),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::coord::parse_points;

    /// The position after `moves` such as `h8h9`, without passes.
    pub fn position_after(variant: Variant, moves: &str) -> Position {
        let mut position = variant.start().unwrap();
        for point in parse_points(moves).unwrap() {
            position.play(Move::Place(point)).unwrap();
        }
        position
    }

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
