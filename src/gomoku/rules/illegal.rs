//! What a game refuses and why, in words for the user: every message names the point.

use std::fmt;

use super::forbidden::Foul;
use super::game::MIN_SIDE;
use crate::color::Color;
use crate::coord::{MAX_SIDE, Point, Size};

/// Why a move cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// The point is not on the board.
    OffBoard(Point, Size),
    /// There is a stone of this colour on the point.
    Occupied(Point, Color),
    /// The point was made unusable when the position was set up.
    Blocked(Point),
    /// Black would commit a foul.
    Forbidden(Point, Foul),
    /// This side still has a legal point, or may never pass.
    PassNotAllowed(Color),
    /// The game has ended.
    GameOver,
}

/// A board size that is no board for Gomoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsupportedSize(pub Size);

/// Why a position cannot be set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetUpError {
    /// The board's size is unsupported.
    Size(UnsupportedSize),
    /// A stone has no place: off the board, or the point is taken.
    Stone(IllegalMove),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::OffBoard(point, size) => write!(f, "{point} is not on the {size} board"),
            IllegalMove::Occupied(point, color) => write!(f, "{point} is occupied by {color}"),
            IllegalMove::Blocked(point) => write!(f, "{point} is blocked"),
            IllegalMove::Forbidden(point, foul) => {
                write!(f, "{point} is forbidden for black: {foul}")
            }
            IllegalMove::PassNotAllowed(color) => write!(f, "{color} may not pass"),
            IllegalMove::GameOver => f.write_str("the game is over"),
        }
    }
}

impl std::error::Error for IllegalMove {}

impl fmt::Display for UnsupportedSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no Gomoku board of {}: sides run from {MIN_SIDE} to {MAX_SIDE}", self.0)
    }
}

impl std::error::Error for UnsupportedSize {}

impl fmt::Display for SetUpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetUpError::Size(size) => size.fmt(f),
            SetUpError::Stone(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SetUpError {}
