//! The Gomocup protocol as data: [`Command`] holds the requests, [`Reply`] the replies, [`Problem`] the errors.
//!
//! [`dialect`] turns lines into commands by the grammar in [`parse`], [`render`] turns replies into lines.
//! The text of the protocol appears only here.

pub mod database;
pub mod dialect;
pub mod parse;
pub mod render;

use std::fmt;
use std::time::Duration;

use database::{DatabaseCommand, DatabaseReply};

use crate::color::Color;
use crate::coord::{Move, Point, Size};
use crate::frontend::desk::{Refusal, Target};
use crate::frontend::setting::{Setting, SettingError};
use crate::frontend::text::ascii;
use crate::game::{Outcome, Ply, Position, Variant};
use crate::gomoku::rules::forbidden::Explanation;
use crate::gomoku::rules::forbidden::Foul;
use crate::othello::rules::game::Game as OthelloGame;
use crate::search::calibration::Calibration;
use crate::search::report::{Balance, Evaluation, Line, Progress, Score};

/// Whose stone a line of a `BOARD` block describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Field 1.
    Engine,
    /// Field 2.
    Opponent,
    /// Field 3: a stone of a finished row in a continuous game, which neither side can use.
    Blocked,
}

/// One line of a `BOARD` block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardStone {
    pub target: Target,
    pub owner: Owner,
}

/// A complete request. A block (`BOARD` to `DONE`) is one request.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `START n` or `RECTSTART w,h`: a fresh board. Also the older `START w h`, which Yixin-Board uses.
    Start { width: u32, height: u32, is_older: bool },
    /// `RESTART`: a fresh board of the same size.
    Restart,
    /// `BEGIN`: play a move for the side to move.
    Begin,
    /// `TURN x,y`: the opponent's move, to be answered.
    Turn(Target),
    /// `BOARD` … `DONE`: a whole position, in which the engine moves.
    Board(Vec<BoardStone>),
    /// `YXBOARD` … `DONE`: a whole position, without a search and without a reply.
    YxBoard(Vec<BoardStone>),
    /// `POSITION squares side`: any Othello position.
    Position(Box<OthelloGame>),
    /// `INFO key value`: a setting. Never answered.
    Info(Setting),
    /// An `INFO` with an invalid value. The next command other than `INFO` is answered with the error.
    BadInfo(SettingError),
    /// `TAKEBACK x,y`: take back the last ply, which was at that point.
    TakeBack(Target),
    /// `UNDO n`: take back the last `n` plies.
    Undo(u32),
    /// `PLAY x,y`: play this move for the engine.
    Play(Target),
    /// `SWAP2BOARD` … `DONE`: the next step of a swap2 opening.
    Swap2Board(Vec<Target>),
    /// `ABOUT`: name, version, authors.
    About,
    /// `END`: exit at once.
    End,
    /// `STOP` or `YXSTOP`: move now.
    Stop,
    /// `SHOW`: the board as a picture.
    Show,
    /// `MOVES`: the moves so far.
    Moves,
    /// `RESULT`: whether and how the game has ended.
    Result,
    /// `FORBIDDEN`: the points forbidden to the side to move.
    Forbidden,
    /// `YXSHOWFORBID`: the same in Yixin's form.
    YxShowForbid,
    /// `WHY x,y`: why a point is forbidden.
    Why(Target),
    /// `NBEST n`: the n best moves, without playing one.
    NBest(u32),
    /// `YXNBEST n`: search n moves and play the best.
    YxNBest(u32),
    /// `EVAL`: the static evaluation.
    Eval,
    /// `OPTIONS`: every setting with its value.
    Options,
    /// `YXSHOWINFO`: limits for a graphical front end.
    YxShowInfo,
    /// `YXHASHCLEAR`: clear the search tables.
    YxHashClear,
    /// A request about the position database.
    Database(DatabaseCommand),
    /// `YXBLOCK`, `YXBLOCKPATH`, `YXFORBID` and those that undo them.
    YxAvoid(AvoidRequest),
    /// `YXBALANCEONE n` or `YXBALANCETWO n`: play one or two moves after which the position has this value.
    YxBalance(Balance),
    /// `YXSEARCHDEFEND`: search every move and play the best.
    YxSearchDefend,
    /// `YXSWAP2STEP1` to `3`.
    YxSwap2(u8),
    /// `YXSOOSORVSTEP1` to `6`.
    YxSoosorv(Soosorv),
    /// `YXDRAW`: the opponent offers a draw.
    YxDraw,
    /// `YXRESIGN`: the opponent resigns.
    YxResign,
    /// `YXPRINTFEATURE`: the static evaluation as a message.
    YxPrintFeature,
    /// `YXSHOWHASHUSAGE`, `YXHASHDUMP` and `YXHASHLOAD`.
    YxHash(HashRequest),
    /// A command without effect. Never answered.
    Ignored,
}

