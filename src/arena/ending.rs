//! A finished game of a match, and how it ended.

use std::fmt;

use super::reported::Reported;
use crate::color::Color;
use crate::coord::Move;
use crate::formats::date::DateTime;
use crate::formats::game::TimedMove;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// Gomoku: a winning row.
    Five,
    /// Gomoku: no point is empty.
    FullBoard,
    /// Gomoku, adjudicated: neither side can still make a five.
    DeadDraw,
    /// Othello: neither side can move.
    Discs,
    /// Othello, adjudicated: the rest was solved.
    Solved,
    /// Adjudicated: the game reached the greatest number of plies.
    MoveLimit,
    /// Both engines' scores agree on the winner.
    AgreedWin,
    /// Both engines' scores agree that the game is level.
    AgreedDraw,
    /// The loser resigned.
    Resignation,
    /// The loser's program did not start, or did not begin the game.
    NoStart,
    /// The loser's move was on a stone or disc.
    Occupied,
    /// The loser's move was forbidden to Black in renju.
    Forbidden,
    /// The loser's move was illegal for another reason.
    Illegal,
    /// The loser answered too late.
    Overtime,
    /// The loser did not answer.
    Silence,
    /// The loser's process ended or closed its output.
    Crash,
    /// The loser sent something other than a move.
    Garbage,
}

impl Reason {
    pub const ALL: [Reason; 17] = [
        Reason::Five,
        Reason::FullBoard,
        Reason::DeadDraw,
        Reason::Discs,
        Reason::Solved,
        Reason::MoveLimit,
        Reason::AgreedWin,
        Reason::AgreedDraw,
        Reason::Resignation,
        Reason::NoStart,
        Reason::Occupied,
        Reason::Forbidden,
        Reason::Illegal,
        Reason::Overtime,
        Reason::Silence,
        Reason::Crash,
        Reason::Garbage,
    ];

    /// The name in journals, game records and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Five => "five",
            Reason::FullBoard => "full board",
            Reason::DeadDraw => "dead draw",
            Reason::Discs => "discs",
            Reason::Solved => "solved",
            Reason::MoveLimit => "move limit",
            Reason::AgreedWin => "agreed win",
            Reason::AgreedDraw => "agreed draw",
            Reason::Resignation => "resignation",
            Reason::NoStart => "no start",
            Reason::Occupied => "occupied",
            Reason::Forbidden => "forbidden",
            Reason::Illegal => "illegal",
            Reason::Overtime => "overtime",
            Reason::Silence => "silence",
            Reason::Crash => "crash",
            Reason::Garbage => "garbage",
        }
    }

    /// The reason of that name.
    pub fn from_name(name: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Whether the loser broke the rules of the game or of the tournament.
    pub const fn is_fault(self) -> bool {
        match self {
            Reason::Five
            | Reason::FullBoard
            | Reason::DeadDraw
            | Reason::Discs
            | Reason::Solved
            | Reason::MoveLimit
            | Reason::AgreedWin
            | Reason::AgreedDraw
            | Reason::Resignation => false,
            Reason::NoStart
            | Reason::Occupied
            | Reason::Forbidden
            | Reason::Illegal
            | Reason::Overtime
            | Reason::Silence
            | Reason::Crash
            | Reason::Garbage => true,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub reason: Reason,
    /// The reason in words, one line: `h8 is a double three`, `1.204 s of 1.000 s`.
    pub detail: String,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its number in the match, from 0; games 2k and 2k+1 are a pair.
    pub number: usize,
    /// The engines with Black and White, by their place in the match.
    pub players: [usize; 2],
    /// Number of plies of the opening.
    pub opening_plies: usize,
    /// Every ply from the start position, Black's first, passes included; times are zero in the opening.
    pub moves: Vec<TimedMove>,
    /// The engines' reports on every ply, each from its own view; empty in the opening.
    pub reports: Vec<Reported>,
    pub ending: Ending,
    /// Othello: Black's discs minus White's at the end, empty squares counted for the winner; `None` if a fault, a
    /// resignation, an agreement or the move limit ended the game.
    pub margin: Option<i32>,
    /// When it began.
    pub began: DateTime,
}

impl PlayedGame {
    /// The points of the player of `color`, in halves: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(&self, color: Color) -> u32 {
        match self.ending.winner {
            None => 1,
            Some(winner) if winner == color => 2,
            Some(_) => 0,
        }
    }

    /// The plies of the opening.
    pub fn opening(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.opening_plies].iter().map(|timed| timed.mv)
    }
}

/// Made-up games for tests, with only the fields that statistics use.
#[cfg(test)]
pub(super) mod samples {
    use std::time::Duration;

    use super::{Ending, PlayedGame, Reason, Reported};
    use crate::color::Color;
    use crate::coord::{Move, Point};
    use crate::formats::date::DateTime;
    use crate::formats::game::TimedMove;

    /// A game without moves.
    pub fn game(number: usize, players: [usize; 2], winner: Option<Color>) -> PlayedGame {
        let reason = if winner.is_some() { Reason::Five } else { Reason::FullBoard };
        PlayedGame {
            number,
            players,
            opening_plies: 0,
            moves: Vec::new(),
            reports: Vec::new(),
            ending: Ending { winner, reason, detail: String::new() },
            margin: None,
            began: DateTime::from_unix(0),
        }
    }

    /// The same game with plies of these times in ms, the first `opening_plies` of them in the opening; a time of
    /// `None` is a pass.
    pub fn with_times(
        mut game: PlayedGame,
        opening_plies: usize,
        times_ms: &[Option<u64>],
    ) -> PlayedGame {
        let point = Point::new(7, 7).expect("the point is on the board");
        game.opening_plies = opening_plies;
        game.reports = vec![Reported::default(); times_ms.len()];
        game.moves = times_ms
            .iter()
            .map(|time_ms| TimedMove {
                mv: time_ms.map_or(Move::Pass, |_| Move::Place(point)),
                time: Duration::from_millis(time_ms.unwrap_or(0)),
            })
            .collect();
        game
    }
}
