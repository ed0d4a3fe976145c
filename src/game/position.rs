//! A game in progress, of Gomoku or Othello.

use std::fmt;

use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::gomoku::rules::game::Draw;
use crate::{gomoku, othello};

pub use crate::coord::Ply;

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
