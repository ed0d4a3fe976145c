//! The errors of requests, with the text that follows `ERROR`.

use std::fmt;

use crate::coord::{Move, Size};
use crate::frontend::desk::{Refusal, Target};
use crate::frontend::setting::SettingError;
use crate::game::Variant;

/// Why a request was not carried out. The position stays as it was.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The line violates the grammar.
    Syntax {
        /// Command word, in upper case.
        command: String,
        expected: &'static str,
        /// The text found instead; empty at the end of the line.
        found: String,
        /// Column, from 1.
        column: usize,
    },
    /// A line of a block violates the grammar.
    Block {
        /// The block's command word.
        command: &'static str,
        /// Line of the block, from 1.
        line: usize,
        text: String,
        expected: &'static str,
    },
    /// A line longer than any request.
    TooLong,
    /// An earlier `INFO` had an invalid value.
    Setting(SettingError),
    /// There was no `START` yet.
    NoBoard,
    /// The game has no board of this size.
    BadSize(Variant),
    /// The game in force is not played on the board in use.
    WrongBoard {
        /// The game and rule in force.
        variant: Variant,
        /// The board in use.
        size: Size,
    },
    /// The game does not allow it.
    Refused(Refusal),
    /// A line of a block is not a possible move.
    BadBlockMove {
        /// Line, from 1.
        line: usize,
        problem: Box<Problem>,
    },
    /// After the block it would be the opponent's turn.
    NotOurTurn,
    /// A swap2 step starts from 0, 3 or 5 stones.
    BadSwap2(usize),
    /// The last ply was elsewhere.
    NotLastMove {
        target: Target,
        /// The last ply, if any.
        last: Option<Move>,
    },
    /// This command, or this part of one, is for Gomoku.
    GomokuOnly(&'static str),
    /// This command is for Othello.
    OthelloOnly(&'static str),
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem::Refused(refusal)
    }
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
            Problem::Refused(refusal) => refusal.fmt(f),
            Problem::BadBlockMove { line, problem } => write!(f, "line {line}: {problem}"),
            Problem::NotOurTurn => f.write_str("after the last line it is the opponent's turn"),
            Problem::BadSwap2(count) => {
                write!(f, "SWAP2BOARD: expected 0, 3 or 5 stones, found {count}")
            }
            Problem::NotLastMove { target, last: None } => {
                write!(f, "no move at {target}: none was played")
            }
            Problem::NotLastMove { target, last: Some(last) } => {
                write!(f, "{target} is not the last move: that was {}", Target::from(*last))
            }
            Problem::GomokuOnly(command) => write!(f, "{command} is for Gomoku"),
            Problem::OthelloOnly(command) => write!(f, "{command} is for Othello"),
        }
    }
}
