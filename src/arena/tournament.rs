//! A match, fully specified: game, engines and conditions.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use super::agreement::Agreement;
use super::clock::TimeControl;
use super::schedule::{Pairings, Schedule};
use super::stats::sprt::Sprt;
use crate::coord::Move;
use crate::formats::format;
use crate::game::Variant;
use crate::shard::Shard;

/// The protocol of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The line protocol of Gomocup and Piskvork; for Othello with Tengen's equivalents.
    Gomocup,
    /// The Go Text Protocol.
    Gtp,
    /// The protocol of NBoard; Othello only.
    NBoard,
    /// The console of Edax; Othello only.
    Edax,
}

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Engine {
    /// Unique name in reports.
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder it runs in; the current one if `None`.
    pub dir: Option<PathBuf>,
    pub protocol: Protocol,
    /// Options sent before every game: as `INFO key value`, or as the line `key value` in GTP and to Edax.
    pub options: Vec<(String, String)>,
    /// Its time control.
    pub time: TimeControl,
    /// Maximum delay of an answer.
    pub tolerance: Duration,
    /// Memory limit sent to it, in bytes.
    pub memory: Option<u64>,
    /// Number of threads sent to it.
    pub threads: Option<u32>,
    /// Whether every game has its own process.
    pub fresh: bool,
    /// Whether requests always send the whole position (`BOARD`) instead of the last move (`TURN`).
    pub always_board: bool,
    /// Whether to request the scores of its moves, in the Gomocup protocol.
    pub asks_for_scores: bool,
}

/// The order of the openings in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningOrder {
    /// The order of the book.
    Sequential,
    /// Shuffled, differently for every image.
    Random,
}

/// The beginning of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// These plies from the start position, passes included; they do not end the game.
    Moves(Vec<Move>),
    /// Gomoku: swap2, proposed by the first player.
    Swap2,
}

/// The conditions under which a game is ended before the rules end it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Gomoku: a draw as soon as no five is possible for either side.
    pub dead_draw: bool,
    /// Othello: number of empty squares at which the game is solved.
    pub solve_at: Option<u32>,
    /// Longest game in plies; then Gomoku is a draw, and Othello is decided by discs.
    pub most_plies: Option<usize>,
    /// The engines' own scores that end a game.
    pub agreement: Agreement,
}

/// The conditions of all games of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The game, its rule and board.
    pub variant: Variant,
    /// The conditions for ending games early.
    pub adjudication: Adjudication,
    /// Time limit for a start, a new game, an end, or a move without a clock.
    pub patience: Duration,
}

/// The source of openings.
#[derive(Clone, Debug, PartialEq)]
pub enum OpeningSource {
    /// A file, one opening per line.
    File(PathBuf),
    /// The generator, with defaults for fields that are `None`.
    Generated {
        /// Number of openings.
        count: usize,
        /// Lengths in plies.
        plies: Option<RangeInclusive<usize>>,
        /// Greatest distance of the score from even.
        band: Option<f64>,
        /// Nodes of each search.
        nodes: Option<u64>,
    },
    /// Gomoku: swap2, by the players.
    Swap2,
}

/// A match.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// The conditions shared by all games.
    pub conditions: Conditions,
    /// The players, at least two.
    pub engines: Vec<Engine>,
    /// The pairings.
    pub pairings: Pairings,
    /// All games.
    pub schedule: Schedule,
    /// The source of the openings.
    pub openings: OpeningSource,
    /// The order of the openings.
    pub order: OpeningOrder,
    /// Index of the first opening.
    pub start: usize,
    /// Whether symmetric images are played, too.
    pub images: bool,
    /// Seed of all random choices.
    pub seed: u64,
    /// The test that ends it early.
    pub sprt: Option<Sprt>,
    /// The shard to play here.
    pub shard: Shard,
    /// Number of games played in parallel, at least 1.
    pub concurrency: usize,
    /// Name of the event in records.
    pub event: Option<String>,
    /// Formats of the game records.
    pub records: Vec<format::RecordFormat>,
}

impl Tournament {
    /// Whether only two engines play.
    pub fn is_duel(&self) -> bool {
        self.engines.len() == 2
    }
}

/// Made-up engines for tests.
#[cfg(test)]
pub(super) mod samples {
    use std::time::Duration;

    use super::{Engine, Protocol, TimeControl};

    /// An engine without a program, options and limits.
    pub fn engine(name: &str) -> Engine {
        Engine {
            name: name.to_owned(),
            command: Vec::new(),
            dir: None,
            protocol: Protocol::Gomocup,
            options: Vec::new(),
            time: TimeControl::default(),
            tolerance: Duration::ZERO,
            memory: None,
            threads: None,
            fresh: false,
            always_board: false,
            asks_for_scores: true,
        }
    }
}
