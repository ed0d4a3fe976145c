//! The replies of the engine.

use std::time::Duration;

use crate::color::Color;
use crate::coord::{Move, Point};
use crate::game::{Outcome, Ply, Position};
use crate::gomoku::rules::explain::Explanation;
use crate::gomoku::rules::forbidden::Foul;
use crate::search::report::{Line, Progress, Score};

use super::problem::Problem;

/// One answer: a line, or several for a picture or a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Ok,
    /// The engine's move: `x,y`.
    Move(Move),
    /// Three stones of a swap2 opening: `x,y x,y x,y`.
    Stones(Vec<Point>),
    /// Swap2: take the other side.
    Swap,
    /// The request failed.
    Error(Problem),
    /// Unknown command.
    Unknown(String),
    About,
    /// A message for people.
    Message(Message),
    Board(Box<Position>),
    Moves(Vec<Ply>),
    /// The result; `None` while the game goes on.
    Result(Option<Outcome>),
    /// Forbidden points with their kinds, by column, then row.
    Forbidden(Vec<(Point, Foul)>),
    /// Forbidden points in Yixin's form.
    YxForbidden(Vec<Point>),
    /// Why a point is forbidden.
    Why(Explanation),
    /// One of the best moves.
    Ranked(RankedLine),
    /// Static evaluation for the side to move.
    Eval(Color, Score),
    /// One setting, with the values that it takes and what it does.
    Option {
        name: &'static str,
        value: String,
        takes: &'static str,
        help: &'static str,
    },
}

/// One line of `NBEST`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedLine {
    /// Rank, from 1.
    pub rank: usize,
    /// Number of lines.
    pub of: usize,
    /// Depth of the search that ranked it, in plies.
    pub depth: u32,
    pub line: Line,
}

/// Lines for people; a manager ignores them.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// A finished iteration of a running search.
    Progress(Progress),
    /// The move comes from the opening book.
    Booked(Line),
    /// End of a search.
    Speed { nodes: u64, elapsed: Duration },
    /// The game has ended.
    Over(Outcome),
    /// A limit for a graphical front end.
    FrontEnd { key: &'static str, value: u64 },
}
