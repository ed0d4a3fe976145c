//! Requested points, and the reasons to refuse a request about a game.

use std::fmt;

use crate::coord::{Move, Point, Size};
use crate::game::{IllegalMove, Outcome};
use crate::gomoku::rules::forbidden::Explanation;
use crate::gomoku::rules::game::Game;

/// A requested point, not yet checked against the board, so that errors can name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Column, 0 at the left.
    pub x: i32,
    /// Row, 0 at the top.
    pub y: i32,
}

impl Target {
    /// The target of a pass.
    pub const PASS: Target = Target { x: -1, y: -1 };

    /// The move on a board of `size`: a pass, or a point of the board.
    ///
    /// # Errors
    /// [`Refusal::OffBoard`].
    pub fn on(self, size: Size) -> Result<Move, Refusal> {
        if self == Target::PASS {
            return Ok(Move::Pass);
        }
        let point = || Point::new(u8::try_from(self.x).ok()?, u8::try_from(self.y).ok()?);
        let point = point().filter(|&point| size.contains(point));
        point.map(Move::Place).ok_or(Refusal::OffBoard { target: self, size })
    }

    /// Why this point is forbidden to Black in `game`.
    ///
    /// # Errors
    /// The point is off the board or not forbidden.
    pub fn explain(self, game: &Game) -> Result<Explanation, Refusal> {
        let size = game.size();
        match self.on(size)? {
            Move::Pass => Err(Refusal::OffBoard { target: self, size }),
            Move::Place(point) => game.explain(point).ok_or(Refusal::NotForbidden(point)),
        }
    }
}

impl From<Move> for Target {
    fn from(mv: Move) -> Target {
        mv.point().map_or(Target::PASS, |p| Target { x: p.x().into(), y: p.y().into() })
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Why a request about a game is refused. The game is unchanged.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    OffBoard {
        target: Target,
        size: Size,
    },
    Illegal(IllegalMove),
    Over(Outcome),
    /// A request to take back `asked` plies when only `played` were played.
    TooFewPlies {
        asked: u32,
        played: usize,
    },
    /// A request to explain a point that is not forbidden.
    NotForbidden(Point),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::OffBoard { target, size } => write!(f, "{target} is not on the {size} board"),
            Refusal::Illegal(illegal) => illegal.fmt(f),
            Refusal::Over(outcome) => write!(f, "the game is over: {outcome}"),
            Refusal::TooFewPlies { asked: 1, played } => {
                write!(f, "cannot take back 1 ply: {played} played")
            }
            Refusal::TooFewPlies { asked, played } => {
                write!(f, "cannot take back {asked} plies: {played} played")
            }
            Refusal::NotForbidden(point) => write!(f, "{point} is not forbidden"),
        }
    }
}
