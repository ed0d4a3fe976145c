//! Everything the engine can answer.

use std::time::Duration;

use crate::color::Color;
use crate::coord::{Move, Point};
use crate::game::{Outcome, Ply, Position};
use crate::gomoku::rules::explain::Explanation;
use crate::gomoku::rules::forbidden::Foul;
use crate::search::report::{Line, Progress, Score};

use super::problem::Problem;

/// One answer. Most are one line; pictures and lists are several.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// `OK`.
    Ok,
    /// The engine's move: `x,y`.
    Move(Move),
    /// Stones of a swap2 step: `x,y x,y x,y`.
    Stones(Vec<Point>),
    /// Swap2: take the other side.
    Swap,
    /// Not carried out, and why.
    Error(Problem),
    /// No such command.
    Unknown(String),
    /// Name, version, authors.
    About,
    /// Not an answer: something to read.
    Message(Message),
    /// The board.
    Board(Box<Position>),
    /// Moves so far.
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
    /// One setting: name, value, what it takes, what it does.
    Option {
        /// Its `INFO` key.
        name: &'static str,
        /// Its present value.
        value: String,
        /// Values it takes.
        takes: &'static str,
        /// What it does.
        help: &'static str,
    },
}

/// One line of `NBEST`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedLine {
    /// Rank, from 1.
    pub rank: usize,
    /// How many there are.
    pub of: usize,
    /// Depth of the search that ranked it, in plies.
    pub depth: u32,
    /// Score and moves.
    pub line: Line,
}

/// Lines for people; a manager ignores them.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// State of a running search.
    Progress(Progress),
    /// The move comes from the opening book: that move, its value and what is expected to follow.
    Booked(Line),
    /// End of a search.
    Speed {
        /// Nodes visited.
        nodes: u64,
        /// Time taken.
        elapsed: Duration,
    },
    /// The game has ended.
    Over(Outcome),
    /// A limit a graphical front end asks for.
    FrontEnd {
        /// Its name.
        key: &'static str,
        /// Its value.
        value: u64,
    },
}