/// A request about moves that the search avoids from now on, or no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AvoidRequest {
    /// `YXBLOCK` or `YXBLOCKUNDO`: these points.
    Points { points: Vec<Target>, is_undone: bool },
    /// `YXBLOCKRESET`.
    ResetPoints,
    /// `YXBLOCKPATH` or `YXBLOCKPATHUNDO`: the last move of a line of play.
    Path { moves: Vec<Target>, is_undone: bool },
    /// `YXBLOCKPATHRESET`.
    ResetPaths,
    /// `YXFORBID add|del x y side`: a point, which is closed to this side.
    Forbid { point: Target, side: Color, is_undone: bool },
}

/// A request about the transposition table as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HashRequest {
    Usage,
    /// Save it in this file.
    Dump(String),
    /// Load it from this file.
    Load(String),
}

/// A step of a Soosorv opening, with the moves so far. The steps without moves begin at the empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Soosorv {
    /// Step 1: propose three moves.
    Propose,
    /// Step 2: three moves; swap or not.
    SwapAfterThree(Vec<Target>),
    /// Step 3: three moves; play the fourth and set the number of fifth moves to propose.
    PlayFourth(Vec<Target>),
    /// Step 4: four moves, this many fifth moves to come; swap or not.
    SwapAfterFour(u8, Vec<Target>),
    /// Step 5: four moves; propose this many fifth moves.
    ProposeFifths(u8, Vec<Target>),
    /// Step 6: four moves and the proposed fifth moves; choose one of them.
    ChooseFifth(Vec<Target>),
}

/// One answer: a line, or several for a picture or a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Ok,
    /// The engine's move: `x,y`.
    Move(Move),
    /// Two moves that balance a position: `x,y x,y`.
    Pair([Move; 2]),
    /// Three stones of a swap2 opening: `x,y x,y x,y`.
    Stones(Vec<Point>),
    /// Swap2: take the other side.
    Swap,
    /// The request failed.
    Error(Problem),
    /// Unknown command.
    Unknown(String),
    About,
    /// A message for humans.
    Message(Message),
    /// A line about the position database.
    Database(DatabaseReply),
    Board(Box<Position>, Option<Outcome>),
    Moves(Vec<Ply>),
    /// The result; `None` while the game is in progress.
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
    Eval(Color, Evaluation),
    /// One setting, with its accepted values and its effect.
    Option {
        name: &'static str,
        value: String,
        takes: &'static str,
        help: &'static str,
    },
}

/// A line of the reply to `NBEST`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedLine {
    /// Rank, from 1.
    pub rank: usize,
    /// Number of lines.
    pub of: usize,
    /// Depth of the search that ranked it, in plies.
    pub depth: u32,
    pub line: Line,
    pub calibration: Option<Calibration>,
}

/// Lines for humans; managers ignore them.
#[derive(Clone, Debug, PartialEq)]
pub enum Message {
    /// A finished iteration of a running search.
    Progress(Progress),
    /// The move comes from the opening book.
    Booked(Line),
    /// Statistics at the end of a search.
    Speed {
        nodes: u64,
        elapsed: Duration,
    },
    /// The game has ended.
    Over(Outcome),
    /// A limit for a graphical front end.
    FrontEnd {
        key: &'static str,
        value: u64,
    },
    /// A finished iteration, in the form that libraries parse.
    Terse(Progress),
    /// The state of a search in `INFO` lines, without the word `MESSAGE`.
    Info(Progress),
    /// A mark on the board of a graphical front end.
    Realtime(Realtime),
    /// A step of an opening that Yixin-Board conducts.
    Opening(OpeningStep),
    /// The static evaluation.
    Static(Color, Evaluation),
    Text(String),
}

