//! What is to be played: the description that everything else follows.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use super::clock::TimeControl;
use super::schedule::{Pairings, Schedule, Shard};
use super::stats::sprt::Sprt;
use crate::coord::Move;
use crate::formats::format;
use crate::game::Variant;
use crate::openings::select::OpeningOrder;

/// How a program is spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The line protocol of Gomocup and Piskvork; for Othello with Tengen's equivalents.
    Gomocup,
    /// The Go Text Protocol; Othello only.
    Gtp,
}

/// One of the players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    /// The name in reports; different from all others.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder it runs in; the present one if `None`.
    pub dir: Option<PathBuf>,
    /// How it is spoken to.
    pub protocol: Protocol,
    /// Sent to it before every game: as `INFO key value`, or in GTP as the command `key value`.
    pub options: Vec<(String, String)>,
    /// What bounds its moves.
    pub time: TimeControl,
    /// How much later than allowed an answer may come.
    pub tolerance: Duration,
    /// Bytes it is told to stay below.
    pub memory: Option<u64>,
    /// Threads it is told to use.
    pub threads: Option<u32>,
    /// Whether every game has a process of its own.
    pub fresh: bool,
    /// Whether every request has the whole position (`BOARD`), not the last move (`TURN`).
    pub always_board: bool,
}

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opening {
    /// With these plies from the start position, passes included; no move of them ends the game.
    Moves(Vec<Move>),
    /// Gomoku: by swap2, in which the first of the two players proposes.
    Swap2,
}

/// When a game is ended before the rules end it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Gomoku: a draw as soon as no five is possible for either side.
    pub dead_draw: bool,
    /// Othello: solved as soon as so many squares are empty.
    pub solve_at: Option<u32>,
    /// A draw in Gomoku, by discs in Othello, when the game has so many plies.
    pub most_plies: Option<usize>,
}

/// What every game of a tournament has in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The game, its rule and board.
    pub variant: Variant,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// How long a player that must not be hurried by a clock may be silent, and how long a start,
    /// a new game or an end may take.
    pub patience: Duration,
}

/// Where openings come from.
#[derive(Clone, Debug, PartialEq)]
pub enum OpeningSource {
    /// A file, one opening per line.
    File(PathBuf),
    /// The generator; what is `None` is as the generator has it.
    Generated {
        /// How many.
        count: usize,
        /// Lengths in plies.
        plies: Option<RangeInclusive<usize>>,
        /// Greatest distance of the score from even.
        band: Option<f64>,
        /// Nodes of the search that judges.
        nodes: Option<u64>,
    },
    /// Gomoku: the players, by swap2.
    Swap2,
}

/// A tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// What all games have in common.
    pub conditions: Conditions,
    /// The players, at least two.
    pub engines: Vec<Engine>,
    /// Who plays whom.
    pub pairings: Pairings,
    /// All games.
    pub schedule: Schedule,
    /// Where openings come from.
    pub openings: OpeningSource,
    /// In which order they are played.
    pub order: OpeningOrder,
    /// The first of them, from 0.
    pub start: usize,
    /// Whether their symmetric images are played, too.
    pub images: bool,
    /// Seed of everything drawn by lot.
    pub seed: u64,
    /// The test that ends it early.
    pub sprt: Option<Sprt>,
    /// The part to be played here.
    pub shard: Shard,
    /// Games at a time, at least 1.
    pub concurrency: usize,
    /// Its name in records.
    pub event: Option<String>,
    /// Formats of the records that are kept.
    pub records: Vec<format::RecordFormat>,
}
