//! The searcher thread behind its two channels.
//!
//! [`Searcher`] takes orders and gives events. It never blocks its owner: a search is ended through
//! the [`Control`] that travels with its job, and its answer arrives as an event. Nothing here
//! knows text, clocks of managers or whose turn it is.

mod worker;

use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};

use crate::game::{Position, Variant};
use crate::gomoku::eval::weights::WeightSet;
use crate::othello::book::Book;
use crate::othello::book::choose::Variety;
use crate::othello::eval::weights::Weights;
use crate::search::control::Control;
use crate::search::report::{Line, Progress, Request, Score};

/// What was learned and tuned: the weights that the searches judge by, the book that is played from and the
/// search parameters. Where nothing is given, what the program carries.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    /// For Gomoku.
    pub gomoku: Option<Arc<WeightSet>>,
    /// For Othello.
    pub othello: Option<Arc<Weights>>,
    /// For the opening in Othello.
    pub book: Option<Arc<Book>>,
    /// Search parameters that differ from their defaults, by name. Those that the game's search lacks, or
    /// that are out of range, are left as they are, with a note in the log.
    pub params: Vec<(String, i32)>,
}

impl Learned {
    /// The weights for Gomoku.
    pub fn for_gomoku(&self) -> Arc<WeightSet> {
        self.gomoku.clone().unwrap_or_else(WeightSet::embedded)
    }

    /// The weights for Othello.
    pub fn for_othello(&self) -> Arc<Weights> {
        self.othello.clone().unwrap_or_else(Weights::embedded)
    }

    /// The opening book for Othello.
    pub fn book(&self) -> Arc<Book> {
        self.book.clone().unwrap_or_else(Book::embedded)
    }
}

/// What a searcher begins with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// What it is to be ready for.
    pub variant: Variant,
    /// Size of its transposition table.
    pub table_bytes: usize,
    /// With how many threads it searches.
    pub threads: usize,
    pub learned: Learned,
}

/// Stack of the searcher thread in bytes. Searches recurse a few hundred plies deep.
const STACK: usize = 32 << 20;

/// One search to be made.
#[derive(Clone, Debug)]
pub struct Job {
    /// Chosen by the owner, returned with every event.
    pub id: u64,
    /// The position to search.
    pub position: Position,
    /// Bounds and number of lines.
    pub request: Request,
    /// The switch that ends it.
    pub control: Arc<Control>,
    /// Whether a move of the opening book may be the answer, and which.
    pub book: Option<Variety>,
}

/// What the searcher thread can be told.
#[derive(Debug)]
pub enum Order {
    /// Search. Jobs are done in order.
    Search(Box<Job>),
    /// Evaluate the position of job `id` without search.
    Evaluate {
        /// Chosen by the owner, returned with the event.
        id: u64,
        /// The position.
        position: Box<Position>,
    },
    /// Get ready for the game and rule of this position, so that the first job does not pay for the reading
    /// of weights, and tell when that is done.
    Prepare(Box<Position>),
    /// From the next job on, let the transposition table take this many bytes.
    Resize(usize),
    /// From the next job on, search with so many threads, if the game's search can.
    Threads(usize),
    /// Forget everything searched.
    Clear,
}

/// What the searcher thread tells.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An order to get ready is carried out.
    Prepared,
    /// An iteration of job `id` is finished.
    Progress {
        /// The job.
        id: u64,
        /// Its state.
        progress: Progress,
    },
    /// Job `id` needs no search: this is what the opening book has.
    Booked {
        /// The job.
        id: u64,
        /// The move and what is expected to follow.
        line: Line,
    },
    /// The static evaluation asked for as `id`, for the side to move.
    Evaluated {
        /// As asked.
        id: u64,
        /// Its value.
        score: Score,
    },
    /// Job `id` is finished. No line means that there is no legal move, or that the search
    /// failed.
    Finished {
        /// The job.
        id: u64,
        /// Its result.
        result: Progress,
    },
}

/// Handle of the searcher thread. Dropping it lets the thread end after its running job.
#[derive(Debug)]
pub struct Searcher {
    orders: Sender<Order>,
    events: Receiver<Event>,
}

impl Searcher {
    /// Starts the thread and waits until it is ready, so that no move pays for the reading of weights.
    ///
    /// # Errors
    /// The thread cannot be started, or fails to get ready.
    pub fn start(setup: Setup) -> std::io::Result<Searcher> {
        let (orders, their_orders) = unbounded();
        let (their_events, events) = unbounded();
        let (ready, is_ready) = bounded(1);
        thread::Builder::new()
            .name("searcher".into())
            .stack_size(STACK)
            .spawn(move || worker::run(setup, &their_orders, &their_events, &ready))?;
        is_ready
            .recv()
            .map_err(|_| std::io::Error::other("the searcher thread failed to start"))?;
        Ok(Searcher { orders, events })
    }

    /// Hands over an order.
    pub fn order(&self, order: Order) {
        if self.orders.send(order).is_err() {
            log::error!("the searcher thread is gone");
        }
    }

    /// Where events arrive.
    pub fn events(&self) -> &Receiver<Event> {
        &self.events
    }
}