/// Marks for the board of a graphical front end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Realtime {
    /// Clear the marks of moves being searched.
    Refresh,
    /// This move is being searched.
    Searching(Point),
    /// This move has been searched.
    Searched(Point),
    /// This move loses.
    Lost(Point),
    /// This move is the best so far.
    Best(Move),
    /// The score of the best move.
    Value(Score),
    /// The expected line of play.
    Line(Vec<Move>),
}

/// Replies to `YXSWAP2STEP` and `YXSOOSORVSTEP`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningStep {
    /// The move with this number.
    Move { opening: Opening, number: u8, mv: Move },
    /// The answer to the question with this number.
    Swap { opening: Opening, number: u8, is_taken: bool },
    /// The fourth move, and how many fifth moves to propose.
    Fourth { mv: Move, count: usize },
    /// Proposed fifth moves follow.
    Fifths,
    /// All fifth moves were proposed.
    FifthsDone,
    /// The choice of the fifth move.
    ChosenFifth(Move),
}

/// Openings that Yixin-Board conducts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    Swap2,
    Soosorv,
}

impl Opening {
    /// Its name in replies.
    pub const fn word(self) -> &'static str {
        match self {
            Opening::Swap2 => "SWAP2",
            Opening::Soosorv => "SOOSORV",
        }
    }

    /// The name of its commands, without the number of the step.
    pub const fn command(self) -> &'static str {
        match self {
            Opening::Swap2 => "YXSWAP2STEP",
            Opening::Soosorv => "YXSOOSORVSTEP",
        }
    }
}

/// Why a request was not executed. The position is unchanged.
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
    /// The input ended before the rest of a request.
    Unfinished { command: &'static str, expected: &'static str },
    /// An earlier `INFO` had an invalid value.
    Setting(SettingError),
    /// There has been no `START` yet.
    NoBoard,
    /// The game has no board of this size.
    BadSize(Variant),
    /// The current game is not played on the current board.
    WrongBoard {
        /// The current game and rule.
        variant: Variant,
        /// The board in use.
        size: Size,
    },
    /// The game refuses the request.
    Refused(Refusal),
    /// A line of a block is not a possible move.
    BadBlockMove {
        /// Line, from 1.
        line: usize,
        problem: Box<Problem>,
    },
    /// After the block it would be the opponent's turn.
    NotOurTurn,
    /// A swap2 step must start from 0, 3 or 5 stones; this is another number.
    BadSwap2(usize),
    /// A step of a Soosorv opening has another number of stones.
    BadSoosorv { expected: usize, found: usize },
    /// The searcher failed, so that there is no answer.
    Failed,
    /// Saving or loading the table failed.
    Table(String),
    /// The last ply was elsewhere.
    NotLastMove {
        target: Target,
        /// The last ply, if any.
        last: Option<Move>,
    },
    /// This command, or this part of one, is only for Gomoku.
    GomokuOnly(&'static str),
    /// This command is only for Othello.
    OthelloOnly(&'static str),
    /// No position database was opened.
    NoDatabase,
    /// The position database, or a file for it, cannot be used: why.
    Database(String),
}

impl Problem {
    /// The same problem, about the line at `index` of a block.
    pub fn at_line(self, index: usize) -> Problem {
        Problem::BadBlockMove { line: index + 1, problem: Box::new(self) }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem::Refused(refusal)
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
            Problem::Unfinished { command, expected } => {
                write!(f, "{command}: expected {expected}, found the end of the input")
            }
            Problem::Setting(error) => error.fmt(f),
            Problem::NoBoard => f.write_str("no board: send START first"),
            // Piskvork takes a 20 in this text as a request to start a 20x20 board.
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
            Problem::BadSoosorv { expected, found } => {
                write!(f, "YXSOOSORVSTEP: expected {expected} stones, found {found}")
            }
            Problem::Failed => f.write_str("the searcher failed"),
            Problem::Table(reason) => write!(f, "hash table: {}", ascii(reason)),
            Problem::NotLastMove { target, last: None } => {
                write!(f, "no move at {target}: none was played")
            }
            Problem::NotLastMove { target, last: Some(last) } => {
                write!(f, "{target} is not the last move: that was {}", Target::from(*last))
            }
            Problem::GomokuOnly(command) => write!(f, "{command} is for Gomoku"),
            Problem::OthelloOnly(command) => write!(f, "{command} is for Othello"),
            Problem::NoDatabase => f.write_str("no database: send YXSETDATABASE first"),
            Problem::Database(why) => f.write_str(&ascii(why)),
        }
    }
}
