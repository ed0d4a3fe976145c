//! Messages to and from the searcher thread: setup, orders and events.

use std::sync::Arc;

use crate::coord::Point;
use crate::game::{Position, Variant};
use crate::gomoku::eval::weights::WeightSet;
use crate::othello::book::Book;
use crate::othello::book::Variety;
use crate::othello::eval::weights::Weights;
use crate::search::control::Control;
use crate::search::guidance::Guidance;
use crate::search::report::{Balance, Evaluation, Line, Progress, Request, RootMark};
use crate::search::table::TableFile;

/// Weights, opening book and search parameters. Those not given are the built-in ones.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    pub gomoku: Option<Arc<WeightSet>>,
    pub othello: Option<Arc<Weights>>,
    /// Opening book for Othello.
    pub book: Option<Arc<Book>>,
    /// Search parameters that differ from their defaults, by name. Unknown names and values out of range
    /// are ignored, with a warning in the log.
    pub params: Vec<(String, i32)>,
}

impl Learned {
    /// The weights of Gomoku: the given ones, or else those built in.
    pub fn for_gomoku(&self) -> Arc<WeightSet> {
        self.gomoku.clone().unwrap_or_else(WeightSet::embedded)
    }

    /// The weights of Othello: the given ones, or else those built in.
    pub fn for_othello(&self) -> Arc<Weights> {
        self.othello.clone().unwrap_or_else(Weights::embedded)
    }

    /// Sets the search parameter `name`, replacing an earlier value.
    pub fn set_param(&mut self, name: &str, value: i32) {
        self.params.retain(|(known, _)| known != name);
        self.params.push((name.to_owned(), value));
    }

    /// The opening book: the given one, or else the one built in.
    pub fn book(&self) -> Arc<Book> {
        self.book.clone().unwrap_or_else(Book::embedded)
    }
}

/// Options for starting a searcher.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game to prepare for.
    pub variant: Variant,
    /// Size of the transposition table in bytes.
    pub table_bytes: usize,
    /// Search threads, at least 1.
    pub threads: usize,
    pub learned: Learned,
}

/// A search to run.
#[derive(Clone, Debug)]
pub struct Job {
    /// Chosen by the owner; every event of the job carries it.
    pub id: u64,
    pub position: Position,
    pub request: Request,
    pub control: Arc<Control>,
    /// Which book moves may answer the job, if any.
    pub book: Option<Variety>,
    /// The answer, if the owner knows it; no search follows.
    pub known: Option<Line>,
    /// What to search for instead of the best moves.
    pub balance: Option<Balance>,
    pub guidance: Guidance,
    /// Whether to send [`Event::Mark`].
    pub is_watched: bool,
}

/// Orders to the searcher thread.
#[derive(Debug)]
pub enum Order {
    /// Search. Jobs run in order.
    Search(Box<Job>),
    /// Evaluate the position of job `id` without search.
    Evaluate {
        /// Chosen by the owner; the event carries it.
        id: u64,
        position: Box<Position>,
    },
    /// Prepare for the game and rule of this position, so that the first job need not read weights. An event
    /// reports the end.
    Prepare(Box<Position>),
    /// From the next job on, use a transposition table of this many bytes.
    Resize(usize),
    /// From the next job on, search with this many threads.
    Threads(usize),
    /// From the next job on, search with this value of a parameter, if the job's game has it.
    SetParam { name: &'static str, value: i32 },
    /// From the next job on, choose none of these points unless nothing else is left.
    Avoid(Vec<Point>),
    /// Clear all search tables.
    Clear,
    /// Save, load or measure the transposition table.
    Table(TableFile),
}

/// Events from the searcher thread.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The searcher is prepared.
    Prepared,
    /// An iteration of job `id` is finished.
    Progress { id: u64, progress: Progress },
    /// The opening book or its owner answers job `id`; no search follows.
    Booked {
        id: u64,
        /// The move and the expected line after it.
        line: Line,
    },
    /// An event of job `id` at the root.
    Mark { id: u64, mark: RootMark },
    /// The result of [`Order::Table`]: a message.
    Table(Result<String, String>),
    /// The static evaluation of job `id`; `None` if it failed.
    Evaluated { id: u64, evaluation: Option<Evaluation> },
    /// Job `id` is finished. Without a line there is no legal move, or the search failed. Some of its threads may still
    /// be ending; the next order waits for them.
    Finished { id: u64, result: Progress },
}
