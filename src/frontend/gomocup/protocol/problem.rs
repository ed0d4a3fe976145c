//! Everything that can be wrong with a request, as data; its text is what follows `ERROR`.

use std::fmt;

use crate::coord::{Move, Point, Size};
use crate::game::{IllegalMove, Outcome, Variant};

use super::command::Target;
use crate::frontend::setting::SettingError;

/// Why a request was not carried out. The position is as it was before.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The line does not follow the grammar.
    Syntax {
        /// Command word, in upper case.
        command: String,
        /// What the grammar wants.
        expected: &'static str,
        /// What stands there instead; empty at the end of the line.
        found: String,
        /// Where, counted from 1.
        column: usize,
    },
    /// A line of a block does not follow the grammar.
    Block {
        /// The block's command word.
        command: &'static str,
        /// Which line of the block, counted from 1.
        line: usize,
        /// The line.
        text: String,
        /// What the grammar wants.
        expected: &'static str,
    },
    /// A line longer than any request.
    TooLong,
    /// An `INFO` value that was impossible.
    Setting(SettingError),
    /// The request needs a board, and there was no `START` yet.
    NoBoard,
    /// No board of this size for this game.
    BadSize(Variant),
    /// The rule in force belongs to a game that is not played on the board in use.
    WrongBoard {
        /// What is played by the rule in force.
        variant: Variant,
        /// The board in use.
        size: Size,
    },
    /// The point is not on the board.
    OffBoard {
        /// The point as asked for.
        target: Target,
        /// The board.
        size: Size,
    },
    /// The move is against the rules.
    Illegal(IllegalMove),
    /// The game has ended.
    Over(Outcome),
    /// A line of a `BOARD` or `SWAP2BOARD` block is impossible.
    BadBlockMove {
        /// Which line, counted from 1.
        line: usize,
        /// Why.
        problem: Box<Problem>,
    },
    /// After the block it would be the opponent's turn.
    NotOurTurn,
    /// A swap2 step starts from 0, 3 or 5 stones.
    BadSwap2(usize),
    /// There are fewer plies than are to be taken back.
    TooFewPlies {
        /// Asked for.
        asked: u32,
        /// Played.
        played: usize,
    },
    /// The last ply was elsewhere.
    NotLastMove {
        /// The point asked for.
        target: Target,
        /// The last ply, if any.
        last: Option<Move>,
    },
    /// `WHY` about a point that is not forbidden.
    NotForbidden(Point),
    /// This command, or this part of one, is for Gomoku.
    GomokuOnly(&'static str),
    /// This command is for Othello.
    OthelloOnly(&'static str),
}

impl From<SettingError> for Problem {
    fn from(error: SettingError) -> Problem {
        Problem::Setting(error)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Syntax { command, expected, found, column } => {
                write!(f, "{command}: expected {expected} at column {column}")?;
                if found.is_empty() {
                    f.write_str(", found the end of the line")
                } else {
                    write!(f, ", found '{found}'")
                }
            }
            Problem::Block { command, line, text, expected } => {
                write!(f, "{command}: line {line}: expected {expected}, found '{text}'")
            }
            Problem::TooLong => f.write_str("line too long"),
            Problem::Setting(error) => error.fmt(f),
            Problem::NoBoard => f.write_str("no board: send START first"),
            // Piskvork takes a 20 in this text for the advice to start a 20x20 board.
            Problem::BadSize(Variant::Gomoku { .. }) => {
                f.write_str("no such board: sides are from 5 to 22")
            }
            Problem::BadSize(Variant::Othello) => {
                f.write_str("no such board: Othello is played on 8x8")
            }
            Problem::WrongBoard { variant, size } => {
                let game = variant.game_name();
                write!(f, "{game} is not played on this {size} board: send START with its size")
            }
            Problem::OffBoard { target, size } => write!(f, "{target} is not on the {size} board"),
            Problem::Illegal(illegal) => illegal.fmt(f),
            Problem::Over(outcome) => write!(f, "the game is over: {outcome}"),
            Problem::BadBlockMove { line, problem } => write!(f, "line {line}: {problem}"),
            Problem::NotOurTurn => f.write_str("after the last line it is the opponent's turn"),
            Problem::BadSwap2(count) => {
                write!(f, "SWAP2BOARD: expected 0, 3 or 5 stones, found {count}")
            }
            Problem::TooFewPlies { asked, played } => {
                write!(f, "cannot take back {asked} plies: {played} played")
            }
            Problem::NotLastMove { target, last: None } => {
                write!(f, "no move at {target}: none was played")
            }
            Problem::NotLastMove { target, last: Some(last) } => {
                write!(f, "{target} is not the last move: that was {}", Target::from(*last))
            }
            Problem::NotForbidden(point) => write!(f, "{point} is not forbidden"),
            Problem::GomokuOnly(command) => write!(f, "{command} is for Gomoku"),
            Problem::OthelloOnly(command) => write!(f, "{command} is for Othello"),
        }
    }
}
